import type { DueWork } from "../platform/write.ts";
import { keepClosedMonths } from "./kept-months-service.ts";

/** Stores sums of closed months for reports. Until a month is stored, reports add it up from the journal. */
export const keepClosedMonthsOfAll: DueWork = {
  name: "keep-closed-months",
  nextDate: async () => undefined,
  run: (platform, { merchantId }) => keepClosedMonths(platform, merchantId),
};
