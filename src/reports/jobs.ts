import type { DueWork } from "../platform/write.ts";
import { keepClosedMonths } from "./kept-months-service.ts";

/** Closed months are added up for reports; who reads one before does it itself. */
export const keepClosedMonthsOfAll: DueWork = {
  name: "keep-closed-months",
  nextDate: async () => undefined,
  run: (platform, { merchantId }) => keepClosedMonths(platform, merchantId),
};
