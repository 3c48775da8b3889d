import { type Expression, type SelectQueryBuilder, type Simplify, type StringReference, sql } from "kysely";
import { assert } from "../../kernel/assert.ts";
import { type FilterTarget, filterConditions } from "./filter-sql.ts";
import { behind, keyOf, type OrderKey } from "./keyset-sql.ts";
import { type Extent, type ListQuery, nextCursor, offsetOf } from "./list-query.ts";
import { cursorInvalid } from "./page-order.ts";

/** What a list says beside its rows: where its fields are, and its order, newest first unless it is given. */
export type ListRules<Tables, Table extends keyof Tables> = {
  readonly targets?: Readonly<Record<string, FilterTarget>>;
  /** Where the fields are that it can be sorted by, but not filtered; `createdAt` where it is newest first. */
  readonly sorts?: Readonly<Record<string, Expression<unknown>>>;
  /** Total and without nulls, so that no row is on two pages. */
  readonly order?: readonly (readonly [StringReference<Tables, Table>, "asc" | "desc"])[];
};

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
  { targets = {}, sorts = {}, order }: ListRules<Tables, Table>,
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
  const count = matching
    .clearSelect()
    .select(sql<string>`count(*)`.as("total"))
    .$castTo<{ total: string }>()
    .executeTakeFirstOrThrow();
  const [found, { total }] = await Promise.all([page, count]);
  const shown = found.slice(0, list.limit);
  const next = found.length > shown.length ? nextCursor(list, shown.at(-1)?.page_key ?? []) : null;
  const rows = shown.map(({ page_key: _key, ...row }) => row as Simplify<Row>);
  return { rows, extent: { totalItems: Number(total), nextCursor: next } };
}

/** Was a value of the wrong type for its column? What a client sends as a cursor is only known by asking. */
function isBadValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("22");
}

function foreignCursor(): Error {
  return cursorInvalid("cursor must be the nextCursor of a page of this list.");
}
