import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { IssuedEnds } from "../billing-terms/charges/billed-parts.ts";
import { chargesOf } from "../billing-terms/charges/charges.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { type Money, money, zero } from "../kernel/money.ts";

/** A term, and the part of its swap credit that none of its invoices can deduct any more; above zero. */
export type UncarriedCredit = { readonly term: BillingTerm; readonly amount: Money };

/**
 * The part of a swap credit that the invoices of a term cannot deduct (ADR 0033): the credit, less what issued invoices deducted, less the
 * amounts of periods not issued yet. A term without end has further invoices, so nothing is left. Invoices with other tax than the replaced
 * term deduct nothing: their total with tax could be below zero.
 *
 * @param issued   where the issued base lines of the term end, by first day
 * @param carried  minor units that issued invoices of the term deducted
 * @param takesOff true if its invoices can deduct the credit
 */
export function uncarriedSwapCredit(
  term: BillingTerm,
  context: PricingContext,
  { issued, carried, takesOff }: { readonly issued: IssuedEnds; readonly carried: bigint; readonly takesOff: boolean },
): Money {
  if (term.swapCredit === undefined) return zero(context.currency);
  let left = BigInt(term.swapCredit.minor) - carried;
  if (left <= 0n || (takesOff && term.end === null)) return zero(context.currency);
  if (!takesOff) return money(left, context.currency);
  for (const { amendmentId, isDropped, period, price } of chargesOf(term, context, issued)) {
    if (amendmentId !== null || isDropped || issued.has(period.start) || price.total.minor <= 0n) continue;
    left -= price.total.minor;
    if (left <= 0n) return zero(context.currency);
  }
  return money(left, context.currency);
}

/** The term without its swap credit, so that its invoices deduct nothing. */
export function withoutSwapCredit({ swapCredit: _none, ...term }: BillingTerm): BillingTerm {
  return term;
}
