import { parseDay } from "../../kernel/day.ts";

const pattern =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The instant of an RFC 3339 date-time with offset, in the years 1900–2200, or undefined. `24:00:00`, leap seconds, missing offsets
 * and words such as `infinity` are rejected here, so that no database cast interprets them (behaviour H7, DAT-1).
 */
export function parseInstant(text: string): Temporal.Instant | undefined {
  const match = pattern.exec(text);
  if (match === null || parseDay(match[1] ?? "") === undefined) return undefined;
  return Temporal.Instant.from(text.toUpperCase());
}

/** The one spelling in JSON: UTC with milliseconds and `Z` (data-model 1.1). */
export function formatInstant(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 });
}
