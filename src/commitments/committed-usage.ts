import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { assert, required } from "../kernel/assert.ts";
import { type Day, firstDayOf, monthOf } from "../kernel/day.ts";
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
import {
  type CommitmentUnitType,
  type CommittedTerms,
  type DailyUsage,
  type Schedule,
  termOfStep,
} from "./commitment.ts";
import { billingPeriodsIn } from "./commitment-periods.ts";
import type { Usage } from "./drawdown.ts";
import { type Rates, ratesOf } from "./rates.ts";

/** The billing periods of one event type in a commitment period, and its terms, one for each step. */
export type EventTypeBilling = {
  readonly eventTypeId: string;
  readonly terms: readonly BillingTerm[];
  readonly billingPeriods: readonly Period[];
};

/** The billing of each event type of a schedule within one of its commitment periods, ordered by event type id. */
export function billingOf(
  schedule: Schedule,
  period: Period,
  terms: CommittedTerms,
  eventTypeIds: readonly string[],
): EventTypeBilling[] {
  return eventTypeIds.toSorted().map((eventTypeId) => {
    const ofSteps = schedule.steps.map((step) => required(termOfStep(step, eventTypeId, terms), "a step's term"));
    const billingPeriods = billingPeriodsIn(required(ofSteps[0], "a first step"), period);
    return { eventTypeId, terms: ofSteps, billingPeriods };
  });
}

/**
 * Sums up daily facts to the usage that draws down: one sum for each event type, billing period, and span of days within a month with the same price.
 * So prices apply to their own days and revenue to its own month, however the facts were split.
 *
 * Deletions can make the usage of some days negative. It then lowers the usage before these days, and after that the usage after them. A billing
 * period that is negative as a whole has no usage.
 *
 * In a commitment of UNITS, the prices of the first day apply to the whole commitment period, so that units that are prepaid or trued up cost the
 * same as units that are used.
 *
 * @param facts of days inside the commitment period; every event type has a billing
 */
export function usageOf(
  facts: readonly DailyUsage[],
  billings: readonly EventTypeBilling[],
  { period, unitType }: { readonly period: Period; readonly unitType: CommitmentUnitType },
): Usage[] {
  const byType = Map.groupBy(facts, ({ eventTypeId }) => eventTypeId);
  return billings.flatMap(({ eventTypeId, terms, billingPeriods }) => {
    const ofType = byType.get(eventTypeId) ?? [];
    if (ofType.length === 0) return [];
    return billingPeriods.flatMap((billingPeriod) => {
      const inside = ofType.filter(({ day }) => day >= billingPeriod.start && day < billingPeriod.end);
      if (inside.length === 0) return [];
      const ratesOn = (day: Day): Rates[] =>
        unitType === "UNITS"
          ? terms.map((term) => ratesOf(term, period.start, period.start))
          : terms.map((term) => ratesOf(term, day, billingPeriod.start));
      const rank = required(ratesOn(billingPeriod.start).at(-1)?.[0], "the last step's first rate").price;
      const subPeriods = subPeriodsOf(billingPeriod, terms);
      const quantities = computed(subPeriods.map((subPeriod) => quantityIn(inside, subPeriod)));
      return subPeriods.flatMap((subPeriod, index): Usage[] => {
        const quantity = quantities[index] as Ratio;
        if (quantity.numerator === 0n) return [];
        return [{ eventTypeId, billingPeriod, period: subPeriod, quantity, rates: ratesOn(subPeriod.start), rank }];
      });
    });
  });
}

/** The billing period, cut at each beginning of a month or of a price of one of the terms. */
function subPeriodsOf(period: Period, terms: readonly BillingTerm[]): Period[] {
  const cuts = new Set(terms.flatMap(({ layers }) => layers.map(({ effectiveFrom }) => effectiveFrom)));
  for (let month = monthOf(period.start) + 1; firstDayOf(month) < period.end; month++) cuts.add(firstDayOf(month));
  const starts = [period.start, ...[...cuts].filter((day) => day > period.start && day < period.end)];
  const sorted = starts.toSorted((a, b) => a - b);
  return sorted.map((start, index) => ({ start, end: sorted[index + 1] ?? period.end }));
}

function quantityIn(facts: readonly DailyUsage[], { start, end }: Period): Ratio {
  const inside = facts.filter(({ day }) => day >= start && day < end);
  return sumRatios(inside.map(({ quantity }) => quantity));
}

/** Offsets negative quantities against those before and then after them, so that none is negative. The sum is unchanged unless it is negative. */
function computed(quantities: readonly Ratio[]): Ratio[] {
  const result: Ratio[] = [];
  let debt = zeroRatio;
  for (const quantity of quantities) {
    let rest = subtractRatios(quantity, debt);
    debt = zeroRatio;
    for (let before = result.length - 1; rest.numerator < 0n && before >= 0; before--) {
      const had = result[before] as Ratio;
      const taken = minRatio(had, subtractRatios(zeroRatio, rest));
      result[before] = reduceRatio(subtractRatios(had, taken));
      rest = addRatios(rest, taken);
    }
    if (rest.numerator < 0n) debt = reduceRatio(subtractRatios(zeroRatio, rest));
    result.push(rest.numerator < 0n ? zeroRatio : reduceRatio(rest));
  }
  assert(
    result.every((quantity) => compareRatios(quantity, zeroRatio) >= 0),
    "settled quantities are not negative",
  );
  return result;
}
