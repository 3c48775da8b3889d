// Days and months as the API writes them, "2026-03-31" and "2026-03": their texts compare as they follow each other.

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

export function addMonths(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString();
}

/** The month of a day or of a month, some months on. */
export function monthOf(day: string, months = 0): string {
  return addMonths(`${day.slice(0, 7)}-01`, months).slice(0, 7);
}

export function lastDayOf(month: string): string {
  return addDays(`${monthOf(month, 1)}-01`, -1);
}

export function later(a: string, b: string): string {
  return a < b ? b : a;
}

export function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

/** Days from one to another; below zero where the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "day" }).days;
}

/** The moment of a time of day in a time zone: "2026-03-31T11:05:00Z". */
export function momentOf(day: string, timeZone: string, plainTime: string): string {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime }).toInstant().toString();
}
