import { sql } from "kysely";
import type { LineType } from "../billing-terms/line-type.ts";
import { dayFrom, monthOf } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { monthFromColumn } from "../platform/db/columns.ts";
import { type Cutoff, notYet, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { UsageDocument } from "./agreed-usage-credits.ts";

type Row = {
  readonly line_id: string;
  readonly contract_id: string;
  readonly billing_term_id: string;
  readonly type: LineType;
  readonly service_start: string;
  readonly service_end: string;
  readonly differentiator: string | null;
  readonly invoice_split_key: string | null;
  readonly total: string;
  readonly currency: string;
  readonly issue_date: string;
  readonly credit_month: string | null;
};

/**
 * Document lines of usage outside commitments, by contract, oldest invoice first.
 *
 * @param cutoff only documents, credits and voids recorded by this moment
 */
export async function usageDocumentsOf(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  cutoff: Cutoff,
): Promise<Map<string, UsageDocument[]>> {
  if (contractIds.length === 0) return new Map();
  const isStanding = cutoff === null ? sql`not line.is_void` : notYet("invoice.voided_at", cutoff);
  const { rows } = await sql<Row>`
    with line as (
      select line.*, invoice.contract_id, invoice.currency, invoice.number, invoice.issue_date
      from invoice join invoice_line as line
        on line.merchant_id = invoice.merchant_id and line.invoice_id = invoice.id
      where invoice.merchant_id = ${merchantId} and invoice.contract_id = any(${contractIds}::uuid[])
        and line.commitment_id is null and line.type in ('USAGE', 'LATE_USAGE', 'MINIMUM')
        and ${isStanding} and ${recordedBy("invoice.issued_at", cutoff)}
    )
    select id as line_id, contract_id, billing_term_id, type, service_start, service_end, differentiator,
      invoice_split_key, total_minor as total, currency, issue_date, null as credit_month, number, line_number
    from line
    union all
    select line.id, line.contract_id, line.billing_term_id, line.type, credit.service_start, credit.service_end,
      differentiator, invoice_split_key, -credit.amount_minor, currency, issue_date, credit.book_month, number, line_number
    from line join billing_credit as credit
      on credit.merchant_id = line.merchant_id and credit.invoice_line_id = line.id
    where credit.revenue_effect = 'IN_PRICE' and ${recordedBy("credit.created_at", cutoff)}
    order by number, line_number`.execute(tx);
  const documents = rows.map((row) => ({
    contractId: row.contract_id,
    lineId: row.line_id,
    isCredit: row.credit_month !== null,
    type: row.type,
    service: { start: dayFrom(row.service_start), end: dayFrom(row.service_end) },
    billingTermId: row.billing_term_id,
    differentiator: row.differentiator,
    invoiceSplitKey: row.invoice_split_key,
    total: money(BigInt(row.total), row.currency),
    bookMonth: row.credit_month === null ? monthOf(dayFrom(row.issue_date)) : monthFromColumn(row.credit_month),
  }));
  return Map.groupBy(documents, ({ contractId }) => contractId);
}
