import type { Contract } from "../../contracts/contract.ts";
import { required } from "../../kernel/assert.ts";
import type { Day } from "../../kernel/day.ts";
import { compare, equals, type Money, max, subtract, sum, zero } from "../../kernel/money.ts";
import { ratio } from "../../kernel/ratio.ts";
import { shownDecimal } from "../../kernel/ratio-text.ts";
import { instantFromColumn } from "../../platform/clock.ts";
import type { WriteContext } from "../../platform/write.ts";
import type { BillingTerm, DeliveredPart } from "../billing-term.ts";
import type { PricingContext } from "../charges/price.ts";
import type { Booking } from "../modifications/booking-service.ts";
import { correctPob, noteFollowed } from "../modifications/correction-service.ts";
import { notePob } from "../modifications/modification-service.ts";
import { allTermsOfContracts } from "../term-store.ts";
import { sharesBy } from "./allocation.ts";
import { billedSinceApproval, coveredAfter } from "./covered-billing.ts";
import { deliveredPrices, isDelivered, isShort } from "./delivered.ts";
import { coveredTerms, fixedStated, groupBalance, serviceEnd, spanOf } from "./group.ts";
import { listedMonthsLeft } from "./listed-months.ts";
import {
  isMeasured,
  type ManualMonth,
  manualMonthsServed,
  type PerformanceObligation,
} from "./performance-obligation.ts";
import { groupsOf } from "./residual-service.ts";

/** The end of a term that lowers the stated prices of its group. */
export type PriceReduction = {
  /** The term before its end. */
  readonly before: BillingTerm;
  /** Service delivered before this day keeps its price. */
  readonly by: Day;
  readonly booking: Booking;
  /** Loads what obligations have earned before a day, by id; empty for shared prices. */
  readonly earnedBefore: (day: Day) => Promise<ReadonlyMap<string, Money>>;
  /** The modification that this follows from, if there is one. */
  readonly modificationId?: string | null;
  /** The day from which the lower prices are modifications of their own; null if they correct what was never agreed. */
  readonly modifiedFrom?: Day | null;
  /** Allocated prices of obligations that share a price, by id: what is delivered of those has to be paid (ADR 0031). */
  readonly shares?: ReadonlyMap<string, Money>;
  /** The id of the term that takes its place, if one does: it bills for other service (ADR 0033). */
  readonly replacedBy?: string | null;
};

/**
 * Lowers the stated prices of a group by what one of its terms no longer bills, because it ended early or was deleted (rules 7, data model 15.4).
 * If all terms have ended, no obligation is served after them.
 */
export async function reduceStatedPrices(
  ctx: WriteContext,
  contract: Contract,
  reduction: PriceReduction,
): Promise<void> {
  const { before, by, earnedBefore, shares = new Map(), replacedBy = null } = reduction;
  const group = (await groupsOf(ctx, contract.id)).get(before.billingTermGroupId);
  if (group === undefined || contract.status !== "APPROVED") return;
  const members = { ...group, terms: group.terms.filter(({ id }) => id !== replacedBy) };
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
  const { billed } = groupBalance(group, context);
  const reduced = isLess
    ? pricesLeft(stated, { left, billed }, { by, earned: await earnedBefore(by), shares }, context)
    : prices;
  const last = members.terms.every(({ terminatedAt }) => terminatedAt !== null)
    ? (spanOf(members.terms)?.end ?? null)
    : null;
  for (const [index, pob] of stated.entries()) {
    const { start, end } = pob.service;
    const service =
      last !== null && end !== null && end > last ? { start: Math.min(start, last - 1), end: last } : pob.service;
    const { recognitionDate: date } = pob;
    const recognitionDate = date === null || last === null ? date : Math.min(date, last - 1);
    const transactionPrice = reduced[index] ?? pob.transactionPrice;
    const manualMonths =
      pob.recognitionPattern === "CUSTOM"
        ? listedMonthsOf(pob, transactionPrice, { by, isShared: contract.allocationMethod === "RELATIVE_SSP" }, context)
        : manualMonthsServed(pob.manualMonths, { service, recognitionDate });
    const after = { ...pob, transactionPrice, service, recognitionDate, manualMonths };
    await correctIfChanged(ctx, contract, pob, after, reduction);
  }
}

