import type { BillingTerm } from "../billing-terms/billing-term.ts";
import {
  isMeasured,
  type ManualMonth,
  type Milestone,
  type PerformanceObligation,
  type Progress,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { assert, unreachable } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";

/**
 * The price of a performance obligation: stated; all that its billing term bills; what its term bills beyond the stated prices of its group
 * (a residual); what its group bills, as it is billed; or usage, as it is consumed.
 */
export type PobPrice =
  | { readonly of: "STATED"; readonly amount: Money }
  | { readonly of: "TERM"; readonly term: BillingTerm }
  | { readonly of: "RESIDUAL"; readonly term: BillingTerm }
  | { readonly of: "BILLING" }
  | { readonly of: "USAGE" };

/**
 * How the price is earned, with the fields of that pattern only (data model 6.5). `manual` has the manual months (4.4).
 */
export type Recognition =
  | { readonly pattern: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY"; readonly manual: readonly ManualMonth[] }
  /** Earned on `date`; if null, on the first day of service of each part of the price. */
  | { readonly pattern: "POINT_IN_TIME"; readonly date: Day | null; readonly manual: readonly ManualMonth[] }
  | { readonly pattern: "PERCENT_COMPLETE"; readonly progress: readonly Progress[] }
  | { readonly pattern: "MILESTONE"; readonly milestones: readonly Milestone[] }
  | { readonly pattern: "CUSTOM"; readonly months: readonly ManualMonth[] }
  | { readonly pattern: "RECOGNIZE_AS_BILLED" }
  | { readonly pattern: "RECOGNIZE_AS_CONSUMED" };

/** A performance obligation as the revenue engines use it. */
export type Pob = {
  readonly id: string;
  readonly billingTermGroupId: string;
  /** Days of service, `end` exclusive; null while the service is open-ended. */
  readonly service: { readonly start: Day; readonly end: Day | null };
  readonly standaloneSellingPrice: Money | null;
  /** True if its stated price is fixed consideration. Only fixed prices are allocated. */
  readonly isFixed: boolean;
  readonly price: PobPrice;
  readonly recognition: Recognition;
};

/** Makes the typed unions from a record, whose columns hold all patterns and kinds of price side by side. */
export function pobFrom(record: PerformanceObligation): Pob {
  const { id, billingTermGroupId, service, standaloneSellingPrice, considerationType } = record;
  return {
    id,
    billingTermGroupId,
    service,
    standaloneSellingPrice,
    isFixed: considerationType === "FIXED",
    price: priceFrom(record),
    recognition: recognitionFrom(record),
  };
}

function priceFrom(record: PerformanceObligation): PobPrice {
  const { billingTerm: term, transactionPrice, recognitionPattern: pattern } = record;
  if (term !== null && record.isResidual) return { of: "RESIDUAL", term };
  if (pattern === "RECOGNIZE_AS_CONSUMED") return { of: "USAGE" };
  if (pattern === "RECOGNIZE_AS_BILLED") return { of: "BILLING" };
  if (term === null) {
    assert(transactionPrice !== null, "an obligation without a billing term has a stated price");
    return { of: "STATED", amount: transactionPrice };
  }
  return { of: "TERM", term };
}

function recognitionFrom(record: PerformanceObligation): Recognition {
  const { recognitionPattern: pattern, recognitionDate: date, milestones, progress, manualMonths, service } = record;
  // Each billing period of an open-ended obligation has its own price, so there is no total for other months to share.
  const manual = service.end === null ? [] : manualMonths;
  switch (pattern) {
    case "STRAIGHT_LINE":
    case "STRAIGHT_LINE_DAILY":
      return { pattern, manual };
    case "POINT_IN_TIME":
      return { pattern, date, manual };
    case "PERCENT_COMPLETE":
      return { pattern, progress };
    case "MILESTONE":
      return { pattern, milestones };
    case "CUSTOM":
      return { pattern, months: manualMonths };
    case "RECOGNIZE_AS_BILLED":
    case "RECOGNIZE_AS_CONSUMED":
      return { pattern };
    default:
      return unreachable(pattern);
  }
}

/** True if it has a stated, fixed price. */
export function isFixedStated({ price, isFixed }: Pob): boolean {
  return price.of === "STATED" && isFixed;
}

/** True if it is earned by reported progress or milestones. */
export function isMeasuredPob({ recognition: { pattern } }: Pick<Pob, "recognition">): boolean {
  return isMeasured(pattern);
}

/** True if it is earned on every day of service, with no manual month. */
export function isOverTime({ recognition }: Pick<Pob, "recognition">): boolean {
  const { pattern } = recognition;
  return (pattern === "STRAIGHT_LINE" || pattern === "STRAIGHT_LINE_DAILY") && recognition.manual.length === 0;
}

/**
 * True if it earns what its term bills by the calendar, and some months are set manually. A stated price with such months always catches up (ADR
 * 0016).
 */
export function isSetByMonth({ price, recognition }: Pick<Pob, "price" | "recognition">): boolean {
  const { pattern } = recognition;
  const isByCalendar = pattern === "STRAIGHT_LINE" || pattern === "STRAIGHT_LINE_DAILY";
  return price.of === "TERM" && isByCalendar && recognition.manual.length > 0;
}

/** The part of `days` within the service; if there is none, the nearest day of service. */
export function servedDays({ service: { start, end } }: Pick<Pob, "service">, days: Period): Period {
  const [first, last] = [start, end ?? days.end];
  const from = Math.min(Math.max(days.start, first), last - 1);
  return { start: from, end: Math.max(Math.min(days.end, last), from + 1) };
}
