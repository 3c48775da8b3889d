import type { PricingContext } from "../billing-terms/charges/price.ts";
import { fixedBilling, roleOf } from "../billing-terms/performance-obligations/group.ts";
import type {
  PerformanceObligationRecord,
  PobNames,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { type Money, sumAmounts } from "../kernel/money.ts";
import type { PobRevenue } from "./contract-revenue.ts";
import type { RevenueEntry } from "./schedule.ts";

/** A performance obligation with everything that views show. */
export type PobWithRevenue = {
  readonly record: PerformanceObligationRecord & { readonly createdAt: string; readonly updatedAt: string };
  readonly revenue: PobRevenue;
  readonly names: PobNames;
  readonly schedule: readonly RevenueEntry[];
  readonly context: PricingContext;
};

/**
 * The amounts of an obligation: `price`, its total revenue, null if open; `stated`, its stated price, else what its term bills, or for variable
 * consideration the amount so far; `recognized`, posted in closed months.
 */
export function amountsOfPob({ record, revenue, schedule, context }: PobWithRevenue): {
  readonly price: Money | null;
  readonly stated: Money | null;
  readonly recognized: Money;
} {
  const recognized = sumAmounts(
    schedule.filter(({ status }) => status === "POSTED"),
    context.currency,
  );
  const role = roleOf(record.pob);
  if (role === "AS_BILLED_OR_CONSUMED")
    return { price: null, stated: sumAmounts(schedule, context.currency), recognized };
  const { price, pob, isShared } = revenue;
  if (role === "STATED") return { price, stated: record.pob.transactionPrice, recognized };
  const billed = isShared && pob.price.of === "TERM" ? fixedBilling(pob.price.term, null, context) : price;
  return { price, stated: billed, recognized };
}
