import { roleOf } from "../billing-terms/group.ts";
import type { PerformanceObligationRecord, PromiseNames } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { type Money, sum } from "../kernel/money.ts";
import type { KnownPromise } from "./known-promise.ts";
import { transactionPrice } from "./recognition.ts";
import type { RevenueEntry } from "./schedule.ts";

/** A performance obligation with all that is shown of it. */
export type PromiseWithRevenue = {
  readonly record: PerformanceObligationRecord & { readonly createdAt: string; readonly updatedAt: string };
  readonly known: KnownPromise;
  readonly names: PromiseNames;
  readonly schedule: readonly RevenueEntry[];
  readonly context: PricingContext;
};

/**
 * What a promise is worth, and how much of it is recognized in closed months. `price` is what its revenue comes to, null
 * where that is open; `stated` is as it was said, or for variable consideration what it came to so far.
 */
export function worthOf({ record, known, schedule, context }: PromiseWithRevenue): {
  readonly price: Money | null;
  readonly stated: Money | null;
  readonly recognized: Money;
} {
  const totalOf = (entries: readonly RevenueEntry[]) =>
    sum(
      entries.map(({ amount }) => amount),
      context.currency,
    );
  const recognized = totalOf(schedule.filter(({ status }) => status === "POSTED"));
  const role = roleOf(record.obligation);
  const price = transactionPrice(known, context);
  if (role === "DERIVED") return { price: null, stated: totalOf(schedule), recognized };
  return { price, stated: role === "STATED" ? record.obligation.transactionPrice : price, recognized };
}
