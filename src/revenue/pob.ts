import type { BillingTerm } from "../billing-terms/billing-term.ts";
import {
  isMeasured,
  type ManualMonth,
  type Milestone,
  type PerformanceObligation,
  type Progress,
} from "../billing-terms/performance-obligation.ts";
import { assert, unreachable } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";

/**
 * What a performance obligation earns: a price that was stated for it, all that its billing term bills, what its term bills
 * beyond the stated prices of its group (the residual), what its group bills as it is billed, or usage as it is consumed.
 */
export type PobPrice =
  | { readonly of: "STATED"; readonly amount: Money }
  | { readonly of: "TERM"; readonly term: BillingTerm }
  | { readonly of: "RESIDUAL"; readonly term: BillingTerm }
  | { readonly of: "BILLING" }
  | { readonly of: "USAGE" };

/**
 * How the price is earned, with the fields of that pattern alone (data model 6.5). `manual` are manual months (4.4).
 */
export type Recognition =
  | { readonly pattern: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY"; readonly manual: readonly ManualMonth[] }
  /** Earned on `date`; without one on the first day of service of each part of the price. */
  | { readonly pattern: "POINT_IN_TIME"; readonly date: Day | null; readonly manual: readonly ManualMonth[] }
  | { readonly pattern: "PERCENT_COMPLETE"; readonly progress: readonly Progress[] }
  | { readonly pattern: "MILESTONE"; readonly milestones: readonly Milestone[] }
  | { readonly pattern: "CUSTOM"; readonly months: readonly ManualMonth[] }
  | { readonly pattern: "RECOGNIZE_AS_BILLED" }
  | { readonly pattern: "RECOGNIZE_AS_CONSUMED" };

/** A performance obligation as the engines of revenue read it. */
export type Pob = {
  readonly id: string;
  readonly billingTermGroupId: string;
  /** Days of service, `end` exclusive; null while the service is open-ended. */
  readonly service: { readonly start: Day; readonly end: Day | null };
  readonly standaloneSellingPrice: Money | null;
  /** Does its stated price not depend on what happens? Only fixed prices are allocated. */
  readonly isFixed: boolean;
  readonly price: PobPrice;
  readonly recognition: Recognition;
};

/** The obligation of a record, whose columns hold every pattern and every kind of price side by side. */
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
  const { recognitionPattern: pattern, recognitionDate: date, milestones, progress, pinned, service } = record;
  // Every billing period of an open-ended obligation is its own price: there is no whole that other months could share.
  const manual = service.end === null ? [] : pinned;
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
      return { pattern, months: pinned };
    case "RECOGNIZE_AS_BILLED":
    case "RECOGNIZE_AS_CONSUMED":
      return { pattern };
    default:
      return unreachable(pattern);
  }
}

/** Is its price stated, and does it depend on nothing that happens? */
export function isFixedStated({ price, isFixed }: Pob): boolean {
  return price.of === "STATED" && isFixed;
}

/** Is progress reported rather than read off the calendar? */
export function isMeasuredPob({ recognition: { pattern } }: Pick<Pob, "recognition">): boolean {
  return isMeasured(pattern);
}

/** Is it earned by the calendar, on every day of service, with no month set manually? */
export function isOverTime({ recognition }: Pick<Pob, "recognition">): boolean {
  const { pattern } = recognition;
  return (pattern === "STRAIGHT_LINE" || pattern === "STRAIGHT_LINE_DAILY") && recognition.manual.length === 0;
}

/** The days of `days` that are served; where there are none, the nearest one. */
export function servedDays({ service: { start, end } }: Pick<Pob, "service">, days: Period): Period {
  const [first, last] = [start, end ?? days.end];
  const from = Math.min(Math.max(days.start, first), last - 1);
  return { start: from, end: Math.max(Math.min(days.end, last), from + 1) };
}
