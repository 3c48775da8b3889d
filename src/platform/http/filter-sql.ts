import { type Expression, type SqlBool, sql } from "kysely";
import { assert } from "../../kernel/assert.ts";
import { currenciesWithMinorDigits } from "../../kernel/currency.ts";
import type { Bound, Filter, FilterKind, FilterTest } from "./filter.ts";

/** Builds the SQL condition of a filter on a field; `reference` is the value itself, for sorting. */
export type FilterTarget = ((filter: Filter) => Expression<SqlBool>) & { readonly reference?: Expression<unknown> };

/** The conditions of all filters of a list, to be joined with AND. Every declared field needs its target. */
export function filterConditions(
  filters: readonly Filter[],
  targets: Readonly<Record<string, FilterTarget>>,
): Expression<SqlBool>[] {
  return filters.map((filter) => {
    const target = targets[filter.field];
    assert(target !== undefined, `filter field ${filter.field} has a column`);
    return target(filter);
  });
}

/** A field that is a column (or any expression) of the listed row itself. */
export function column(reference: Expression<unknown>): FilterTarget {
  return Object.assign((filter: Filter) => filterCondition(filter, reference), { reference });
}

/**
 * An amount that is stored in minor units but compared and sorted in major ones: 100.00 is 10000 for USD, 100 for JPY. Rows of
 * several currencies are compared by their numbers.
 */
export function amountColumn(minor: Expression<unknown>, currency: Expression<unknown>): FilterTarget {
  return column(sql`(${minor}::numeric / case
    when ${currency} = any(${currenciesWithMinorDigits(0)}::text[]) then 1
    when ${currency} = any(${currenciesWithMinorDigits(3)}::text[]) then 1000
    when ${currency} = any(${currenciesWithMinorDigits(4)}::text[]) then 10000
    else 100 end)`);
}

/** The month of a date column, compared by its days, so that an index on them is used. Rows of one month are equal when sorted. */
export function monthOfDate(day: Expression<unknown>): FilterTarget {
  const reference = sql`date_trunc('month', ${day}::timestamp)::date`;
  return Object.assign((filter: Filter) => filterCondition(filter, day, monthCondition), { reference });
}

/**
 * A field of a one-to-many relation such as `externalIds.*`. `exists` wraps a condition on one related row into "such a
 * row exists for the listed one". Negative rules mean that no entry matches (rules 1), so they pass rows without entries.
 */
export function related(
  reference: Expression<unknown>,
  exists: (matches: Expression<SqlBool>) => Expression<SqlBool>,
): FilterTarget {
  return (filter) => {
    const { test } = filter;
    const someEntry: FilterTest = test.op === "null" ? { op: "null", negated: true } : { ...test, negated: false };
    const found = exists(filterCondition({ ...filter, test: someEntry }, reference));
    const wantsNone = test.op === "null" ? !test.negated : test.negated;
    return wantsNone ? sql<SqlBool>`not ${found}` : found;
  };
}

/**
 * One filter as a condition on one column. Values are always parameters, never text of the statement, and have the canonical
 * spelling of their kind, so no cast fails in the database (behaviour H7, FIL-2).
 */
function filterCondition(
  filter: Filter,
  reference: Expression<unknown>,
  conditionOf = positiveCondition,
): Expression<SqlBool> {
  const { kind, test } = filter;
  if (test.op === "null") {
    return test.negated ? sql<SqlBool>`${reference} is not null` : sql<SqlBool>`${reference} is null`;
  }
  const positive = conditionOf(kind, test, reference);
  // Rows with null pass negative rules (behaviour FIL-5); plain SQL would drop them.
  return test.negated ? sql<SqlBool>`(${reference} is null or not ${positive})` : positive;
}

function positiveCondition(
  kind: FilterKind,
  test: Exclude<FilterTest, { op: "null" }>,
  reference: Expression<unknown>,
): Expression<SqlBool> {
  switch (test.op) {
    case "any-of":
      return sql<SqlBool>`(${reference} = any(cast(${[...test.values]} as ${sql.raw(sqlTypes[kind])}[])))`;
    case "like": {
      const pattern = `${test.atStart ? "" : "%"}${escapeLike(test.text)}${test.atEnd ? "" : "%"}`;
      return sql<SqlBool>`(${reference} ilike ${pattern})`;
    }
    case "range": {
      const bounds: Expression<SqlBool>[] = [];
      if (test.from !== undefined) bounds.push(bound(kind, reference, ">", test.from));
      if (test.to !== undefined) bounds.push(bound(kind, reference, "<", test.to));
      return sql<SqlBool>`(${sql.join(bounds, sql` and `)})`;
    }
  }
}

function monthCondition(
  _kind: FilterKind,
  test: Exclude<FilterTest, { op: "null" }>,
  reference: Expression<unknown>,
): Expression<SqlBool> {
  assert(test.op !== "like", "months are compared");
  const first = (month: string) => sql`cast(${`${month}-01`} as date)`;
  const after = (month: string) => sql`${first(month)} + interval '1 month'`;
  const within = ({ from, to }: { readonly from?: Bound; readonly to?: Bound }) =>
    sql<SqlBool>`(${sql.join(
      [
        ...(from === undefined ? [] : [sql`${reference} >= ${(from.inclusive ? first : after)(from.value)}`]),
        ...(to === undefined ? [] : [sql`${reference} < ${(to.inclusive ? after : first)(to.value)}`]),
      ],
      sql` and `,
    )})`;
  if (test.op === "range") return within(test);
  const months = test.values.map((value) => {
    const bound = { value, inclusive: true };
    return within({ from: bound, to: bound });
  });
  return sql<SqlBool>`(${sql.join(months, sql` or `)})`;
}

// The types that values are cast to. The list is fixed, so that no input of a client reaches `sql.raw`.
const sqlTypes: Readonly<Record<FilterKind, string>> = {
  string: "text",
  enum: "text",
  month: "text",
  uuid: "uuid",
  instant: "timestamptz",
  date: "date",
  amount: "numeric",
  boolean: "boolean",
};

function bound(kind: FilterKind, reference: Expression<unknown>, sign: "<" | ">", { value, inclusive }: Bound) {
  const operator = sql.raw(inclusive ? `${sign}=` : sign);
  return sql<SqlBool>`${reference} ${operator} cast(${value} as ${sql.raw(sqlTypes[kind])})`;
}

/** `%`, `_` and `\` stand for themselves (behaviour FIL-3). */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
