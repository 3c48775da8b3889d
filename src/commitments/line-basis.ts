import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { TierCharge } from "../billing-terms/charges/tier-price.ts";
import { required } from "../kernel/assert.ts";
import type { Period } from "../kernel/periods.ts";
import { multiplyRatios, type Ratio, reduceRatio, sumRatios } from "../kernel/ratio.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import type { DailyUsage } from "./commitment.ts";
import type { EventTypeBilling } from "./committed-usage.ts";
import type { Draw } from "./drawdown.ts";
import type { RatePart } from "./rates.ts";
import { sharesOf } from "./usage-share.ts";

/** The units and amount of one line of usage or overage, exact. */
export type LineBasis = {
  readonly term: BillingTerm;
  readonly billingPeriod: Period;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  readonly units: Ratio;
  readonly amount: Ratio;
  /** Units and amounts by rate and price; those of overage may be negative (`overageParts`). */
  readonly parts: readonly RatePart[];
};

type Whole = Omit<LineBasis, "differentiator" | "invoiceSplitKey">;

/** Usage within the committed value, with the term of the step that it is drawn from. */
export function usageBases(draws: readonly Draw[], billings: readonly EventTypeBilling[]): Whole[] {
  return draws.flatMap(({ usage, steps }) =>
    steps.map(({ step, units, amount, parts }) => {
      const { eventTypeId, billingPeriod } = usage;
      return { term: termOf(billings, eventTypeId, step), billingPeriod, units, amount, parts };
    }),
  );
}

/** Overage, with the term of the last step. */
export function overageBases(draws: readonly Draw[], billings: readonly EventTypeBilling[]): Whole[] {
  return draws.flatMap(({ usage: { eventTypeId, billingPeriod }, overage }) =>
    overage.units.numerator === 0n ? [] : [{ term: termOf(billings, eventTypeId, -1), billingPeriod, ...overage }],
  );
}

/** Sums up usage by term and billing period, and splits it by differentiator and split key: one basis for each line, in the order of drawdown. */
export function basesOf(wholes: readonly Whole[], facts: readonly DailyUsage[]): LineBasis[] {
  const byPlace = Map.groupBy(wholes, ({ term, billingPeriod }) => `${term.id} ${billingPeriod.start}`);
  return [...byPlace.values()].flatMap((same) => {
    const { term, billingPeriod } = required(same[0], "a piece");
    const units = sumRatios(same.map((each) => each.units));
    const amount = sumRatios(same.map((each) => each.amount));
    const parts = joined(same.flatMap((each) => each.parts));
    return sharesOf(facts, term.eventTypeId ?? "", billingPeriod).map(({ differentiator, invoiceSplitKey, share }) => {
      const of = (value: Ratio) => reduceRatio(multiplyRatios(value, share));
      const shared = parts.map((part) => ({ ...part, units: of(part.units), amount: of(part.amount) }));
      return {
        term,
        billingPeriod,
        differentiator,
        invoiceSplitKey,
        units: of(units),
        amount: of(amount),
        parts: shared,
      };
    });
  });
}

/** The unit price, or null if units have different prices. */
export function unitPriceOf({ parts }: LineBasis): string | null {
  const prices = new Set(parts.map(({ price }) => shownDecimal(price)));
  const [only] = prices;
  return prices.size === 1 && only !== undefined ? only : null;
}

export function tiersOf({ parts }: LineBasis): TierCharge[] {
  return parts.map(({ rate, units, price, amount }) => ({
    tier: rate,
    quantity: shownDecimal(units),
    unitPrice: shownDecimal(price),
    amount: shownDecimal(amount),
  }));
}

function joined(parts: readonly RatePart[]): RatePart[] {
  const byRate = Map.groupBy(parts, ({ rate, price }) => `${rate} ${price.numerator}/${price.denominator}`);
  return [...byRate.values()]
    .flatMap((same): RatePart[] => {
      const [first] = same;
      const units = sumRatios(same.map((part) => part.units));
      const amount = sumRatios(same.map((part) => part.amount));
      return first === undefined ? [] : [{ ...first, units, amount }];
    })
    .toSorted((a, b) => a.rate - b.rate);
}

function termOf(billings: readonly EventTypeBilling[], eventTypeId: string, step: number): BillingTerm {
  const billing = billings.find((each) => each.eventTypeId === eventTypeId);
  return required(billing?.terms.at(step), "the term of an event type in a step");
}
