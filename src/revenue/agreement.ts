import { isDeepStrictEqual } from "node:util";
import { discountedWeights, sharesBy } from "../billing-terms/allocation.ts";
import { fixedStated, roleOf } from "../billing-terms/group.ts";
import { isMeasured, type Treatment } from "../billing-terms/modification.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
} from "../billing-terms/performance-obligation.ts";
import { assert } from "../kernel/assert.ts";
import { type Day, firstDayOf } from "../kernel/day.ts";
import { add, type Money, money, subtract, sum, zero } from "../kernel/money.ts";
import { compareRatios, oneRatio } from "../kernel/ratio.ts";
import type { KnownPromise } from "./known-promise.ts";
import { progressBy } from "./measured.ts";
import { isTimed } from "./pattern.ts";
import { revenueBefore } from "./recognition.ts";
import type { Scope } from "./scope.ts";

/** What a promise was until the day from which a change of the deal counts; what was earned by then stays. */
export type EarlierDeal = { readonly promise: KnownPromise; readonly until: Day };

/** A change that counts from its day on alone: a correction, or a promise that came to share the price. */
type ProspectiveChange = {
  readonly at: string;
  readonly id: string;
  readonly promiseId: string;
  readonly from: Day;
  readonly treatment: Treatment;
  readonly isAddition: boolean;
};

/** A promise as it is agreed, with what it was before. */
type Deal = { readonly obligation: PerformanceObligation; readonly earlier?: EarlierDeal };

/** The same with its price as it was said, before it was shared. */
type Agreed = Deal & { readonly stated: Money | null };

/** What counts of a promise whatever was agreed when. */
type DealFacts = Pick<KnownPromise, "reductions" | "caughtUp">;

/**
 * The promise as it is agreed, with what it was before each prospective change (ASC 606-10-25-13(a): as if the deal had
 * ended then and a new one begun). Where its contract allocates by standalone selling price, its price is its part of what
 * those promises state together that are there (data model 6.6). A prospective change leaves the price of promises alone
 * that are satisfied by its day, and a promise that is a contract of its own (25-12) has its stated price.
 *
 * @param facts no price depends on what was taken back
 */
export function agreedPromise(
  record: PerformanceObligationRecord,
  scope: Scope,
  facts: DealFacts = { reductions: [] },
): Deal {
  const { id } = record.obligation;
  const agreed = sharedDeal(record, scope).get(id) ?? dealOf([record], scope, false).get(id);
  assert(agreed !== undefined, "a promise is agreed");
  return withFacts(agreed, facts);
}

const deals = new WeakMap<readonly PerformanceObligationRecord[], Map<string, ReadonlyMap<string, Agreed>>>();

/** The promises of its contract that share their price with this one, by id; none where its price is its own. */
function sharedDeal(record: PerformanceObligationRecord, scope: Scope): ReadonlyMap<string, Agreed> {
  const { allocatedAmong } = record;
  const { id } = record.obligation;
  const isAlone = (one: PerformanceObligationRecord) => {
    const isSeparate = treatmentOf(one, one.obligation.id, scope) === "SEPARATE_CONTRACT";
    return isSeparate || fixedStated([scope.known(one, () => true)]).length === 0;
  };
  if (allocatedAmong.length === 0) return new Map();
  if (!scope.isThere(record)) {
    const others = allocatedAmong.filter((one) => one.obligation.id === id || scope.isThere(one));
    return isAlone(record)
      ? new Map()
      : dealOf(
          others.filter((one) => !isAlone(one)),
          scope,
          true,
        );
  }
  const known = deals.get(allocatedAmong) ?? new Map<string, ReadonlyMap<string, Agreed>>();
  deals.set(allocatedAmong, known);
  const found =
    known.get(scope.key) ??
    dealOf(
      allocatedAmong.filter((one) => scope.isThere(one) && !isAlone(one)),
      scope,
      true,
    );
  known.set(scope.key, found);
  return found;
}

