import type { DueWork, Subscriber } from "../platform/write.ts";
import { processAwaiting } from "./processing-service.ts";
import { checkReadiness } from "./service.ts";

/** A contract that waits for the address of its customer waits no longer than the address does, and the other way round. */
export const readinessSubscriber: Subscriber = {
  name: "check-readiness",
  types: ["contract.tax-location-changed"],
  react: (ctx, events) => checkReadiness(ctx, [...new Set(events.map((event) => event.contractId))]),
};

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
