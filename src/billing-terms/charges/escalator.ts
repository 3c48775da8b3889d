import { required } from "../../kernel/assert.ts";
import { addMonths, type Day, monthOf } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { addRatios, multiplyRatios, oneRatio, type Ratio, ratio } from "../../kernel/ratio.ts";
import { exactText, finiteDecimal } from "../../kernel/ratio-text.ts";
import type { Escalator, Price } from "../billing-term.ts";

/** How an escalated price came to be: each tier amount × `factor`, or + `added`. Exact texts. */
export type Escalation =
  | { readonly times: number; readonly factor: string }
  | { readonly times: number; readonly added: string };

/** A billing period among those of its term, by the first day of each. */
export type PeriodOfTerm = { readonly termStart: Day; readonly periodStart: Day };

/**
 * How often a price has escalated for a billing period: the days `firstDate`, `firstDate` + `everyMonths` and so on that are not
 * after its first day, each clamped to the end of its month and counted from `firstDate`. Without one they are counted from the
 * term's first day, on which nothing escalates.
 */
export function timesEscalated(
  { escalator }: Pick<Price, "escalator">,
  { termStart, periodStart }: PeriodOfTerm,
): number {
  if (escalator === null) return 0;
  const { firstDate, everyMonths } = escalator;
  const [anchor, before] = firstDate === null ? [termStart, 1] : [firstDate, 0];
  const steps = Math.floor((monthOf(periodStart) - monthOf(anchor)) / everyMonths);
  const reached = addMonths(anchor, steps * everyMonths) <= periodStart ? steps + 1 : steps;
  return Math.max(0, reached - before);
}

/** The day of the first uplift: the stated one, else `everyMonths` after the term's first day. */
export function firstUplift({ firstDate, everyMonths }: Escalator, termStart: Day): Day {
  return firstDate ?? addMonths(termStart, everyMonths);
}

/**
 * The price after `times` escalations, every tier amount × (1 + p)^times, or + times × a fixed one (data model 5.6). Not
 * rounded: the amounts have as many decimals as that takes.
 */
export function escalatedPrice(price: Price, times: number): Price {
  const { escalator } = price;
  if (escalator === null || times === 0) return price;
  const change = changeOf(escalator, times);
  const pricing = price.pricing.map((tier) => {
    const amount = ratioFromDecimal(tier.amount);
    const escalated = escalator.type === "PERCENTAGE" ? multiplyRatios(amount, change) : addRatios(amount, change);
    return { ...tier, amount: required(finiteDecimal(escalated), "the decimal of an escalated amount") };
  });
  return { ...price, pricing };
}

/** The escalation of a price for its explanation; null while nothing has escalated. */
export function escalationOf({ escalator }: Price, times: number): Escalation | null {
  if (escalator === null || times === 0) return null;
  const change = exactText(changeOf(escalator, times));
  return escalator.type === "PERCENTAGE" ? { times, factor: change } : { times, added: change };
}

function changeOf({ type, amount }: Escalator, times: number): Ratio {
  const step = ratioFromDecimal(amount);
  if (type === "FIXED") return multiplyRatios(step, ratio(times));
  const { numerator, denominator } = addRatios(oneRatio, step);
  return { numerator: numerator ** BigInt(times), denominator: denominator ** BigInt(times) };
}
