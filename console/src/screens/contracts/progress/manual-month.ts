import type { CustomRevenueEntries } from "@accord/client";
import { addMonths } from "../../../format/day.ts";
import { compare } from "../../../format/decimal.ts";
import { isNumber } from "../change/form.ts";
import type { MonthOfObligation, ObligationRow } from "../obligation-rows.ts";

/** Whether an obligation has months that can be set: a price to share, which is not earned as something is reported. */
export function hasManualMonths({ pattern, to }: ObligationRow): boolean {
  const isReported = ["RECOGNIZE_AS_BILLED", "RECOGNIZE_AS_CONSUMED", "PERCENT_COMPLETE", "MILESTONE"].includes(
    pattern,
  );
  return to !== null && !isReported;
}

/** The months of service and those with revenue, closed ones left out: what a closed month earned is posted. */
export function openMonths(
  { from, to, months }: Pick<ObligationRow, "from" | "to" | "months">,
  closedThrough: string | undefined,
): MonthOfObligation[] {
  const known = new Map(months.map((each) => [each.timeframe, each]));
  const last = (to ?? from).slice(0, 7);
  for (let month = from.slice(0, 7); month <= last; month = addMonths(month, 1)) {
    if (!known.has(month)) known.set(month, { timeframe: month, total: "0", pinned: false });
  }
  return [...known.values()]
    .filter(({ timeframe }) => timeframe > (closedThrough ?? ""))
    .sort((a, b) => (a.timeframe < b.timeframe ? -1 : 1));
}

/** The typed amounts by month. A month that is absent does not change; an empty one follows the pattern. */
export type Typed = Readonly<Record<string, string>>;

/** The months that change; undefined while one is no amount. */
export function entriesOf(months: readonly MonthOfObligation[], typed: Typed): CustomRevenueEntries | undefined {
  const changed = months.flatMap(({ timeframe, total, pinned }) => {
    const text = typed[timeframe]?.trim();
    if (text === undefined || (text === "" && !pinned)) return [];
    if (text !== "" && pinned && isNumber(text) && compare(text, total) === 0) return [];
    return [{ timeframe, total: text === "" ? null : text }];
  });
  return changed.every(({ total }) => total === null || isNumber(total)) ? changed : undefined;
}
