import type { Month } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { RevenueSource } from "./schedule.ts";

/** Revenue that a close posts for one performance obligation. */
export type RevenuePosting = {
  readonly performanceObligationId: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly categoryId: string | null;
  readonly month: Month;
  readonly source: RevenueSource;
  readonly earnedMonth: Month;
  readonly closeCount: number;
  readonly amount: Money;
  readonly journalEntryId: string;
};

/** What is posted for an obligation before a month, and in it by source. */
export type PostedRevenue = { readonly before: bigint; readonly pattern: bigint; readonly catchUp: bigint };
