import { aggregationAndDifferentiatorDeals } from "./aggregations-and-differentiators.ts";
import { lateUsageDeals } from "./late-usage.ts";
import { minimumsAndMaximumDeals } from "./minimums-and-maximums.ts";
import { usageBesideStatedPriceDeals } from "./usage-beside-stated-prices.ts";
import { usageCorrectionDeals } from "./usage-corrections.ts";

export const usageDeals = [
  aggregationAndDifferentiatorDeals,
  lateUsageDeals,
  minimumsAndMaximumDeals,
  usageBesideStatedPriceDeals,
  usageCorrectionDeals,
].flat();
