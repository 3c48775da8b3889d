import type { Month } from "../kernel/day.ts";
import type { Check } from "./checklist.ts";

export const periodStatuses = ["OPEN", "CLOSED", "REOPENED"] as const;

/** A month that was closed at least once, or in which a sub-ledger is locked; one that was never closed is OPEN. */
export type PeriodRow = {
  readonly month: Month;
  readonly status: (typeof periodStatuses)[number];
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly reopenedAt: string | null;
  readonly reopenedBy: string | null;
  readonly reopenReason: string | null;
  readonly reopenedWith: Month | null;
  readonly closeCount: number;
  readonly checks: readonly Check[];
};
