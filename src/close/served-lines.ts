import { type BillingTerm, type Discount, isArrears, periodRule } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges/charges.ts";
import type { LinePrice } from "../billing-terms/charges/line-price.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type {
  PerformanceObligation,
  RecognitionPattern,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { type Money, max, money, subtract, zero } from "../kernel/money.ts";
import { anchoredPeriods, type Interval, type Period } from "../kernel/periods.ts";

/** Minor units billed for a term, by first day of the line; before credits. */
export type BilledOfTerm = {
  readonly byStart: ReadonlyMap<Day, bigint>;
  /** The same for true-ups, by the id of the amendment or price layer and first day. */
  readonly trueUps: ReadonlyMap<string, ReadonlyMap<Day, bigint>>;
};

/** A line of a term whose service has begun. */
export type ServedLine = {
  readonly line: LinePrice;
  readonly period: Period;
  /** True if it is billed only after part of its service: in arrears, or in advance by an invoice that is dated too late. */
  readonly isLater: boolean;
  /** True if the term bills it in advance, even if its invoice is late. */
  readonly isInAdvance: boolean;
  /** Minor units billed for it. */
  readonly billed: bigint;
};

/** True if service of the term can precede its billing: periods in arrears, or true-ups. */
export function billsLater(term: BillingTerm): boolean {
  return isArrears(term) || term.amendments.length > 0 || term.layers.some(({ amendment }) => amendment !== undefined);
}

/**
 * True if the term bills one price throughout, by date, so that only time must pass between service and invoice. A one-off has one invoice,
 * at its latest price.
 */
export function hasOnePrice(term: BillingTerm): boolean {
  const { interval, layers, price } = term;
  const isDated = ({ start, end }: Discount) => start !== null || end !== null;
  const isPriceOfAll = layers.length === 0 && price.escalator === null && !price.discounts.some(isDated);
  return isBilledByDate(term) && (interval === "NONE" || isPriceOfAll);
}

/** True if its invoices depend only on a date. */
export function isBilledByDate({ trigger }: Pick<BillingTerm, "trigger">): boolean {
  return trigger === "DATE";
}

/**
 * True if an obligation that follows the term can earn before the term bills: it has other service days, is earned on one day, or earns by
 * days what is billed by months. (A month in advance bills January and February alike, and 31 days earn more than 28.)
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

/** True if all periods of the term are equally long, in the unit of the pattern. */
function billsAsEarned(pattern: RecognitionPattern, term: BillingTerm): boolean {
  if (term.interval === "NONE") return true;
  if (!evenIntervals[pattern]?.includes(term.interval)) return false;
  for (const { full, covered } of anchoredPeriods(periodRule(term))) if (covered.end !== full.end) return false;
  return true;
}

/**
 * The lines of a term that begin before `through`, each with its billed amount. A period in advance is due by its first day, so whatever is not
 * billed of one that has begun is late: its contract was approved late, or its invoice is void and dated anew.
 *
 * @param billed without `byStart` for a term in advance whose billing is not read, because its invoices were dated in time
 */
export function* servedLines(
  term: BillingTerm,
  { byStart, trueUps }: Pick<BilledOfTerm, "trueUps"> & { readonly byStart: BilledOfTerm["byStart"] | undefined },
  through: Day,
  context: PricingContext,
): Generator<ServedLine> {
  const isInAdvance = !isArrears(term);
  // Lines come in the order of their periods, so each billed amount is visited once.
  const billings = [...(byStart ?? [])].sort(([a], [b]) => a - b);
  let next = 0;
  for (const { amendmentId, period, line } of linesOf(term, context)) {
    if (period.start >= through) {
      if (amendmentId === null) return;
      continue;
    }
    if (amendmentId !== null) {
      const billed = trueUps.get(amendmentId)?.get(period.start) ?? 0n;
      yield { line, period, isLater: true, isInAdvance: false, billed };
      continue;
    }
    let billed = 0n;
    for (; (billings[next]?.[0] ?? Number.POSITIVE_INFINITY) < period.end; next++) billed += billings[next]?.[1] ?? 0n;
    const isLate = byStart !== undefined && billed < line.price.total.minor;
    yield { line, period, isLater: !isInAdvance || isLate, isInAdvance, billed };
  }
}

/** Service of a line beyond what was billed for it; zero if it is billed in full. */
export function beyondBilled({ line, billed }: ServedLine, served: Money): Money {
  const nothing = zero(served.currency);
  if (billed >= line.price.total.minor) return nothing;
  return max(subtract(served, money(billed, served.currency)), nothing);
}
