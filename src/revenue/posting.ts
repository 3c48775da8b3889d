import type { Month } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { RevenueSource } from "./schedule.ts";

/** Revenue that a close posts for one performance obligation. */
export type RevenuePosting = {
  readonly performanceObligationId: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly categoryId: string | null;
  /** Shown on its journal line beside the category. */
  readonly itemId: string | null;
  readonly classId: string | null;
  readonly month: Month;
  readonly source: RevenueSource;
  readonly earnedMonth: Month;
  readonly closeCount: number;
  readonly amount: Money;
  readonly journalEntryId: string;
};

/** Revenue posted for an obligation before a month, and in it by source; minor units. */
export type PostedRevenue = {
  readonly before: bigint;
  /** In the month, by pattern or as consumed. */
  readonly pattern: bigint;
  readonly catchUp: bigint;
  /** Lapsed prepaid value, before the month and in it; not contained in the other fields. */
  readonly breakage: bigint;
};

export const nothingPosted: PostedRevenue = { before: 0n, pattern: 0n, catchUp: 0n, breakage: 0n };
