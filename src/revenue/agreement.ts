import { fixedStated, roleOf } from "../billing-terms/group.ts";
import { isMeasured } from "../billing-terms/modification.ts";
import type { Correction, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { assert } from "../kernel/assert.ts";
import type { Money } from "../kernel/money.ts";
import { type Agreed, type Deal, earlierOf, type ProspectiveChange } from "./earlier-deal.ts";
import type { KnownPromise } from "./known-promise.ts";
import { sharedPrices } from "./price-sharing.ts";
import { type Scope, treatmentOf } from "./scope.ts";

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
  const changeOf = (id: string, at: string, part: Correction | null): ProspectiveChange[] => {
    const fact = part?.modificationId ?? id;
    const [treatment, treated] = [treatmentOf(record, fact, scope), treatments.get(fact)];
    if (treated === undefined || (treatment !== "PROSPECTIVE" && treatment !== "MIXED")) return [];
    const change = { at, id, promiseId: obligation.id, isAddition: id === obligation.id };
    if (fact === id) return [{ ...change, treatment, from: treated.effectiveFrom }];
    // A term of its group ended. A promise that goes on gives up the price of the days after it, one that ends with it has its
    // days that are left; measured progress is one promise that is satisfied in part (25-13(b)).
    const from = (part?.changes.service === undefined ? treated.termEnd : undefined) ?? treated.effectiveFrom;
    return [{ ...change, treatment: "MIXED", from }];
  };
  const added = treatments.get(obligation.id);
  const additions = isShared && added !== undefined ? changeOf(obligation.id, added.at, null) : [];
  // A promise that earns what its term bills changes with the dates of the term; the rest of stated prices follows those.
  const [isStated, isFollowing] = [obligation.billingTerm === null, roleOf(obligation) === "FOLLOWING"];
  const corrected = corrections.filter(
    (correction) => scope.counts(correction) && (correction.of === "PROMISE" ? isStated : isFollowing),
  );
  return [...additions, ...corrected.flatMap((one) => changeOf(one.id, one.createdAt, one))];
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
