import type { DueWork } from "../platform/write.ts";
import { processAwaiting } from "./processing-service.ts";

/**
 * Contracts that wait to be processed. The worker does this at once; here a sandbox merchant's are done before its clock
 * moves on (rules 4), and the hourly scan finds those whose job was lost.
 */
export const processAwaitingContracts: DueWork = {
  name: "process-awaiting-contracts",
  nextDate: async () => undefined,
  run: (platform, { merchantId }) => processAwaiting(platform, merchantId),
};

export { processContract } from "./processing-service.ts";
