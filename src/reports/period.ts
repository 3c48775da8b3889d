import { civilDate, type Day, firstDayOf, lastDayOf, type Month } from "../kernel/day.ts";

/** The period of a report: the end of a month or day, or months or days from a first to a last one, both included. */
export type ReportPeriod =
  | { readonly of: "MONTH_END"; readonly month: Month }
  | { readonly of: "MONTHS"; readonly first: Month; readonly last: Month }
  | { readonly of: "DAY_END"; readonly day: Day }
  | { readonly of: "DAYS"; readonly first: Day; readonly last: Day };

/** A period as people write it above a table: "As of 31 March 2026", "January 2026 to March 2026". */
export function periodInWords(period: ReportPeriod): string {
  switch (period.of) {
    case "MONTH_END":
      return `As of ${dayInWords(lastDayOf(period.month))}`;
    case "DAY_END":
      return `As of ${dayInWords(period.day)}`;
    case "MONTHS":
      return fromTo(monthInWords(period.first), monthInWords(period.last));
    case "DAYS":
      return fromTo(dayInWords(period.first), dayInWords(period.last));
  }
}

function fromTo(first: string, last: string): string {
  return first === last ? first : `${first} to ${last}`;
}

/** "31 March 2026". */
export function dayInWords(day: Day): string {
  const { year, month, day: ofMonth } = civilDate(day);
  return `${ofMonth} ${monthNames[month - 1]} ${year}`;
}

function monthInWords(month: Month): string {
  const { year, month: ofYear } = civilDate(firstDayOf(month));
  return `${monthNames[ofYear - 1]} ${year}`;
}

const monthNames = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];
