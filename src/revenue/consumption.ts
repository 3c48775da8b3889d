import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { billingPeriods } from "../billing-terms/charges.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { type Commitment, eventTypesOfCommitment, type Schedule } from "../commitments/commitment.ts";
import { type CommitmentPeriod, commitmentPeriods } from "../commitments/commitment-periods.ts";
import { commitmentEarnings } from "../commitments/commitment-revenue.ts";
import {
  type ContractUsage,
  committedTerms,
  dailyFacts,
  isCommitted,
  meteredTerm,
} from "../commitments/contract-usage.ts";
import { settle } from "../commitments/settlement.ts";
import { type Day, firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { add, isZero, type Money, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { chargesOfPeriod } from "../usage/usage-charges.ts";
import { earnedPart } from "./pattern.ts";

/**
 * What is billed for together: a billing period of a term's own usage, or a period of a commitment. `service` has its days;
 * a commitment's is known by its schedule.
 */
export type UsageUnit = {
  readonly service: Period;
  readonly billingTermId: string;
  readonly scheduleId: string | null;
};

/** What usage earned in one month. `BREAKAGE` is prepaid value that lapsed: it has an account of its own. */
export type ConsumedAmount = {
  readonly month: Month;
  readonly source: "CONSUMED" | "BREAKAGE";
  readonly amount: Money;
  readonly unit: UsageUnit;
};

/**
 * What the usage of a promise earns, month by month (data model 6.5, 8.8; rules 7): usage is worth its price to date, and what
 * a commitment owes or lets lapse at the end of its period is earned on its last day. A month's amount is what all usage
 * before its end is worth, less what was earned before, so nothing drifts.
 *
 * @param usage of the contract, as it is known
 * @param last  the last month that is looked at; months that are not over yet earn what is known of them
 */
export function consumedBy(
  promise: PerformanceObligation,
  usage: ContractUsage,
  last: Month,
  context: PricingContext,
): ConsumedAmount[] {
  const terms = termsOf(promise, usage);
  const ids = new Set(terms.map(({ id }) => id));
  const before = firstDayOf(last + 1);
  // The promise's own term is the one that is known in the month, whatever the contract says of it now.
  const known = { ...usage, terms: usage.terms.map((term) => terms.find(({ id }) => id === term.id) ?? term) };
  return [
    ...terms.flatMap((term) => standaloneAmounts(known, term, before, context)),
    ...known.commitments
      .filter(({ schedules }) =>
        schedules.some(({ steps }) => steps.some(({ billingTermIds }) => billingTermIds.some((id) => ids.has(id)))),
      )
      .flatMap((commitment) => commitmentAmounts(known, commitment, ids, before, context)),
  ].filter(({ amount }) => !isZero(amount));
}

/** The terms whose usage a promise earns: the one that it follows, or those of its group with its event type. */
function termsOf(promise: PerformanceObligation, { terms }: ContractUsage): readonly BillingTerm[] {
  const { billingTerm, billingTermGroupId, eventTypeId } = promise;
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
    const unit = { service: covered, billingTermId: term.id, scheduleId: null };
    const worth = (through: Day) => {
      const charges = chargesOfPeriod(metered, billingPeriod, through, context);
      return sum(
        charges.map(({ price }) => price.total),
        context.currency,
      );
    };
    amounts.push(
      ...byMonth(covered, before, worth, context).map((part) => ({ ...part, unit, source: "CONSUMED" as const })),
    );
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

  const earnedOf = (schedule: Schedule, period: CommitmentPeriod, through: Day) => {
    const known = facts.filter(({ day }) => day >= period.start && day < Math.min(through, period.end));
    const settled = settle(commitment, schedule, period, known, { terms, rounding, today: through });
    return commitmentEarnings(settled, known, rounding).filter(({ billingTermId }) => termIds.has(billingTermId));
  };
  return commitment.schedules.flatMap((schedule) => {
    // A true-up for the whole schedule is billed for all of it, so all of it is one unit.
    const isOne = schedule.trueUp.behavior === "END_OF_SCHEDULE";
    return commitmentPeriods(schedule).flatMap((period): ConsumedAmount[] => {
      if (period.start >= before) return [];
      const service = isOne ? { start: schedule.start, end: schedule.end } : { start: period.start, end: period.end };
      const lead = schedule.steps[0]?.billingTermIds[0] ?? "";
      const unit = { service, billingTermId: lead, scheduleId: schedule.id };
      const worth = (through: Day) => {
        let [consumed, breakage] = [zero(context.currency), zero(context.currency)];
        for (const earned of earnedOf(schedule, period, through)) {
          const even = earnedPart(earned.straightLine, "STRAIGHT_LINE", period, null, through, rounding);
          consumed = add(consumed, add(earned.consumed, even));
          breakage = add(breakage, earned.breakage);
        }
        return { consumed, breakage };
      };
      const [consumed, breakage] = [
        byMonth(period, before, (through) => worth(through).consumed, context),
        byMonth(period, before, (through) => worth(through).breakage, context),
      ];
      return [
        ...consumed.map((part) => ({ ...part, unit, source: "CONSUMED" as const })),
        ...breakage.map((part) => ({ ...part, unit, source: "BREAKAGE" as const })),
      ];
    });
  });
}

/** What each month of a period adds to its worth. */
function byMonth(
  { start, end }: Period,
  before: Day,
  worth: (through: Day) => Money,
  { currency }: PricingContext,
): { month: Month; amount: Money }[] {
  const parts: { month: Month; amount: Money }[] = [];
  let former = zero(currency);
  for (let month = monthOf(start); month <= monthOf(end - 1) && firstDayOf(month) < before; month++) {
    const now = worth(Math.min(firstDayOf(month + 1), end));
    parts.push({ month, amount: subtract(now, former) });
    former = now;
  }
  return parts;
}
