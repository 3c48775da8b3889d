import { fixedBilling, roleOf } from "../billing-terms/group.ts";
import type { PerformanceObligationRecord, PobNames } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { type Money, sum } from "../kernel/money.ts";
import type { PobRevenue } from "./contract-revenue.ts";
import type { RevenueEntry } from "./schedule.ts";

/** A performance obligation with all that is shown of it. */
export type PobWithRevenue = {
  readonly record: PerformanceObligationRecord & { readonly createdAt: string; readonly updatedAt: string };
  readonly revenue: PobRevenue;
  readonly names: PobNames;
  readonly schedule: readonly RevenueEntry[];
  readonly context: PricingContext;
};

/**
 * The amounts of an obligation. `price` is what its revenue comes to, null where that is open; `stated` is as it was stated, of
 * one that follows a term what that bills, or for variable consideration what it came to so far; `recognized` is posted in closed
 * months.
 */
export function amountsOfPob({ record, revenue, schedule, context }: PobWithRevenue): {
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
  const role = roleOf(record.pob);
  if (role === "AS_BILLED_OR_CONSUMED") return { price: null, stated: totalOf(schedule), recognized };
  const { price, pob, isShared } = revenue;
  if (role === "STATED") return { price, stated: record.pob.transactionPrice, recognized };
  const billed = isShared && pob.price.of === "TERM" ? fixedBilling(pob.price.term, null, context) : price;
  return { price, stated: billed, recognized };
}
