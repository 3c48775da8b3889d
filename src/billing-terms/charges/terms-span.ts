import { add, zero } from "../../kernel/money.ts";
import { type BillingTerm, kindOf } from "../billing-term.ts";
import { linesOf } from "./charges.ts";
import type { PricingContext } from "./price.ts";

/** The span (end exclusive) and fixed value of the terms of a contract; no end and no value if one of them is open-ended. */
export function spanOf(terms: readonly BillingTerm[], context: PricingContext) {
  const ends = terms.map((term) => term.end);
  const isOpenEnded = terms.length === 0 || ends.includes(null);
  const { gross, total } = fixedAmounts(terms, context);
  return {
    start: terms.length === 0 ? null : Math.min(...terms.map((term) => term.start)),
    end: isOpenEnded ? null : Math.max(...ends.map((end) => end ?? 0)),
    value: isOpenEnded ? null : total,
    gross,
  };
}

/**
 * What terms bill in fixed amounts, without usage, before discounts and after them; an open-ended one for one period. Terms that wait for a
 * milestone count in full, before and after it is reached.
 */
export function fixedAmounts(terms: readonly BillingTerm[], context: PricingContext) {
  let [gross, total] = [zero(context.currency), zero(context.currency)];
  for (const term of terms) {
    if (kindOf(term) === "USAGE") continue;
    const billed = isWaiting(term) ? { ...term, reachedOn: term.start } : term;
    for (const { line } of linesOf(billed, context)) {
      gross = add(gross, line.price.subtotal);
      total = add(total, line.price.total);
      if (term.end === null) break;
    }
  }
  return { gross, total };
}

/** True if a term does not bill yet because its milestone is not reached. A terminated term does not wait. */
export function isWaiting({ trigger, reachedOn, terminatedAt }: BillingTerm): boolean {
  return trigger === "MILESTONE" && reachedOn === null && terminatedAt === null;
}
