import type { Period } from "./periods.ts";
import { oneRatio, type Ratio, ratio } from "./ratio.ts";

/**
 * The share of a full period's price that a short period owes, policy `DAY`: covered days ÷ days of the full anchored
 * period. Exact; only the document line is rounded (data model 5.5).
 */
export function proratedByDay(covered: Period, full: Period): Ratio {
  const coveredDays = covered.end - covered.start;
  const fullDays = full.end - full.start;
  return coveredDays === fullDays ? oneRatio : ratio(coveredDays, fullDays);
}
