import { isDeepStrictEqual } from "node:util";
import { allocatedPrices, discountedWeights } from "../billing-terms/allocation.ts";
import { fixedStated } from "../billing-terms/group.ts";
import { isMeasured, type Treatment } from "../billing-terms/modification.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
} from "../billing-terms/performance-obligation.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import { type Day, firstDayOf, type Month } from "../kernel/day.ts";
import { type Money, money, subtract, sum, zero } from "../kernel/money.ts";
import { compareRatios, oneRatio } from "../kernel/ratio.ts";
import type { KnownPromise } from "./known-promise.ts";
import { progressBy } from "./measured.ts";
import { isTimed } from "./pattern.ts";

/** What a promise was until the day from which a change of the deal counts; what was earned by then stays. */
export type EarlierDeal = { readonly promise: KnownPromise; readonly until: Day };

/** Which facts are known, and how a promise looks with some of its corrections. */
export type Scope = {
  readonly counts: (change: { readonly bookMonth: Month | null }) => boolean;
  readonly isThere: (record: PerformanceObligationRecord) => boolean;
  readonly known: (
    record: PerformanceObligationRecord,
    includes: (correction: Correction) => boolean,
  ) => PerformanceObligation;
};

/** A change that counts from its day on alone: a correction, or a promise that came to share the price. */
type ProspectiveChange = {
  readonly at: string;
  readonly id: string;
  readonly promiseId: string;
  readonly from: Day;
  readonly treatment: Treatment;
  readonly isAddition: boolean;
};

type Member = { readonly record: PerformanceObligationRecord; readonly obligation: PerformanceObligation };

/**
 * The promise as it is agreed, with what it was before each prospective change (ASC 606-10-25-13(a): as if the deal had
 * ended then and a new one begun). Where its contract allocates by standalone selling price, its price is its part of what
 * those promises state together that are there (data model 6.6). A prospective change leaves the price of promises alone
 * that are satisfied by its day, and a promise that is a contract of its own (25-12) has its stated price.
 *
 * @param reductions what counts of what was taken back of it; no price depends on it
 */
export function agreedPromise(
  record: PerformanceObligationRecord,
  scope: Scope,
  reductions: readonly BillingReduction[] = [],
): { readonly obligation: PerformanceObligation; readonly earlier?: EarlierDeal } {
  const { id } = record.obligation;
  const isSeparate = (one: PerformanceObligationRecord) =>
    treatmentOf(one, one.obligation.id, scope) === "SEPARATE_CONTRACT";
  const sharing = record.allocatedAmong.filter(
    (one) => (one.obligation.id === id || scope.isThere(one)) && fixedStated([scope.known(one, () => true)]).length > 0,
  );
  const isShared = sharing.some((one) => one.obligation.id === id) && !isSeparate(record);
  const among = isShared ? sharing.filter((one) => !isSeparate(one)) : [record];
  const changes = among.flatMap((one) => prospectiveChanges(one, scope, isShared)).sort(byTime);

  let agreed: { readonly obligation: PerformanceObligation; readonly earlier?: EarlierDeal } | undefined;
  let prices: ReadonlyMap<string, Money> = new Map();
  for (let version = 0; version <= changes.length; version++) {
    const [change, next] = [changes[version - 1], changes[version]];
    const members = among
      .filter(
        (one) => !changes.slice(version).some((later) => later.isAddition && later.promiseId === one.obligation.id),
      )
      .map(
        (one): Member => ({
          record: one,
          obligation: scope.known(one, (correction) => next === undefined || byTime(time(correction), next) < 0),
        }),
      );
    prices = isShared ? sharedPrices(members, record.discounts, change, prices) : prices;
    const mine = members.find((one) => one.obligation.id === id)?.obligation;
    if (mine === undefined) continue;
    const obligation = { ...mine, transactionPrice: prices.get(id) ?? mine.transactionPrice };
    agreed = { obligation, ...earlierOf(agreed, obligation, change, reductions) };
  }
  return agreed ?? { obligation: scope.known(record, () => true) };
}

