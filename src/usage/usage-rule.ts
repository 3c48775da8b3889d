import type { Price, TierScope } from "../billing-terms/billing-term.ts";
import type { AppliedDiscount } from "../billing-terms/charges/discount.ts";
import type { TierCharge } from "../billing-terms/charges/tier-price.ts";
import type { Day } from "../kernel/day.ts";
import type { AnchoredPeriod, Period } from "../kernel/periods.ts";
import type { ProrationPolicy } from "../kernel/proration.ts";
import type { Ratio } from "../kernel/ratio.ts";
import type { Aggregation } from "./event-type.ts";

/** How a billing period of a usage term is priced. */
export type UsageRule = {
  readonly price: Price;
  readonly tierScope: TierScope;
  readonly prorationPolicy: ProrationPolicy;
  readonly billingPeriod: AnchoredPeriod;
  /** The first day of the term. */
  readonly termStart: Day;
  /** Of SUM, more may be credited than used. */
  readonly aggregation: Aggregation;
  /** The priced days of the billing period: all, or those with one price if the price changes within it. */
  readonly days: Period;
};

/** Usage that is priced together, with common tiers, minimum and maximum. */
export type RatedGroup = {
  readonly quantity: Ratio;
  readonly tiers: readonly TierCharge[];
  /** The share of the full period by which minimum, maximum and flat amounts are prorated. */
  readonly share: Ratio;
  /** Exact amounts before (`gross`) and after (`capped`) the maximum. */
  readonly gross: Ratio;
  readonly capped: Ratio;
  readonly appliedDiscounts: readonly AppliedDiscount[];
  /** Exact, after discounts, before the minimum. */
  readonly net: Ratio;
  /** The minimum of the whole billing period; null if these days have none. */
  readonly minimum: Ratio | null;
  /** The rest of the billing period's maximum after earlier parts; null if these days have none. */
  readonly maximum: Ratio | null;
};
