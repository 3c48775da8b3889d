import type { AccountingPeriod } from "@accord/client";

/**
 * How a month stands. One that was closed without a record of its own, as empty months before the first active one are, is not
 * listed, and is closed as every month through the last closed one.
 */
export function monthStatus(
  month: string,
  period: Pick<AccountingPeriod, "status"> | undefined,
  closedThrough: string | undefined,
): AccountingPeriod["status"] {
  if (period !== undefined) return period.status;
  return closedThrough !== undefined && month <= closedThrough ? "CLOSED" : "OPEN";
}
