import type { DueWork } from "../platform/write.ts";
import { storeMonthEndBalances } from "./month-end-balances-service.ts";

/** Stores sums of closed months for reports. Until a month is stored, reports add it up from the journal. */
export const storeAllMonthEndBalances: DueWork = {
  name: "store-month-end-balances",
  nextDate: async () => undefined,
  run: (platform, { merchantId }) => storeMonthEndBalances(platform, merchantId),
};
