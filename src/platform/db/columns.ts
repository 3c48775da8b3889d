import { type RawBuilder, sql } from "kysely";
import { dayFrom, firstDayOf, formatDay, type Month, monthOf } from "../../kernel/day.ts";

/** A month as a `date` column holds it: its first day. */
export function monthColumn(month: Month): string {
  return formatDay(firstDayOf(month));
}

export function monthFromColumn(text: string): Month {
  return monthOf(dayFrom(text));
}

/** The type of the values of a column. */
export type ColumnType = "bigint" | "date" | "int" | "numeric" | "text" | "timestamptz" | "uuid";

/**
 * A column for `unnest`, for values that need no quoting: ids, days, instants, whole numbers and codes. It is faster than an array,
 * each character of which the driver would check. Equal values are sent once; if all are null, a single null is sent, and `unnest`
 * pads it to the length of the other columns.
 */
export function plainColumn(
  values: readonly (string | number | bigint | null)[],
  type: ColumnType,
): RawBuilder<unknown> {
  const [first = null] = values;
  const typeName = sql.raw(type);
  if (!values.every((value) => value === first)) {
    return sql`${`{${values.map((value) => value ?? "NULL").join(",")}}`}::${typeName}[]`;
  }
  if (first === null) return sql`null::${typeName}[]`;
  return sql`array_fill(${String(first)}::${typeName}, array[${values.length}::int])`;
}

/**
 * Ids in PostgreSQL's binary format of `uuid[]`, for statements with thousands of them: reading ids as text takes three times as
 * long. Null if all of them are null, as in {@link plainColumn}.
 *
 * @param values in canonical form, 36 characters
 */
export function idArray(values: readonly (string | null)[]): Buffer | null {
  let size = arrayHeadLength;
  let isEmpty = true;
  for (const value of values) {
    size += value === null ? 4 : 4 + idLength;
    isEmpty &&= value === null;
  }
  if (isEmpty) return null;
  const array = Buffer.allocUnsafe(size);
  // The header of the array: one dimension, may hold nulls, type uuid, length, first subscript.
  for (const [place, head] of [1, 1, uuidType, values.length, 1].entries()) array.writeInt32BE(head, place * 4);
  let at = arrayHeadLength;
  for (const value of values) {
    at = array.writeInt32BE(value === null ? -1 : idLength, at);
    if (value === null) continue;
    for (const place of digitPairs) {
      const high = hexValues[value.charCodeAt(place)] ?? 0;
      array[at++] = (high << 4) | (hexValues[value.charCodeAt(place + 1)] ?? 0);
    }
  }
  return array;
}

/**
 * The right side of `=` for some ids: the id itself for a single one, else `any` of the list. The planner reuses the prepared plan
 * for a single id; for a list that plan assumes ten values, so the planner makes a new one each time (ADR 0051).
 */
export function oneOf(ids: readonly string[]): RawBuilder<string> {
  const [only] = ids;
  return only !== undefined && ids.length === 1 ? sql`${only}::uuid` : sql`any(${idArray(ids)}::uuid[])`;
}

const uuidType = 2950;
const arrayHeadLength = 20;
const idLength = 16;
/** Positions of the two digits of each byte in the text of an id. */
const digitPairs = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const hexValues = new Uint8Array(128);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  hexValues[digit.charCodeAt(0)] = value;
  hexValues[digit.toUpperCase().charCodeAt(0)] = value;
}
