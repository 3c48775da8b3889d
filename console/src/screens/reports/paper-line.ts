import { day, longMonth } from "../../format/day.ts";
import { word } from "../../format/words.ts";
import type { ReportInput } from "./use-report-input.ts";

/** The settings of a report as text for printing, where the controls are left out: months, currency, rows and `asOf`. */
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
