import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import { type Scope, treatmentOf } from "./scope.ts";

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
