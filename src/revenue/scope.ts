import { asCounted, type Counts, countsIn } from "../billing-terms/known-record.ts";
import type { Treatment } from "../billing-terms/modification.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
} from "../billing-terms/performance-obligation.ts";
import type { Month } from "../kernel/day.ts";

/** Which facts are known, and how a promise looks with some of its corrections. */
export type Scope = {
  /** Tells scopes of the same records apart: what follows from the same facts is worked out once. */
  readonly key: string;
  readonly counts: Counts;
  readonly isThere: (record: PerformanceObligationRecord) => boolean;
  readonly known: (
    record: PerformanceObligationRecord,
    includes: (correction: Correction) => boolean,
  ) => PerformanceObligation;
};

export function scopeOf(key: string, counts: Counts, isThere: Scope["isThere"]): Scope {
  return { key, counts, isThere, known: (record, includes) => asCounted(record, counts, includes) };
}

/** All that is known by now. */
export const everything: Scope = scopeOf(
  "all",
  () => true,
  ({ isDeleted }) => !isDeleted,
);

/** What counts in a month (rules 7, "bookMonth"). */
export function scopeIn(month: Month): Scope {
  const counts = countsIn(month);
  return scopeOf(`in ${month}`, counts, (one) => {
    const isGone = one.isDeleted && (one.deletionBookMonth === null || one.deletionBookMonth <= month);
    return counts(one) && !isGone;
  });
}

/** What of a scope had been said by the end of a month; who is gone in the scope is gone. */
export function saidBy(scope: Scope, month: Month): Scope {
  const isSaid = countsIn(month);
  return scopeOf(
    `${scope.key}, said by ${month}`,
    (fact) => scope.counts(fact) && isSaid(fact),
    (one) => scope.isThere(one) && isSaid(one),
  );
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
