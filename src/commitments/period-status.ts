import type { Day } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import { keyOf, type UsageLineKey } from "../usage/late-usage.ts";

/** The status of a commitment period (data model 8.9). */
export const periodStatuses = ["FUTURE", "OPEN", "AWAITING_INVOICES", "FINALIZED"] as const;
export type PeriodStatus = (typeof periodStatuses)[number];

/**
 * The status of a period on a day. A period that is over is `AWAITING_INVOICES` until all its charges are billed and the grace days for late usage
 * are over.
 *
 * @param isBilled true if issued invoices bill exactly the charges of the period by present usage
 */
export function periodStatus(
  { start, end }: Period,
  { today, graceDays, isBilled }: { readonly today: Day; readonly graceDays: number; readonly isBilled: boolean },
): PeriodStatus {
  if (today < start) return "FUTURE";
  if (today < end) return "OPEN";
  return isBilled && today >= end + graceDays ? "FINALIZED" : "AWAITING_INVOICES";
}

/** A charge in minor units. LATE_USAGE has the key of the usage that it corrects. */
export type Charged = UsageLineKey & { readonly minor: bigint };

/** True if issued lines have the amount of each charge of the period, and nothing else. */
export function isAllBilled(owed: readonly Charged[], billed: readonly Charged[]): boolean {
  const rest = new Map<string, bigint>();
  const count = (charge: Charged, minor: bigint) => {
    const key = keyOf(charge);
    rest.set(key, (rest.get(key) ?? 0n) + minor);
  };
  for (const charge of owed) count(charge, charge.minor);
  for (const charge of billed) count(charge, -charge.minor);
  return [...rest.values()].every((minor) => minor === 0n);
}
