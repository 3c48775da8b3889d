import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import {
  add,
  compare,
  equals,
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
} from "../kernel/money.ts";
import { compareRatios, multiplyRatios, oneRatio, type Ratio, ratio, zeroRatio } from "../kernel/ratio.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import type { WriteContext } from "../platform/write.ts";
import { sharesBy } from "./allocation.ts";
import type { BillingTerm, DeliveredPart } from "./billing-term.ts";
import type { Booking } from "./booking-service.ts";
import { correctPob, noteFollowed } from "./correction-service.ts";
import { deliveredPrice, isDelivered } from "./delivered.ts";
import { coveredTerms, fixedBilling, fixedStated, type GroupMembers, serviceEnd, spanOf } from "./group.ts";
import { listedMonthsLeft } from "./listed-months.ts";
import { type ManualMonth, manualMonthsServed, type PerformanceObligation } from "./performance-obligation.ts";
import type { PricingContext } from "./price.ts";
import { groupsOf } from "./residual-service.ts";

/** What a term takes from the stated prices of its group. */
export type PriceReduction = {
  /** The term as it was. */
  readonly before: BillingTerm;
  /** What was delivered before that day keeps its price. */
  readonly by: Day;
  readonly booking: Booking;
  /** The modification that this is a part of, if it is one of its own. */
  readonly modificationId?: string | null;
};

/**
 * Takes from the stated prices of a group what one of its terms no longer bills of them: it ended early, or went (rules 7, data
 * model 15.4). Where every term has ended, no obligation is served after them.
 */
export async function reduceStatedPrices(
  ctx: WriteContext,
  contract: Contract,
  { before, by, booking, modificationId = null }: PriceReduction,
): Promise<void> {
  const members = (await groupsOf(ctx, contract.id)).get(before.billingTermGroupId);
  if (members === undefined || contract.status !== "APPROVED") return;
  const stated = fixedStated(members.pobs);
  if (stated.length === 0) return;
  const prices = stated.flatMap(({ transactionPrice }) => transactionPrice ?? []);
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const left = coveredAfter(members, before, sum(prices, contract.currency), (term) => {
    const agreed = fixedBilling(asApproved(term, contract), serviceEnd(stated), context);
    return { agreed, since: subtract(fixedBilling(term, serviceEnd(stated), context), agreed) };
  });
  const isLess = compare(left, sum(prices, contract.currency)) < 0;
  const shares = isLess ? pricesLeft(stated, left, by, context) : prices;
  const last = members.terms.every(({ terminatedAt }) => terminatedAt !== null)
    ? (spanOf(members.terms)?.end ?? null)
    : null;
  for (const [index, pob] of stated.entries()) {
    const { start, end } = pob.service;
    const service =
      last !== null && end !== null && end > last ? { start: Math.min(start, last - 1), end: last } : pob.service;
    const { recognitionDate: date } = pob;
    const recognitionDate = date === null || last === null ? date : Math.min(date, last - 1);
    const transactionPrice = shares[index] ?? pob.transactionPrice;
    const pinned =
      pob.recognitionPattern === "CUSTOM"
        ? listedMonthsOf(pob, transactionPrice, by, context)
        : manualMonthsServed(pob.pinned, { service, recognitionDate });
    const after = { ...pob, transactionPrice, service, recognitionDate, pinned };
    await correctIfChanged(ctx, contract, pob, after, booking, modificationId);
  }
}

/** The months that are listed of an obligation, once its price is another. */
function listedMonthsOf(
  { pinned, transactionPrice: before }: PerformanceObligation,
  left: Money | null,
  by: Day,
  { rounding }: PricingContext,
): readonly ManualMonth[] {
  return before === null || left === null ? pinned : listedMonthsLeft(pinned, { before, left, by }, rounding);
}

/**
 * Stated prices that come to what is left of them. Only what is not delivered loses price, by price share; where less is left than
 * what is delivered and served, all share the shortfall (rules 7).
 *
 * @returns one amount an obligation, in order
 */
