import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { formatMoney, roundToMoney } from "../kernel/money.ts";
import { compareRatios, type Ratio, sumRatios } from "../kernel/ratio.ts";
import { exactText } from "../kernel/ratio-text.ts";
import type { Aggregation } from "../usage/event-type.ts";

/** The unit of a commitment: money, or units of usage, with units of several event types counted alike. */
export const commitmentUnitTypes = ["CURRENCY", "UNITS"] as const;
export type CommitmentUnitType = (typeof commitmentUnitTypes)[number];

/** Which event type draws down first within a billing period: the one with the lowest or the highest unit price. */
export const pricePriorities = ["LOW", "HIGH"] as const;
export type PricePriority = (typeof pricePriorities)[number];

export const commitmentPatterns = ["RECOGNIZE_AS_CONSUMED", "STRAIGHT_LINE"] as const;
export type CommitmentPattern = (typeof commitmentPatterns)[number];

/** How often the value is renewed; without an interval there is one value for the whole schedule. */
export const commitmentIntervals = ["DAILY", "WEEKLY", "MONTHLY", "QUARTERLY", "YEARLY"] as const;
export type CommitmentInterval = (typeof commitmentIntervals)[number];

/** When unused value is billed: after each period, once after the schedule, or never, so that it lapses. */
export const trueUpBehaviors = ["EACH_PERIOD", "END_OF_SCHEDULE", "NONE"] as const;
export type TrueUpBehavior = (typeof trueUpBehaviors)[number];

/** When prepayments are billed: all at the schedule's start, at each period's, or in equal parts at each billing period's. */
export const prepaymentScheduleTypes = [
  "FULL_UPFRONT",
  "PER_COMMITMENT_PERIOD",
  "SPLIT_ACROSS_BILLING_PERIODS",
] as const;
export type PrepaymentScheduleType = (typeof prepaymentScheduleTypes)[number];

/** How tiers price overage: each tier prices its own units, or the highest tier reached prices all units. */
export const tierPricingTypes = ["USE_ALL_TIER_PRICES", "USE_TOP_TIER_PRICE_ONLY"] as const;
export type TierPricingType = (typeof tierPricingTypes)[number];

/** Decimal texts: `from` counts overage units of the commitment period, `price` is for one of them. */
export type OverageTier = { readonly name: string | null; readonly from: string; readonly price: string };

/** The price of usage of one event type beyond the committed value. A flat price is one tier from 0. */
export type OverageConfig = {
  readonly eventTypeId: string;
  readonly tierPricingType: TierPricingType;
  readonly tiers: readonly OverageTier[];
  readonly lineName: string | null;
  readonly itemId: string | null;
};

/** `value` is a decimal text in the unit of the commitment, for each commitment period. */
export type Prepaid = {
  readonly value: string;
  readonly scheduleType: PrepaymentScheduleType;
  readonly lineName: string | null;
  readonly itemId: string | null;
};

export type TrueUp = {
  /** As stated; null derives it from the prepayment (`trueUpOf`). */
  readonly behavior: TrueUpBehavior | null;
  readonly name: string | null;
  readonly itemId: string | null;
};

/** `value` is a decimal text in the unit of the commitment, for each commitment period. There is one billing term for each event type. */
export type Step = {
  readonly id: string;
  readonly name: string | null;
  readonly value: string;
  readonly billingTermIds: readonly string[];
};

export type Schedule = {
  readonly id: string;
  readonly start: Day;
  /** The day after its last day. */
  readonly end: Day;
  readonly interval: CommitmentInterval | null;
  readonly trueUp: TrueUp;
  readonly prepaid: Prepaid | null;
  /** Days from issue to due date of prepayments and true-ups; null takes those of the contract. */
  readonly netPaymentTerms: number | null;
  readonly overageConfigs: readonly OverageConfig[];
  /** In the order of drawdown. */
  readonly steps: readonly Step[];
};

/** A commitment of a customer (data model 8): a fact from which periods, drawdown and lines are computed. */
export type Commitment = {
  readonly id: string;
  readonly contractId: string;
  readonly name: string | null;
  readonly currency: string;
  readonly unitType: CommitmentUnitType;
  /** True if the first schedule begins and the last one ends with the contract. */
  readonly isFullDuration: boolean;
  readonly pricePriority: PricePriority;
  readonly pattern: CommitmentPattern;
  /** In the order of time. */
  readonly schedules: readonly Schedule[];
};

/** A usage term, and the aggregation of its event type. */
export type CommittedTerm = { readonly term: BillingTerm; readonly aggregation: Aggregation };
export type CommittedTerms = ReadonlyMap<string, CommittedTerm>;

/**
 * Usage of one day. SUM and COUNT are additive, so the events of a day may be split into any number of such facts, in any order. They are made from
 * events by `usage/aggregate.ts`. Usage with different differentiators or split keys has separate lines.
 */
export type DailyUsage = {
  readonly eventTypeId: string;
  readonly day: Day;
  /** May be negative. */
  readonly quantity: Ratio;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
};

/** The value of one commitment period: the sum of the steps. */
export function committedValue({ steps }: Pick<Schedule, "steps">): Ratio {
  return sumRatios(steps.map(({ value }) => ratioFromDecimal(value)));
}

/** A value as text: money with the digits of its currency, units exactly. */
export function valueText({ unitType, currency }: Pick<Commitment, "unitType" | "currency">, amount: Ratio): string {
  return unitType === "CURRENCY" ? formatMoney(roundToMoney(amount, currency, "HALF_UP")) : exactText(amount);
}

/** The schedule of a day: the one that contains it, else the next one, else the last one. */
export function currentSchedule({ schedules }: Pick<Commitment, "schedules">, today: Day): Schedule {
  return required(schedules.find(({ end }) => today < end) ?? schedules.at(-1), "a schedule");
}

export function isFullyPrepaid(schedule: Pick<Schedule, "steps" | "prepaid">): boolean {
  const { prepaid } = schedule;
  return prepaid !== null && compareRatios(ratioFromDecimal(prepaid.value), committedValue(schedule)) === 0;
}

/** When unused value is billed: as stated, else each period, unless the schedule is fully prepaid (data model 8.2). */
export function trueUpOf(schedule: Pick<Schedule, "steps" | "prepaid" | "trueUp">): TrueUpBehavior {
  return schedule.trueUp.behavior ?? (isFullyPrepaid(schedule) ? "NONE" : "EACH_PERIOD");
}

/** The term ids that steps of a commitment name, with repetitions. */
export function termsNamedBy({ schedules }: Pick<Commitment, "schedules">): string[] {
  return schedules.flatMap(({ steps }) => steps.flatMap(({ billingTermIds }) => billingTermIds));
}

/** The event types of a list of terms, in its order; unknown terms are skipped. */
export function eventTypesOf(billingTermIds: readonly string[], terms: CommittedTerms): string[] {
  return billingTermIds.flatMap((id) => terms.get(id)?.term.eventTypeId ?? []);
}

/** The set E: the event types of the first step (data model 8.3). */
export function eventTypesOfCommitment({ schedules }: Pick<Commitment, "schedules">, terms: CommittedTerms): string[] {
  return [...new Set(eventTypesOf(schedules[0]?.steps[0]?.billingTermIds ?? [], terms))];
}

/** The term of a step that measures an event type. */
export function termOfStep(step: Step, eventTypeId: string, terms: CommittedTerms): BillingTerm | undefined {
  for (const id of step.billingTermIds) {
    const term = terms.get(id)?.term;
    if (term?.eventTypeId === eventTypeId) return term;
  }
  return undefined;
}
