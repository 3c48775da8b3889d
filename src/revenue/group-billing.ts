import type { PerformanceObligation, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { Scope } from "./scope.ts";

/** What an issued line billed, by the date of its invoice; a voided one no longer counts. */
export type BilledAmount = { readonly date: Day; readonly amount: Money };

/** The same with the term that it billed, and its event type. */
export type TermAmount = BilledAmount & { readonly billingTermId: string; readonly eventTypeId: string | null };

/** What a group billed, by date, and its promises: who earns what of it follows from what is known of each. */
export type GroupBilling = {
  readonly amounts: readonly TermAmount[];
  readonly promises: readonly PerformanceObligationRecord[];
};

/**
 * What of its billing a group leaves to a promise that is recognized as billed. The others that are there have the rest, each
 * by the pattern that counts in the scope: usage by its event type, fixed terms by stated prices, and a term by the promise
 * that follows it (rules 7).
 */
export function billedAsKnown({ amounts, promises }: GroupBilling, scope: Scope): readonly BilledAmount[] {
  const others = promises
    .filter(scope.isThere)
    .map((one) => scope.known(one, () => true))
    .filter(({ recognitionPattern }) => recognitionPattern !== "RECOGNIZE_AS_BILLED");
  if (others.length === 0) return amounts;
  return amounts.filter((amount) => !others.some((promise) => earnsOf(promise, amount)));
}

function earnsOf(promise: PerformanceObligation, { billingTermId, eventTypeId }: TermAmount): boolean {
  if (promise.billingTerm?.id === billingTermId) return true;
  if (eventTypeId !== null) return promise.eventTypeId === eventTypeId;
  return promise.billingTerm === null && promise.considerationType === "FIXED";
}
