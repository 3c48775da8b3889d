import type { IssuedEnds } from "../billing-terms/billed-parts.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { chargesOf } from "../billing-terms/charges.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { type Money, money, zero } from "../kernel/money.ts";

/** A term, and what of its swap credit none of its bills can take off any more; above zero. */
export type UncarriedCredit = { readonly term: BillingTerm; readonly amount: Money };

/**
 * What of a swap credit is left once every bill of the term has taken off what it can (ADR 0033): the credit less what issued bills
 * took off, less what the periods that are not issued come to. A term without end has bills to come, so nothing is left of its
 * credit. Bills that are taxed otherwise than the replaced term take nothing off: with the tax they could come to less than nothing.
 *
 * @param issued where the issued base lines of the term end, by their first day
 * @param carried minor units that issued bills of the term took off
 * @param takesOff whether its bills are taxed as the replaced term is
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

/** A term whose bills take nothing off of the one that it replaced. */
export function withoutSwapCredit({ swapCredit: _none, ...term }: BillingTerm): BillingTerm {
  return term;
}