/** Stored timestamps have another text form than those of the clock, so they are compared as moments in time. */
function agreedBy(approvedAt: string | null): (madeAt: string) => boolean {
  if (approvedAt === null) return () => false;
  const approval = instantFromColumn(approvedAt);
  return (madeAt) => Temporal.Instant.compare(instantFromColumn(madeAt), approval) < 0;
}

/** Creation times of the terms of a contract, deleted ones included. */
async function madeAtOf(ctx: WriteContext, contract: Contract): Promise<(term: BillingTerm) => string> {
  const records = await allTermsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  return ({ id }) => required(records.get(id), "the record of a term").createdAt;
}

/** The listed months of an obligation after its price changed. */
function listedMonthsOf(
  { manualMonths, transactionPrice: before }: PerformanceObligation,
  left: Money | null,
  end: { readonly by: Day; readonly isShared: boolean },
  { rounding }: PricingContext,
): readonly ManualMonth[] {
  return before === null || left === null
    ? manualMonths
    : listedMonthsLeft(manualMonths, { before, left, ...end }, rounding);
}

/**
 * The stated prices after a reduction of their total. Only undelivered parts lose price, by price share. If less is left than was delivered, what
 * else the group bills pays for it, as far as it is enough; if it is not, all obligations share the shortfall (rules 7).
 *
 * @param left   of the total, that the ended term and others which cover stated prices still bill
 * @param billed by all terms of the group
 * @returns one amount per obligation, in order
 */
function pricesLeft(
  stated: readonly PerformanceObligation[],
  { left, billed }: { readonly left: Money; readonly billed: Money },
  {
    by,
    earned,
    shares,
  }: { readonly by: Day; readonly earned: ReadonlyMap<string, Money>; readonly shares: ReadonlyMap<string, Money> },
  context: PricingContext,
): readonly Money[] {
  const { currency } = context;
  const priceOf = ({ transactionPrice }: PerformanceObligation) => transactionPrice ?? zero(currency);
  const open = stated.filter((pob) => !isDelivered(pob, by));
  const kept = sum(stated.filter((pob) => isDelivered(pob, by)).map(priceOf), currency);
  const splitAmongOpen = (amount: Money, weights: readonly Money[]) => {
    const parts = sharesBy(amount, weights);
    return stated.map((pob) => parts[open.indexOf(pob)] ?? priceOf(pob));
  };
  const isShortOf = (amount: Money, delivered: Money) => isShort(amount, delivered, stated.length);
  const allocated = stated.map((pob) => ({ ...pob, transactionPrice: shares.get(pob.id) ?? pob.transactionPrice }));
  const delivered = deliveredPrices(allocated, by, earned, context);
  const owed = sum(delivered, currency);
  // Progress is measured against the whole price: no part of it can be kept.
  const isMeasuredOpen = open.some(({ recognitionPattern }) => isMeasured(recognitionPattern));
  if (!isMeasuredOpen && isShortOf(left, owed) && !isShortOf(billed, owed)) {
    const weights = open.map((pob) => required(delivered[stated.indexOf(pob)], "the delivered part of a price"));
    return splitAmongOpen(max(subtract(owed, kept), zero(currency)), weights);
  }
  if (open.length === 0 || isShortOf(left, sum(deliveredPrices(stated, by, earned, context), currency))) {
    return sharesBy(left, stated.map(priceOf));
  }
  return splitAmongOpen(subtract(left, kept), open.map(priceOf));
}

/**
 * The part of the billing of a term that delivered obligations of its group keep when it ends (rules 7); null if no stated obligation is delivered
 * by then.
 *
 * @param end    of the term, exclusive
 * @param shares allocated prices of obligations that share a price, by id: they keep those instead of their stated prices (ADR 0031)
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
  { booking, modificationId = null, modifiedFrom = null }: PriceReduction,
): Promise<void> {
  const isSamePrice =
    before.transactionPrice !== null &&
    after.transactionPrice !== null &&
    equals(before.transactionPrice, after.transactionPrice);
  const { start, end } = before.service;
  const isSameService = start === after.service.start && end === after.service.end;
  if (isSamePrice && isSameService && before.recognitionDate === after.recognitionDate) return;
  const id = await correctPob(ctx, contract, before, after, booking, modificationId);
  noteFollowed(ctx, before, after);
  if (modifiedFrom === null) return;
  await notePob(ctx, contract, { id, before, after, effectiveFrom: modifiedFrom, booking });
}
