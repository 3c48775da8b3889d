import { type RawBuilder, sql } from "kysely";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { type PositionMoveKind, positionRoles, typesThat } from "../ledger/contract-position.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import type { Tx } from "../platform/db/pool.ts";
import { postedSums } from "./revenue-store.ts";

/** A closed month to store; `previous` is the closed month before it, or null. */
export type MonthToStore = { readonly month: Month; readonly previous: Month | null; readonly closeCount: number };

/** Takes the lock for storing months of the merchant until the transaction ends; false if another transaction has it. */
export async function lockToStore(tx: Tx, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('accord.month-end-balances'), hashtext(${merchantId}::text)) as taken`.execute(
    tx,
  );
  return rows[0]?.taken ?? false;
}

/** SQL for closed months; `is_stored` is true if the month was stored after its last close. */
function closedMonths(merchantId: string): RawBuilder<unknown> {
  return sql`
    select period.month, period.close_count, coalesce(stored.close_count = period.close_count, false) as is_stored
    from accounting_period as period
      left join month_end as stored on stored.merchant_id = period.merchant_id and stored.month = period.month
    where period.merchant_id = ${merchantId} and period.status = 'CLOSED'`;
}

/** The first closed month that is not stored, or was closed again since. */
export async function firstToStore(tx: Tx, merchantId: string): Promise<MonthToStore | undefined> {
  const { rows } = await sql<{ month: string; close_count: number; previous: string | null }>`
    with closed as (${closedMonths(merchantId)})
    select month, close_count, (select max(month) from closed as earlier where earlier.month < closed.month) as previous
    from closed where not is_stored order by month limit 1`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const previous = row.previous === null ? null : monthFromColumn(row.previous);
  return { month: monthFromColumn(row.month), closeCount: row.close_count, previous };
}

/** The last month up to which every closed month is stored; null if the first one is not. */
export async function storedThrough(tx: Tx, merchantId: string): Promise<Month | null> {
  const { rows } = await sql<{ through: string | null }>`
    with closed as (${closedMonths(merchantId)})
    select max(month) as through from closed
    where month < coalesce((select min(month) from closed where not is_stored), 'infinity'::date)`.execute(tx);
  const through = rows[0]?.through ?? null;
  return through === null ? null : monthFromColumn(through);
}

/** All closed months that are stored, in order. */
export async function currentMonths(tx: Tx, merchantId: string): Promise<Month[]> {
  const { rows } = await sql<{ month: string }>`
    select month from (${closedMonths(merchantId)}) as closed where is_stored order by month`.execute(tx);
  return rows.map(({ month }) => monthFromColumn(month));
}

/** Stores a month, and deletes what was stored of it and of later months. */
export async function storeMonth(tx: Tx, merchantId: string, { closeCount, ...months }: MonthToStore): Promise<void> {
  const month = monthColumn(months.month);
  for (const table of ["month_end_customer", "month_end_balance", "month_end"]) {
    await sql`delete from ${sql.table(table)} where merchant_id = ${merchantId} and month >= ${month}::date`.execute(
      tx,
    );
  }
  await countedInsert(sql`
    insert into month_end_balance select ${merchantId}::uuid, ${month}::date, * from (${balancesOf(merchantId, months)}) as moved`).execute(
    tx,
  );
  await countedInsert(sql`
    insert into month_end_customer select ${merchantId}::uuid, ${month}::date, * from (${customersOf(merchantId, months.month)}) as customer`).execute(
    tx,
  );
  await sql`insert into month_end values (${merchantId}, ${month}::date, ${closeCount})`.execute(tx);
}

/** Ids of contracts whose stored balances of a month differ from the journal, and of customers whose stored sums differ. */
export async function idsStoredOtherwise(
  tx: Tx,
  merchantId: string,
  months: Omit<MonthToStore, "closeCount">,
): Promise<string[]> {
  const stored = sql`select ${sql.raw(columns)} from month_end_balance
    where merchant_id = ${merchantId} and month = ${monthColumn(months.month)}::date`;
  const now = balancesOf(merchantId, months);
  const monthEndCustomers = sql`select customer_id, currency, liability_minor, unbilled_minor from month_end_customer
    where merchant_id = ${merchantId} and month = ${monthColumn(months.month)}::date`;
  const customers = customersOf(merchantId, months.month);
  const { rows } = await sql<{ id: string }>`
    select distinct contract_id as id from (
      ((${stored}) except (${now})) union all ((${now}) except (${stored}))
    ) as different
    union
    select customer_id from (
      ((${monthEndCustomers}) except (${customers})) union all ((${customers}) except (${monthEndCustomers}))
    ) as different order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

const columns = `contract_id, currency, liability_minor, asset_minor, unbilled_minor, billed_minor, credited_minor, written_off_minor,
  recognized_minor, adjusted_minor`;

