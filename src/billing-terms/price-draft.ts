import type { Day } from "../kernel/day.ts";
import type { AmountType, DiscountType, Escalator, PricingType, TierBoundary } from "./billing-term.ts";

/** What a request says of a price; decimal texts. */
export type PriceDraft = {
  readonly pricingType: PricingType;
  readonly pricing: readonly {
    tier?: number | undefined;
    amount: string;
    amountType: AmountType;
    tierMinimum: string;
  }[];
  readonly tierBoundary: TierBoundary;
  readonly packageSize: string | null;
  readonly minimumPackages: 0 | 1;
  readonly quantity: string | undefined;
  readonly discounts: readonly DiscountDraft[];
  readonly escalator: Escalator | null;
  readonly minimumAmount: string | null;
  readonly maximumAmount: string | null;
};

/** `last` is the last day of the window, inclusive. */
export type DiscountDraft = {
  readonly type: DiscountType;
  readonly amount: string;
  readonly note: string | null;
  readonly start: Day | null;
  readonly last: Day | null;
  /** Where it is in the request; without it, at its number of `/discounts`. */
  readonly place?: string;
};
