import { type RawBuilder, sql } from "kysely";
import { required } from "../kernel/assert.ts";
import { dayFrom, firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { idArray } from "../platform/db/columns.ts";
import { inChunks } from "../platform/db/cursor.ts";
import type { Tx } from "../platform/db/pool.ts";
import { type Belonging, belongingTo, type Dimension } from "./grouping.ts";
import { inOrderOfNames } from "./names-store.ts";
import type { ServedPob } from "./remaining.ts";

/** A selection of stored revenue. */
export type StoredSelection = {
  readonly currency: string;
  /** The last month of revenue of open-ended obligations. */
  readonly last: Month;
  /** Contracts to leave out, because their stored revenue is out of date. */
  readonly except: readonly string[];
  readonly customerIds?: readonly string[] | undefined;
  /** All contracts but those of `except` if undefined. */
  readonly contractIds?: readonly string[] | undefined;
};

const columns: Readonly<Record<Dimension, RawBuilder<unknown>>> = {
  contract: sql`pob.contract_id`,
  customer: sql`contract.customer_id`,
  category: sql`pob.category_id`,
  product: sql`pob.product_id`,
};

/** Cumulative revenue in minor units, and cumulative numbers of entries, through each border month; the last element is the total. */
export type EarnedThrough = Belonging & { readonly earned: readonly bigint[]; readonly entries: readonly number[] };

/**
 * Cumulative stored revenue by some dimensions; ids of other dimensions are null.
 *
 * @param borders  months in ascending order, none after the last month of the selection
 * @param category `ENTRY` for the category of each entry, as posted; `NOW` for the current category of the obligation
 */
export async function earnedThrough(
  tx: Tx,
  merchantId: string,
  selection: StoredSelection,
  { by, borders, category }: { by: readonly Dimension[]; borders: readonly Month[]; category: "ENTRY" | "NOW" },
): Promise<EarnedThrough[]> {
  const apart = by.includes("category") && category === "ENTRY";
  const stored = await sumsOf(tx, merchantId, selection, {
    by,
    borders,
    where: apart ? sql`not pob.has_other_categories` : sql`true`,
  });
  return apart ? [...stored, ...(await sumsByEntry(tx, merchantId, selection, { by, borders }))] : stored;
}

/** A row of a report by one dimension, with cumulative revenue in minor units through each border month; the last element is the total. */
export type EarnedRow = {
  readonly id: string | null;
  readonly name: string | null;
  readonly earned: readonly bigint[];
};

/**
 * Cumulative stored revenue by one dimension, with names, for rows with entries, in the order of the rows. Read in chunks, so that memory does not
 * grow with the number of rows. The category is the current one of the obligation.
 */
export async function* earnedInOrder(
  tx: Tx,
  merchantId: string,
  selection: StoredSelection,
  { by, borders }: { by: Dimension; borders: readonly Month[] },
): AsyncGenerator<EarnedRow[]> {
  const earned = [...borders.map((month) => through("earned_through", month)), inAll("earned_through", selection.last)];
  const sums = sql`
    select ${columns[by]} as id, concat_ws(',', ${sql.join(earned.map((value) => sql`sum(${value})`))}) as earned
    from ${storedPobs(merchantId, selection)} group by 1 having sum(${inAll("entries_through", selection.last)}) > 0`;
  type Found = { id: string | null; name: string | null; earned: string };
  for await (const rows of inChunks(tx, "earned_in_order", inOrderOfNames<Found>(merchantId, by, sums))) {
    yield rows.map(({ id, name, earned }) => ({ id, name, earned: amountsIn(earned) }));
  }
}

/** Amounts that the database joined by commas: the driver reads arrays character by character, which for many rows takes it longer than all else. */
function amountsIn(joined: string): bigint[] {
  return joined.split(",").map(BigInt);
}

type SumRow = {
  contract_id: string | null;
  customer_id: string | null;
  category_id: string | null;
  product_id: string | null;
  earned: string[];
  entries: string[];
};

async function sumsOf(
  tx: Tx,
  merchantId: string,
  selection: StoredSelection,
  { by, borders, where }: { by: readonly Dimension[]; borders: readonly Month[]; where: RawBuilder<unknown> },
): Promise<EarnedThrough[]> {
  const sumsThrough = (column: string) =>
    sql.join([
      ...borders.map((month) => sql`sum(${through(column, month)})`),
      sql`sum(${inAll(column, selection.last)})`,
    ]);
  const { rows } = await sql<SumRow>`
    select ${keys(by, columns)}, array[${sumsThrough("earned_through")}]::text[] as earned,
      array[${sumsThrough("entries_through")}]::text[] as entries
    from ${storedPobs(merchantId, selection)} and ${where}
    group by ${groups(by)}`.execute(tx);
  return rows.map(sumFromRow);
}

/** As `sumsOf`, entry by entry, for obligations with entries whose category is not the current one. */
async function sumsByEntry(
  tx: Tx,
  merchantId: string,
  selection: StoredSelection,
  { by, borders }: { by: readonly Dimension[]; borders: readonly Month[] },
): Promise<EarnedThrough[]> {
  const isShown = sql`(entry.month <= ${selection.last}::int or not pob.is_open_ended)`;
  const sums = (value: RawBuilder<unknown>) =>
    sql.join([
      ...borders.map((month) => sql`coalesce(sum(${value}) filter (where entry.month <= ${month}::int), 0)`),
      sql`coalesce(sum(${value}) filter (where ${isShown}), 0)`,
    ]);
  const { rows } = await sql<SumRow>`
    select ${keys(by, { ...columns, category: sql`entry.category_id` })}, array[${sums(sql`entry.amount`)}]::text[] as earned,
      array[${sums(sql`1`)}]::text[] as entries
    from ${storedPobs(
      merchantId,
      selection,
      sql`
      join obligation_schedule as schedule on schedule.merchant_id = pob.merchant_id and schedule.contract_id = pob.contract_id
        and schedule.performance_obligation_id = pob.performance_obligation_id
      cross join lateral unnest(schedule.months, schedule.amounts_minor, schedule.category_ids) as entry (month, amount, category_id)`,
    )}
      and pob.has_other_categories
    group by ${groups(by)}`.execute(tx);
  return rows.map(sumFromRow);
}

function storedPobs(
  merchantId: string,
  { currency, except, customerIds, contractIds }: StoredSelection,
  joined = sql``,
): RawBuilder<unknown> {
  const isNamed =
    contractIds === undefined ? sql`true` : sql`contract.contract_id = any(${idArray(contractIds)}::uuid[])`;
  const isSelected =
    customerIds === undefined ? sql`true` : sql`contract.customer_id = any(${[...customerIds]}::uuid[])`;
  const isCurrent = except.length === 0 ? sql`true` : sql`contract.contract_id <> all(${idArray(except)}::uuid[])`;
  return sql`contract_revenue as contract
      join obligation_revenue as pob on pob.merchant_id = ${merchantId} and pob.contract_id = contract.contract_id ${joined}
    where contract.merchant_id = ${merchantId} and contract.currency = ${currency} and ${isSelected} and ${isNamed} and ${isCurrent}`;
}

/** SQL for the cumulative value of an array at a month: zero before its first month, its last element after its last month. */
function through(column: string, month: Month): RawBuilder<unknown> {
  const array = sql.ref(`pob.${column}`);
  return sql`coalesce(${array}[least(${sql.lit(month)} - pob.first_month + 1, cardinality(${array}))], 0)`;
}

function inAll(column: string, last: Month): RawBuilder<unknown> {
  const array = sql.ref(`pob.${column}`);
  return sql`case when pob.is_open_ended then ${through(column, last)} else coalesce(${array}[cardinality(${array})], 0) end`;
}

const ids: readonly Dimension[] = ["contract", "customer", "category", "product"];

function keys(by: readonly Dimension[], from: typeof columns): RawBuilder<unknown> {
  return sql.join(
    ids.map((each) => sql`${by.includes(each) ? from[each] : sql`null::uuid`} as ${sql.ref(`${each}_id`)}`),
  );
}

function groups(by: readonly Dimension[]): RawBuilder<unknown> {
  return sql.join(by.map((each) => sql.lit(ids.indexOf(each) + 1)));
}

function sumFromRow(row: SumRow): EarnedThrough {
  return {
    contractId: row.contract_id,
    customerId: row.customer_id,
    categoryId: row.category_id,
    productId: row.product_id,
    earned: row.earned.map(BigInt),
    entries: row.entries.map(Number),
  };
}

/** The months from `first` to `end`, exclusive, in which each customer has stored entries. */
export async function monthsOfCustomers(
  tx: Tx,
  merchantId: string,
  { currency, except, customerIds }: StoredSelection,
  { first, end }: { readonly first: Month; readonly end: Month },
): Promise<Map<string, Month[]>> {
  const isSelected = customerIds === undefined ? sql`true` : sql`customer_id = any(${[...customerIds]}::uuid[])`;
  const isCurrent = except.length === 0 ? sql`true` : sql`contract_id <> all(${idArray(except)}::uuid[])`;
  const months = Array.from({ length: end - first }, (_, index) => first + index);
  // The cumulative number of entries of a customer rises exactly in the months with an entry of one of its contracts.
  const counted = [first - 1, ...months].map((month) => sql`sum(${through("entries_through", month)})`);
  const present = months.map((_, place) => sql`counts[${sql.lit(place + 2)}] > counts[${sql.lit(place + 1)}]`);
  const { rows } = await sql<{ customer_id: string; present: boolean[] }>`
    select customer_id, array[${sql.join(present)}] as present from (
      select customer_id, array[${sql.join(counted)}] as counts from contract_revenue as pob
      where merchant_id = ${merchantId} and currency = ${currency} and customer_id is not null and ${isSelected} and ${isCurrent}
      group by customer_id
    ) as customer`.execute(tx);
  return new Map(rows.map((row) => [row.customer_id, months.filter((_, place) => row.present[place] === true)]));
}

/** A selection of stored revenue for future revenue at a month end. */
export type StoredAtEnd = StoredSelection & { readonly month: Month; readonly timeZone: string };

/**
 * Contracts whose stored revenue does not show how they stood at a month end: those with facts that are effective only later, those with an
 * obligation recognized as consumed, whose later months include committed amounts, and those that a close left out.
 */
export async function notStoredAsOf(
  tx: Tx,
  merchantId: string,
  { currency, month }: Pick<StoredAtEnd, "currency" | "month">,
): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from contract_revenue as contract
    where merchant_id = ${merchantId} and currency = ${currency} and (
      all_effective_from > ${month}::int
      or exists (select from held_contract as held where held.merchant_id = ${merchantId} and held.contract_id = contract.contract_id))
    union
    select contract_id from obligation_revenue
    where merchant_id = ${merchantId} and recognition_pattern = 'RECOGNIZE_AS_CONSUMED'`.execute(tx);
  return rows.map((row) => row.contract_id);
}

type RemainingRow = {
  id: string | null;
  name: string | null;
  price_minor: string | null;
  is_billed: boolean;
  count: number;
  service_start: string;
  service_end: string | null;
  earned: string;
  /** `t` or `f` for each amount. */
  moves: string;
};

/** SQL condition that a contract existed before a month: signed by then or, without a close date, approved or begun, whichever came first. */
function existedBefore(month: Month, timeZone: string): RawBuilder<unknown> {
  return sql`coalesce(signed.close_date, least((signed.approved_at at time zone ${timeZone})::date, signed.terms_start, signed.start_date))
    < ${formatDay(firstDayOf(month))}::date`;
}

/** Obligations of a row of a report, and the name of the row. */
export type PobsOfRow = { readonly id: string | null; readonly name: string | null; readonly pobs: ServedPob };

/**
 * Obligations of contracts that existed at a month end, summed up by one dimension (other ids are null). Obligations without a price and those
 * recognized as billed are summed up separately. The schedule has the revenue between two borders as one amount in the month of the later border,
 * even if the amounts cancel out; service is from the first to the last day of all. In the order of the rows of a report, and in chunks, so that
 * memory does not grow with their number.
 *
 * @param borders months in ascending order, beginning with `month`
 */
export async function* storedAtEnd(
  tx: Tx,
  merchantId: string,
  { month, timeZone, ...selection }: StoredAtEnd,
  { by, borders }: { readonly by: Dimension; readonly borders: readonly Month[] },
): AsyncGenerator<PobsOfRow[]> {
  const earned = [...borders.map((each) => through("earned_through", each)), inAll("earned_through", selection.last)];
  const places = earned.map((_value, place) => sql.ref(`at.e${place}`));
  const sums = sql.join(places.map((value) => sql`sum(${value})`));
  const moves = sql.join(places.map((value, place) => sql`bool_or(${value} <> ${places[place - 1] ?? sql`0`})`));
  // `offset 0` makes PostgreSQL compute each cumulative amount once, not for each use.
  const joined = sql`join contract as signed on signed.merchant_id = ${merchantId} and signed.id = contract.contract_id
    cross join lateral (select ${sql.join(earned.map((value, place) => sql`${value} as ${sql.ref(`e${place}`)}`))} offset 0) as at`;
  const rows = sql`
    select ${columns[by]} as id, pob.recognition_pattern = 'RECOGNIZE_AS_BILLED' as is_billed, count(*)::int as count,
      sum(pob.price_minor)::text as price_minor, min(pob.service_start) as service_start,
      case when bool_and(pob.service_end is not null) then max(pob.service_end) end as service_end,
      concat_ws(',', ${sums}) as earned, concat(${moves}) as moves
    from ${storedPobs(merchantId, selection, joined)} and ${existedBefore(month + 1, timeZone)}
    group by 1, 2, pob.price_minor is null`;
  const query = inOrderOfNames<RemainingRow>(merchantId, by, rows);
  for await (const chunk of inChunks(tx, "stored_at_end", query)) {
    yield chunk.map((row) => ({ id: row.id, name: row.name, pobs: pobsFromRow(row, by, borders, selection.currency) }));
  }
}

function pobsFromRow(row: RemainingRow, by: Dimension, borders: readonly Month[], currency: string): ServedPob {
  const earned = amountsIn(row.earned);
  const spans = earned.map((minor, place) => ({
    month: borders[place] ?? required(borders.at(-1), "a border") + 1,
    amount: money(minor - (earned[place - 1] ?? 0n), currency),
  }));
  return {
    ...belongingTo(by, row.id),
    price: row.price_minor === null ? null : money(BigInt(row.price_minor), currency),
    service: {
      start: dayFrom(row.service_start),
      end: row.service_end === null ? null : dayFrom(row.service_end),
    },
    isVariable: row.is_billed,
    schedule: row.is_billed ? [] : spans.filter((_span, place) => row.moves[place] === "t"),
    count: row.count,
  };
}

/**
 * Stored revenue in the twelve months after a month end (`upcoming`), and price without a month of service that begins by their end (`undated`), by
 * contract, in minor units.
 */
export async function storedAfter(
  tx: Tx,
  merchantId: string,
  { month, ...selection }: StoredSelection & { readonly month: Month; readonly contractIds: readonly string[] },
): Promise<{ contractId: string; upcoming: bigint; undated: bigint }[]> {
  const column = "earned_through";
  const { rows } = await sql<{ contract_id: string; upcoming: string; undated: string }>`
    select pob.contract_id, sum(${through(column, month + 12)} - ${through(column, month)})::text as upcoming,
      coalesce(sum(pob.price_minor - ${inAll(column, selection.last)}) filter (
        where pob.service_start < ${formatDay(firstDayOf(month + 13))}::date), 0)::text as undated
    from ${storedPobs(merchantId, selection)}
    group by pob.contract_id`.execute(tx);
  return rows.map((row) => ({
    contractId: row.contract_id,
    upcoming: BigInt(row.upcoming),
    undated: BigInt(row.undated),
  }));
}

/** The last month with stored revenue in a currency; null if there is none. */
export async function lastStoredMonth(tx: Tx, merchantId: string, currency: string): Promise<Month | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(first_month + cardinality(entries_through) - 1) as last from contract_revenue
    where merchant_id = ${merchantId} and currency = ${currency}`.execute(tx);
  return rows[0]?.last ?? null;
}