function prospectiveChanges(record: PerformanceObligationRecord, scope: Scope, isShared: boolean): ProspectiveChange[] {
  const { obligation, corrections, treatments } = record;
  const changeOf = (id: string, at: string, modificationId: string | null): ProspectiveChange[] => {
    const treatment = treatmentOf(record, modificationId ?? id, scope);
    const from = treatments.get(modificationId ?? id)?.effectiveFrom;
    if (from === undefined || (treatment !== "PROSPECTIVE" && treatment !== "MIXED")) return [];
    const change = { at, id, promiseId: obligation.id, from, isAddition: id === obligation.id };
    // Of a term that ends, measured progress is one promise that is satisfied in part (25-13(b)).
    return [{ ...change, treatment: modificationId === null ? treatment : "MIXED" }];
  };
  const added = treatments.get(obligation.id);
  const additions = isShared && added !== undefined ? changeOf(obligation.id, added.at, null) : [];
  const corrected = corrections.filter(
    (correction) => correction.of === "PROMISE" && scope.counts(correction) && obligation.billingTerm === null,
  );
  return [...additions, ...corrected.flatMap((one) => changeOf(one.id, one.createdAt, one.modificationId))];
}

/** The treatment of a fact as it counts; undefined for one that was made before the contract was approved. */
export function treatmentOf(
  { treatments }: Pick<PerformanceObligationRecord, "treatments">,
  factId: string,
  { counts }: Pick<Scope, "counts">,
): Treatment | undefined {
  const booked = treatments.get(factId)?.booked ?? [];
  return (booked.findLast(counts) ?? booked[0])?.treatment;
}

/** A part of a term's price that changes hands between stated promises and the remainder, which gets it if above zero. */
export type StatedShift = { readonly amount: Money; readonly from: Day };

/**
 * What a remainder gets, or gives up, from the day of a change of the stated prices of its group: without it, what one of
 * them earns from then on the other would have earned from the first day. Where its own term changed with them, as it ended,
 * what the term bills says it all.
 */
export function statedShifts(record: PerformanceObligationRecord, scope: Pick<Scope, "counts">): StatedShift[] {
  if (record.obligation.billingTerm === null || record.treatments.size === 0) return [];
  const ofTerm = new Set(record.corrections.flatMap(({ of, id }) => (of === "TERM" ? [id] : [])));
  return record.corrections.filter(scope.counts).flatMap(({ modificationId, changes }) => {
    const { from: before, to: after } = changes.transactionPrice ?? {};
    const change = record.treatments.get(modificationId ?? "");
    if (change === undefined || modificationId === null || ofTerm.has(modificationId)) return [];
    const isCaughtUp = treatmentOf(record, modificationId, scope) === "CUMULATIVE_CATCH_UP";
    if (isCaughtUp || !isStored(before) || !isStored(after)) return [];
    const amount = money(BigInt(before.minor) - BigInt(after.minor), before.currency);
    return [{ amount, from: change.effectiveFrom }];
  });
}

/** An amount as corrections keep it. */
function isStored(value: unknown): value is { readonly minor: string; readonly currency: string } {
  return typeof value === "object" && value !== null && "minor" in value && "currency" in value;
}

