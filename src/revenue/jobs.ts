import { throwFailures } from "../platform/failures.ts";
import type { DueWork } from "../platform/write.ts";
import { refreshStoredRevenue } from "./stored-revenue-service.ts";

/**
 * Events that do not change the revenue of their contract. All others are assumed to, since an unnecessary recalculation does no harm.
 * Issued invoices change the revenue of as-billed obligations only (`markContractsEarningByBilling` marks those), and credits mark their
 * contract themselves.
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
 * Refreshes all stored revenue that is out of date. The worker does this after each write; this scan finds the rest, such as a new month of
 * open-ended obligations.
 */
export const refreshAllStoredRevenue: DueWork = {
  name: "refresh-stored-revenue",
  nextDate: async () => undefined,
  run: async (platform, { merchantId }) => throwFailures(await refreshStoredRevenue(platform, merchantId), "contracts"),
};
