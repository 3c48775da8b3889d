import { type Day, dayFrom, formatDay } from "../kernel/day.ts";

/** A day from the text of a body that the schema accepted. */
export function optionalDay(text: string | null | undefined): Day | null {
  return text === null || text === undefined ? null : dayFrom(text);
}

/** The last day as views show it, inclusive, from an exclusive end. */
export function lastDay(end: Day | null): string | null {
  return end === null ? null : formatDay(end - 1);
}
