/** A civil day, counted from 1970-01-01. */
export type Day = number;
/** A calendar month, counted from January of the year 0. */
export type Month = number;

const epoch = Temporal.PlainDate.from("1970-01-01");

export const day = (text: string): Day => epoch.until(Temporal.PlainDate.from(text), { largestUnit: "days" }).days;
export const dated = (of: Day): string => epoch.add({ days: of }).toString();

export function month(of: Day): Month {
  const date = epoch.add({ days: of });
  return date.year * 12 + date.month - 1;
}

export const monthText = (of: Month): string =>
  `${String(Math.floor(of / 12)).padStart(4, "0")}-${String((of % 12) + 1).padStart(2, "0")}`;
export const monthOf = (text: string): Month => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
export const firstDay = (of: Month): Day => day(`${monthText(of)}-01`);
export const daysIn = (of: Month): number => firstDay(of + 1) - firstDay(of);

/** The same day of the month some months later, the last of the month where it has no such day. */
export const addMonths = (from: Day, months: number): Day => day(epoch.add({ days: from }).add({ months }).toString());

/** How many days two half-open spans share. */
export const shared = (a: Day, b: Day, from: Day, to: Day): number => Math.max(0, Math.min(b, to) - Math.max(a, from));
