import { throwFailures } from "../platform/failures.ts";
import type { DueWork } from "../platform/write.ts";
import { keepRevenue } from "./keep-service.ts";

/**
 * Events about a contract that move none of its revenue. All others are taken to: keeping it once too often is no harm. What is issued
 * moves that of some, which `changeWhereBillingEarns` changes beside the event; a credit that moves it changes its contract itself.
 */
export const changesNothing: ReadonlySet<string> = new Set([
  "contract.created",
  "contract.blocked",
  "contract.processed",
  "contract.file-uploaded",
  "contract.file-removed",
  "contract.metadata-updated",
  "contract.status-changed",
  "contract.tax-location-changed",
  "commitment.period-finalized",
  "credit-memo.applied",
  "credit-memo.unapplied",
  "credit-memo.refunded",
  "invoice.issued",
  "invoice.paid",
  "invoice.settlement-changed",
  "invoice.sent",
  "invoice.updated",
  "invoice.reminder-due",
  "payment.completed",
  "payment.applied",
  "payment.unapplied",
  "payment.refunded",
  "payment.failed",
  "usage.grace-changed",
  "usage.late-received",
]);

/**
 * Revenue that is not current is kept: the worker does it after each write, and this finds what it did not hear of, such as the next
 * month of what has no end.
 */
export const keepRevenueOfAll: DueWork = {
  name: "keep-revenue",
  nextDate: async () => undefined,
  run: async (platform, { merchantId }) => throwFailures(await keepRevenue(platform, merchantId), "contracts"),
};