/** Prices of the members by id. Those that were satisfied when the deal changed keep theirs, the others share the rest. */
function sharedPrices(
  members: readonly Member[],
  discounts: PerformanceObligationRecord["discounts"],
  change: ProspectiveChange | undefined,
  before: ReadonlyMap<string, Money>,
): ReadonlyMap<string, Money> {
  const promises = members.map(({ obligation }) => obligation);
  const currency = promises.flatMap(({ transactionPrice }) => transactionPrice?.currency ?? [])[0];
  if (currency === undefined) return new Map();
  const isKept = ({ id, ...promise }: PerformanceObligation) =>
    change !== undefined && change.promiseId !== id && before.has(id) && isSatisfied({ id, ...promise }, change.from);
  const kept = promises.filter(isKept);
  // A discount goes on to hold for those that are left of its promises.
  const open = discountedWeights(promises, discounts).filter((promise) => !isKept(promise));
  if (open.length === 0) return before;
  const total = sum(
    promises.flatMap(({ transactionPrice }) => transactionPrice ?? []),
    currency,
  );
  const keptPrice = sum(
    kept.flatMap(({ id }) => before.get(id) ?? []),
    currency,
  );
  const pooled = open.map((promise, index) => ({
    ...promise,
    transactionPrice: index === 0 ? subtract(total, keptPrice) : zero(currency),
  }));
  if (open.some(({ standaloneSellingPrice }) => standaloneSellingPrice === null)) {
    return new Map(
      promises.flatMap(({ id, transactionPrice }) => (transactionPrice === null ? [] : [[id, transactionPrice]])),
    );
  }
  const shares = allocatedPrices(pooled, currency);
  return new Map([
    ...kept.flatMap(({ id }): [string, Money][] => [[id, before.get(id) ?? zero(currency)]]),
    ...open.map(({ id }, index): [string, Money] => [id, shares[index] ?? zero(currency)]),
  ]);
}

function isSatisfied(promise: PerformanceObligation, by: Day): boolean {
  const { recognitionPattern, recognitionDate, service, pinned } = promise;
  if (recognitionPattern === "CUSTOM")
    return pinned.length > 0 && pinned.every(({ month }) => firstDayOf(month + 1) <= by);
  if (isMeasured(recognitionPattern)) return compareRatios(progressBy(promise, by), oneRatio) >= 0;
  return recognitionDate !== null ? recognitionDate < by : service.end !== null && service.end <= by;
}

/** What is kept of the deal before a change: all of it where the change is prospective for this promise. */
function earlierOf(
  before: { readonly obligation: PerformanceObligation; readonly earlier?: EarlierDeal } | undefined,
  after: PerformanceObligation,
  change: ProspectiveChange | undefined,
  reductions: readonly BillingReduction[],
): { readonly earlier?: EarlierDeal } {
  if (before === undefined || change === undefined || !isContinued(before.obligation, after)) return {};
  const kept = before.earlier === undefined ? {} : { earlier: before.earlier };
  const isTouched =
    change.promiseId === after.id || !isDeepStrictEqual(before.obligation.transactionPrice, after.transactionPrice);
  if (!isTouched || !isSpreadFrom(change, after)) return kept;
  const end = after.service.end ?? change.from + 1;
  // What a memo took back of service over time has days of its own; of measured progress it is a part.
  const promise: KnownPromise = {
    ...kept,
    obligation: before.obligation,
    reductions: isMeasured(after.recognitionPattern) ? reductions : [],
    billed: [],
    consumed: [],
  };
  return {
    earlier: { promise, until: isMeasured(after.recognitionPattern) ? change.from : Math.min(change.from, end - 1) },
  };
}

/**
 * Can what is left of a price be earned after what was earned by a day? Both have to be read off the calendar, or off
 * progress; months that are listed, and a single day, say what the whole comes to.
 */
function isContinued(before: PerformanceObligation, after: PerformanceObligation): boolean {
  if (before.transactionPrice === null || after.transactionPrice === null) return false;
  if (before.pinned.length > 0 || after.pinned.length > 0) return false;
  const patterns = [before.recognitionPattern, after.recognitionPattern];
  return patterns.every(isMeasured) || patterns.every((pattern) => isTimed(pattern) && pattern !== "POINT_IN_TIME");
}

/** Is there something left of this promise that a change is spread over? Measured progress also catches up. */
function isSpreadFrom({ treatment, from }: ProspectiveChange, after: PerformanceObligation): boolean {
  if (!isMeasured(after.recognitionPattern)) return true;
  return treatment === "PROSPECTIVE" && compareRatios(progressBy(after, from), oneRatio) < 0;
}

function time(correction: Correction): { readonly at: string; readonly id: string } {
  return { at: correction.createdAt, id: correction.id };
}

function byTime(
  a: { readonly at: string; readonly id: string },
  b: { readonly at: string; readonly id: string },
): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}
