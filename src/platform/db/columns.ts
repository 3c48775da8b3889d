import { present } from "../../kernel/assert.ts";
import { type Day, firstDayOf, formatDay, type Month, monthOf, parseDay } from "../../kernel/day.ts";

/** A month as a `date` column holds it: its first day. */
export function monthColumn(month: Month): string {
  return formatDay(firstDayOf(month));
}

export function monthFromColumn(text: string): Month {
  return monthOf(dayFromColumn(text));
}

/** A civil day from the text of a `date` column. */
export function dayFromColumn(text: string): Day {
  return present(parseDay(text), `the day ${text}`);
}

/**
 * An array as PostgreSQL reads it, of values that need no quoting: ids, days, instants, whole numbers and codes. The
 * driver would look at each character of them.
 */
export function plainArray(values: readonly (string | number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}
