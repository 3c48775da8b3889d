import { type BillingTerm, kindOf } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges/charges.ts";
import { creditedSeatsOf } from "../billing-terms/charges/credited-seats.ts";
import { priceLine } from "../billing-terms/charges/line-price.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { loweredLines } from "../billing-terms/charges/reductions.ts";
import { lastDayOf, type Month, monthOf } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import {
  addRatios,
  compareRatios,
  divideRatios,
  multiplyRatios,
  oneRatio,
  type Ratio,
  ratio,
  reduceRatio,
  subtractRatios,
  zeroRatio,
} from "../kernel/ratio.ts";

/** Consecutive months with the same annual recurring revenue at their ends, exact and unrounded. */
export type RecurringSpan = {
  readonly from: Month;
  /** The month after the last one. */
  readonly before: Month;
  readonly rate: Ratio;
};

/** Annual recurring revenue of some terms together, in spans of equal rates; months in which no term is in force are in no span. */
export function recurringSpans(terms: readonly BillingTerm[], last: Month, context: PricingContext): RecurringSpan[] {
  const sums = new Map<Month, Ratio>();
  for (const term of terms) {
    for (const [month, rate] of yearlyRates(term, last, context)) {
      const sum = sums.get(month);
      sums.set(month, sum === undefined ? rate : reduceRatio(addRatios(sum, rate)));
    }
  }
  const spans: RecurringSpan[] = [];
  for (const [month, rate] of [...sums].sort(([a], [b]) => a - b)) {
    const former = spans.at(-1);
    if (former?.before === month && compareRatios(former.rate, rate) === 0) {
      spans[spans.length - 1] = { ...former, before: month + 1 };
    } else spans.push({ from: month, before: month + 1, rate });
  }
  return spans;
}

// Intervals per year. Days and weeks do not divide a year; these are the conventions of the report.
const perYear: Readonly<Record<BillingTerm["interval"], number>> = {
  NONE: 0,
  DAY: 365,
  WEEK: 52,
  SEMI_MONTH: 24,
  MONTH: 12,
  QUARTER: 4,
  YEAR: 1,
};

/**
 * The annual recurring revenue of a term, exact and unrounded, at the end of each month from its first to `last`: the price of the current
 * billing period for the seats and at the price of that day, net of discounts, times the periods per year. Removed seats count as long as
 * they are billed: to their effective day if they are credited, else to the end of the billing period. Months in which the term is not in
 * force on the last day are absent. One-offs and metered usage are not recurring.
 */
function yearlyRates(term: BillingTerm, last: Month, context: PricingContext): Map<Month, Ratio> {
  const rates = new Map<Month, Ratio>();
  const kind = kindOf(term);
  if (kind === "ONE_OFF" || kind === "USAGE") return rates;
  const times = ratio(perYear[term.interval], term.intervalFrequency);
  const count = ({ start, end }: Period, rate: Ratio) => {
    for (let month = monthOf(start); month <= last && lastDayOf(month) < end; month++) {
      if (lastDayOf(month) < start) continue;
      rates.set(month, reduceRatio(addRatios(rates.get(month) ?? zeroRatio, rate)));
    }
  };
  for (const { billingPeriod, line } of linesOf(term, context)) {
    if (monthOf(billingPeriod.covered.start) > last) break;
    const gross = line.segments.reduce((sum, segment) => addRatios(sum, segment.gross), zeroRatio);
    const afterDiscounts = gross.numerator === 0n ? zeroRatio : divideRatios(line.net, gross);
    // A remembered line keeps the days of its first period, so a line of one segment is taken to be the period itself.
    const [only] = line.segments;
    const isWhole = line.segments.length === 1 && only?.previous === null && only.priceChange === undefined;
    for (const segment of line.segments) {
      if (segment.share.numerator === 0n) continue;
      const full = multiplyRatios(divideRatios(segment.gross, segment.share), multiplyRatios(afterDiscounts, times));
      count(isWhole ? billingPeriod.covered : segment, full);
    }
  }
  for (const { days, price } of creditedSeats(term, context)) count(days, multiplyRatios(price, times));
  for (const { days, price } of loweredPrices(term, context)) count(days, multiplyRatios(price, times));
  return rates;
}

/** Days for which seats were billed and are credited, with the (negative) difference for a full period. */
function creditedSeats(term: BillingTerm, context: PricingContext): { readonly days: Period; readonly price: Ratio }[] {
  const { seatConfig } = term;
  if (seatConfig?.creditOnDecrease !== "PRORATED") return [];
  const given = [...creditedSeatsOf({ ...term, seatConfig }).values()].flat();
  return given.flatMap(({ billingPeriod, segments }) =>
    segments.flatMap((segment) => {
      const periodStart = billingPeriod.covered.start;
      const rule = { termStart: term.start, periodStart, discounts: "PERCENTAGES" } as const;
      const { net } = priceLine([{ ...segment, share: oneRatio }], rule, context);
      // If fewer seats cost more (VOLUME), nothing is credited.
      return net.numerator > 0n ? [{ days: segment, price: subtractRatios(zeroRatio, net) }] : [];
    }),
  );
}

/** Days that were billed at a higher price and are credited, with the (negative) difference for a full period. */
function loweredPrices(term: BillingTerm, context: PricingContext): { readonly days: Period; readonly price: Ratio }[] {
  if (term.seatConfig !== null) return [];
  return loweredLines(term, context).flatMap(({ line: { net, segments } }) => {
    const gross = segments.reduce((sum, segment) => addRatios(sum, segment.gross), zeroRatio);
    if (gross.numerator === 0n) return [];
    return segments.flatMap((segment) =>
      segment.share.numerator === 0n
        ? []
        : [
            {
              days: segment,
              price: multiplyRatios(divideRatios(segment.gross, segment.share), divideRatios(net, gross)),
            },
          ],
    );
  });
}
