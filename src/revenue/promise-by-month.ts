import { effectiveBookMonth, type PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { Month } from "../kernel/day.ts";
import { bookMonthsOf } from "./book-months.ts";
import { allKnown, type KnownPromise, knownIn, type PromiseContext } from "./known-promise.ts";

/** A promise as each month counts it. */
export type PromiseByMonth = {
  /** With all that is known by now, as the months count it from the last turn on. */
  readonly known: KnownPromise;
  /** The months that count it otherwise than the month before, in order. */
  readonly turns: readonly Month[];
  /** The promise as a month counts it; null where it does not move the month. */
  readonly countedIn: (month: Month) => KnownPromise | null;
};

/** When the contract of a promise was approved, which is when its promises came to count. */
type Approval = { readonly approvedBookMonth: Month | null };

/**
 * Does the promise move the month? Not before the first month that was open when it came to count, nor once it was deleted
 * (rules 7, "bookMonth").
 */
export function doesCount(record: PerformanceObligationRecord, approval: Approval, month: Month): boolean {
  const bookMonth = effectiveBookMonth(record, approval);
  const hasBegun = bookMonth === null || bookMonth <= month;
  const hasEnded = record.isDeleted && (record.deletionBookMonth === null || record.deletionBookMonth <= month);
  return hasBegun && !hasEnded;
}

/**
 * A promise month by month, as closes count it. Months know the same from one turn to the next, so it is worked out once for
 * them; mostly all facts count in all open months, and it is worked out once.
 */
export function promiseByMonth(
  record: PerformanceObligationRecord,
  approval: Approval,
  context: PromiseContext,
): PromiseByMonth {
  const known = allKnown(record, context);
  const begun = effectiveBookMonth(record, approval);
  const bookMonths = bookMonthsOf(record, context);
  const turns =
    begun === null || bookMonths.includes(begun) ? bookMonths : [...bookMonths, begun].sort((a, b) => a - b);
  const last = turns.at(-1) ?? Number.NEGATIVE_INFINITY;
  const found = new Map<Month | undefined, KnownPromise | null>();
  return {
    known,
    turns,
    countedIn: (month) => {
      if (month >= last) return record.isDeleted ? null : known;
      const turn = turns.findLast((each) => each <= month);
      let counted = found.get(turn);
      if (counted === undefined) {
        counted = doesCount(record, approval, month) ? knownIn(record, month, context) : null;
        found.set(turn, counted);
      }
      return counted;
    },
  };
}

/** A promise that every month counts alike. */
export function alike(known: KnownPromise): PromiseByMonth {
  return { known, turns: [], countedIn: () => known };
}
