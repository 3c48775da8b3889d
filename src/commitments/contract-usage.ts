import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { kindOf } from "../billing-terms/billing-term.ts";
import { correctedTerm, effectiveInMonth } from "../billing-terms/modifications/record-as-of.ts";
import type { TermCorrection } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { required } from "../kernel/assert.ts";
import type { Day, Month } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import { type DayOfUsage, quantityOf, usageAsOfMonth } from "../usage/daily-usage.ts";
import type { Aggregation } from "../usage/event-type.ts";
import type { MeteredTerm } from "../usage/usage-charges.ts";
import { type Commitment, type CommittedTerms, type DailyUsage, termsNamedBy } from "./commitment.ts";
import { type CommitmentChange, commitmentsAsOf } from "./commitment-as-of.ts";
import { overlap } from "./commitment-periods.ts";

/** All facts from which the price of one contract's usage is calculated. */
export type ContractUsage = {
  /** Its usage terms. */
  readonly terms: readonly BillingTerm[];
  /** Aggregations by event type id. */
  readonly aggregations: ReadonlyMap<string, Aggregation>;
  /** Usage of its customer, of the event types of its terms. */
  readonly days: readonly DayOfUsage[];
  readonly commitments: readonly Commitment[];
  /** Changes of the commitments, newest first. */
  readonly changes: readonly CommitmentChange[];
  /** Deleted terms that performance obligations followed, or commitments named before their changes. */
  readonly formerTerms: readonly BillingTerm[];
  /** Corrections of the terms, in the order they were recorded. */
  readonly corrections: readonly TermCorrection[];
  /** The first day whose usage is billed here and not in other books; null for a contract without an opening. */
  readonly openedOn: Day | null;
};

/** The usage as of a month: an event recorded later moves no month before its book month (rules 7, "bookMonth"). */
export function contractUsageAsOfMonth(usage: ContractUsage, month: Month): ContractUsage {
  const isEffective = effectiveInMonth(month);
  const commitments = commitmentsAsOf(usage.commitments, usage.changes, isEffective);
  const named = new Set(commitments.flatMap(termsNamedBy));
  const ofMonth = [...usage.terms, ...usage.formerTerms.filter(({ id }) => named.has(id))];
  const corrections = Map.groupBy(usage.corrections, ({ billingTermId }) => billingTermId);
  const terms = ofMonth.map((term) => {
    return correctedTerm(term, { corrections: corrections.get(term.id) ?? [], withdrawn: [] }, isEffective);
  });
  return { ...usage, terms, commitments, days: usageAsOfMonth(usage.days, month) };
}

/** The usage with all recorded events, whatever their book month. */
export function usageNow(usage: ContractUsage): ContractUsage {
  return { ...usage, days: usageAsOfMonth(usage.days, null) };
}

/** The usage of a term outside commitments. */
export function meteredTerm({ aggregations, days, openedOn }: ContractUsage, term: BillingTerm): MeteredTerm {
  const eventTypeId = required(term.eventTypeId, "the event type of a usage term");
  const aggregation = required(aggregations.get(eventTypeId), "the aggregation of an event type");
  return { term, aggregation, days: days.filter((day) => day.eventTypeId === eventTypeId), openedOn };
}

/** True if a commitment prices the usage of a term on these days, or the term's `usageScope` reserves it for one (rules 6). */
export function isCommitted({ commitments }: ContractUsage, term: BillingTerm, days: Period): boolean {
  if (term.usageScope === "COMMITMENT") return true;
  return commitments.some(({ schedules }) =>
    schedules.some(
      (schedule) =>
        overlap(schedule, days) && schedule.steps.some(({ billingTermIds }) => billingTermIds.includes(term.id)),
    ),
  );
}

export function committedTerms({ terms, aggregations }: ContractUsage): CommittedTerms {
  return new Map(
    terms.filter((term) => kindOf(term) === "USAGE").map((term) => [term.id, meteringOf(term, aggregations)]),
  );
}

function meteringOf(term: BillingTerm, aggregations: ContractUsage["aggregations"]) {
  const aggregation = required(aggregations.get(term.eventTypeId ?? ""), "the aggregation of an event type");
  return { term, aggregation };
}

/** The usage as daily facts for drawdown. */
export function dailyFacts({ days }: Pick<ContractUsage, "days">): DailyUsage[] {
  return days.map((day) => {
    const { eventTypeId, differentiator, invoiceSplitKey } = day;
    return { eventTypeId, day: day.day, quantity: quantityOf(day), differentiator, invoiceSplitKey };
  });
}
