import { type Expression, type SelectQueryBuilder, type Simplify, type StringReference, sql } from "kysely";
import { assert } from "../../kernel/assert.ts";
import { money } from "../../kernel/money.ts";
import type { Tx } from "../db/pool.ts";
import type { Filter } from "./filter.ts";
import { type FilterTarget, filterConditions } from "./filter-sql.ts";
import { behind, keyOf, type OrderKey } from "./keyset-sql.ts";
import { type CurrencyTotals, type Extent, type ListQuery, nextCursor, offsetOf } from "./list-query.ts";
import { cursorInvalid } from "./page-order.ts";

/** The rules of a list: the columns of its fields, and its order, by default newest first. */
export type ListRules<Tables, Table extends keyof Tables> = {
  readonly targets?: Readonly<Record<string, FilterTarget>>;
  /** The columns of sort fields that are no filter fields; `createdAt` is included if the order is newest first. */
  readonly sorts?: Readonly<Record<string, Expression<unknown>>>;
  /** Total and without nulls, so that no row is on two pages. */
  readonly order?: readonly (readonly [StringReference<Tables, Table>, "asc" | "desc"])[];
  /** The number of rows, if the query lists a whole table whose size is stored, so that they need not be counted. */
  readonly size?: ListSize;
  /** Fields with a day in every row: for a list up to such a day, the rows after the day are counted and subtracted from the size. */
  readonly days?: readonly string[];
  /** Columns in minor units that are summed on request; null if a row has no value. */
  readonly sums?: Readonly<Record<string, Expression<unknown>>>;
};

type ListSize = { readonly executeTakeFirstOrThrow: () => Promise<{ total: string }> };

/** Tables of which a list shows every row of a merchant that is not deleted: their sizes are stored. */
export const listedTables = [
  ...(["customer", "contract", "billing_term", "invoice"] as const),
  ...(["payment", "credit_memo", "journal_entry", "usage_event"] as const),
];

/**
 * The number of rows of a table that a merchant's lists show, without deleted ones. Every statement that adds or removes rows
 * updates it, and it is exact in the snapshot of the transaction (ADR 0055).
 */
export function sizeOfList(tx: Tx, merchantId: string, table: (typeof listedTables)[number]): ListSize {
  return tx
    .selectFrom("list_growth")
    .select(sql<string>`coalesce(sum(growth), 0)`.as("total"))
    .where("merchant_id", "=", merchantId)
    .where("list", "=", table);
}

const newestFirst: readonly (readonly [string, "asc" | "desc"])[] = [
  ["created_at", "desc"],
  ["id", "desc"],
];

const usualSorts: Readonly<Record<string, Expression<unknown>>> = { createdAt: sql.ref("created_at") };

/**
 * The rows of one page of a list, and its extent. A list with costly rows selects only ids here, so that a late page skips index
 * entries and not whole records.
 *
 * @param query every row that may be on the list, with the wanted columns, without an order
 * @throws DomainError CURSOR_INVALID
 */
export async function selectPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  list: ListQuery,
  { targets = {}, sorts = {}, order, size, days = [], sums = {} }: ListRules<Tables, Table>,
): Promise<{ rows: Simplify<Row>[]; extent: Extent }> {
  const matching = query.where((where) => where.and(filterConditions(list.filters, targets)));
  const keys: OrderKey[] = [
    ...list.sort.map(({ field, direction }) => {
      const reference = sorts[field] ?? targets[field]?.reference ?? usualSorts[field];
      assert(reference !== undefined, `sort field ${field} has a column`);
      return { reference, direction };
    }),
    ...(order ?? newestFirst).map(([reference, direction]) => ({ reference: sql.ref(reference), direction })),
  ];
  const { cursor } = list;
  if (cursor !== undefined && cursor.values.length !== keys.length) throw foreignCursor();
  const begun = cursor === undefined ? matching : matching.where(behind(keys, cursor.values));
  const page = keys
    .reduce((sorted, { reference, direction }) => sorted.orderBy(reference, direction), begun)
    .select(keyOf(keys).as("page_key"))
    .$castTo<Row & { page_key: (string | null)[] }>()
    // One more than requested, to see whether there is a next page.
    .limit(list.limit + 1)
    .offset(cursor === undefined ? offsetOf(list) : 0)
    .execute()
    .catch((error: unknown) => {
      throw cursor !== undefined && isBadValue(error) ? foreignCursor() : error;
    });
  const [found, total, totals] = await Promise.all([
    page,
    totalOf(query, list, { targets, size, days }),
    list.withTotals === true ? totalsOf(matching, sums) : undefined,
  ]);
  const shown = found.slice(0, list.limit);
  const next = found.length > shown.length ? nextCursor(list, shown.at(-1)?.page_key ?? []) : null;
  const rows = shown.map(({ page_key: _key, ...row }) => row as Simplify<Row>);
  return { rows, extent: { totalItems: total, nextCursor: next, ...(totals && { totals }) } };
}

/**
 * The number of rows that pass the filters. A list up to a day, such as invoices up to today, has nearly all rows, so the few after
 * the day are counted and subtracted.
 */
async function totalOf<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { filters }: ListQuery,
  {
    targets,
    size,
    days,
  }: Required<Pick<ListRules<Tables, Table>, "targets" | "days">> & { readonly size: ListSize | undefined },
): Promise<number> {
  const countOf = async (those: readonly Filter[]) => {
    const { total } = await query
      .where((where) => where.and(filterConditions(those, targets)))
      .clearSelect()
      .select(sql<string>`count(*)`.as("total"))
      .$castTo<{ total: string }>()
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  const [first, ...more] = filters;
  const beyond = first !== undefined && more.length === 0 && days.includes(first.field) ? beyondDay(first) : undefined;
  if (size === undefined || (first !== undefined && beyond === undefined)) return countOf(filters);
  const [{ total }, others] = await Promise.all([
    size.executeTakeFirstOrThrow(),
    beyond === undefined ? 0 : countOf([beyond]),
  ]);
  return Number(total) - others;
}

/** The rows that a filter "up to a day" leaves out; undefined for any other filter. */
function beyondDay(filter: Filter): Filter | undefined {
  const { test } = filter;
  if (test.op !== "range" || test.negated || test.from !== undefined || test.to === undefined) return undefined;
  const { value, inclusive } = test.to;
  return { ...filter, test: { op: "range", from: { value, inclusive: !inclusive }, negated: false } };
}

/** Sums over all rows, one entry for each currency. */
async function totalsOf<Tables, Table extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, Table, Row>,
  sums: Readonly<Record<string, Expression<unknown>>>,
): Promise<CurrencyTotals[]> {
  const names = Object.keys(sums);
  const added = Object.values(sums).map((column) => sql<string>`coalesce(sum(${column}), 0)::text`);
  const rows = await matching
    .clearSelect()
    .select([sql<string>`currency`.as("currency"), sql<string>`count(*)`.as("count")])
    .select(sql<string[]>`array[${sql.join(added)}]`.as("sums"))
    .groupBy(sql`currency`)
    .orderBy(sql`currency`)
    .$castTo<{ currency: string; count: string; sums: string[] }>()
    .execute();
  return rows.map(({ currency, count, sums: minor }) => ({
    currency,
    count: Number(count),
    sums: Object.fromEntries(names.map((name, at) => [name, money(BigInt(minor[at] ?? "0"), currency)])),
  }));
}

/** True if a value had the wrong type for its column: whether the values of a cursor fit is known only by running the query. */
function isBadValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("22");
}

function foreignCursor(): Error {
  return cursorInvalid("cursor must be the nextCursor of a page of this list.");
}
