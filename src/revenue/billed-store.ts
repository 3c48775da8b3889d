import { sql } from "kysely";
import { dayFrom } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { type Cutoff, notYet, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { BilledAmount } from "./contract-facts.ts";

/**
 * Amounts of issued invoices without tax, less credits, by billing term group.
 *
 * @param cutoff only documents, credits and voids recorded by this moment
 */
export async function billedByGroup(
  tx: Tx,
  merchantId: string,
  groupIds: readonly string[],
  cutoff: Cutoff = null,
): Promise<Map<string, BilledAmount[]>> {
  if (groupIds.length === 0) return new Map();
  const isStanding = cutoff === null ? sql`not line.is_void` : notYet("invoice.voided_at", cutoff);
  const { rows } = await sql<Row>`
    select term.billing_term_group_id as group_id, term.id as term_id, term.event_type_id, billed.date,
      sum(billed.minor)::text as minor, contract.currency
    from billing_term as term
      join contract on contract.merchant_id = term.merchant_id and contract.id = term.contract_id
      join lateral (
        select invoice.issue_date as date, line.total_minor as minor from invoice_line as line
          join invoice on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
          where line.merchant_id = ${merchantId} and line.billing_term_id = term.id and ${isStanding}
            and ${recordedBy("invoice.issued_at", cutoff)}
        union all
        select credit.date, -credit.amount_minor from billing_credit as credit
          where credit.merchant_id = ${merchantId} and credit.billing_term_id = term.id
            and ${recordedBy("credit.created_at", cutoff)}
      ) as billed on true
    where term.merchant_id = ${merchantId} and term.billing_term_group_id = any(${[...groupIds]}::uuid[])
    group by term.billing_term_group_id, term.id, term.event_type_id, billed.date, contract.currency
    order by billed.date, term.id`.execute(tx);
  const amounts = rows.map((row) => ({
    groupId: row.group_id,
    date: dayFrom(row.date),
    amount: money(BigInt(row.minor), row.currency),
    billingTermId: row.term_id,
    eventTypeId: row.event_type_id,
  }));
  return Map.groupBy(amounts, ({ groupId }) => groupId);
}

type Row = {
  readonly group_id: string;
  readonly term_id: string;
  readonly event_type_id: string | null;
  readonly date: string;
  readonly minor: string;
  readonly currency: string;
};
