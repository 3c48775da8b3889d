import { day, longMonth } from "../../format/day.ts";
import { word } from "../../format/words.ts";
import type { ReportInput } from "./use-report-input.ts";

/** What the controls of a report say, for paper, where they are left out: its months, currency, rows, and the day of its knowledge. */
export function paperLine(input: ReportInput, currency: string | null | undefined): string {
  const { month, startMonth, endMonth, groupBy, basis, account, role, asOf } = input;
  const period =
    startMonth && endMonth ? `${longMonth(startMonth)} to ${longMonth(endMonth)}` : month && longMonth(month);
  return [
    period,
    currency && `amounts in ${currency}`,
    groupBy && `by ${groupBy}`,
    basis === "ALL" && "with planned",
    account ?? (role && word(role)),
    asOf && `as of the end of ${day(asOf)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
