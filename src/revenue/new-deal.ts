import { roleOf } from "../billing-terms/group.ts";
import type { Treatment } from "../billing-terms/modification.ts";
import type { Correction, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { type Scope, treatmentOf } from "./scope.ts";

/** What a write changes of a promise: its price or its days, or that it came to share the price. */
export type PromiseChange = {
  readonly at: string;
  readonly promiseId: string;
  readonly from: Day;
  readonly treatment: Treatment;
  readonly isAddition: boolean;
  /** Did a term of its group end, so that this is no change of its own? */
  readonly isOfTerm: boolean;
};

/**
 * A write that counts from a day on ends the deal there was, and begins a new one (ASC 606-10-25-13(a)). All that it changes is
 * one change of the deal: no order among its parts means anything.
 */
export type NewDeal = {
  readonly at: string;
  /** By the promise that is changed, also where its own change catches up. */
  readonly changes: ReadonlyMap<string, PromiseChange>;
  /** Of the promises that are not changed themselves. */
  readonly from: Day;
  readonly treatment: Treatment;
};

/** From which day on, and how, a new deal counts for a promise. */
export function changeFor({ changes, ...others }: NewDeal, promiseId: string): Pick<NewDeal, "from" | "treatment"> {
  return changes.get(promiseId) ?? others;
}

/** The deals that some promises came to have together, as they were made. */
export function newDeals(
  among: readonly PerformanceObligationRecord[],
  scope: Scope,
  isShared: boolean,
): readonly NewDeal[] {
  const writes = Map.groupBy(
    among.flatMap((one) => changesOf(one, scope, isShared)),
    ({ at }) => at,
  );
  return [...writes.values()].flatMap(newDealOf).sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** What catches up alone is no new deal. One where any measured progress catches up lets all of it catch up (25-13(c)). */
function newDealOf(together: readonly PromiseChange[]): NewDeal[] {
  const onward = together.filter(({ treatment }) => treatment !== "CUMULATIVE_CATCH_UP");
  const [first] = onward;
  if (first === undefined) return [];
  return [
    {
      at: first.at,
      changes: new Map(together.map((change) => [change.promiseId, change])),
      from: Math.min(...onward.map(({ from }) => from)),
      treatment: onward.some(({ treatment }) => treatment === "MIXED") ? "MIXED" : "PROSPECTIVE",
    },
  ];
}

function changesOf(record: PerformanceObligationRecord, scope: Scope, isShared: boolean): PromiseChange[] {
  const { obligation, corrections, treatments } = record;
  const changeOf = (fact: string, at: string, part: Correction | null): PromiseChange[] => {
    const [treatment, treated] = [treatmentOf(record, fact, scope), treatments.get(fact)];
    if (treated === undefined || treatment === undefined || treatment === "SEPARATE_CONTRACT") return [];
    const isOfTerm = part !== null && fact !== part.id;
    const change = { at, promiseId: obligation.id, treatment, isAddition: part === null, isOfTerm };
    if (!isOfTerm) return [{ ...change, from: treated.effectiveFrom }];
    // A term of its group ended. A promise that goes on gives up the price of the days after it, one that ends by then has its
    // days that are left; measured progress is one promise that is satisfied in part (25-13(b)).
    const { termEnd = treated.effectiveFrom } = treated;
    const { end } = scope.known(record, ({ createdAt }) => createdAt <= at).service;
    const from = end === null || end > termEnd ? termEnd : treated.effectiveFrom;
    return [{ ...change, from, treatment: treatment === "CUMULATIVE_CATCH_UP" ? treatment : "MIXED" }];
  };
  const added = treatments.get(obligation.id);
  const additions = isShared && added !== undefined ? changeOf(obligation.id, added.at, null) : [];
  // A promise that earns what its term bills changes with the dates of the term; the rest of stated prices follows those.
  const [isStated, isFollowing] = [obligation.billingTerm === null, roleOf(obligation) === "FOLLOWING"];
  const corrected = corrections.filter(
    (correction) => scope.counts(correction) && (correction.of === "PROMISE" ? isStated : isFollowing),
  );
  return [...additions, ...corrected.flatMap((one) => changeOf(one.modificationId ?? one.id, one.createdAt, one))];
}
