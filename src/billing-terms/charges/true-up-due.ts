import type { Day } from "../../kernel/day.ts";
import { type AnchoredPeriod, anchoredPeriods } from "../../kernel/periods.ts";
import { type BillingTerm, periodRule } from "../billing-term.ts";
import type { SeatAmendment } from "../seats.ts";
import { plannedIssueDate } from "./invoice-date.ts";

/** Where a charge is billed: on a day of its own, or with the regular invoice of a billing period. */
export type Due =
  | { readonly at: "DATE"; readonly day: Day }
  | { readonly at: "PERIOD"; readonly period: AnchoredPeriod };

/** The fields of a seat or price amendment that decide when its true-ups are billed. */
export type AmendmentTiming = Pick<SeatAmendment, "effectiveDate" | "invoicedThrough" | "trueUpTiming">;

/**
 * When the true-ups of an amendment are billed (data model 7.2): `IMMEDIATE` on its effective date. `CO_TERM` with the first
 * billing period that was not invoiced when the amendment was made and whose invoice is dated on or after the effective date,
 * or on the day after the term ends when no such period is left.
 */
export function dueOfTrueUps(
  term: BillingTerm,
  { effectiveDate, invoicedThrough, trueUpTiming }: AmendmentTiming,
): Due {
  if (trueUpTiming === "IMMEDIATE") return { at: "DATE", day: effectiveDate };
  for (const period of anchoredPeriods(periodRule(term))) {
    const isInvoiced = invoicedThrough !== null && period.covered.end <= invoicedThrough;
    const issueDate = plannedIssueDate(term.invoiceDateStrategy, period.covered, term.netPaymentTerms);
    if (!isInvoiced && issueDate >= effectiveDate) return { at: "PERIOD", period };
  }
  return { at: "DATE", day: term.end ?? effectiveDate };
}