/** SQL for balances of contracts at the end of a month, from the stored month before and the lines since, and for the movements since then by kind. */
function balancesOf(merchantId: string, { month, previous }: Omit<MonthToStore, "closeCount">): RawBuilder<unknown> {
  const since = previous === null ? sql`true` : sql`line.date >= ${formatDay(firstDayOf(previous + 1))}::date`;
  const net = (role: string) =>
    sql`case line.role when ${sql.lit(role)} then line.debit_minor - line.credit_minor else 0 end`;
  // Credits, write-offs and revenue debit the position. Each presentation entry nets to zero.
  const moved = (kind: PositionMoveKind) =>
    sql`case when entry.type = any(${typesThat(kind)}::text[]) then line.debit_minor - line.credit_minor else 0 end`;
  return sql`
    select contract_id, currency, -sum(liability)::bigint as liability_minor, sum(asset)::bigint as asset_minor,
      sum(unbilled)::bigint as unbilled_minor, -sum(billed)::bigint as billed_minor, sum(credited)::bigint as credited_minor,
      sum(written_off)::bigint as written_off_minor, sum(recognized)::bigint as recognized_minor, -sum(adjusted)::bigint as adjusted_minor
    from (
      select line.contract_id, line.currency, ${net("CONTRACT_LIABILITY")} as liability, ${net("CONTRACT_ASSET")} as asset,
        ${net("UNBILLED_RECEIVABLE")} as unbilled, ${moved("billed")} as billed, ${moved("credited")} as credited,
        ${moved("writtenOff")} as written_off, ${moved("recognized")} as recognized, ${moved("adjusted")} as adjusted
      from journal_line as line
        join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
      where line.merchant_id = ${merchantId} and line.role = any(${positionRoles}::text[]) and ${since}
        and line.date < ${formatDay(firstDayOf(month + 1))}::date
      union all
      select contract_id, currency, -liability_minor, asset_minor, unbilled_minor, 0, 0, 0, 0, 0 from month_end_balance
      where merchant_id = ${merchantId} and month = ${previous === null ? null : monthColumn(previous)}::date
    ) as line
    group by contract_id, currency
    having sum(liability) <> 0 or sum(asset) <> 0 or sum(unbilled) <> 0 or sum(billed) <> 0 or sum(credited) <> 0
      or sum(written_off) <> 0 or sum(recognized) <> 0 or sum(adjusted) <> 0`;
}

/** SQL for customers with revenue in a month or with a balance at its end, from the stored balances of contracts. */
function customersOf(merchantId: string, month: Month): RawBuilder<unknown> {
  return sql`
    select customer_id, currency, sum(liability)::bigint as liability_minor, sum(unbilled)::bigint as unbilled_minor from (
      select contract.customer_id, balance.currency, liability_minor as liability, asset_minor + unbilled_minor as unbilled, false as has_revenue
      from month_end_balance as balance
        join contract on contract.merchant_id = ${merchantId} and contract.id = balance.contract_id
      where balance.merchant_id = ${merchantId} and balance.month = ${monthColumn(month)}::date
      union all
      select customer_id, currency, 0, 0, true
      from (${postedSums(merchantId, { first: month, end: month + 1, cutoff: null })}) as posted where minor <> 0
    ) as part
    where customer_id is not null
    group by customer_id, currency
    having bool_or(has_revenue) or sum(liability) <> 0 or sum(unbilled) <> 0`;
}

/** Balances of a customer at the end of a stored month, in minor units. */
export type MonthEndCustomer = {
  readonly customerId: string;
  readonly month: Month;
  readonly liability: bigint;
  readonly unbilled: bigint;
};

/** Customers with revenue in stored months or with a balance at their end. */
export async function monthEndCustomers(
  tx: Tx,
  merchantId: string,
  { first, end, currency, customerIds }: CustomersOfMonths,
): Promise<MonthEndCustomer[]> {
  const { rows } = await sql<{ customer_id: string; month: string; liability_minor: string; unbilled_minor: string }>`
    select customer_id, month, liability_minor, unbilled_minor from month_end_customer
    where merchant_id = ${merchantId} and month >= ${monthColumn(first)}::date and month < ${monthColumn(end)}::date
      and currency = ${currency} and ${customerIds === undefined ? sql`true` : sql`customer_id = any(${[...customerIds]}::uuid[])`}`.execute(
    tx,
  );
  return rows.map((row) => ({
    customerId: row.customer_id,
    month: monthFromColumn(row.month),
    liability: BigInt(row.liability_minor),
    unbilled: BigInt(row.unbilled_minor),
  }));
}

export type CustomersOfMonths = {
  readonly first: Month;
  /** Exclusive. */
  readonly end: Month;
  readonly currency: string;
  /** All customers if undefined. */
  readonly customerIds: readonly string[] | undefined;
};

/** The stored months in which each customer has revenue, or a balance at their end. */
export async function storedMonthsOfCustomers(
  tx: Tx,
  merchantId: string,
  { first, end, currency, customerIds }: CustomersOfMonths,
): Promise<Map<string, Month[]>> {
  const { rows } = await sql<{ customer_id: string; months: string }>`
    select customer_id, string_agg((extract(year from month) * 12 + extract(month from month) - 1)::text, ',') as months from month_end_customer
    where merchant_id = ${merchantId} and month >= ${monthColumn(first)}::date and month < ${monthColumn(end)}::date
      and currency = ${currency} and ${customerIds === undefined ? sql`true` : sql`customer_id = any(${[...customerIds]}::uuid[])`}
    group by customer_id`.execute(tx);
  return new Map(rows.map((row) => [row.customer_id, row.months.split(",").map(Number)]));
}
