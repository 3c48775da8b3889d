import { sql } from "kysely";
import { dayFrom, formatDay } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { InvoicedUsage } from "./invoiced-usage.ts";

type Row = {
  line_id: string;
  contract_id: string;
  event_type_id: string;
  service_start: string;
  service_end: string;
  differentiator: string | null;
  invoice_split_key: string | null;
};

/** Issued usage lines of some contracts that are not void and overlap some days, in no particular order. */
export async function invoicedUsageOf(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  days: Period,
): Promise<InvoicedUsage[]> {
  const { rows } = await sql<Row>`
    select line.id as line_id, invoice.contract_id, term.event_type_id, line.service_start, line.service_end,
      line.differentiator, line.invoice_split_key
    from invoice
      join invoice_line as line on line.merchant_id = invoice.merchant_id and line.invoice_id = invoice.id
      join billing_term as term on term.merchant_id = line.merchant_id and term.id = line.billing_term_id
    where invoice.merchant_id = ${merchantId} and invoice.contract_id = any(${contractIds}::uuid[])
      and not line.is_void and line.type in ('USAGE', 'LATE_USAGE', 'OVERAGE')
      and line.service_start < ${formatDay(days.end)} and line.service_end > ${formatDay(days.start)}`.execute(tx);
  return rows.map((row) => ({
    lineId: row.line_id,
    contractId: row.contract_id,
    eventTypeId: row.event_type_id,
    service: { start: dayFrom(row.service_start), end: dayFrom(row.service_end) },
    differentiator: row.differentiator,
    invoiceSplitKey: row.invoice_split_key,
  }));
}
