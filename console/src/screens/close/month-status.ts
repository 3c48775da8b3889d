import type { AccountingPeriod } from "@accord/client";

/**
 * The status of a month. Empty months before the first active one are closed without a record: like every month up to the last closed
 * one, they are closed.
 */
export function monthStatus(
  month: string,
  period: Pick<AccountingPeriod, "status"> | undefined,
  closedThrough: string | undefined,
): AccountingPeriod["status"] {
  if (period !== undefined) return period.status;
  return closedThrough !== undefined && month <= closedThrough ? "CLOSED" : "OPEN";
}
