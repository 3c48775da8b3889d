import { type Day, type Month, monthOf } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { BillingCredit } from "./billing-credit.ts";
import type { BillingTerm } from "./billing-term.ts";
import type { SeatAmendment } from "./seats.ts";

export const recognitionPatterns = [
  "STRAIGHT_LINE",
  "STRAIGHT_LINE_DAILY",
  "POINT_IN_TIME",
  "RECOGNIZE_AS_BILLED",
  "RECOGNIZE_AS_CONSUMED",
  "PERCENT_COMPLETE",
  "MILESTONE",
  "CUSTOM",
] as const;
/** How the revenue of a performance obligation is earned (data model 6.5). */
export type RecognitionPattern = (typeof recognitionPatterns)[number];

/** Is progress reported rather than read off the calendar (ASC 606-10-25-31)? */
export function isMeasured(pattern: RecognitionPattern): boolean {
  return pattern === "PERCENT_COMPLETE" || pattern === "MILESTONE";
}

export const considerationTypes = ["FIXED", "VARIABLE"] as const;
export type ConsiderationType = (typeof considerationTypes)[number];

/** A part of the work with its weight, reached on a day or not yet. Weights are decimal texts above zero, any sum. */
export type Milestone = { readonly name: string; readonly weight: string; readonly reachedDate: Day | null };

/** How much is complete by a day, cumulative: a fraction as decimal text. */
export type Progress = { readonly asOf: Day; readonly percentComplete: string };

/**
 * The revenue of a month in place of what the pattern says: given manually, or what a closed month had when the others
 * were given theirs, so that they share what was left (data model 4.4).
 */
export type ManualMonth = { readonly month: Month; readonly total: Money; readonly isManual: boolean };

/** A performance obligation to a customer as a record; how its revenue is earned is worked out in `revenue/`. */
export type PerformanceObligation = {
  readonly id: string;
  readonly contractId: string;
  readonly billingTermGroupId: string;
  readonly name: string | null;
  /** Implied by its term: its price is what the term bills (rules 7). Null with a stated price. */
  readonly billingTerm: BillingTerm | null;
  /** With a term: does it earn what the term bills beyond the stated prices of its group alone (rules 7)? */
  readonly isResidual: boolean;
  /** The price that was stated for it; null while it follows its term or earns what is billed or consumed. */
  readonly transactionPrice: Money | null;
  readonly standaloneSellingPrice: Money | null;
  readonly considerationType: ConsiderationType;
  readonly recognitionPattern: RecognitionPattern;
  /** Days of service, `end` exclusive; null for an evergreen performance obligation. */
  readonly service: { readonly start: Day; readonly end: Day | null };
  /** The day control passes, for `POINT_IN_TIME` alone. */
  readonly recognitionDate: Day | null;
  readonly milestones: readonly Milestone[];
  readonly progress: readonly Progress[];
  readonly pinned: readonly ManualMonth[];
  readonly categoryId: string | null;
  readonly productId: string | null;
  readonly itemId: string | null;
  readonly classId: string | null;
  readonly eventTypeId: string | null;
};

type Served = Pick<PerformanceObligation, "service" | "recognitionDate">;

/**
 * The first and the last month of a performance obligation that may be pinned: those of its service, and that of its
 * day.
 */
export function manualMonthBounds({ service, recognitionDate }: Served): {
  readonly first: Month;
  readonly last: Month;
} {
  const first = monthOf(Math.min(service.start, recognitionDate ?? service.start));
  if (service.end === null) return { first, last: first };
  return { first, last: monthOf(Math.max(service.end - 1, recognitionDate ?? service.start)) };
}

/**
 * The manual months that are left when a performance obligation is served on other days: one without service
 * goes (data model 4.4, 15.4), and with the last of them what closed months had.
 */
export function manualMonthsServed(pinned: readonly ManualMonth[], served: Served): readonly ManualMonth[] {
  if (served.service.end === null) return pinned;
  const { first, last } = manualMonthBounds(served);
  const kept = pinned.filter(({ month, isManual }) => !isManual || (month >= first && month <= last));
  return kept.some(({ isManual }) => isManual) ? kept : [];
}

/**
 * A field of the performance obligation or of its term as it was and as it became, and the first month that this may
 * move.
 */
export type Correction = {
  readonly id: string;
  /** The modification of the contract that it is a part of, or null. */
  readonly modificationId: string | null;
  readonly createdAt: string;
  readonly of: "TERM" | "POB";
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
  readonly bookMonth: Month | null;
};

/** A correction of a term, with the id of the term. */
export type TermCorrection = Correction & { readonly billingTermId: string };

/** A performance obligation with what decides when each part of it counts. */
export type PerformanceObligationRecord = {
  /** With all that is known by now. */
  readonly pob: PerformanceObligation;
  /** What credit memos and write-offs credited of what its term billed: revenue goes with it. */
  readonly billingCredits: readonly BillingCredit[];
  /** Of the performance obligation, and of the term that it follows. */
  readonly corrections: readonly Correction[];
  /** Amendments that were withdrawn. */
  readonly withdrawn: readonly WithdrawnAmendment[];
  readonly bookMonth: Month | null;
  readonly isDeleted: boolean;
  readonly deletionBookMonth: Month | null;
};

/** An amendment that was withdrawn, with the month from which it no longer counts and the moment when that was said. */
export type WithdrawnAmendment = {
  readonly amendment: SeatAmendment;
  readonly bookMonth: Month | null;
  readonly createdAt?: string;
};

/** What a performance obligation is shown with beside its own facts. */
export type PobNames = {
  readonly groupName: string | null;
  readonly productName: string | null;
  readonly itemName: string | null;
  readonly className: string | null;
  readonly categoryName: string | null;
  readonly eventTypeName: string | null;
  /** The terms of its group, or the one that it follows, by first day. */
  readonly billingTermIds: readonly string[];
  readonly hasIssuedInvoice: boolean;
};

/**
 * The first month that an obligation may move (rules 7, "bookMonth"): the one open when it was added, or, for one that was
 * there before, when its contract was approved; null while nothing was closed then.
 */
export function effectiveBookMonth(
  { bookMonth }: Pick<PerformanceObligationRecord, "bookMonth">,
  { approvedBookMonth }: { readonly approvedBookMonth: Month | null },
): Month | null {
  return bookMonth ?? approvedBookMonth;
}
