import { type SelectQueryBuilder, type Simplify, type StringReference, sql } from "kysely";
import { type FilterTarget, filterConditions } from "./filter-sql.ts";
import { type ListQuery, offsetOf } from "./list-query.ts";

/** What a list says beside its rows: where its filter fields are, and its order, newest first unless it is given. */
export type ListRules<Tables, Table extends keyof Tables> = {
  readonly targets?: Readonly<Record<string, FilterTarget>>;
  /** Total, so that no row is on two pages. */
  readonly order?: readonly (readonly [StringReference<Tables, Table>, "asc" | "desc"])[];
};

/**
 * The rows of one page of a list, and how many there are on all pages. A list whose rows are dear to make selects ids alone
 * here, so that a late page skips index entries and not whole records.
 *
 * @param query every row that may be on the list, with the columns that are wanted, without an order
 */
export async function selectPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  list: ListQuery,
  { targets = {}, order }: ListRules<Tables, Table>,
): Promise<{ rows: Simplify<Row>[]; totalItems: number }> {
  const matching = query.where((where) => where.and(filterConditions(list.filters, targets)));
  const ordered =
    order === undefined
      ? matching.orderBy(sql.ref("created_at"), "desc").orderBy(sql.ref("id"), "desc")
      : order.reduce((sorted, [reference, direction]) => sorted.orderBy(sql.ref(reference), direction), matching);
  const rows = await ordered.limit(list.limit).offset(offsetOf(list)).execute();
  const { total } = await matching
    .clearSelect()
    .select(sql<string>`count(*)`.as("total"))
    .$castTo<{ total: string }>()
    .executeTakeFirstOrThrow();
  return { rows, totalItems: Number(total) };
}
