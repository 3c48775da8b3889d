import { sql } from "kysely";
import type { LineType } from "../../billing-terms/line-type.ts";
import { usageFromRow } from "../../invoicing/invoice-store.ts";
import type { LineContent } from "../../invoicing/issue.ts";
import { dayFrom, firstDayOf, formatDay, type Month } from "../../kernel/day.ts";
import { canonicalDecimal } from "../../kernel/decimal.ts";
import { money } from "../../kernel/money.ts";
import { idArray } from "../../platform/db/columns.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Violations } from "./check-result.ts";
import { type Check, queryCheck, violationsIn } from "./check-store.ts";
import type { ReportedTerms, TermDays } from "./contract-checks.ts";

/** The part of INV-23 that a query can check: `invoiced_through` of contracts and terms, and no drafts of contracts that are not approved. */
export const cacheCheck: Check = queryCheck(
  {
    id: "INV-23",
    severity: "violation",
    sentence:
      "Only approved contracts have drafts, and the day through which a contract or term is invoiced matches its invoices.",
  },
  (merchantId) => sql`
    with covered as materialized (
      select term.contract_id, term.id, term.invoiced_through, max(line.service_end) as through
      from billing_term as term left join invoice_line as line
        on line.merchant_id = ${merchantId} and line.billing_term_id = term.id and not line.is_void
      where term.merchant_id = ${merchantId} and term.deleted_at is null
      group by term.merchant_id, term.id
    )
    -- A period whose charge came to nothing is covered without a line, so a term may be covered further than its lines.
    select contract_id::text as id from covered where coalesce(invoiced_through < through, through is not null)
    union
    select contract.id::text from contract
      left join (select contract_id, max(invoiced_through) as through from covered group by contract_id) as latest
        on latest.contract_id = contract.id
    where contract.merchant_id = ${merchantId} and contract.deleted_at is null
      and contract.invoiced_through is distinct from latest.through
    union
    select invoice.contract_id::text from invoice join contract
      on contract.merchant_id = invoice.merchant_id and contract.id = invoice.contract_id
    where invoice.merchant_id = ${merchantId} and invoice.status = 'DRAFT'
      and (contract.status <> 'APPROVED' or contract.deleted_at is not null)`,
);

/** Lines of issued invoices that are not void, by billing term. */
export async function issuedLines(
  tx: Tx,
  merchantId: string,
  termIds: readonly string[],
): Promise<Map<string, LineContent[]>> {
  const { rows } = await sql<{
    term: string;
    type: LineType;
    start: string;
    end: string;
    quantity: string;
    unit_price: string | null;
    amendment: string | null;
    subtotal: string;
    discount: string;
    total: string;
    currency: string;
    differentiator: string | null;
    invoice_split_key: string | null;
    commitment_id: string | null;
    commitment_schedule_id: string | null;
    commitment_period_start: string | null;
    is_correction: boolean;
  }>`
    select line.billing_term_id as term, type, service_start as start, service_end as end, quantity, unit_price, currency,
      differentiator, invoice_split_key, commitment_id, commitment_schedule_id, commitment_period_start, is_correction,
      coalesce(seat_amendment_id, price_amendment_id) as amendment,
      line.subtotal_minor as subtotal, line.discount_total_minor as discount, line.total_minor as total
    from invoice_line as line join invoice
      on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
    where line.merchant_id = ${merchantId} and line.billing_term_id = any(${termIds}::uuid[]) and not line.is_void`.execute(
    tx,
  );
  const lines = rows.map(
    (row): LineContent => ({
      type: row.type,
      billingTermId: row.term,
      period: { start: dayFrom(row.start), end: dayFrom(row.end) },
      quantity: canonicalDecimal(row.quantity),
      amendmentId: row.amendment,
      unitPrice: row.unit_price === null ? null : canonicalDecimal(row.unit_price),
      subtotal: money(BigInt(row.subtotal), row.currency),
      discountTotal: money(BigInt(row.discount), row.currency),
      total: money(BigInt(row.total), row.currency),
      ...usageFromRow(row),
    }),
  );
  return Map.groupBy(lines, (line) => line.billingTermId);
}

