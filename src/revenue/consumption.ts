import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { billingPeriods } from "../billing-terms/charges/charges.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
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
import { isZero, type Money, negate, sumAmounts } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { chargesOfPeriod } from "../usage/usage-charges.ts";
import { earnedBefore } from "./earning-segment.ts";

/** Usage that is billed together: a billing period of usage outside commitments, or the part of a commitment with one true-up. */
export type UsageUnit = {
  /** All of its days; those of the whole schedule if it has one true-up at its end. */
  readonly service: Period;
  /** The commitment period inside it, which has its own prepayment; equals `service` outside commitments. */
  readonly period: Period;
  readonly billingTermId: string;
  /** Null outside commitments. */
  readonly scheduleId: string | null;
  /** Prepaid for `period`; null outside commitments. */
  readonly prepayment: Money | null;
  /** True for a commitment whose value is earned evenly over its period, whatever is used. */
  readonly isEven?: boolean;
};

/** What usage earned in one month. `BREAKAGE` is prepaid value that lapsed; it has its own revenue account. */
export type ConsumedAmount = {
  readonly month: Month;
  readonly source: "CONSUMED" | "BREAKAGE";
  readonly amount: Money;
  readonly unit: UsageUnit;
  /** The days that its line bills: a billing period, or all days of a true-up. */
  readonly days: Period;
  /** True for usage beyond a value that is earned evenly: it is billed separately from the value. */
  readonly isBeyondValue?: boolean;
};

/** An amount earned by a day. `days` is null for value that is earned evenly: it counts for the days of each month. */
type PobAmounts = Pick<ConsumedAmount, "source" | "amount" | "isBeyondValue"> & { readonly days: Period | null };

/**
 * What the usage of a performance obligation earns, month by month (data model 6.5, 8.8; rules 7). Usage earns its price to date (ADR
 * 0018); true-ups and lapsed prepaid value of a commitment are earned on the last day of its period. The amount of a month is the price
 * of all usage up to its end less what was earned before, so rounding never accumulates.
 *
 * @param usage of the contract
 * @param last  the last month to calculate; a month that is not over earns the usage recorded so far
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
 * What the usage of a performance obligation earned through a month, and what it earns afterwards if nothing more is used: true-ups, lapsing
 * prepaid value, evenly earned commitment value, and minimums of terms with an end. That much is owed in any case.
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
  // For its own term, the obligation has the version that is effective in the month; the contract may have a later one.
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
    const earnedThrough = (through: Day) =>
      chargesOfPeriod(metered, billingPeriod, through, context).map(({ period, price }): PobAmounts => {
        return { source: "CONSUMED", amount: price.total, days: period };
      });
    amounts.push(...byMonth(covered, before, earnedThrough).map((part) => ({ ...part, unit })));
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

  /** The period computed with the usage before `through`. */
  const computedBefore = (schedule: Schedule, period: CommitmentPeriod, through: Day) => {
    const used = facts.filter(({ day }) => day >= period.start && day < Math.min(through, period.end));
    return { computed: computePeriod(commitment, schedule, period, used, { terms, rounding, today: through }), used };
  };
  const earnedOf = (schedule: Schedule, period: CommitmentPeriod, through: Day) => {
    const { computed, used } = computedBefore(schedule, period, through);
    return commitmentEarnings(computed, used, rounding).filter(({ billingTermId }) => termIds.has(billingTermId));
  };
  return commitment.schedules.flatMap((schedule) => {
    // A true-up for the whole schedule is billed for all of it, so all of it is one unit.
    const isOne = trueUpOf(schedule) === "END_OF_SCHEDULE";
    return commitmentPeriods(schedule).flatMap((period): ConsumedAmount[] => {
      if (period.start >= before) return [];
      const days = { start: period.start, end: period.end };
      const service = isOne ? { start: schedule.start, end: schedule.end } : days;
      const primary = schedule.steps[0]?.billingTermIds[0] ?? "";
      const { prepayment } = computedBefore(schedule, period, period.start).computed.computation;
      const isEven = commitment.pattern === "STRAIGHT_LINE";
      const unit = { service, period: days, billingTermId: primary, scheduleId: schedule.id, prepayment, isEven };
      const earnedThrough = (through: Day) =>
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
      return byMonth(period, before, earnedThrough).map((part) => ({ ...part, unit }));
    });
  });
}

/** Splits the amounts of a period by month: what is earned by the end of each month less what was earned before. */
function byMonth(
  { start, end }: Period,
  before: Day,
  earnedThrough: (through: Day) => readonly PobAmounts[],
): Omit<ConsumedAmount, "unit">[] {
  const keyOf = ({ source, days, isBeyondValue = false }: PobAmounts) =>
    `${source}/${isBeyondValue}/${days === null ? "" : `${days.start}/${days.end}`}`;
  const added: Omit<ConsumedAmount, "unit">[] = [];
  let former: readonly PobAmounts[] = [];
  for (let month = monthOf(start); month <= monthOf(end - 1) && firstDayOf(month) < before; month++) {
    const ofMonth = { start: Math.max(start, firstDayOf(month)), end: Math.min(firstDayOf(month + 1), end) };
    const now = earnedThrough(ofMonth.end);
    const reversed = former.map((each) => ({ ...each, amount: negate(each.amount) }));
    for (const parts of Map.groupBy([...now, ...reversed], keyOf).values()) {
      const [first] = parts;
      if (first === undefined) continue;
      const { source, days, amount, isBeyondValue = false } = first;
      added.push({ month, source, days: days ?? ofMonth, amount: sumAmounts(parts, amount.currency), isBeyondValue });
    }
    former = now;
  }
  return added;
}
