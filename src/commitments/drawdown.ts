import { required } from "../kernel/assert.ts";
import type { Period } from "../kernel/periods.ts";
import {
  addRatios,
  compareRatios,
  minRatio,
  type Ratio,
  reduceRatio,
  subtractRatios,
  sumRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import { compareTexts } from "../kernel/text-order.ts";
import type { CommitmentUnitType, OverageConfig, PricePriority } from "./commitment.ts";
import { overageParts, partsBetween, type RatePart, type Rates, unitsWithin } from "./rates.ts";

/** The committed value of one commitment period, and the rules of drawdown. */
export type DrawdownRule = {
  readonly unitType: CommitmentUnitType;
  readonly pricePriority: PricePriority;
  /** The value of each step, in the unit of the commitment, in order. */
  readonly steps: readonly Ratio[];
  /** By event type; without one, overage continues at the rates of the last step. */
  readonly overage: ReadonlyMap<string, OverageConfig>;
};

/** Usage of one event type on some days of one billing period, with its unit prices in each step. */
export type Usage = {
  readonly eventTypeId: string;
  readonly billingPeriod: Period;
  readonly period: Period;
  /** Not negative. */
  readonly quantity: Ratio;
  /** Unit prices for each step. Tiers count the event type's units of the billing period. */
  readonly rates: readonly Rates[];
  /** The last step's unit price at the beginning of the billing period, by which `pricePriority` orders event types. */
  readonly rank: Ratio;
};

/** `value` is in the unit of the commitment: `amount` for CURRENCY, `units` for UNITS. */
export type StepDraw = {
  readonly step: number;
  readonly units: Ratio;
  readonly amount: Ratio;
  readonly value: Ratio;
  /** `amount`, rate by rate. */
  readonly parts: readonly RatePart[];
};

/** The drawdown of one usage: by step, and the rest as overage. */
export type Draw = {
  readonly usage: Usage;
  readonly steps: readonly StepDraw[];
  readonly overage: { readonly units: Ratio; readonly amount: Ratio; readonly parts: readonly RatePart[] };
};

export type StepUse = { readonly committed: Ratio; readonly consumed: Ratio; readonly remaining: Ratio };

export type Drawdown = {
  /** In the order of drawdown. */
  readonly draws: readonly Draw[];
  readonly steps: readonly StepUse[];
};

/**
 * Draws the usage of one commitment period down against its steps (data model 8.5); exact, nothing is rounded.
 *
 * Billing periods are drawn in the order in which they end, so that later usage never changes an earlier invoice. Within one, event types are
 * drawn by unit price, ties by id, and the days of an event type in order. Units go to the first step with value left, at the price of that
 * step; a unit may be split at a boundary. The rest is overage, priced by the overage units of the event type since the start of the
 * commitment period (8.4).
 *
 * Invariants: units = drawn + overage units, for each usage; committed = consumed + remaining, for each step.
 */
export function drawDown(rule: DrawdownRule, usage: readonly Usage[]): Drawdown {
  const left = [...rule.steps];
  const counted = counter();
  const overageUnits = counter();

  const draws = usage.toSorted(drawingOrder(rule.pricePriority)).map((each): Draw => {
    const counterOfTiers = `${each.eventTypeId} ${each.billingPeriod.start}`;
    let count = counted.of(counterOfTiers);
    let rest = each.quantity;
    const steps: StepDraw[] = [];
    for (const [step, value] of left.entries()) {
      if (rest.numerator === 0n) break;
      if (value.numerator === 0n) continue;
      const rates = required(each.rates[step], "the rates of a step");
      const units = rule.unitType === "UNITS" ? minRatio(rest, value) : unitsWithin(rates, count, rest, value);
      const parts = partsBetween(rates, count, addRatios(count, units));
      const amount = sumRatios(parts.map((part) => part.amount));
      const drawn = rule.unitType === "UNITS" ? units : amount;
      if (units.numerator === 0n) continue;
      steps.push({ step, units, amount, value: drawn, parts });
      left[step] = reduceRatio(subtractRatios(value, drawn));
      count = reduceRatio(addRatios(count, units));
      rest = reduceRatio(subtractRatios(rest, units));
    }
    const before = overageUnits.of(each.eventTypeId);
    const after = overageUnits.add(each.eventTypeId, rest);
    const config = rule.overage.get(each.eventTypeId);
    const end = counted.add(counterOfTiers, each.quantity);
    const parts =
      config === undefined
        ? partsBetween(required(each.rates.at(-1), "the rates of the last step"), count, end)
        : overageParts(config, before, after);
    return {
      usage: each,
      steps,
      overage: { units: rest, amount: sumRatios(parts.map(({ amount }) => amount)), parts },
    };
  });

  const steps = rule.steps.map((committed, step): StepUse => {
    const remaining = left[step] as Ratio;
    return { committed, consumed: reduceRatio(subtractRatios(committed, remaining)), remaining };
  });
  return { draws, steps };
}

function drawingOrder(priority: PricePriority): (a: Usage, b: Usage) => number {
  const sign = priority === "LOW" ? 1 : -1;
  return (a, b) =>
    a.billingPeriod.end - b.billingPeriod.end ||
    sign * compareRatios(a.rank, b.rank) ||
    compareTexts(a.eventTypeId, b.eventTypeId) ||
    a.period.start - b.period.start;
}

function counter() {
  const counts = new Map<string, Ratio>();
  const of = (key: string) => counts.get(key) ?? zeroRatio;
  const add = (key: string, units: Ratio) => {
    const sum = reduceRatio(addRatios(of(key), units));
    counts.set(key, sum);
    return sum;
  };
  return { of, add };
}
