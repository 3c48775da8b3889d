import { sql } from "kysely";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { idArray, monthColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";

/** Debits and credits of the stored lines of a month, by currency. */
export async function storedSides(
  tx: Tx,
  merchantId: string,
  month: Month,
): Promise<Map<string, { readonly debit: bigint; readonly credit: bigint }>> {
  const { rows } = await sql<Record<"currency" | "debit" | "credit", string>>`
    select currency, sum(debit_minor) as debit, sum(credit_minor) as credit from journal_line
    where merchant_id = ${merchantId} and date >= ${formatDay(firstDayOf(month))}::date
      and date < ${formatDay(firstDayOf(month + 1))}::date
    group by currency`.execute(tx);
  return new Map(rows.map((row) => [row.currency, { debit: BigInt(row.debit), credit: BigInt(row.credit) }]));
}

/** Revenue postings of a month by currency, without revenue of openings. */
export function revenueOfMonth(tx: Tx, merchantId: string, month: Month): Promise<Map<string, bigint>> {
  return byCurrency(
    tx,
    sql`select currency, sum(amount_minor) as minor from revenue_entry
      where merchant_id = ${merchantId} and month = ${monthColumn(month)}::date and close_count > 0 group by currency`,
  );
}

/** Balances of issued invoices, by currency. */
export function balancesOwed(tx: Tx, merchantId: string): Promise<Map<string, bigint>> {
  return byCurrency(
    tx,
    sql`select currency, sum(balance_minor) as minor from invoice
      where merchant_id = ${merchantId} and status in ('ISSUED', 'PARTIALLY_PAID') group by currency`,
  );
}

/** Receivable activity after a month by currency, debits positive. */
export function receivableAfter(tx: Tx, merchantId: string, month: Month): Promise<Map<string, bigint>> {
  return byCurrency(
    tx,
    sql`select currency, sum(debit_minor - credit_minor) as minor from journal_line
      where merchant_id = ${merchantId} and date >= ${formatDay(firstDayOf(month + 1))}::date and role = 'RECEIVABLE'
      group by currency`,
  );
}

async function byCurrency(tx: Tx, query: ReturnType<typeof sql<unknown>>): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; minor: string }>`${query}`.execute(tx);
  return new Map(rows.map(({ currency, minor }) => [currency, BigInt(minor)]));
}

/**
 * Contracts that violate the equation of rules 8 at a month end: documents, revenue postings and adjustments on one side, the journal on the
 * other. Contracts that the close left out have no presented position.
 */
export async function inconsistentPositions(
  tx: Tx,
  merchantId: string,
  month: Month,
  { contractIds, leftOut }: { readonly contractIds: readonly string[]; readonly leftOut: ReadonlySet<string> },
): Promise<string[]> {
  const chosen = sql`any(${idArray(contractIds)}::uuid[])`;
  const next = sql`${formatDay(firstDayOf(month + 1))}::date`;
  const { rows } = await sql<{ id: string }>`
    with movement as (
      select contract_id, total_minor - tax_total_minor as net, 0 as liability, 0 as asset, 0 as unbilled
      from invoice
      where merchant_id = ${merchantId} and contract_id = ${chosen} and status not in ('DRAFT', 'VOID')
        and issue_date < ${next}
      union all
      select contract_id, -amount_minor, 0, 0, 0 from billing_credit
      where merchant_id = ${merchantId} and contract_id = ${chosen} and book_month < ${next}
      union all
      select contract_id, -amount_minor, 0, 0, 0 from revenue_entry
      where merchant_id = ${merchantId} and contract_id = ${chosen} and month < ${next}
      union all
      select line.contract_id, line.credit_minor - line.debit_minor, 0, 0, 0 from adjustment_line as line
        join adjustment on adjustment.merchant_id = line.merchant_id and adjustment.id = line.adjustment_id
      where line.merchant_id = ${merchantId} and line.contract_id = ${chosen} and adjustment.date < ${next}
        and line.role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
      union all
      select contract_id, 0,
        case role when 'CONTRACT_LIABILITY' then credit_minor - debit_minor else 0 end,
        case role when 'CONTRACT_ASSET' then debit_minor - credit_minor else 0 end,
        case role when 'UNBILLED_RECEIVABLE' then debit_minor - credit_minor else 0 end
      from journal_line
      where merchant_id = ${merchantId} and contract_id = ${chosen} and date < ${next}
        and role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
    ), position as (
      select contract_id, sum(net) as net, sum(liability) as liability, sum(asset) as asset, sum(unbilled) as unbilled
      from movement group by contract_id
    )
    select contract_id as id from position
    where net <> liability - asset - unbilled
      or (not contract_id = any(${[...leftOut]}::uuid[])
        and (liability < 0 or asset < 0 or unbilled < 0 or (liability > 0 and asset > 0)))
    order by contract_id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The number of approved contracts, including deleted ones. */
export async function countContracts(tx: Tx, merchantId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("contract")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("merchant_id", "=", merchantId)
    .where("status", "=", "APPROVED")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The last contract verified by the last close, or undefined. */
export async function lastProved(tx: Tx, merchantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ through: string | null }>`
    select manifest::jsonb #>> '{proof,contracts,through}' as through from close_package
    where merchant_id = ${merchantId} order by sequence desc limit 1`.execute(tx);
  return rows[0]?.through ?? undefined;
}
