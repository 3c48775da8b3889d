import { type BillingCredit, isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { fixedAmounts, isWaiting } from "../billing-terms/charges/terms-span.ts";
import type {
  Correction,
  PerformanceObligation,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { type Day, firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { type Money, money, negate, subtract, sumAmounts } from "../kernel/money.ts";
import { agreedUsageCredits } from "./agreed-usage-credits.ts";
import { corrected } from "./as-of.ts";
import { type ConsumedAndCredited, consumedRevenue } from "./consumed-revenue.ts";
import { type ConsumedAmount, committedBy, consumedBy, ownUsage, usedThrough } from "./consumption.ts";
import type { BilledAmount, EffectiveFacts, PobFacts } from "./contract-facts.ts";
import { lastVersion } from "./contract-versions.ts";
import { creditSegments, stoppedMonths } from "./credits.ts";
import { endedVersion } from "./earned-before.ts";
import { type EarningSegment, onDay } from "./earning-segment.ts";
import { treatmentOf } from "./modifications.ts";
import { openedSegments, type PobOpening, type ServedFrom } from "./opening.ts";
import { isOverTime, type Pob, pobFrom } from "./pob.ts";
import { allSegments, isOfSeparateDays, type PobVersion, priceOf, type VersionOptions } from "./pob-version.ts";
import { type Earlier, segmentsOf } from "./segments/segments-of.ts";
import { creditsByPob } from "./shared-credits.ts";
import { isSharing } from "./shared-price.ts";
import type { PricedAmount } from "./term-price.ts";

/** What a performance obligation earns, by the given facts. */
export type PobRevenue = {
  readonly pob: Pob;
  /** With its corrections; for display. */
  readonly record: PerformanceObligation;
  /** Less credits; null if it is open, or follows what is billed or consumed (rules 7). */
  readonly price: Money | null;
  readonly segments: readonly EarningSegment[];
  /** Prepaid value that lapses unused (data model 8.8); it has its own revenue account. */
  readonly breakage: readonly EarningSegment[];
  /** All of them, also those that its part of a shared price reflects. */
  readonly credits: readonly BillingCredit[];
  readonly consumed: readonly ConsumedAmount[];
  /** True if the price of the contract is allocated to it by standalone selling price. */
  readonly isShared: boolean;
  /** True if others share that price, or did: a contract with one obligation allocates nothing (ASC 606-10-32-30). */
  readonly isReallocated: boolean;
};

/** What each obligation of a contract earns, by id. Schedules, closes, reports and checks all use this. */
export type ContractRevenue = ReadonlyMap<string, PobRevenue>;

export type RevenueOptions = Pick<VersionOptions, "termPrices"> & {
  /** The last month to calculate for open-ended obligations and usage. */
  readonly through: Month;
  /** After this month, count only usage revenue that is owed even if nothing more is used. */
  readonly committedAfter?: Month;
};

/** What a contract earns, by the given facts. */
export function contractRevenue(facts: EffectiveFacts, { through, ...options }: RevenueOptions): ContractRevenue {
  const versions = lastVersion(facts, { ...options, through: firstDayOf(through + 1) });
  const credits = creditsByPob(facts, versions);
  const removed = (facts.removed ?? []).filter((pob) => isSharing(facts, pob));
  const isOneOfSeveral = [...versions.values()].filter(({ share }) => share !== null).length + removed.length > 1;
  const records = new Map(facts.pobs.map((pob) => [pob.initial.id, corrected(pob)]));
  return new Map(
    facts.pobs.flatMap((recorded) => {
      const { id } = recorded.initial;
      const [version, record] = [versions.get(id), records.get(id)];
      if (version === undefined || record === undefined) return [];
      const { lowering = [], inPrice = [] } = credits.get(id) ?? {};
      const made = pobRevenue(facts, { record, version, credits: lowering }, { through, ...options });
      const isReallocated = made.isShared && isOneOfSeveral;
      const revenue = { ...made, isReallocated, credits: [...lowering, ...inPrice] };
      return [[id, recorded.opening === null ? revenue : opened(revenue, recorded, recorded.opening, facts)]];
    }),
  );
}

function opened(revenue: PobRevenue, recorded: PobFacts, opening: PobOpening, facts: EffectiveFacts): PobRevenue {
  // Prepaid value that lapsed before the opening is part of what the other books recognized.
  const [lapsed, later] = [true, false].map((isOld) =>
    revenue.breakage.filter(({ days }) => days.start <= opening.asOf === isOld),
  );
  const segments = [...revenue.segments, ...(lapsed ?? [])];
  const served = servedFrom(facts, recorded, opening);
  return { ...revenue, segments: openedSegments(segments, opening, served, facts.context), breakage: later ?? [] };
}

/**
 * The versions of an obligation after an opening: as it was loaded, from the first month, and from each month in which a correction begins to
 * apply. Days that were added as a separate contract (ASC 606-10-25-12) do not belong to the contract that was loaded.
 */
function servedFrom(facts: EffectiveFacts, recorded: PobFacts, { asOf, createdAt }: PobOpening): ServedFrom[] {
  const first = monthOf(asOf + 1);
  const isOwn = ({ id, modificationId }: Correction) =>
    treatmentOf(facts, modificationId ?? id) !== "SEPARATE_CONTRACT";
  const { end } = corrected(recorded).service;
  const starts = new Map(recorded.corrections.map((one) => [one.id, startOf(facts, one, end) ?? first]));
  const later = [...starts.values()].filter((month) => month > first);
  const asLoaded = pobFrom(corrected(recorded, (one) => isOwn(one) && one.createdAt <= createdAt));
  const changed = [first, ...[...new Set(later)].sort((a, b) => a - b)].map((month) => {
    const applies = ({ id }: Correction) => (starts.get(id) ?? first) <= month;
    return { from: firstDayOf(month), pob: pobFrom(corrected(recorded, (one) => isOwn(one) && applies(one))) };
  });
  return [{ from: firstDayOf(first), pob: asLoaded }, ...changed];
}

/**
 * The first month to which a correction applies: its book month, but of a prospective change not before the month of its effective day, if
 * the obligation is still served then (ASC 606-10-25-13(a)).
 *
 * @param end of service, exclusive
 */
function startOf(
  { treatments }: EffectiveFacts,
  { id, modificationId, bookMonth }: Correction,
  end: Day | null,
): Month | null {
  const factId = modificationId ?? id;
  const effective = treatments.get(factId)?.effectiveFrom;
  const isProspective = treatmentOf({ treatments }, factId) !== "CUMULATIVE_CATCH_UP";
  if (bookMonth === null || effective === undefined || !isProspective || (end !== null && effective >= end)) {
    return bookMonth;
  }
  return Math.max(bookMonth, monthOf(effective));
}

type PobParts = {
  readonly record: PerformanceObligation;
  readonly version: PobVersion;
  readonly credits: readonly BillingCredit[];
};

function pobRevenue(
  facts: EffectiveFacts,
  { record, version, credits }: PobParts,
  options: RevenueOptions,
): Omit<PobRevenue, "isReallocated"> {
  const { context } = facts;
  const { pob } = version;
  const common = { pob, record, credits, consumed: [], breakage: [], isShared: version.share !== null };
  if (pob.price.of === "BILLING") return { ...common, price: null, segments: billedSegments(facts, pob) };
  if (pob.price.of === "USAGE") {
    const usage = consumedAndCredited(facts, record, credits, options);
    const byMonth = (source: ConsumedAmount["source"]) => usageSegments(usage, source, context.currency);
    const { consumed } = usage;
    return { ...common, price: null, segments: byMonth("CONSUMED"), breakage: byMonth("BREAKAGE"), consumed };
  }
  const credited = sumAmounts(credits, context.currency);
  const gross = waitingPrice(pob, context) ?? priceOf(version, context.currency);
  const price = gross === null ? null : subtract(gross, credited);
  return { ...common, price, segments: netSegments(version, credits, context) };
}

/**
 * The price of an obligation whose billing term waits for a milestone: agreed, but in no month until the milestone is reached (ASC
 * 606-10-50-13), and not shared by then. Null for every other obligation.
 */
function waitingPrice({ price }: Pob, context: PricingContext): Money | null {
  return price.of === "TERM" && isWaiting(price.term) ? fixedAmounts([price.term], context).total : null;
}

function netSegments(
  version: PobVersion,
  credits: readonly BillingCredit[],
  context: PricingContext,
): readonly EarningSegment[] {
  const { pob, amounts, earlier } = version;
  const segments = allSegments(version);
  if (credits.length === 0) return segments;
  const { recognition } = pob;
  // Listed and manual months distribute the whole price, so they distribute what credits leave of it.
  const isManual = recognition.pattern === "CUSTOM" || ("manual" in recognition && recognition.manual.length > 0);
  if (!isManual || amounts === null) return [...segments, ...creditsOn(version, credits, context)];
  const credited = sumAmounts(
    credits.filter((credit) => !isOfWriteOff(credit)),
    context.currency,
  );
  const off = { amount: negate(credited), from: null, reason: { of: "MANUAL" } } as const;
  const owed = monthsLess(off, { pob, amounts, earlier }, context);
  return [...owed, ...stoppedMonths(credits.filter(isOfWriteOff), owed, context)];
}

/**
 * What credits take from an obligation. Credit memos of days that are a separate contract lower those days only, other credit memos the
 * other days.
 */
function creditsOn(
  version: PobVersion,
  credits: readonly BillingCredit[],
  context: PricingContext,
): readonly EarningSegment[] {
  const { pob, share, separateFrom } = version;
  const segments = allSegments(version);
  if (share === null || separateFrom === undefined || !isOverTime(pob)) {
    return creditSegments(pob, credits, segments, context);
  }
  const { start, end } = pob.service;
  const lower = (service: typeof pob.service, isOwn: (credit: BillingCredit) => boolean) =>
    creditSegments({ ...pob, service }, credits.filter(isOwn), segments, context);
  const isSeparate = (credit: BillingCredit) => isOfSeparateDays(version, credit);
  return [
    ...lower({ start, end: separateFrom }, (credit) => !isOfWriteOff(credit) && !isSeparate(credit)),
    ...lower({ start: separateFrom, end }, isSeparate),
    ...lower(pob.service, isOfWriteOff),
  ];
}

/** Listed or manual months of a price less credits, also of what earlier versions had earned of it. */
function monthsLess(
  off: PricedAmount,
  { pob, amounts, earlier }: Required<Earlier>["of"],
  context: PricingContext,
): EarningSegment[] {
  const ended =
    earlier?.of === undefined ? earlier : { ...earlier, ...endedLess(off, earlier.of, earlier.day, context) };
  return segmentsOf(pob, [...amounts, off], ended, context);
}

function endedLess(off: PricedAmount, of: Required<Earlier>["of"], day: Day, context: PricingContext) {
  const segments = monthsLess(off, of, context);
  return endedVersion({ pob: of.pob, segments, earlier: null }, day, context);
}

/** The billing of a group that its as-billed obligation earns, each amount on the date of its invoice. */
function billedSegments(facts: EffectiveFacts, pob: Pob): EarningSegment[] {
  const amounts = facts.billing.get(pob.billingTermGroupId) ?? [];
  if (amounts.length === 0) return [];
  const others = facts.pobs
    .map((one) => corrected(one))
    .filter(
      ({ billingTermGroupId, recognitionPattern, isResidual }) =>
        billingTermGroupId === pob.billingTermGroupId && recognitionPattern !== "RECOGNIZE_AS_BILLED" && !isResidual,
    );
  return amounts
    .filter((amount) => !others.some((other) => earnsOf(other, amount)))
    .map(({ date, amount }) => onDay(amount, date, { of: "BILLING" }));
}

/**
 * True if another obligation earns a billed amount: the one that follows its term, the one with its event type for usage, or a stated fixed
 * price for fixed terms (rules 7).
 */
function earnsOf(pob: PerformanceObligation, { billingTermId, eventTypeId }: BilledAmount): boolean {
  if (pob.billingTerm?.id === billingTermId) return true;
  if (eventTypeId !== null) return pob.eventTypeId === eventTypeId;
  return pob.billingTerm === null && pob.considerationType === "FIXED";
}

function consumedAndCredited(
  { usage, usageDocuments, context }: EffectiveFacts,
  record: PerformanceObligation,
  credits: readonly BillingCredit[],
  { through, committedAfter }: RevenueOptions,
): ConsumedAndCredited {
  if (usage === undefined) return { consumed: [], credits: [], agreed: [] };
  const consumed =
    committedAfter === undefined
      ? consumedBy(record, usage, through, context)
      : committedBy(record, usage, committedAfter, context);
  const ofTerms = new Set(usageDocuments.map(({ lineId }) => lineId));
  const [own = [], committed = []] = [true, false].map((isOwn) =>
    credits.filter(({ invoiceLineId }) => ofTerms.has(invoiceLineId) === isOwn),
  );
  const known = ownUsage(record, committedAfter === undefined ? usage : usedThrough(usage, committedAfter));
  const ofLines = { documents: usageDocuments, credits: own };
  return { consumed, credits: committed, agreed: agreedUsageCredits(known, ofLines, firstDayOf(through + 1), context) };
}

/** Usage revenue net of credits, one segment per month on its last day. */
function usageSegments(
  usage: ConsumedAndCredited,
  source: ConsumedAmount["source"],
  currency: string,
): EarningSegment[] {
  const months = [
    ...usage.consumed.map(({ month }) => month),
    // A credit counts once its service days are over; one of a prepayment also when its value is drawn.
    ...usage.credits.map(({ service }) => monthOf(service.end - 1)),
    ...usage.agreed.map(({ end }) => monthOf(end - 1)),
  ];
  const reason = { of: source === "BREAKAGE" ? "BREAKAGE" : "USAGE" } as const;
  let before = 0n;
  return [...new Set(months)]
    .sort((a, b) => a - b)
    .flatMap((month) => {
      const through = consumedRevenue(usage, source, firstDayOf(month + 1), { currency });
      const amount = money(through.minor - before, currency);
      before = through.minor;
      return amount.minor === 0n ? [] : [onDay(amount, firstDayOf(month + 1) - 1, reason)];
    });
}
