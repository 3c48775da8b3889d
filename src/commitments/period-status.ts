import type { Day } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import { keyOf, type UsageLineKey } from "../usage/late-usage.ts";

/** How far a commitment period has come (data model 8.9). */
export const periodStatuses = ["FUTURE", "OPEN", "AWAITING_INVOICES", "FINALIZED"] as const;
export type PeriodStatus = (typeof periodStatuses)[number];

/**
 * A period that is over waits for its invoices while something of it is not billed, and while usage may still come in
 * time for them.
 *
 * @param isBilled every charge of the period is on an issued invoice, as it is owed now
 */
export function periodStatus(
  { start, end }: Period,
  { today, graceDays, isBilled }: { readonly today: Day; readonly graceDays: number; readonly isBilled: boolean },
): PeriodStatus {
  if (today < start) return "FUTURE";
  if (today < end) return "OPEN";
  return isBilled && today >= end + graceDays ? "FINALIZED" : "AWAITING_INVOICES";
}

/** A charge, in minor units; a LATE_USAGE has the key of the usage that it belongs to. */
export type Charged = UsageLineKey & { readonly minor: bigint };

/** Do the issued lines of a period come to what it owes, charge by charge? */
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
