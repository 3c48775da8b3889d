import type { Contract } from "../contracts/contract.ts";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { compare, equals, type Money, subtract, sum, zero } from "../kernel/money.ts";
import { ratio } from "../kernel/ratio.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import { instantFromColumn } from "../platform/clock.ts";
import type { WriteContext } from "../platform/write.ts";
import { sharesBy } from "./allocation.ts";
import type { BillingTerm, DeliveredPart } from "./billing-term.ts";
import type { Booking } from "./booking-service.ts";
import { correctPob, noteFollowed } from "./correction-service.ts";
import { billedSinceApproval, coveredAfter } from "./covered-billing.ts";
import { deliveredPrice, isDelivered, isShort } from "./delivered.ts";
import { coveredTerms, fixedStated, serviceEnd, spanOf } from "./group.ts";
import { listedMonthsLeft } from "./listed-months.ts";
import { type ManualMonth, manualMonthsServed, type PerformanceObligation } from "./performance-obligation.ts";
import type { PricingContext } from "./price.ts";
import { groupsOf } from "./residual-service.ts";
import { allTermsOfContracts } from "./term-store.ts";

/** What a term takes from the stated prices of its group. */
export type PriceReduction = {
  /** The term as it was. */
  readonly before: BillingTerm;
  /** What was delivered before that day keeps its price. */
  readonly by: Day;
  readonly booking: Booking;
  /** What obligations have earned before a day, by id, where that is asked for: prices that are shared have no amounts of their own. */
  readonly earnedBefore: (day: Day) => Promise<ReadonlyMap<string, Money>>;
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
  { before, by, booking, earnedBefore, modificationId = null }: PriceReduction,
): Promise<void> {
  const members = (await groupsOf(ctx, contract.id)).get(before.billingTermGroupId);
  if (members === undefined || contract.status !== "APPROVED") return;
  const stated = fixedStated(members.pobs);
  if (stated.length === 0) return;
  const prices = stated.flatMap(({ transactionPrice }) => transactionPrice ?? []);
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const madeAt = await madeAtOf(ctx, contract);
  const isAgreed = agreedBy(contract.approvedAt);
  const left = coveredAfter(members, before, sum(prices, contract.currency), (term) =>
    billedSinceApproval(term, { isAgreed, madeAt: madeAt(term) }, serviceEnd(stated), context),
  );
  const isLess = compare(left, sum(prices, contract.currency)) < 0;
  const shares = isLess ? pricesLeft(stated, left, { by, earned: await earnedBefore(by) }, context) : prices;
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
        ? listedMonthsOf(pob, transactionPrice, { by, isShared: contract.allocationMethod === "RELATIVE_SSP" }, context)
        : manualMonthsServed(pob.pinned, { service, recognitionDate });
    const after = { ...pob, transactionPrice, service, recognitionDate, pinned };
    await correctIfChanged(ctx, contract, pob, after, booking, modificationId);
  }
}

/** Moments of stored records are written otherwise than those of the clock, so they are compared as moments, not as texts. */
function agreedBy(approvedAt: string | null): (madeAt: string) => boolean {
  if (approvedAt === null) return () => false;
  const approval = instantFromColumn(approvedAt);
  return (madeAt) => Temporal.Instant.compare(instantFromColumn(madeAt), approval) < 0;
}

/** When each term of a contract was made, also of one that is deleted. */
async function madeAtOf(ctx: WriteContext, contract: Contract): Promise<(term: BillingTerm) => string> {
  const records = await allTermsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  return ({ id }) => required(records.get(id), "the record of a term").createdAt;
}

/** The months that are listed of an obligation, once its price is another. */
function listedMonthsOf(
  { pinned, transactionPrice: before }: PerformanceObligation,
  left: Money | null,
  end: { readonly by: Day; readonly isShared: boolean },
  { rounding }: PricingContext,
): readonly ManualMonth[] {
  return before === null || left === null ? pinned : listedMonthsLeft(pinned, { before, left, ...end }, rounding);
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
  { by, earned }: { readonly by: Day; readonly earned: ReadonlyMap<string, Money> },
  context: PricingContext,
): readonly Money[] {
  const priceOf = ({ transactionPrice }: PerformanceObligation) => transactionPrice ?? zero(context.currency);
  const open = stated.filter((pob) => !isDelivered(pob, by));
  if (open.length === 0 || isShort(left, deliveredPrice(stated, by, earned, context), stated.length)) {
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