/** What some promises are worth together, from one prospective change to the next. */
function dealOf(
  among: readonly PerformanceObligationRecord[],
  scope: Scope,
  isShared: boolean,
): ReadonlyMap<string, Agreed> {
  const discounts = among[0]?.discounts ?? [];
  const changes = among.flatMap((one) => prospectiveChanges(one, scope, isShared)).sort(byTime);
  let agreed: ReadonlyMap<string, Agreed> = new Map();
  for (let version = 0; version <= changes.length; version++) {
    const [change, next] = [changes[version - 1], changes[version]];
    const members = among
      .filter(
        (one) => !changes.slice(version).some((later) => later.isAddition && later.promiseId === one.obligation.id),
      )
      .map((one) => scope.known(one, (correction) => next === undefined || isBefore(correction, next)));
    const prices = isShared ? sharedPrices(members, discounts, change, agreed) : new Map<string, Money>();
    const before = agreed;
    agreed = new Map(
      members.map((member) => {
        const after = { ...member, transactionPrice: prices.get(member.id) ?? member.transactionPrice };
        const stated = member.transactionPrice;
        return [member.id, { obligation: after, stated, ...earlierOf(before.get(member.id), after, change) }];
      }),
    );
  }
  return agreed;
}

/** What a memo took back of service over time has days of its own; of measured progress it is a part, before a change too. */
function withFacts({ obligation, earlier }: Deal, facts: DealFacts): Deal {
  if (earlier === undefined) return { obligation };
  const reductions = isMeasured(obligation.recognitionPattern) ? facts.reductions : [];
  const promise = { ...earlier.promise, ...facts, ...withFacts(earlier.promise, facts), reductions };
  return { obligation, earlier: { ...earlier, promise } };
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
  // A promise that earns what its term bills changes with the dates of the term; the rest of stated prices follows those.
  const [isStated, isFollowing] = [obligation.billingTerm === null, roleOf(obligation) === "FOLLOWING"];
  const corrected = corrections.filter(
    (correction) => scope.counts(correction) && (correction.of === "PROMISE" ? isStated : isFollowing),
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

// Which way half a cent goes changes what is shared by no more than that, and never its sum.
const toSplit = "HALF_UP";

/**
 * Prices of promises that share one, by id. Where the deal changed, what is not earned yet and what the change added is
 * shared by what is still to be served, at the standalone selling prices of the new deal (ASC 606-10-25-13(a)); promises that
 * were satisfied keep their price, and those that catch up take part as a whole (25-13(c)).
 */
function sharedPrices(
  promises: readonly PerformanceObligation[],
  discounts: PerformanceObligationRecord["discounts"],
  change: ProspectiveChange | undefined,
  agreed: ReadonlyMap<string, Agreed>,
): ReadonlyMap<string, Money> {
  const currency = promises.flatMap(({ transactionPrice }) => transactionPrice?.currency ?? [])[0];
  if (currency === undefined) return new Map();
  const nothing = zero(currency);
  const context = { currency, rounding: toSplit } as const;
  const kept = new Map<string, Money>();
  for (const { id, ...promise } of promises) {
    const { obligation, stated = null } = agreed.get(id) ?? {};
    const price = obligation?.transactionPrice ?? null;
    if (change === undefined || change.promiseId === id || price === null || stated === null) continue;
    // What was corrected of its own price since is its own.
    const corrected = subtract(promise.transactionPrice ?? stated, stated);
    if (isSatisfied({ id, ...promise }, change.from)) kept.set(id, add(price, corrected));
  }
  const open = promises.filter(({ id }) => !kept.has(id));
  if (open.some(({ standaloneSellingPrice }) => standaloneSellingPrice === null)) {
    return new Map(promises.map(({ id, transactionPrice }) => [id, transactionPrice ?? nothing]));
  }
  // A discount goes on to hold for those that are left of its promises.
  const weighted = discountedWeights(promises, discounts).filter(({ id }) => !kept.has(id));
  const shares = weighted.map((promise) => {
    const weight = promise.standaloneSellingPrice ?? nothing;
    const earlier = change === undefined ? null : dealBefore(agreed.get(promise.id), promise, change);
    if (earlier === null) return { id: promise.id, earned: nothing, weight };
    const { until } = earlier;
    const served = revenueBefore(untouched({ ...promise, transactionPrice: weight }), until, context);
    return { id: promise.id, earned: revenueBefore(earlier.promise, until, context), weight: subtract(weight, served) };
  });
  const stated = promises.map(({ transactionPrice }) => transactionPrice ?? nothing);
  const earned = [...kept.values(), ...shares.map((share) => share.earned)];
  const left = subtract(sum(stated, currency), sum(earned, currency));
  // Where nothing is left to serve, the change is that of its promise alone.
  const isServed = shares.every(({ weight }) => weight.minor <= 0n);
  const weights = shares.map(({ id, weight }) => (isServed && id === change?.promiseId ? money(1n, currency) : weight));
  const parts = sharesBy(left, weights);
  return new Map([
    ...kept,
    ...shares.map(({ id, earned }, index) => [id, add(earned, parts[index] ?? nothing)] as const),
  ]);
}

function untouched(obligation: PerformanceObligation): KnownPromise {
  return { obligation, reductions: [], billed: [], consumed: [] };
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
  before: Agreed | undefined,
  after: PerformanceObligation,
  change: ProspectiveChange | undefined,
): { readonly earlier?: EarlierDeal } {
  if (before === undefined || change === undefined || !isContinued(before.obligation, after)) return {};
  const isTouched =
    change.promiseId === after.id || !isDeepStrictEqual(before.obligation.transactionPrice, after.transactionPrice);
  const earlier = (isTouched ? dealBefore(before, after, change) : null) ?? before.earlier;
  return earlier === undefined ? {} : { earlier };
}

/** What was agreed before a change, where what is left is spread from its day on; else null. */
function dealBefore(
  before: Agreed | undefined,
  after: PerformanceObligation,
  change: ProspectiveChange,
): EarlierDeal | null {
  if (before === undefined || !isContinued(before.obligation, after) || !isSpreadFrom(change, after)) return null;
  const { obligation, earlier } = before;
  const end = after.service.end ?? change.from + 1;
  return {
    promise: { ...untouched(obligation), ...(earlier === undefined ? {} : { earlier }) },
    until: isMeasured(after.recognitionPattern) ? change.from : Math.min(change.from, end - 1),
  };
}

/**
 * Can what is left of a price be earned after what was earned by a day? Both have to be read off the calendar, or off
 * progress; months that are listed, and a single day, say what the whole comes to.
 */
function isContinued(before: PerformanceObligation, after: PerformanceObligation): boolean {
  const isPriced = ({ billingTerm, transactionPrice }: PerformanceObligation) =>
    billingTerm !== null || transactionPrice !== null;
  if (!isPriced(before) || !isPriced(after) || before.pinned.length > 0 || after.pinned.length > 0) return false;
  const patterns = [before.recognitionPattern, after.recognitionPattern];
  if (patterns.every(isMeasured)) return true;
  return isSpread(after) && patterns.every((pattern) => isTimed(pattern) && pattern !== "POINT_IN_TIME");
}

/** Is there something left of this promise that a change is spread over? Measured progress also catches up. */
function isSpreadFrom({ treatment, from }: ProspectiveChange, after: PerformanceObligation): boolean {
  if (!isMeasured(after.recognitionPattern)) return true;
  return treatment === "PROSPECTIVE" && compareRatios(progressBy(after, from), oneRatio) < 0;
}

/** Is the price earned by the calendar, over days with an end? */
export function isSpread({ recognitionPattern: pattern, pinned, service }: PerformanceObligation): boolean {
  return isTimed(pattern) && pattern !== "POINT_IN_TIME" && pinned.length === 0 && service.end !== null;
}

function time(correction: Correction): { readonly at: string; readonly id: string } {
  return { at: correction.createdAt, id: correction.id };
}

function isBefore(correction: Correction, change: ProspectiveChange): boolean {
  return correction.modificationId !== change.id && byTime(time(correction), change) < 0;
}

function byTime(
  a: { readonly at: string; readonly id: string },
  b: { readonly at: string; readonly id: string },
): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}
