import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { billingPeriods } from "../billing-terms/charges.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { type Commitment, eventTypesOfCommitment, type Schedule, trueUpOf } from "../commitments/commitment.ts";
import { type CommitmentPeriod, commitmentPeriods } from "../commitments/commitment-periods.ts";
import { commitmentEarnings } from "../commitments/commitment-revenue.ts";
import {
  type ContractUsage,
  committedTerms,
  dailyFacts,
  isCommitted,
  meteredTerm,
} from "../commitments/contract-usage.ts";
import { computePeriod } from "../commitments/period-computation.ts";
import { type Day, firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { isZero, type Money, negate, sum } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { chargesOfPeriod } from "../usage/usage-charges.ts";
import { earnedBefore } from "./earning-segment.ts";

/** What is billed for together: a billing period of a term's own usage, or what of a commitment is trued up at once. */
export type UsageUnit = {
  /** All of its days: the schedule's where one true-up is billed at the end of it. */
  readonly service: Period;
  /** The commitment period inside it, which has a prepayment of its own; of a term's own usage `service`. */
  readonly period: Period;
  readonly billingTermId: string;
  /** Of a commitment; null for a term's own usage. */
  readonly scheduleId: string | null;
  /** What is prepaid for `period`; null of a term's own usage. */
  readonly prepayment: Money | null;
  /** Of a commitment: is its value earned evenly, whatever is used? */
  readonly isEven?: boolean;
};

/** What usage earned in one month. `BREAKAGE` is prepaid value that lapsed: it has an account of its own. */
export type ConsumedAmount = {
  readonly month: Month;
  readonly source: "CONSUMED" | "BREAKAGE";
  readonly amount: Money;
  readonly unit: UsageUnit;
  /** The days of the unit that it is billed for: a billing period, with one price, or all of what is trued up. */
  readonly days: Period;
  /** Is it usage beyond a value that is earned evenly? It is billed for itself, whatever was billed for the value. */
  readonly isBeyondValue?: boolean;
};

/** What is earned by some day. `days` is null of what every day earns alike, which is billed for the days of its month. */
type PobAmounts = Pick<ConsumedAmount, "source" | "amount" | "isBeyondValue"> & { readonly days: Period | null };

/**
 * What the usage of a performance obligation earns, month by month (data model 6.5, 8.8; rules 7): usage is worth its
 * price to date, and what a commitment owes or lets lapse at the end of its period is earned on its last day. A month's
 * amount is what all usage before its end is worth, less what was earned before, so nothing drifts.
 *
 * @param usage of the contract, as it is known
 * @param last  the last month that is looked at; months that are not over yet earn what is known of them
 */
export function consumedBy(
  pob: PerformanceObligation,
  usage: ContractUsage,
  last: Month,
  context: PricingContext,
): ConsumedAmount[] {
  const { terms, usage: known } = ownUsage(pob, usage);
  const ids = new Set(terms.map(({ id }) => id));
  const before = firstDayOf(last + 1);
  return [
    ...terms.flatMap((term) => standaloneAmounts(known, term, before, context)),
    ...known.commitments
      .filter(({ schedules }) =>
        schedules.some(({ steps }) => steps.some(({ billingTermIds }) => billingTermIds.some((id) => ids.has(id)))),
      )
      .flatMap((commitment) => commitmentAmounts(known, commitment, ids, before, context)),
  ].filter(({ amount }) => !isZero(amount));
}

/**
 * What the usage of a performance obligation earned through a month, and what it earns afterwards if nothing more is
 * used: true-ups, prepaid value that lapses, what a commitment earns evenly, and minimums. That much is owed in any
 * case; a term without an end owes none of it for periods to come.
 */
export function committedBy(
  pob: PerformanceObligation,
  usage: ContractUsage,
  month: Month,
  context: PricingContext,
): ConsumedAmount[] {
  const terms = new Map(termsOf(pob, usage).map((term) => [term.id, term]));
  const ends = [
    ...[...terms.values()].flatMap(({ end }) => end ?? []),
    ...usage.commitments.flatMap(({ schedules }) => schedules.map(({ end }) => end)),
  ];
  const last = monthOf(Math.max(firstDayOf(month + 1), ...ends) - 1);
  const then = usedThrough(usage, month);
  const isOwed = ({ scheduleId, billingTermId }: UsageUnit) =>
    scheduleId !== null || (terms.get(billingTermId)?.end ?? null) !== null;
  return consumedBy(pob, then, last, context).filter((each) => each.month <= month || isOwed(each.unit));
}

/** The usage without that of later months. */
export function usedThrough(usage: ContractUsage, month: Month): ContractUsage {
  return { ...usage, days: usage.days.filter(({ day }) => day < firstDayOf(month + 1)) };
}

/** The terms whose usage a performance obligation earns, and the usage with them. */
export function ownUsage(
  pob: PerformanceObligation,
  usage: ContractUsage,
): { readonly terms: readonly BillingTerm[]; readonly usage: ContractUsage } {
  const terms = termsOf(pob, usage);
  // The performance obligation's own term is the one that is known in the month, whatever the contract says of it now.
  return {
    terms,
    usage: { ...usage, terms: usage.terms.map((term) => terms.find(({ id }) => id === term.id) ?? term) },
  };
}

/**
 * The terms whose usage a performance obligation earns: the one that it follows, or those of its group with its event
 * type.
 */
function termsOf(pob: PerformanceObligation, { terms }: ContractUsage): readonly BillingTerm[] {
  const { billingTerm, billingTermGroupId, eventTypeId } = pob;
  if (billingTerm !== null) return [billingTerm];
  return terms.filter((term) => term.billingTermGroupId === billingTermGroupId && term.eventTypeId === eventTypeId);
}

function standaloneAmounts(
  usage: ContractUsage,
  term: BillingTerm,
  before: Day,
  context: PricingContext,
): ConsumedAmount[] {
  const metered = meteredTerm(usage, term);
  const amounts: ConsumedAmount[] = [];
  for (const billingPeriod of billingPeriods(term)) {
    const { covered } = billingPeriod;
    if (covered.start >= before) break;
    if (isCommitted(usage, term, covered)) continue;
    const unit = { service: covered, period: covered, billingTermId: term.id, scheduleId: null, prepayment: null };
    const worth = (through: Day) =>
      chargesOfPeriod(metered, billingPeriod, through, context).map(({ period, price }): PobAmounts => {
        return { source: "CONSUMED", amount: price.total, days: period };
      });
    amounts.push(...byMonth(covered, before, worth).map((part) => ({ ...part, unit })));
  }
  return amounts;
}

function commitmentAmounts(
  usage: ContractUsage,
  commitment: Commitment,
  termIds: ReadonlySet<string>,
  before: Day,
  context: PricingContext,
): ConsumedAmount[] {
  const terms = committedTerms(usage);
  const eventTypeIds = new Set(eventTypesOfCommitment(commitment, terms));
  const facts = dailyFacts(usage).filter(({ eventTypeId }) => eventTypeIds.has(eventTypeId));
  const { rounding } = context;

  const settledBy = (schedule: Schedule, period: CommitmentPeriod, through: Day) => {
    const known = facts.filter(({ day }) => day >= period.start && day < Math.min(through, period.end));
    return { settled: computePeriod(commitment, schedule, period, known, { terms, rounding, today: through }), known };
  };
  const earnedOf = (schedule: Schedule, period: CommitmentPeriod, through: Day) => {
    const { settled, known } = settledBy(schedule, period, through);
    return commitmentEarnings(settled, known, rounding).filter(({ billingTermId }) => termIds.has(billingTermId));
  };
  return commitment.schedules.flatMap((schedule) => {
    // A true-up for the whole schedule is billed for all of it, so all of it is one unit.
    const isOne = trueUpOf(schedule) === "END_OF_SCHEDULE";
    return commitmentPeriods(schedule).flatMap((period): ConsumedAmount[] => {
      if (period.start >= before) return [];
      const days = { start: period.start, end: period.end };
      const service = isOne ? { start: schedule.start, end: schedule.end } : days;
      const primary = schedule.steps[0]?.billingTermIds[0] ?? "";
      const { prepayment } = settledBy(schedule, period, period.start).settled.computation;
      const isEven = commitment.pattern === "STRAIGHT_LINE";
      const unit = { service, period: days, billingTermId: primary, scheduleId: schedule.id, prepayment, isEven };
      const worth = (through: Day) =>
        earnedOf(schedule, period, through).flatMap(({ consumedFor, breakage, straightLine }): PobAmounts[] => [
          ...consumedFor.map((part) => ({ ...part, source: "CONSUMED" as const, isBeyondValue: isEven })),
          {
            source: "CONSUMED",
            amount: earnedBefore(
              { amount: straightLine, days: period, curve: { by: "MONTHS" }, until: null, reason: { of: "USAGE" } },
              through,
              rounding,
            ),
            days: null,
          },
          { source: "BREAKAGE", amount: breakage, days: service },
        ]);
      return byMonth(period, before, worth).map((part) => ({ ...part, unit }));
    });
  });
}

/** What each month of a period adds to its worth. */
function byMonth(
  { start, end }: Period,
  before: Day,
  worth: (through: Day) => readonly PobAmounts[],
): Omit<ConsumedAmount, "unit">[] {
  const keyOf = ({ source, days, isBeyondValue = false }: PobAmounts) =>
    `${source}/${isBeyondValue}/${days === null ? "" : `${days.start}/${days.end}`}`;
  const added: Omit<ConsumedAmount, "unit">[] = [];
  let former: readonly PobAmounts[] = [];
  for (let month = monthOf(start); month <= monthOf(end - 1) && firstDayOf(month) < before; month++) {
    const ofMonth = { start: Math.max(start, firstDayOf(month)), end: Math.min(firstDayOf(month + 1), end) };
    const now = worth(ofMonth.end);
    const taken = former.map((each) => ({ ...each, amount: negate(each.amount) }));
    for (const parts of Map.groupBy([...now, ...taken], keyOf).values()) {
      const [first] = parts;
      if (first === undefined) continue;
      const amounts = parts.map(({ amount }) => amount);
      const { source, days, amount, isBeyondValue = false } = first;
      added.push({ month, source, days: days ?? ofMonth, amount: sum(amounts, amount.currency), isBeyondValue });
    }
    former = now;
  }
  return added;
}
