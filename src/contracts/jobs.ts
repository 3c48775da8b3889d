import type { DueWork, Subscriber } from "../platform/write.ts";
import { processAwaiting } from "./processing-service.ts";
import { checkReadiness } from "./service.ts";

/** Derives the status of contracts again when the tax location of their customer changed. */
export const readinessSubscriber: Subscriber = {
  name: "check-readiness",
  types: ["contract.tax-location-changed"],
  react: (ctx, events) => checkReadiness(ctx, [...new Set(events.map((event) => event.contractId))]),
};

/**
 * Processes contracts that wait for it. Usually the worker does so at once. This job processes contracts of a sandbox before its clock moves on
 * (rules 4), and the hourly run finds contracts whose job was lost.
 */
export const processAwaitingContracts: DueWork = {
  name: "process-awaiting-contracts",
  nextDate: async () => undefined,
  run: (platform, { merchantId }) => processAwaiting(platform, merchantId),
};

export { processContract } from "./processing-service.ts";
