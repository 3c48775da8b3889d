import type { Day } from "../../kernel/day.ts";
import {
  add,
  isNegative,
  isZero,
  type Money,
  max,
  min,
  ratioFromMoney,
  roundToMoney,
  subtract,
  sum,
  zero,
} from "../../kernel/money.ts";
import { compareRatios, multiplyRatios, oneRatio, type Ratio, ratio, zeroRatio } from "../../kernel/ratio.ts";
import type { BillingTerm } from "../billing-term.ts";
import type { PricingContext } from "../charges/price.ts";
import { sharesBy } from "./allocation.ts";
import { coveredTerms, fixedBilling, type GroupMembers } from "./group.ts";

/** Fixed billing of a term: the amount agreed at approval, and how much it has changed since. */
export type Billing = { readonly agreed: Money; readonly since: Money };

/** Tells whether something that was made at a given time was part of the approved contract. */
export type Approval = { readonly isAgreed: (madeAt: string) => boolean };

/**
 * The billing of a term at approval, and changes since by later prices and seats, and by days that were added at its end. For a term added
 * after approval, all of it is a change. Prices and seats that were entered before approval count as agreed, such as the later prices of a
 * loaded contract.
 *
 * @param madeAt    when the term was created
 * @param agreedEnd the end that was agreed, if days were added after it since; else null
 * @param until     see `fixedBilling`
 */
export function billedSinceApproval(
  term: BillingTerm,
  { isAgreed, madeAt, agreedEnd = null }: Approval & { readonly madeAt: string; readonly agreedEnd?: Day | null },
  until: Day | null,
  context: PricingContext,
): Billing {
  const billed = fixedBilling(term, until, context);
  if (!isAgreed(madeAt)) return { agreed: zero(context.currency), since: billed };
  const layers = term.layers.filter(({ createdAt }) => createdAt !== undefined && isAgreed(createdAt));
  const amendments = term.amendments.filter(({ createdAt }) => isAgreed(createdAt));
  const end = agreedEnd === null || term.end === null ? term.end : Math.min(agreedEnd, term.end);
  const agreed = fixedBilling({ ...term, end, layers, amendments }, until, context);
  return { agreed, since: subtract(billed, agreed) };
}

/**
 * The part of the stated prices that the terms of a group still bill after one of them ended. Prices stated at approval, up to the billing
 * agreed then, are divided among the terms in proportion to that billing; each term covers its share, up to what it still bills of it. Of
 * later billing changes that are still billed, the share that stated prices have followed is covered; the rest belongs to the residual.
 * Prices stated above the billing are not covered.
 *
 * ```
 * 1,000.00 a month for a year, from April 1,500.00, ended with September: it bills 9,000.00 + 3,000.00
 * stated       of 12,000.00 at approval    of 4,500.00 since    left
 * 12,000.00                   12,000.00                 0.00    9,000.00 and a residual of 3,000.00
 * 16,500.00                   12,000.00             4,500.00    12,000.00
 * ```
 */
export function coveredAfter(
  members: GroupMembers,
  before: BillingTerm,
  stated: Money,
  billingOf: (term: BillingTerm) => Billing,
): Money {
  const { currency } = stated;
  const nothing = zero(currency);
  const totalOf = (billings: readonly Billing[], part: keyof Billing) =>
    sum(
      billings.map((billing) => billing[part]),
      currency,
    );
  const now = coveredTerms(members);
  const terms = now.some(({ id }) => id === before.id) ? now : [...now, before];
  const billed = terms.map((term) => billingOf(term.id === before.id ? before : term));
  const left = terms.map(({ id }) => {
    const current = now.find((term) => term.id === id);
    return current === undefined ? { agreed: nothing, since: nothing } : billingOf(current);
  });
  const [agreed, since] = [totalOf(billed, "agreed"), totalOf(billed, "since")];
  const followed = followedPart(subtract(stated, agreed), since);
  const ofSince = (amount: Money) =>
    roundToMoney(multiplyRatios(ratioFromMoney(amount), followed), currency, "HALF_UP");
  const parts = sharesBy(
    min(subtract(stated, ofSince(since)), agreed),
    billed.map((billing) => billing.agreed),
  );
  const ofAgreed = left.map((billing, index) => min(parts[index] ?? nothing, billing.agreed));
  return max(add(sum(ofAgreed, currency), ofSince(totalOf(left, "since"))), nothing);
}

/** The share of billing changes since approval that stated prices have followed. */
function followedPart(more: Money, since: Money): Ratio {
  if (isZero(since) || isZero(more) || isNegative(more) !== isNegative(since)) return zeroRatio;
  const part = ratio(more.minor, since.minor);
  return compareRatios(part, oneRatio) > 0 ? oneRatio : part;
}
