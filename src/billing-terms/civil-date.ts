import { type Day, dayFrom, formatDay } from "../kernel/day.ts";

/** The day of a text that the schema accepted; null if there is none. */
export function optionalDay(text: string | null | undefined): Day | null {
  return text === null || text === undefined ? null : dayFrom(text);
}

/** The last day as views show it, inclusive, from an exclusive end. */
export function lastDay(end: Day | null): string | null {
  return end === null ? null : formatDay(end - 1);
}
