import type { Price, TierScope } from "../billing-terms/billing-term.ts";
import type { AppliedDiscount } from "../billing-terms/discount.ts";
import type { TierCharge } from "../billing-terms/tier-price.ts";
import type { Day } from "../kernel/day.ts";
import type { AnchoredPeriod, Period } from "../kernel/periods.ts";
import type { ProrationPolicy } from "../kernel/proration.ts";
import type { Ratio } from "../kernel/ratio.ts";

/** How a billing period of a usage term is priced. */
export type UsageRule = {
  readonly price: Price;
  readonly tierScope: TierScope;
  readonly prorationPolicy: ProrationPolicy;
  readonly billingPeriod: AnchoredPeriod;
  /** The first day of the term. */
  readonly termStart: Day;
  /** May more be credited than is used? Of a sum, but not of a largest or last value. */
  readonly isSum: boolean;
  /** The days of it that are priced: all that it covers, or those with one price where the price changes inside. */
  readonly days: Period;
};

/** Usage that is priced together: its tiers, minimum and maximum count all of it. */
export type RatedGroup = {
  readonly quantity: Ratio;
  readonly tiers: readonly TierCharge[];
  /** Of the full period that the billing period covers: what minimum, maximum and flat amounts are prorated by. */
  readonly share: Ratio;
  /** Exact, before and after the maximum. */
  readonly gross: Ratio;
  readonly capped: Ratio;
  readonly appliedDiscounts: readonly AppliedDiscount[];
  /** Exact, after discounts, before the minimum. */
  readonly net: Ratio;
  /** Of the whole billing period; null where the days have none. */
  readonly minimum: Ratio | null;
  /** What earlier parts of the billing period leave of its maximum. */
  readonly maximum: Ratio | null;
};