function pricesLeft(
  stated: readonly PerformanceObligation[],
  left: Money,
  by: Day,
  context: PricingContext,
): readonly Money[] {
  const priceOf = ({ transactionPrice }: PerformanceObligation) => transactionPrice ?? zero(context.currency);
  const open = stated.filter((pob) => !isDelivered(pob, by));
  if (open.length === 0 || compare(left, deliveredPrice(stated, by, context)) < 0) {
    return sharesBy(left, stated.map(priceOf));
  }
  const delivered = stated.filter((pob) => isDelivered(pob, by));
  const kept = sum(delivered.map(priceOf), context.currency);
  const shares = sharesBy(subtract(left, kept), open.map(priceOf));
  return stated.map((pob) => shares[open.indexOf(pob)] ?? priceOf(pob));
}

/**
 * The part of what a term bills that delivered obligations of its group keep when it ends (rules 7); null where nothing stated is
 * delivered by then.
 *
 * @param end the day after the term's last day
 * @param shares what obligations have of a price that is shared by standalone selling price, by id: that is what they keep, whatever was
 *   stated of them (ADR 0031)
 */
export async function deliveredPartOf(
  ctx: WriteContext,
  contract: Contract,
  { id, billingTermGroupId, end: until }: BillingTerm,
  { end, shares }: { readonly end: Day; readonly shares: ReadonlyMap<string, Money> },
): Promise<DeliveredPart | null> {
  const members = (await groupsOf(ctx, contract.id)).get(billingTermGroupId);
  if (members === undefined || !coveredTerms(members).some((term) => term.id === id)) return null;
  const stated = fixedStated(members.pobs);
  const minorOf = (pobs: readonly PerformanceObligation[]) =>
    pobs.reduce((total, pob) => total + ((shares.get(pob.id) ?? pob.transactionPrice)?.minor ?? 0n), 0n);
  const [delivered, whole] = [minorOf(stated.filter((pob) => isDelivered(pob, end))), minorOf(stated)];
  return delivered <= 0n ? null : { share: shownDecimal(ratio(delivered, whole)), until };
}

/** What a term bills in fixed amounts: as it was at approval, and what its price and its seats have come to bill more or less since. */
type Billing = { readonly agreed: Money; readonly since: Money };

/**
 * What the terms of a group still bill of its stated prices once one of them has ended. Of what was agreed at approval each has its part
 * of the prices, by what it billed, as far as it bills it now. Of what changed since, stated prices lose what they have followed: the
 * rest is the residual's, or stated above what is billed.
 *
 * ```
 * 1,000.00 a month for a year, from April 1,500.00, ended with September: it bills 9,000.00 + 3,000.00
 * stated       of 12,000.00 at approval    of 4,500.00 since    left
 * 12,000.00                   12,000.00                 0.00    9,000.00 and a residual of 3,000.00
 * 16,500.00                   12,000.00             4,500.00    12,000.00
 * ```
 */
function coveredAfter(
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

/** How much of what terms came to bill since approval stated prices have followed, by what they are more or less than was agreed. */
function followedPart(more: Money, since: Money): Ratio {
  if (isZero(since) || isZero(more) || isNegative(more) !== isNegative(since)) return zeroRatio;
  const part = ratio(more.minor, since.minor);
  return compareRatios(part, oneRatio) > 0 ? oneRatio : part;
}

/** The term without what changed its price after approval. */
function asApproved(term: BillingTerm, { approvedAt }: Contract): BillingTerm {
  const amendments = term.amendments.filter(({ createdAt }) => approvedAt !== null && createdAt < approvedAt);
  return { ...term, layers: [], amendments };
}

async function correctIfChanged(
  ctx: WriteContext,
  contract: Contract,
  before: PerformanceObligation,
  after: PerformanceObligation,
  booking: Booking,
  modificationId: string | null,
): Promise<void> {
  const isSamePrice =
    before.transactionPrice !== null &&
    after.transactionPrice !== null &&
    equals(before.transactionPrice, after.transactionPrice);
  const { start, end } = before.service;
  const isSameService = start === after.service.start && end === after.service.end;
  if (isSamePrice && isSameService && before.recognitionDate === after.recognitionDate) return;
  await correctPob(ctx, contract, before, after, booking, modificationId);
  noteFollowed(ctx, before, after);
}
