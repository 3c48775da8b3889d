import { type Day, firstDayOf } from "../../kernel/day.ts";
import { type Money, money } from "../../kernel/money.ts";
import { type Rounding, ratio, roundRatio } from "../../kernel/ratio.ts";
import type { ManualMonth } from "./performance-obligation.ts";

/**
 * Listed months after their price falls because a term ended: months already served keep their amounts as far as possible (rules 7). The months
 * after the end are reduced first, in proportion; then the month of the end, which was served in part; then the months before, in
 * proportion. A month that falls to zero is removed, unless it is the last one.
 *
 * ```
 *           Jan     Mar     Jun      Sep     Dec        ended with June
 * 1,200.00  200.00  200.00  200.00   400.00  200.00
 *   900.00  200.00  200.00  200.00   200.00  100.00
 *   600.00  200.00  200.00  200.00
 *   300.00  100.00  100.00  100.00
 * ```
 *
 * If the list did not sum to the former price, each month counts with its proportional part of that price, as it was earned (ADR 0027).
 *
 * If the price is shared by standalone selling price (ADR 0031), months that have begun stay as listed, and only later ones are reduced.
 *
 * @param by the day after the last one
 */
export function listedMonthsLeft(
  list: readonly ManualMonth[],
  {
    before,
    left,
    by,
    isShared,
  }: { readonly before: Money; readonly left: Money; readonly by: Day; readonly isShared: boolean },
  rounding: Rounding,
): readonly ManualMonth[] {
  const months = list.toSorted((a, b) => a.month - b.month);
  if (before.minor <= left.minor || totalOf(months) === 0n) return list;
  const begun = months.filter(({ month }) => firstDayOf(month) < by);
  if (isShared && before.minor > 0n && begun.length > 0) {
    const later = months.filter(({ month }) => firstDayOf(month) >= by);
    const whole = totalOf(later);
    const lost = roundRatio(ratio((before.minor - left.minor) * totalOf(months), before.minor), rounding);
    const kept = whole <= lost ? [] : inProportion(later, whole - lost, rounding);
    return [...begun, ...kept.filter(({ total }) => total.minor !== 0n)];
  }
  const earned = inProportion(months, before.minor, rounding);
  const after = earned.filter(({ month }) => firstDayOf(month) >= by);
  const ended = earned.filter(({ month }) => firstDayOf(month) < by && by < firstDayOf(month + 1));
  const served = earned.filter(({ month }) => firstDayOf(month + 1) <= by);
  let lost = before.minor - left.minor;
  const kept = [after, ended, served].flatMap((some) => {
    const whole = totalOf(some);
    const taken = whole < lost ? whole : lost;
    if (taken <= 0n) return some;
    lost -= taken;
    return inProportion(some, whole - taken, rounding);
  });
  const nonZero = kept.filter(({ total }) => total.minor !== 0n);
  return (nonZero.length > 0 ? nonZero : kept).toSorted((a, b) => a.month - b.month);
}

/** Months scaled to another total in proportion, rounded over time (rules 5); their sum must not be zero. */
function inProportion(months: readonly ManualMonth[], total: bigint, rounding: Rounding): readonly ManualMonth[] {
  const whole = totalOf(months);
  if (whole === total) return months;
  let reached = 0n;
  let before = 0n;
  return months.map((one) => {
    reached += one.total.minor;
    const through = roundRatio(ratio(total * reached, whole), rounding);
    const amount = through - before;
    before = through;
    return { ...one, total: money(amount, one.total.currency) };
  });
}

function totalOf(months: readonly ManualMonth[]): bigint {
  return months.reduce((whole, { total }) => whole + total.minor, 0n);
}
