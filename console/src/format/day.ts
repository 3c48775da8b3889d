/** Days are "2026-01-31", months "2026-01", moments ISO with Z: they stay texts, and are compared as texts. */

const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const monthFormat = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" });
const longMonthFormat = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });
const shortMonthFormat = new Intl.DateTimeFormat(undefined, { month: "short", timeZone: "UTC" });

/** 2026-01-31 as "31 Jan 2026", in the reader's own order. */
export function day(text: string | null | undefined): string {
  return text ? dayFormat.format(new Date(`${text.slice(0, 10)}T00:00:00Z`)) : "–";
}

/** Replaces ISO days in a text by the format of the console: "Payment of 2026-01-12" becomes "Payment of 12 Jan 2026". */
export function daysInWords(text: string): string {
  return text.replaceAll(/\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b(?!T)/g, day);
}

/** 2026-01 as "Jan 2026". */
export function month(text: string): string {
  return monthFormat.format(new Date(`${text}-01T00:00:00Z`));
}

/** 2026-01 as "January 2026". */
export function longMonth(text: string): string {
  return longMonthFormat.format(new Date(`${text}-01T00:00:00Z`));
}

/** 2026-01 as "Jan". */
export function shortMonth(text: string): string {
  return shortMonthFormat.format(new Date(`${text}-01T00:00:00Z`));
}

/** Creating a formatter takes a hundred times as long as using it, and lists format hundreds of values. */
function perTimeZone(make: (timeZone: string) => Intl.DateTimeFormat): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const found = made.get(timeZone) ?? make(timeZone);
    made.set(timeZone, found);
    return found;
  };
}

const momentFormat = perTimeZone(
  (timeZone) => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", timeZone }),
);
const dayInFormat = perTimeZone(
  (timeZone) => new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }),
);

/** A moment in the merchant's time zone: "31 Jan 2026, 14:05". */
export function moment(text: string | null | undefined, timeZone: string): string {
  return text ? momentFormat(timeZone).format(new Date(text)) : "–";
}

/** The day of a moment in the merchant's time zone, which for some hours differs from the day in UTC. */
export function dayOfMoment(text: string | null | undefined, timeZone: string): string {
  return text ? day(dayIn(text, timeZone)) : "–";
}

/** A moment that falls on a day in a time zone: noon in UTC, or its midnight where that is the next day already. */
export function momentOn(text: string, timeZone: string): string {
  const noon = `${text}T12:00:00Z`;
  return dayIn(noon, timeZone) === text ? noon : `${text}T00:00:00Z`;
}

/** First and last day in a line; without an end it is open. */
export function dayRange(from: string | null, to: string | null): string {
  if (from !== null && from === to) return day(from);
  return to === null ? `${day(from)} – open end` : `${day(from)} – ${day(to)}`;
}

/** The month that is `count` months later, or earlier when below zero. */
export function addMonths(text: string, count: number): string {
  const months = Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}`;
}

/** The month and those before it, oldest first. */
export function monthsUpTo(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addMonths(last, at - count + 1));
}

export function lastDayOf(text: string): string {
  const days = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return `${text}-${String(days).padStart(2, "0")}`;
}

/** The day after another, as YYYY-MM-DD. */
export function dayAfter(text: string): string {
  return new Date(Date.parse(text) + 86_400_000).toISOString().slice(0, 10);
}

/** The day before another, as YYYY-MM-DD. */
export function dayBefore(text: string): string {
  return new Date(Date.parse(text) - 86_400_000).toISOString().slice(0, 10);
}

/** The last day of a year that begins on a day. */
export function yearFrom(text: string): string {
  const next = new Date(`${text}T00:00:00Z`);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return dayBefore(next.toISOString().slice(0, 10));
}

/** The day on which a moment falls in a time zone, as "2026-01-31". */
export function dayIn(moment: string, timeZone: string): string {
  return dayInFormat(timeZone).format(new Date(moment));
}
