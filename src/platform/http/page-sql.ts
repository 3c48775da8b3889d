import { type Expression, type SelectQueryBuilder, type Simplify, type StringReference, sql } from "kysely";
import { assert } from "../../kernel/assert.ts";
import { money } from "../../kernel/money.ts";
import type { Tx } from "../db/pool.ts";
import type { Filter } from "./filter.ts";
import { type FilterTarget, filterConditions } from "./filter-sql.ts";
import { behind, keyOf, type OrderKey } from "./keyset-sql.ts";
import { type CurrencyTotals, type Extent, type ListQuery, nextCursor, offsetOf } from "./list-query.ts";
import { cursorInvalid } from "./page-order.ts";

/** What a list says beside its rows: where its fields are, and its order, newest first unless it is given. */
export type ListRules<Tables, Table extends keyof Tables> = {
  readonly targets?: Readonly<Record<string, FilterTarget>>;
  /** Where the fields are that it can be sorted by, but not filtered; `createdAt` where it is newest first. */
  readonly sorts?: Readonly<Record<string, Expression<unknown>>>;
  /** Total and without nulls, so that no row is on two pages. */
  readonly order?: readonly (readonly [StringReference<Tables, Table>, "asc" | "desc"])[];
  /** Where the query is all that its table lists: how many that are, so that they are not counted. */
  readonly size?: ListSize;
  /** Fields of days that every row has: of a list up to such a day, those beyond it are counted, and taken from its size. */
  readonly days?: readonly string[];
  /** What is added up where it is asked for: columns of minor units, null where a row has none. */
  readonly sums?: Readonly<Record<string, Expression<unknown>>>;
};

type ListSize = { readonly executeTakeFirstOrThrow: () => Promise<{ total: string }> };

/** The tables of which a list shows every row of a merchant, but for deleted ones: their sizes are kept. */
export const listedTables = [
  ...(["customer", "contract", "billing_term", "invoice"] as const),
  ...(["payment", "credit_memo", "journal_entry", "usage_event"] as const),
];

/**
 * How many rows of a table a merchant's lists show, deleted ones left out. It is kept by the statements that add and remove rows, and
 * exact in the snapshot of the transaction (ADR 0055).
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
 * The rows of one page of a list, and how it goes on. A list whose rows are dear to make selects ids alone here, so that a late
 * page skips index entries and not whole records.
 *
 * @param query every row that may be on the list, with the columns that are wanted, without an order
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
    // One more than asked for: whether there is a next page.
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
 * How many rows the filters leave. A list of all rows up to a day, as invoices are shown to date, has nearly all that there are: the few
 * beyond the day are counted.
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

/** The rows that a filter "up to a day" leaves out; undefined for any other. */
function beyondDay(filter: Filter): Filter | undefined {
  const { test } = filter;
  if (test.op !== "range" || test.negated || test.from !== undefined || test.to === undefined) return undefined;
  const { value, inclusive } = test.to;
  return { ...filter, test: { op: "range", from: { value, inclusive: !inclusive }, negated: false } };
}

/** Sums of all rows, one line for each currency that they have. */
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

/** Was a value of the wrong type for its column? What a client sends as a cursor is only known by asking. */
function isBadValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("22");
}

function foreignCursor(): Error {
  return cursorInvalid("cursor must be the nextCursor of a page of this list.");
}
