import type { Correction, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { add, type Money, money, negate } from "../kernel/money.ts";
import { type Scope, treatmentOf } from "./scope.ts";

/** A part of a term's price that changes hands between stated promises and the remainder, which gets it if above zero. */
export type StatedShift = { readonly amount: Money; readonly from: Day };

/** How the stated prices that a remainder is beyond have changed. */
export type StatedChanges = {
  /** Each from its day on. */
  readonly shifts?: readonly StatedShift[];
  /** What they were lowered by as if it had been agreed at first, above zero. */
  readonly lowered?: Money;
};

/**
 * What a remainder gets, or gives up, from the day of a change of the stated prices of its group: without it, what one of
 * them earns from then on the other would have earned from the first day. Where its own term changed with them, as it ended,
 * what the term bills says it all; and where it came to leave all to what is recognized as billed, or no longer does, it is
 * another pattern, which catches up.
 */
export function statedChanges(record: PerformanceObligationRecord, scope: Pick<Scope, "counts">): StatedChanges {
  if (record.obligation.billingTerm === null || record.treatments.size === 0) return {};
  const ofTerm = new Set(record.corrections.flatMap(({ of, id }) => (of === "TERM" ? [id] : [])));
  const shifts: StatedShift[] = [];
  let lowered: Money | undefined;
  for (const { modificationId, changes } of record.corrections.filter(scope.counts)) {
    const [more] = priceChangeOf({ changes });
    if (more === undefined || changes.recognitionPattern !== undefined || ofTerm.has(modificationId ?? "")) continue;
    const amount = negate(more);
    const change = record.treatments.get(modificationId ?? "");
    const isCaughtUp = treatmentOf(record, modificationId ?? "", scope) === "CUMULATIVE_CATCH_UP";
    if (change !== undefined && !isCaughtUp) shifts.push({ amount, from: change.effectiveFrom });
    else if (amount.minor > 0n) lowered = lowered === undefined ? amount : add(lowered, amount);
  }
  return { ...(shifts.length === 0 ? {} : { shifts }), ...(lowered === undefined ? {} : { lowered }) };
}

/** What a correction adds to a stated price, below zero where it lowers it; nothing where there is no price before and after it. */
export function priceChangeOf({ changes }: Pick<Correction, "changes">): Money[] {
  const { from, to } = changes.transactionPrice ?? {};
  return isStored(from) && isStored(to) ? [money(BigInt(to.minor) - BigInt(from.minor), to.currency)] : [];
}

/** An amount as corrections keep it. */
function isStored(value: unknown): value is { readonly minor: string; readonly currency: string } {
  return typeof value === "object" && value !== null && "minor" in value && "currency" in value;
}
