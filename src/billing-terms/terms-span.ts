import { add, type Money, zero } from "../kernel/money.ts";
import { type BillingTerm, kindOf } from "./billing-term.ts";
import { linesOf } from "./charges.ts";
import type { PricingContext } from "./price.ts";

/** What the terms of a contract span, the end being the day after the last, and what they are worth; no end and no worth where one of them has none. */
export function spanOf(terms: readonly BillingTerm[], context: PricingContext) {
  const ends = terms.map((term) => term.end);
  const isOpenEnded = terms.length === 0 || ends.includes(null);
  return {
    start: terms.length === 0 ? null : Math.min(...terms.map((term) => term.start)),
    end: isOpenEnded ? null : Math.max(...ends.map((end) => end ?? 0)),
    value: isOpenEnded ? null : fixedValue(terms, context),
  };
}

/**
 * What terms with an end bill in fixed amounts; usage is not known before it happens. What waits for a milestone was agreed as well: it is
 * worth the same before and after that is reached.
 */
export function fixedValue(terms: readonly BillingTerm[], context: PricingContext): Money {
  let value = zero(context.currency);
  for (const term of terms) {
    if (kindOf(term) === "USAGE") continue;
    const billed = isWaiting(term) ? { ...term, reachedOn: term.start } : term;
    for (const { line } of linesOf(billed, context)) value = add(value, line.price.total);
  }
  return value;
}

/** Does a term bill nothing yet because its milestone is not reached? One that was terminated before that never will. */
export function isWaiting({ trigger, reachedOn, terminatedAt }: BillingTerm): boolean {
  return trigger === "MILESTONE" && reachedOn === null && terminatedAt === null;
}
