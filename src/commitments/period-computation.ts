import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { type Money, roundToMoney, subtract, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import {
  addRatios,
  maxRatio,
  minRatio,
  multiplyRatios,
  type Ratio,
  type Rounding,
  reduceRatio,
  subtractRatios,
  sumRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import {
  type Commitment,
  type CommittedTerms,
  type DailyUsage,
  eventTypesOfCommitment,
  type Schedule,
  type TrueUpBehavior,
  trueUpOf,
} from "./commitment.ts";
import type { CommitmentPeriod } from "./commitment-periods.ts";
import { billingOf, type EventTypeBilling, usageOf } from "./committed-usage.ts";
import { type Draw, type DrawdownRule, drawDown, type StepUse } from "./drawdown.ts";
import { ratesOf } from "./rates.ts";
import { cumulative, type MoneyRule } from "./rounding.ts";

/** The rules of one commitment period; values in the unit of the commitment. */
export type PeriodRule = DrawdownRule &
  MoneyRule & {
    /** Zero without a prepayment. */
    readonly prepaid: Ratio;
    readonly trueUp: TrueUpBehavior;
    /** The unit price of each step; null for CURRENCY, where the value is money. */
    readonly unitPrices: readonly Ratio[] | null;
  };

export type Measured = { readonly units: Ratio; readonly amount: Ratio };

/** All usage drawn in billing periods that end on the same day; it is billed together. */
export type BillingPeriodCharge = {
  /** The end of the billing periods, exclusive. */
  readonly end: Day;
  readonly draws: readonly Draw[];
  /** Rated usage within the committed value (`usage`), overage, and the prepaid part of `usage`. */
  readonly usage: Money;
  readonly overage: Money;
  readonly prepaidApplied: Money;
  /** Cumulative amounts of the commitment period through this charge. */
  readonly usageThrough: Money;
  readonly overageThrough: Money;
  readonly consumedThrough: Ratio;
};

/** The result of a commitment period. A `Ratio` is exact and in the unit of the commitment; `Measured` has units and money. */
export type PeriodComputation = {
  readonly period: CommitmentPeriod;
  readonly committed: Ratio;
  readonly consumed: Ratio;
  readonly remaining: Ratio;
  readonly steps: readonly StepUse[];
  readonly eventTypes: readonly {
    readonly eventTypeId: string;
    readonly consumed: Measured;
    readonly overage: Measured;
    readonly cumulative: Measured;
  }[];
  readonly charges: readonly BillingPeriodCharge[];
  /** In money: committed value, rated usage within it, overage, prepaid value, and the part of the prepaid value that is drawn. */
  readonly committedAmount: Money;
  readonly usage: Money;
  readonly overage: Money;
  readonly prepayment: Money;
  readonly prepaidDrawn: Money;
  /** C − max(U, P): unused value that was not prepaid. It is billed, or it lapses. */
  readonly shortfall: Money;
  readonly trueUp: Money;
  readonly isOver: boolean;
};

/** Prepaid value of a period: `opening` = `drawn` + `lapsed` + `balance`. It lapses when the period is over. */
export type PrepaidAccount = Readonly<Record<"opening" | "drawn" | "lapsed" | "balance", Money>>;

/** Terms, rounding and day for computing a period. */
export type PeriodContext = { readonly terms: CommittedTerms; readonly rounding: Rounding; readonly today: Day };

/** A period, its usage and the terms behind it. */
export type ComputedPeriod = {
  readonly commitment: Commitment;
  readonly schedule: Schedule;
  readonly billings: readonly EventTypeBilling[];
  readonly computation: PeriodComputation;
};

/**
 * Computes one commitment period from facts: aggregate, rate, draw down, overage, prepaid and true-up (data model 8.5, 8.6).
 *
 * ```
 *  1,200.00 a quarter in two steps, 600.00 of it prepaid, billed by month:
 *
 *                     1 Jan        1 Feb        1 Mar        1 Apr
 *  usage              |── 500.00 ──|── 400.00 ──|── 500.00 ──|
 *  step 1  1,000.00   |── 500.00 ──|── 400.00 ──|── 100.00
 *  step 2    200.00                             |── 200.00
 *  overage                                      |── 200.00 ──|
 *  prepaid   600.00   |── 500.00 ──|── 100.00
 *  true-up            without usage in March: 1,200.00 − 900.00 = 300.00 on 1 Apr
 * ```
 *
 * @param facts usage of the commitment's event types; days outside the period are left out
 */
export function computePeriod(
  commitment: Commitment,
  schedule: Schedule,
  period: CommitmentPeriod,
  facts: readonly DailyUsage[],
  context: PeriodContext,
): ComputedPeriod {
  const eventTypeIds = eventTypesOfCommitment(commitment, context.terms);
  const billings = billingOf(schedule, period, context.terms, eventTypeIds);
  const inside = facts.filter(({ day }) => day >= period.start && day < period.end);
  const usage = usageOf(inside, billings, { period, unitType: commitment.unitType });
  const rule = periodRule(commitment, schedule, period, billings, context.rounding);
  const drawn = drawDown(rule, usage);
  const computation = computeDraws(rule, drawn, { period, eventTypeIds, isOver: context.today >= period.end });
  return { commitment, schedule, billings, computation };
}

function periodRule(
  { unitType, pricePriority, currency }: Commitment,
  schedule: Schedule,
  period: Period,
  billings: readonly EventTypeBilling[],
  rounding: Rounding,
): PeriodRule {
  const terms = required(billings[0], "an event type").terms;
  const unitPriceOf = (step: number) =>
    required(ratesOf(required(terms[step], "a step's term"), period.start, period.start)[0], "a unit price").price;
  return {
    unitType,
    pricePriority,
    currency,
    rounding,
    steps: schedule.steps.map(({ value }) => ratioFromDecimal(value)),
    overage: new Map(schedule.overageConfigs.map((config) => [config.eventTypeId, config])),
    prepaid: schedule.prepaid === null ? zeroRatio : ratioFromDecimal(schedule.prepaid.value),
    trueUp: trueUpOf(schedule),
    unitPrices: unitType === "UNITS" ? schedule.steps.map((_, step) => unitPriceOf(step)) : null,
  };
}

/**
 * Computes the amounts of one period from its draws (data model 8.6). Amounts are rounded cumulatively over the charges of the period (rules 5),
 * usage and overage separately, so rounding never makes rated usage exceed the committed value.
 *
 * Invariants: prepaid drawn ≤ prepayment; 0 ≤ true-up ≤ remaining; max(usage, prepayment) + shortfall = committed amount.
 */
function computeDraws(
  rule: PeriodRule,
  { draws, steps }: ReturnType<typeof drawDown>,
  { period, eventTypeIds, isOver }: { period: CommitmentPeriod; eventTypeIds: readonly string[]; isOver: boolean },
): PeriodComputation {
  const committed = sumRatios(rule.steps);
  const consumed = sumRatios(steps.map((step) => step.consumed));
  const amountThrough = (value: Ratio) => roundToMoney(moneyOf(rule, value), rule.currency, rule.rounding);
  const charges = billingPeriodCharges(rule, draws, amountThrough);
  const last = charges.at(-1);
  const usage = last?.usageThrough ?? zero(rule.currency);
  const shortfall = subtract(amountThrough(committed), amountThrough(maxRatio(consumed, rule.prepaid)));
  return {
    period,
    committed,
    consumed,
    remaining: reduceRatio(subtractRatios(committed, consumed)),
    steps,
    eventTypes: eventTypeIds.map((eventTypeId) => eventTypeUse(eventTypeId, draws)),
    charges,
    committedAmount: amountThrough(committed),
    usage,
    overage: last?.overageThrough ?? zero(rule.currency),
    prepayment: amountThrough(rule.prepaid),
    prepaidDrawn: amountThrough(minRatio(consumed, rule.prepaid)),
    shortfall,
    trueUp: rule.trueUp === "NONE" ? zero(rule.currency) : shortfall,
    isOver,
  };
}

function billingPeriodCharges(
  rule: PeriodRule,
  draws: readonly Draw[],
  amountThrough: (value: Ratio) => Money,
): BillingPeriodCharge[] {
  const [nextUsage, nextOverage] = [cumulative(rule), cumulative(rule)];
  let consumedThrough = zeroRatio;
  let applied = zero(rule.currency);
  return [...Map.groupBy(draws, ({ usage }) => usage.billingPeriod.end)].map(([end, ofCharge]): BillingPeriodCharge => {
    const usage = nextUsage(sumRatios(ofCharge.flatMap(({ steps }) => steps.map(({ amount }) => amount))));
    const overage = nextOverage(sumRatios(ofCharge.map((draw) => draw.overage.amount)));
    const value = sumRatios(ofCharge.flatMap(({ steps }) => steps.map((step) => step.value)));
    consumedThrough = reduceRatio(addRatios(consumedThrough, value));
    const appliedThrough = amountThrough(minRatio(consumedThrough, rule.prepaid));
    const prepaidApplied = subtract(appliedThrough, applied);
    applied = appliedThrough;
    return {
      end,
      draws: ofCharge,
      usage: usage.part,
      overage: overage.part,
      prepaidApplied,
      usageThrough: usage.through,
      overageThrough: overage.through,
      consumedThrough,
    };
  });
}

/** A value in money: units at the unit prices of the steps, in their order; a value that is money already is unchanged (data model 8.6). */
function moneyOf({ steps, unitPrices }: Pick<PeriodRule, "steps" | "unitPrices">, value: Ratio): Ratio {
  if (unitPrices === null) return value;
  let [rest, amountThrough] = [value, zeroRatio];
  for (const [step, size] of steps.entries()) {
    const units = minRatio(rest, size);
    amountThrough = addRatios(amountThrough, multiplyRatios(units, required(unitPrices[step], "a step's unit price")));
    rest = subtractRatios(rest, units);
  }
  return reduceRatio(amountThrough);
}

function eventTypeUse(eventTypeId: string, draws: readonly Draw[]): PeriodComputation["eventTypes"][number] {
  const own = draws.filter(({ usage }) => usage.eventTypeId === eventTypeId);
  const drawn = own.flatMap(({ steps }) => steps);
  const consumed = measured(drawn);
  const overage = measured(own.map((draw) => draw.overage));
  return { eventTypeId, consumed, overage, cumulative: measured([consumed, overage]) };
}

function measured(parts: readonly Measured[]): Measured {
  return { units: sumRatios(parts.map(({ units }) => units)), amount: sumRatios(parts.map(({ amount }) => amount)) };
}

export function prepaidAccount({ prepayment, prepaidDrawn, isOver }: PeriodComputation): PrepaidAccount {
  const rest = subtract(prepayment, prepaidDrawn);
  const none = zero(prepayment.currency);
  return { opening: prepayment, drawn: prepaidDrawn, lapsed: isOver ? rest : none, balance: isOver ? none : rest };
}
