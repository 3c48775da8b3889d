import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import { linesOf } from "../../billing-terms/charges/charges.ts";
import type { PricingContext } from "../../billing-terms/charges/price.ts";
import type { Day } from "../../kernel/day.ts";
import { isNegative, type Money, min, subtract } from "../../kernel/money.ts";
import type { EarningSegment } from "../earning-segment.ts";
import { type LineRule, segmentsOfLine } from "./billed-line.ts";

/**
 * The segments of an open-ended obligation: each billed line is a price of its own. `stated` is deducted from the first lines.
 *
 * @param through end of the calculation, exclusive
 */
export function evergreen(
  term: BillingTerm,
  { stated, rule, through }: { readonly stated: Money; readonly rule: LineRule; readonly through: Day },
  context: PricingContext,
): EarningSegment[] {
  const segments: EarningSegment[] = [];
  let covered = stated;
  for (const { billingPeriod, period, line } of linesOf(term, context)) {
    if (billingPeriod.covered.start >= through) return segments;
    const { total } = line.price;
    const taken = isNegative(total) ? subtract(total, total) : min(total, covered);
    covered = subtract(covered, taken);
    segments.push(...segmentsOfLine(subtract(total, taken), line, period, rule, context));
  }
  return segments;
}
