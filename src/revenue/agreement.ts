import { fixedStated } from "../billing-terms/group.ts";
import { isMeasured } from "../billing-terms/modification.ts";
import type { Correction, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { assert } from "../kernel/assert.ts";
import type { Money } from "../kernel/money.ts";
import { type Deal, earlierOf } from "./earlier-deal.ts";
import type { KnownPromise } from "./known-promise.ts";
import { type NewDeal, newDeals } from "./new-deal.ts";
import { sharedPrices } from "./price-sharing.ts";
import { type Scope, treatmentOf } from "./scope.ts";
import { priceChangeOf } from "./stated-shift.ts";

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

const deals = new WeakMap<readonly PerformanceObligationRecord[], Map<string, ReadonlyMap<string, Deal>>>();

/** The promises of its contract that share their price with this one, by id; none where its price is its own. */
function sharedDeal(record: PerformanceObligationRecord, scope: Scope): ReadonlyMap<string, Deal> {
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
  const known = deals.get(allocatedAmong) ?? new Map<string, ReadonlyMap<string, Deal>>();
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

/** What some promises are worth together, from one deal to the next. */
function dealOf(
  among: readonly PerformanceObligationRecord[],
  scope: Scope,
  isShared: boolean,
): ReadonlyMap<string, Deal> {
  const discounts = among[0]?.discounts ?? [];
  const deals = newDeals(among, scope, isShared);
  let agreed: ReadonlyMap<string, Deal> = new Map();
  for (let version = 0; version <= deals.length; version++) {
    const [deal, next] = [deals[version - 1], deals[version]];
    const isSaid = ({ createdAt }: Correction) => next === undefined || createdAt < next.at;
    const there = among.filter(
      ({ obligation }) => !deals.slice(version).some(({ changes }) => changes.get(obligation.id)?.isAddition),
    );
    const members = there.map((one) => scope.known(one, isSaid));
    const corrected = (id: string) => {
      const own = there.find(({ obligation }) => obligation.id === id)?.corrections ?? [];
      return own.filter((one) => scope.counts(one) && isSaid(one) && isOwnSince(one, deal)).flatMap(priceChangeOf);
    };
    const prices = isShared ? sharedPrices(members, { discounts, deal, agreed, corrected }) : new Map<string, Money>();
    const before = agreed;
    agreed = new Map(
      members.map((member) => {
        const after = { ...member, transactionPrice: prices.get(member.id) ?? member.transactionPrice };
        return [member.id, { obligation: after, ...earlierOf(before.get(member.id), after, deal) }];
      }),
    );
  }
  return agreed;
}

/** Was it said of the promise itself, with the deal or after it? */
function isOwnSince({ modificationId, createdAt }: Correction, deal: NewDeal | undefined): boolean {
  return modificationId === null && deal !== undefined && createdAt >= deal.at;
}

/** What a memo took back of service over time has days of its own; of measured progress it is a part, before a change too. */
function withFacts({ obligation, earlier }: Deal, facts: DealFacts): Deal {
  if (earlier === undefined) return { obligation };
  const reductions = isMeasured(obligation.recognitionPattern) ? facts.reductions : [];
  const promise = { ...earlier.promise, ...facts, ...withFacts(earlier.promise, facts), reductions };
  return { obligation, earlier: { ...earlier, promise } };
}
