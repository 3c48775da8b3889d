import { type BillingCredit, isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { Day } from "../kernel/day.ts";
import { equals, type Money, sumAmounts, zero } from "../kernel/money.ts";
import type { EffectiveFacts } from "./contract-facts.ts";
import { amendmentCreditsOfVersion, lessCredits } from "./credited-amendments.ts";
import { isContinued } from "./earned-before.ts";
import { type EarningSegment, sumEarned } from "./earning-segment.ts";
import { type Modification, treatmentOf } from "./modifications.ts";
import { isMeasuredPob, isOverTime, type Pob } from "./pob.ts";
import { lineRuleOf } from "./segments/billed-line.ts";
import { byMonthsLeft, isListedAlike } from "./segments/custom.ts";
import { evergreen } from "./segments/evergreen.ts";
import { type Earlier, segmentsOf } from "./segments/segments-of.ts";
import type { PricedAmount, TermPrice } from "./term-price.ts";
import { type Member, pricedTerm } from "./version-members.ts";

/** A performance obligation in one version of its contract. */
export type PobVersion = {
  /** With its allocated price, if the contract allocates. */
  readonly pob: Pob;
  /** The parts of its price; null if the price is open, or follows what is billed or consumed. */
  readonly amounts: readonly PricedAmount[] | null;
  /** Before credits, and without `separate`. */
  readonly segments: readonly EarningSegment[];
  /** Seats that were added as a separate contract (ASC 606-10-25-12): modifications of the other seats do not change them. */
  readonly separate?: readonly EarningSegment[];
  /** What was earned before the last prospective modification. */
  readonly earlier: Earlier | null;
  /** Its allocated part of the shared price (by standalone selling price); null if its price is not shared. */
  readonly share: Money | null;
  /** The first day of what was added as a separate contract (25-12); absent if there are no such days. `share` includes their own price. */
  readonly separateFrom?: Day;
};

/** What versions are calculated with, besides the facts. */
export type VersionOptions = {
  /** Open-ended obligations are calculated up to this day, exclusive. */
  readonly through: Day;
  /** Cache of term prices by term id, shared by several calculations of the same contract: each continues from it and adds to it. */
  readonly termPrices?: Map<string, TermPrice>;
};

/** An obligation when a modification begins a version: what the version before left of it, and its new share. */
export type Transition = {
  readonly member: Member;
  /** In the version before; undefined if the modification adds it. */
  readonly former: PobVersion | undefined;
  readonly modification: Modification | null;
  /** What it had earned by the day of the modification, if the rest of its price is spread from that day; else null. */
  readonly ended: Earlier | null;
  /** What its listed months had earned by that day, if they keep it; else null. */
  readonly listed: Earlier | null;
  readonly share: Money | null;
};

/** The obligation in the version that a modification begins. */
export function versionOf(facts: EffectiveFacts, transition: Transition, options: VersionOptions): PobVersion {
  const { member, former, modification, share, ended } = transition;
  const { pob: own } = member;
  const pob: Pob =
    share !== null && own.price.of === "STATED" ? { ...own, price: { of: "STATED", amount: share } } : own;
  const isChanged = modification?.changes.has(pob.id) || (former !== undefined && !isSamePrice(former, { pob, share }));
  const kept = former !== undefined && isContinued(former.pob, pob) ? former.earlier : null;
  const earlier = (isChanged ? ended : null) ?? kept;
  const common = { pob, earlier, share };
  const price = share ?? (pob.price.of === "STATED" ? pob.price.amount : null);
  if (price !== null) return { ...common, ...ofWholePrice(facts, transition, { ...common, price, isChanged }) };
  if (pob.price.of !== "TERM") return { ...common, amounts: null, segments: [] };
  return { ...common, ...ofTermPrice(facts, member, { pob, term: pob.price.term, earlier }, options) };
}

type Whole = {
  readonly pob: Pob;
  readonly price: Money;
  readonly earlier: Earlier | null;
  readonly isChanged: boolean;
};

/** An obligation with one price: stated, or allocated to it; and the seats that are a separate contract, at their own. */
function ofWholePrice(
  { context }: EffectiveFacts,
  { member: { separate }, former, listed, share }: Transition,
  { pob, price, earlier, isChanged }: Whole,
): Pick<PobVersion, "amounts" | "segments" | "separate"> {
  const shared: PricedAmount[] = [{ amount: price, from: null, reason: { of: "INCEPTION" } }];
  const amounts = [...shared, ...separate];
  const ofList = share === null ? null : segmentsOfList(pob, share, { former, listed, isChanged });
  if (ofList !== null) return { amounts, segments: ofList };
  // Listed or manual months, and a single day, say when the whole price is earned: they do not tell separate seats apart.
  const isSplit = separate.length > 0 && (isOverTime(pob) || isMeasuredPob(pob));
  if (!isSplit) return { amounts, segments: segmentsOf(pob, amounts, earlier, context) };
  const [segments, ofSeparate] = [segmentsOf(pob, shared, earlier, context), segmentsOf(pob, separate, null, context)];
  return { amounts, segments, separate: ofSeparate };
}

type Billed = { readonly pob: Pob; readonly term: BillingTerm; readonly earlier: Earlier | null };

/** An obligation that earns what its term bills, less what amendments credit that catch up: both are of its whole service. */
function ofTermPrice(
  facts: EffectiveFacts,
  member: Member,
  { pob, term, earlier }: Billed,
  { through, termPrices }: VersionOptions,
): Pick<PobVersion, "amounts" | "segments"> {
  const { context } = facts;
  const rule = lineRuleOf(pob);
  if (pob.service.end === null && rule !== null) {
    const lines = { stated: zero(context.currency), rule, through };
    return { amounts: null, segments: evergreen(term, lines, context) };
  }
  const credits = amendmentCreditsOfVersion(member.facts, member.includes);
  const caughtUp = credits.filter(({ amendmentId }) => treatmentOf(facts, amendmentId) === "CUMULATIVE_CATCH_UP");
  const amounts = lessCredits(pricedTerm(facts, term, termPrices), caughtUp);
  return { amounts, segments: segmentsOf(pob, amounts, earlier, context) };
}

/** Listed months with a shared price, if the months already served keep what they earned; null if all months are recalculated. */
function segmentsOfList(
  { recognition }: Pob,
  share: Money,
  { former, listed, isChanged }: Pick<Transition, "former" | "listed"> & { readonly isChanged: boolean },
): readonly EarningSegment[] | null {
  const before = former?.pob.recognition;
  if (recognition.pattern !== "CUSTOM" || before?.pattern !== "CUSTOM") return null;
  if (listed === null) {
    const isKept = !isChanged && isListedAlike(before.months, recognition.months, null);
    return isKept ? (former?.segments ?? null) : null;
  }
  const isAlike = isListedAlike(before.months, recognition.months, listed.day);
  return isAlike ? byMonthsLeft(share, recognition.months, listed) : null;
}

function isSamePrice(a: Pick<PobVersion, "pob" | "share">, b: Pick<PobVersion, "pob" | "share">): boolean {
  if (a.share !== null && b.share !== null) return equals(a.share, b.share);
  const [before, after] = [a.pob.price, b.pob.price];
  if (before.of === "STATED" && after.of === "STATED") return equals(before.amount, after.amount);
  return before.of === after.of;
}

/** All segments of an obligation before credits, including those of a separate contract. */
export function allSegments({ segments, separate = [] }: PobVersion): readonly EarningSegment[] {
  return separate.length === 0 ? segments : [...segments, ...separate];
}

/**
 * True if a credit memo credits days that were added as a separate contract: it is a change of that contract only. A write-off is measured
 * over all that shares a price.
 */
export function isOfSeparateDays({ pob: { price }, share, separateFrom }: PobVersion, credit: BillingCredit): boolean {
  if (share === null || separateFrom === undefined || price.of !== "TERM" || isOfWriteOff(credit)) return false;
  return price.term.id === credit.billingTermId && credit.service.start >= separateFrom;
}

/** The price of an obligation before credits, without days that were added as a separate contract; null as for `priceOf`. */
export function priceOfShared(version: PobVersion, context: PricingContext): Money | null {
  const { pob, share, separateFrom } = version;
  if (share === null || separateFrom === undefined || !isOverTime(pob)) return priceOf(version, context.currency);
  return sumEarned(allSegments(version), separateFrom, context);
}

/** The price of an obligation before credits; null if it is open, or follows what is billed or consumed. */
export function priceOf({ amounts }: PobVersion, currency: string): Money | null {
  return amounts === null ? null : sumAmounts(amounts, currency);
}
