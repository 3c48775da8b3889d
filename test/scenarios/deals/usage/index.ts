import { lateUsageDeals } from "./late-usage.ts";
import { minimumsAndMaximumDeals } from "./minimums-and-maximums.ts";
import { usageCorrectionDeals } from "./usage-corrections.ts";

export const usageDeals = [lateUsageDeals, minimumsAndMaximumDeals, usageCorrectionDeals].flat();
