import { type Day, type Month, monthOf } from "../../kernel/day.ts";
import type { Money } from "../../kernel/money.ts";
import type { BillingCredit } from "../billing-credit.ts";
import type { BillingTerm } from "../billing-term.ts";
import type { SeatAmendment } from "../seats.ts";

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

/** True if progress is reported, and does not follow from the calendar (ASC 606-10-25-31). */
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
 * Revenue of a month that replaces the pattern: a manual amount, or the revenue of a closed month at the time when manual months
 * were set, so that the other months share the rest (data model 4.4).
 */
export type ManualMonth = { readonly month: Month; readonly total: Money; readonly isManual: boolean };

/** The record of a performance obligation; `revenue/` calculates its revenue. */
export type PerformanceObligation = {
  readonly id: string;
  readonly contractId: string;
  readonly billingTermGroupId: string;
  readonly name: string | null;
  /** Implied by its term: its price is what the term bills (rules 7). Null with a stated price. */
  readonly billingTerm: BillingTerm | null;
  /** For an obligation with a term: true if it only earns billing beyond the stated prices of its group (rules 7). */
  readonly isResidual: boolean;
  /** The stated price; null if it follows its term, or is recognized as billed or consumed. */
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
  readonly manualMonths: readonly ManualMonth[];
  readonly categoryId: string | null;
  readonly productId: string | null;
  readonly itemId: string | null;
  readonly classId: string | null;
  readonly eventTypeId: string | null;
};

/** A performance obligation without its term, which is stored and audited by itself. */
export type FollowingPob = Omit<PerformanceObligation, "billingTerm">;

type Served = Pick<PerformanceObligation, "service" | "recognitionDate">;

/**
 * The first and last month of a performance obligation that can be set manually: those of its service and recognition date.
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
 * The manual months that remain after a change of service days: months without service are removed (data model 4.4, 15.4), and after the
 * last manual month the stored revenue of closed months too.
 */
export function manualMonthsServed(manualMonths: readonly ManualMonth[], served: Served): readonly ManualMonth[] {
  if (served.service.end === null) return manualMonths;
  const { first, last } = manualMonthBounds(served);
  const kept = manualMonths.filter(({ month, isManual }) => !isManual || (month >= first && month <= last));
  return kept.some(({ isManual }) => isManual) ? kept : [];
}

/**
 * Changed fields of a performance obligation or its term, before and after, with the book month of the change.
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

/** A performance obligation with its changes and their book months. */
export type PerformanceObligationRecord = {
  /** With all changes recorded so far. */
  readonly pob: PerformanceObligation;
  /** Billing credits of its term, which lower revenue. */
  readonly billingCredits: readonly BillingCredit[];
  /** Of the performance obligation, and of the term that it follows. */
  readonly corrections: readonly Correction[];
  /** Amendments that were withdrawn. */
  readonly withdrawn: readonly WithdrawnAmendment[];
  readonly bookMonth: Month | null;
  readonly isDeleted: boolean;
  readonly deletionBookMonth: Month | null;
};

/** A withdrawn amendment, with the book month and the time of the withdrawal. */
export type WithdrawnAmendment = {
  readonly amendment: SeatAmendment;
  readonly bookMonth: Month | null;
  readonly createdAt?: string;
};

/** Fields that are shown with a performance obligation in addition to its own. */
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
 * The book month of an obligation (rules 7, "bookMonth"): the first open month when it was added or, if it was added before, when its
 * contract was approved; null if no month was closed then.
 */
export function effectiveBookMonth(
  { bookMonth }: Pick<PerformanceObligationRecord, "bookMonth">,
  { approvedBookMonth }: { readonly approvedBookMonth: Month | null },
): Month | null {
  return bookMonth ?? approvedBookMonth;
}
