import { type Expression, type SqlBool, sql } from "kysely";

/** One key of a total order. Nulls come last in ascending and first in descending order. */
export type OrderKey = { readonly reference: Expression<unknown>; readonly direction: "asc" | "desc" };

type Values = readonly (string | null)[];

/** The condition for the rows after the one with these values. */
export function behind(keys: readonly OrderKey[], values: Values): Expression<SqlBool> {
  const [first] = keys;
  const isPlain = keys.every(({ direction }) => direction === first?.direction) && !values.includes(null);
  // A comparison of row values uses an index. It leaves out rows with null, which in descending order come before anyway.
  if (isPlain && first?.direction === "desc") return sql<SqlBool>`(${list(keys)}) < (${sql.join(values)})`;
  return keys.reduceRight<Expression<SqlBool>>((rest, key, index) => {
    const value = values[index] ?? null;
    return sql<SqlBool>`(${further(key, value)} or (${same(key, value)} and ${rest}))`;
  }, sql<SqlBool>`false`);
}

function list(keys: readonly OrderKey[]) {
  return sql.join(keys.map(({ reference }) => reference));
}

function further({ reference, direction }: OrderKey, value: string | null): Expression<SqlBool> {
  if (direction === "desc") return value === null ? sql`${reference} is not null` : sql`${reference} < ${value}`;
  return value === null ? sql`false` : sql`(${reference} > ${value} or ${reference} is null)`;
}

function same({ reference }: OrderKey, value: string | null): Expression<SqlBool> {
  return value === null ? sql`${reference} is null` : sql`${reference} = ${value}`;
}

/** The key values of a row as text, which the database reads back exactly. */
export function keyOf(keys: readonly OrderKey[]) {
  return sql<(string | null)[]>`array[${sql.join(keys.map(({ reference }) => sql`(${reference})::text`))}]`;
}
