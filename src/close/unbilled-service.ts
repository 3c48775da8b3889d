import type { PricingContext } from "../billing-terms/charges/price.ts";
import { type Day, monthOf } from "../kernel/day.ts";
import { type Money, sum } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import type { PobRevenue } from "../revenue/contract-revenue.ts";
import { billedByPeriod } from "./billed-store.ts";
import { isCovered, unbilledOfCovered } from "./covered-unbilled.ts";

/**
 * The price of later terms that obligations with a shared price have earned before a day (rules 8). These terms have no lines yet, so the amount
 * belongs to no existing line.
 */
export async function unbilledBefore(
  { tx, merchant }: Pick<WriteContext, "tx" | "merchant">,
  pobs: readonly PobRevenue[],
  day: Day,
  context: PricingContext,
): Promise<Money> {
  const terms = pobs.filter(isCovered).flatMap(({ record: { billingTerm } }) => billingTerm?.id ?? []);
  const billed = await billedByPeriod(tx, merchant.id, terms, monthOf(day - 1));
  return sum(unbilledOfCovered(pobs, billed, day, context).values(), context.currency);
}