/** The contracts with unhandled outbox events, or with lines of a void invoice that were not billed again: their invoices may still change. */
export async function contractsAtWork(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ contract_id: string }>`
    select distinct contract_id from outbox_event
    where merchant_id = ${merchantId} and contract_id = any(${contractIds}::uuid[]) and handled_at is null
    union
    select invoice.contract_id from invoice
      join invoice_line as freed on freed.merchant_id = ${merchantId} and freed.invoice_id = invoice.id
    where invoice.merchant_id = ${merchantId} and invoice.contract_id = any(${contractIds}::uuid[])
      and invoice.status = 'VOID' and not exists (
        select from invoice_line as again
        where again.merchant_id = ${merchantId} and again.billing_term_id = freed.billing_term_id
          and again.service_start = freed.service_start and not again.is_void)`.execute(tx);
  return new Set(rows.map((row) => row.contract_id));
}

/** The number of approved contracts. */
export async function countApproved(tx: Tx, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from contract
    where merchant_id = ${merchantId} and status = 'APPROVED' and deleted_at is null`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** Contracts that have stored revenue although they are deleted or not approved, and are not waiting to be recalculated. */
export function storedWithoutApproval(tx: Tx, merchantId: string): Promise<Violations> {
  return violationsIn(
    tx,
    sql`
      select stored.contract_id as id from contract_revenue as stored
        join contract on contract.merchant_id = ${merchantId} and contract.id = stored.contract_id
      where stored.merchant_id = ${merchantId} and (contract.status <> 'APPROVED' or contract.deleted_at is not null)
        and not exists (
          select from contract_change as change
          where change.merchant_id = ${merchantId} and change.contract_id = stored.contract_id)`,
  );
}

/**
 * The net position (contract liability − contract asset − unbilled receivable) of contracts at the end of a month, in minor units. Left out are
 * contracts that have no balance in these accounts, later entries other than presentation reversals, or adjustments of these accounts that do
 * not cancel out.
 */
export async function standingPositions(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  through: Month,
): Promise<ReadonlyMap<string, bigint>> {
  if (contractIds.length === 0) return new Map();
  const first = formatDay(firstDayOf(through + 1));
  const { rows } = await sql<{ id: string; net: string }>`
    select id, sum(net) as net from (
      select contract_id as id, coalesce(sum(credit_minor - debit_minor) filter (where date < ${first}::date), 0) as net
      from journal_line as line
      where merchant_id = ${merchantId} and contract_id = any(${contractIds}::uuid[])
        and role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
        and not exists (
          select from journal_entry as later where later.merchant_id = ${merchantId} and later.contract_id = line.contract_id
            and later.date >= ${first}::date and later.type <> 'PRESENTATION_REVERSAL')
        and not exists (
          select from adjustment_line as adjusted
          where adjusted.merchant_id = ${merchantId} and adjusted.contract_id = line.contract_id
            and adjusted.role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
          having sum(adjusted.credit_minor - adjusted.debit_minor) <> 0)
      group by contract_id, role) as by_role
    where net <> 0 group by id`.execute(tx);
  return new Map(rows.map(({ id, net }) => [id, BigInt(net)]));
}

/** Contracts that are neither approved nor deleted, by id, after `after`, at most `limit`. */
export function unapprovedContracts(
  tx: Tx,
  merchantId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<{ readonly id: string; readonly currency: string }[]> {
  return tx
    .selectFrom("contract")
    .select(["id", "currency"])
    .where("merchant_id", "=", merchantId)
    .where("status", "<>", "APPROVED")
    .where("deleted_at", "is", null)
    .$if(after !== undefined, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The span and value of terms as stored on contracts, by contract. */
export async function reportedTerms(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, ReportedTerms>> {
  const rows = await tx
    .selectFrom("contract")
    .select(["id", "terms_start", "terms_end", "terms_value_minor"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${idArray(contractIds)}::uuid[])`)
    .execute();
  const day = (text: string | null) => (text === null ? null : dayFrom(text));
  return new Map(
    rows.map(({ id, terms_start, terms_end, terms_value_minor: value }) => [
      id,
      { start: day(terms_start), end: day(terms_end), value: value === null ? null : BigInt(value) },
    ]),
  );
}

/** The days stored with billing terms of some contracts, by term; without terms that have none. */
export async function termDays(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, TermDays>> {
  const { rows } = await sql<{ id: string; through: string | null; credit: string | null }>`
    select id, invoiced_through as through, carried_credit_due as credit from billing_term
    where merchant_id = ${merchantId} and contract_id = any(${idArray(contractIds)}::uuid[])
      and num_nonnulls(invoiced_through, carried_credit_due) > 0`.execute(tx);
  const day = (text: string | null) => (text === null ? null : dayFrom(text));
  return new Map(
    rows.map(({ id, through, credit }) => [id, { invoicedThrough: day(through), creditDueOn: day(credit) }]),
  );
}
