import { type BillingTerm, type Discount, isArrears, periodRule } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges.ts";
import type { LinePrice } from "../billing-terms/line-price.ts";
import type { PerformanceObligation, RecognitionPattern } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { Day } from "../kernel/day.ts";
import { type Money, max, subtract, zero } from "../kernel/money.ts";
import { anchoredPeriods, type Interval, type Period } from "../kernel/periods.ts";

/** What was billed of a term: minor units by the first day that a line is for; what was credited is not taken off. */
export type BilledOfTerm = {
  readonly byStart: ReadonlyMap<Day, bigint>;
  /** Of true-ups, by their amendment. */
  readonly trueUps?: ReadonlyMap<string, ReadonlyMap<Day, bigint>>;
};

/** A line of a term whose days have begun. */
export type ServedLine = {
  readonly line: LinePrice;
  readonly period: Period;
  /** Is it billed only after days of it were served? */
  readonly isLater: boolean;
  /** Minor units billed for it, where it is billed later; what is billed ahead is not looked up. */
  readonly billed: bigint;
};

/** May days of the term be served before they are billed: those of periods in arrears, or of true-ups? */
export function billsLater(term: BillingTerm): boolean {
  return isArrears(term) || term.amendments.length > 0 || term.layers.some(({ amendment }) => amendment !== undefined);
}

/**
 * Does the term bill one price throughout, by date? So nothing but time stands between what is served and its bill. A one-off has one
 * bill, at the price that was said last.
 */
export function hasOnePrice(term: BillingTerm): boolean {
  const { interval, layers, price } = term;
  const isDated = ({ start, end }: Discount) => start !== null || end !== null;
  const isPriceOfAll = layers.length === 0 && price.escalator === null && !price.discounts.some(isDated);
  return isBilledByDate(term) && (interval === "NONE" || isPriceOfAll);
}

/** Does nothing but a date stand before its bills? */
export function isBilledByDate({ trigger }: Pick<BillingTerm, "trigger">): boolean {
  return trigger === "DATE";
}

/**
 * May an obligation that follows the term earn before the term bills: by days of its own, all of it on one day, or at one price
 * by other days than each bill is for? A month in advance bills January and February alike, and 31 days earn more than 28.
 */
export function mayEarnAhead(
  { service, pattern }: { readonly service: PerformanceObligation["service"]; readonly pattern: RecognitionPattern },
  term: BillingTerm,
): boolean {
  if (billsLater(term) || pattern === "POINT_IN_TIME" || service.start < term.start) return true;
  if (service.end === null) return false;
  if (term.end === null || service.end < term.end) return true;
  return hasOnePrice(term) && !billsAsEarned(pattern, term);
}

const evenIntervals: Partial<Record<RecognitionPattern, readonly Interval[]>> = {
  STRAIGHT_LINE: ["MONTH", "QUARTER", "YEAR"],
  STRAIGHT_LINE_DAILY: ["DAY", "WEEK"],
};

/** Is every period of the term as long as the others, by what the pattern counts? */
function billsAsEarned(pattern: RecognitionPattern, term: BillingTerm): boolean {
  if (term.interval === "NONE") return true;
  if (!evenIntervals[pattern]?.includes(term.interval)) return false;
  for (const { full, covered } of anchoredPeriods(periodRule(term))) if (covered.end !== full.end) return false;
  return true;
}

/** The lines of a term that begin before `through`, each with what was billed for it. */
export function* servedLines(
  term: BillingTerm,
  { byStart, trueUps = new Map() }: BilledOfTerm,
  through: Day,
  context: PricingContext,
): Generator<ServedLine> {
  const isLater = isArrears(term);
  // Lines come in the order of their periods, so each billed amount is looked at once.
  const billings = [...byStart].sort(([a], [b]) => a - b);
  let next = 0;
  for (const { amendmentId, period, line } of linesOf(term, context)) {
    if (period.start >= through) {
      if (amendmentId === null) return;
      continue;
    }
    if (amendmentId !== null) {
      yield { line, period, isLater: true, billed: trueUps.get(amendmentId)?.get(period.start) ?? 0n };
      continue;
    }
    let billed = 0n;
    if (isLater) {
      for (; (billings[next]?.[0] ?? Number.POSITIVE_INFINITY) < period.end; next++)
        billed += billings[next]?.[1] ?? 0n;
    }
    yield { line, period, isLater, billed };
  }
}

/** What a line has served beyond what was billed for it; nothing of one that is billed in full. */
export function beyondBilled({ line, billed }: ServedLine, served: Money): Money {
  const nothing = zero(served.currency);
  if (billed >= line.price.total.minor) return nothing;
  return max(subtract(served, { ...served, minor: billed }), nothing);
}
