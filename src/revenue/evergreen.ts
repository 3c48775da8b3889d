import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges.ts";
import type { LinePrice } from "../billing-terms/line-price.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { Day } from "../kernel/day.ts";
import { add, isNegative, type Money, min, subtract, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { earnedOfLine } from "./line-part.ts";
import type { TimedPattern } from "./pattern.ts";

/** A line of a term without an end, as far as no stated price covers it. */
type EvergreenLine = {
  readonly amount: Money;
  readonly line: LinePrice;
  readonly period: Period;
  /** The days of its billing period. */
  readonly billed: Period;
  /** What the lines before it come to. */
  readonly before: Money;
};

/**
 * What a promise without an end earns before any day. The unit is what is billed for some days: those served in full count
 * whole, those under way by the pattern. Each billing period is priced once, when a day first needs it, and a later day adds
 * up no earlier one, so that many months cost no more each than a few.
 *
 * @param stated what stated prices earn of the term: they take what is billed first
 */
export function evergreenRevenue(
  term: BillingTerm,
  { stated, pattern }: { readonly stated: Money | null; readonly pattern: TimedPattern },
  context: PricingContext,
): (through: Day) => Money {
  const lines: EvergreenLine[] = [];
  const charged = linesOf(term, context);
  let covered = stated ?? zero(context.currency);
  let total = zero(context.currency);
  const priceUntil = (through: Day) => {
    while ((lines.at(-1)?.billed.start ?? Number.NEGATIVE_INFINITY) < through) {
      const next = charged.next();
      if (next.done === true) return;
      const { billingPeriod, period, line } = next.value;
      const { price } = line;
      const taken = isNegative(price.total) ? zero(context.currency) : min(price.total, covered);
      covered = subtract(covered, taken);
      const amount = subtract(price.total, taken);
      lines.push({ amount, line, period, billed: billingPeriod.covered, before: total });
      total = add(total, amount);
    }
  };
  const rule = { pattern, recognitionDate: null };
  return (through) => {
    priceUntil(through);
    const served = lines.findLastIndex(({ billed }) => billed.end <= through);
    const last = lines[served];
    let revenue = last === undefined ? zero(context.currency) : add(last.before, last.amount);
    for (const { amount, line, period, billed } of lines.slice(served + 1)) {
      if (billed.start >= through) break;
      revenue = add(revenue, earnedOfLine(amount, line, period, rule, through, context.rounding));
    }
    return revenue;
  };
}
