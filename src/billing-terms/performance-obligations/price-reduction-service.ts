import type { Contract } from "../../contracts/contract.ts";
import { required } from "../../kernel/assert.ts";
import type { Day } from "../../kernel/day.ts";
import { compare, equals, type Money, max, subtract, sum, zero } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import { compareRatios, multiplyRatios, oneRatio, type Ratio, ratio, zeroRatio } from "../../kernel/ratio.ts";
import { shownDecimal } from "../../kernel/ratio-text.ts";
import { instantFromColumn } from "../../platform/clock.ts";
import type { WriteContext } from "../../platform/write.ts";
import type { BillingTerm, DeliveredPart } from "../billing-term.ts";
import { billingPeriods } from "../charges/charges.ts";
import type { PricingContext } from "../charges/price.ts";
import type { Booking } from "../modifications/booking-service.ts";
import { correctPob, noteFollowed } from "../modifications/correction-service.ts";
import { correctionsOfContracts } from "../modifications/history-store.ts";
import { notePob } from "../modifications/modification-service.ts";
import { allTermsOfContracts } from "../term-store.ts";
import { sharesBy } from "./allocation.ts";
import { type Billing, billedSinceApproval, coveredAfter } from "./covered-billing.ts";
import { deliveredPrices, isDelivered, isShort } from "./delivered.ts";
import {
  coveredTerms,
  fixedBilling,
  fixedStated,
  type GroupMembers,
  groupBalance,
  serviceEnd,
  spanOf,
} from "./group.ts";
import { listedMonthsLeft } from "./listed-months.ts";
import {
  type Correction,
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
  const billing = await billingSinceApproval(ctx, contract, serviceEnd(stated));
  const left = coveredAfter(members, before, sum(prices, contract.currency), billing);
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

/** Tells what a term of a contract, also a deleted one, billed at approval and how much that has changed since. */
async function billingSinceApproval(
  ctx: WriteContext,
  contract: Contract,
  until: Day | null,
): Promise<(term: BillingTerm) => Billing> {
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const records = await allTermsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const { byOwner } = await correctionsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const isAgreed = agreedBy(contract.approvedAt);
  return (term) => {
    const { createdAt: madeAt } = required(records.get(term.id), "the record of a term");
    const corrections = (byOwner.get(term.id) ?? []).filter(({ createdAt }) => !isAgreed(createdAt));
    return billedSinceApproval(term, { isAgreed, madeAt, agreedEnd: endBefore(corrections) }, until, context);
  };
}

/** The end of a term before the first of its corrections that added days to it, or null. */
function endBefore(corrections: readonly Correction[]): Day | null {
  const ends = corrections.flatMap(({ changes }) => {
    const { from, to } = changes.end ?? {};
    return typeof from === "number" && typeof to === "number" && to > from ? [from] : [];
  });
  return ends[0] ?? null;
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
 * The part of the billing of a term that delivered obligations of its group keep when it ends (rules 7): of the last period, what stated prices
 * cover of it. Null if no stated obligation is delivered by then, or if only a residual earns that period.
 *
 * @param end    of the term, exclusive
 * @param shares allocated prices of obligations that share a price, by id: they keep those instead of their stated prices (ADR 0031)
 */
export async function deliveredPartOf(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  { end, shares }: { readonly end: Day; readonly shares: ReadonlyMap<string, Money> },
): Promise<DeliveredPart | null> {
  const { id, billingTermGroupId, end: until } = before;
  const members = (await groupsOf(ctx, contract.id)).get(billingTermGroupId);
  if (members === undefined || !coveredTerms(members).some((term) => term.id === id)) return null;
  const stated = fixedStated(members.pobs);
  const minorOf = (pobs: readonly PerformanceObligation[]) =>
    pobs.reduce((total, pob) => total + ((shares.get(pob.id) ?? pob.transactionPrice)?.minor ?? 0n), 0n);
  const [delivered, whole] = [minorOf(stated.filter((pob) => isDelivered(pob, end))), minorOf(stated)];
  if (delivered <= 0n) return null;
  const share = multiplyRatios(ratio(delivered, whole), await coveredOfLastPeriod(ctx, contract, members, before, end));
  return compareRatios(share, zeroRatio) <= 0 ? null : { share: shownDecimal(share), until };
}

/** The share of the period in which a term ends that stated prices cover; the residual earns the rest of it. */
async function coveredOfLastPeriod(
  ctx: WriteContext,
  contract: Contract,
  members: GroupMembers,
  before: BillingTerm,
  end: Day,
): Promise<Ratio> {
  const cut = periodCutBy(before, end);
  if (cut === null) return oneRatio;
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const { terms, pobs } = members;
  const stated = fixedStated(pobs);
  const prices = stated.flatMap(({ transactionPrice }) => transactionPrice ?? []);
  const billing = await billingSinceApproval(ctx, contract, serviceEnd(stated));
  const coveredOf = (rest: readonly BillingTerm[]) =>
    coveredAfter({ ...members, terms: rest }, before, sum(prices, contract.currency), billing);
  const others = terms.filter(({ id }) => id !== before.id);
  const whole = [{ ...before, end: cut.end }];
  const earlier = cut.start <= before.start ? [] : [{ ...before, end: cut.start }];
  const billedOf = (some: readonly BillingTerm[]) =>
    sum(
      some.map((term) => fixedBilling(term, null, context)),
      contract.currency,
    );
  const billed = subtract(billedOf(whole), billedOf(earlier));
  const covered = subtract(coveredOf([...others, ...whole]), coveredOf([...others, ...earlier]));
  if (billed.minor <= 0n || covered.minor >= billed.minor) return oneRatio;
  return covered.minor <= 0n ? zeroRatio : ratio(covered.minor, billed.minor);
}

/** The billing period in which a term ends before the last day of that period, or null. */
function periodCutBy(term: BillingTerm, end: Day): Period | null {
  for (const { covered } of billingPeriods(term)) {
    if (covered.start >= end) return null;
    if (end < covered.end) return covered;
  }
  return null;
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
