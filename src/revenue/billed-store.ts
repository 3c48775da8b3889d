import { sql } from "kysely";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { money } from "../kernel/money.ts";
import { dayFromColumn } from "../platform/db/columns.ts";
import { type Cutoff, knownBy, notYet } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { BilledAmount } from "./known-promise.ts";

/**
 * What issued invoices billed without tax, less what was taken back, by billing term group and date: for the groups of
 * promises that are recognized as billed alone, because the others do not look at it. What another promise of the group
 * earns is left out: usage by its event type, fixed terms by stated prices, and a term by the promise that follows it.
 *
 * @param records of whole contracts
 * @param cutoff what was issued, taken back and voided by then
 */
export async function billedByGroup(
  tx: Tx,
  merchantId: string,
  records: readonly PerformanceObligationRecord[],
  cutoff: Cutoff = null,
): Promise<Map<string, BilledAmount[]>> {
  const promises = records.map(({ obligation, isDeleted }) => ({ ...obligation, isDeleted }));
  const isAsBilled = ({ recognitionPattern }: (typeof promises)[number]) =>
    recognitionPattern === "RECOGNIZE_AS_BILLED";
  const groupIds = promises.filter(isAsBilled).map(({ billingTermGroupId }) => billingTermGroupId);
  if (groupIds.length === 0) return new Map();
  const others = promises.filter((promise) => !promise.isDeleted && !isAsBilled(promise));
  const isStanding = cutoff === null ? sql`not line.is_void` : notYet("invoice.voided_at", cutoff);
  const { rows } = await sql<{ group_id: string; date: string; minor: string; currency: string }>`
    select term.billing_term_group_id as group_id, billed.date, sum(billed.minor)::text as minor, contract.currency
    from billing_term as term
      join contract on contract.merchant_id = term.merchant_id and contract.id = term.contract_id
      join lateral (
        select invoice.issue_date as date, line.total_minor as minor from invoice_line as line
          join invoice on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
          where line.merchant_id = ${merchantId} and line.billing_term_id = term.id and ${isStanding}
            and ${knownBy("invoice.issued_at", cutoff)}
        union all
        select reduction.date, -reduction.amount_minor from billing_reduction as reduction
          where reduction.merchant_id = ${merchantId} and reduction.billing_term_id = term.id
            and ${knownBy("reduction.created_at", cutoff)}
      ) as billed on true
    where term.merchant_id = ${merchantId} and term.billing_term_group_id = any(${groupIds}::uuid[])
      and not exists (
        select from unnest(
          ${others.map(({ billingTermGroupId }) => billingTermGroupId)}::uuid[],
          ${others.map(({ billingTerm }) => billingTerm?.id ?? null)}::uuid[],
          ${others.map(({ eventTypeId }) => eventTypeId)}::uuid[],
          ${others.map(({ considerationType }) => considerationType === "FIXED")}::boolean[]
        ) as promise (group_id, billing_term_id, event_type_id, is_fixed)
        where promise.group_id = term.billing_term_group_id
          and (promise.billing_term_id = term.id or promise.event_type_id = term.event_type_id
            or (promise.billing_term_id is null and promise.is_fixed and term.event_type_id is null)))
    group by term.billing_term_group_id, billed.date, contract.currency
    order by billed.date`.execute(tx);
  const amounts = new Map<string, BilledAmount[]>();
  for (const row of rows) {
    const amount = { date: dayFromColumn(row.date), amount: money(BigInt(row.minor), row.currency) };
    amounts.set(row.group_id, [...(amounts.get(row.group_id) ?? []), amount]);
  }
  return amounts;
}
