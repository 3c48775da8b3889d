import { type BillingTerm, kindOf } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges.ts";
import { creditedSeatsOf } from "../billing-terms/credited-seats.ts";
import { priceLine } from "../billing-terms/line-price.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { loweredLines } from "../billing-terms/reductions.ts";
import { formatMonth, lastDayOf, type Month, monthOf } from "../kernel/day.ts";
import { add, isZero, type Money, ratioFromMoney, roundToMoney, subtract, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import {
  addRatios,
  divideRatios,
  multiplyRatios,
  oneRatio,
  type Ratio,
  ratio,
  reduceRatio,
  subtractRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

// How many of an interval make a year. Days and weeks do not divide a year; these are the conventions of the report.
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
 * What a term brings a year, exact and unrounded, at the end of each month from its first to `last`: the price of the billing
 * period under way for the seats and at the price of that day, net of discounts, times the periods of a year. Seats that are
 * taken away count as long as they are billed: to their day where they are credited, else to the end of the billing period.
 * Months in which the term is not in force on the last day are absent. One-offs and metered usage are not recurring.
 */
export function yearlyRates(term: BillingTerm, last: Month, context: PricingContext): Map<Month, Ratio> {
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

/** Seats that were billed for some days and are credited for them: below zero, what a full period without them costs less. */
function creditedSeats(term: BillingTerm, context: PricingContext): { readonly days: Period; readonly price: Ratio }[] {
  const { seatConfig } = term;
  if (seatConfig?.creditOnDecrease !== "PRORATED") return [];
  const given = [...creditedSeatsOf({ ...term, seatConfig }).values()].flat();
  return given.flatMap(({ billingPeriod, segments }) =>
    segments.flatMap((segment) => {
      const rule = { periodStart: billingPeriod.covered.start, discounts: "PERCENTAGES" } as const;
      const { net } = priceLine([{ ...segment, share: oneRatio }], rule, context);
      // Where fewer seats cost more (VOLUME) nothing is credited.
      return net.numerator > 0n ? [{ days: segment, price: subtractRatios(zeroRatio, net) }] : [];
    }),
  );
}

/** Days that were billed at a higher price and are credited: below zero, what a full period costs less. */
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

/** What a customer brings a year at the end of each month, rounded once; months without anything are absent. */
type CustomerRates = { readonly customerId: string; readonly arr: ReadonlyMap<Month, Money> };

/** Adds up the exact rates of a customer's terms and rounds each month once. */
export function ratesOfCustomer(
  customerId: string,
  terms: readonly ReadonlyMap<Month, Ratio>[],
  { currency, rounding }: PricingContext,
): CustomerRates {
  const exact = new Map<Month, Ratio>();
  for (const rates of terms) {
    for (const [month, rate] of rates) exact.set(month, addRatios(exact.get(month) ?? zeroRatio, rate));
  }
  return {
    customerId,
    arr: new Map([...exact].map(([month, rate]) => [month, roundToMoney(rate, currency, rounding)])),
  };
}

const movements = ["new", "reactivation", "expansion", "contraction", "churn"] as const;
type Movement = (typeof movements)[number];

export const arrColumns: readonly Column[] = [
  { key: "month", label: "Month", kind: "month" },
  { key: "opening", label: "Opening ARR", kind: "money", isSummed: false },
  { key: "new", label: "New", kind: "money", description: "Of customers that had nothing recurring before." },
  { key: "reactivation", label: "Reactivation", kind: "money", description: "Of customers that came back." },
  { key: "expansion", label: "Expansion", kind: "money" },
  { key: "contraction", label: "Contraction", kind: "money", description: "Below zero." },
  { key: "churn", label: "Churn", kind: "money", description: "Below zero: of customers that are left with nothing." },
  { key: "closing", label: "Closing ARR", kind: "money", isSummed: false },
  { key: "mrr", label: "MRR", kind: "money", isSummed: false, description: "Closing ARR ÷ 12." },
  { key: "customers", label: "Customers", kind: "count", description: "With something recurring at the month's end." },
];

/**
 * Annual recurring revenue and its movements, month by month: opening + new + reactivation + expansion + contraction + churn
 * = closing. A movement is the difference of a customer's ARR at two month ends, so a customer moves once a month.
 */
export function arrMovements(
  customers: readonly CustomerRates[],
  { first, last, context }: { readonly first: Month; readonly last: Month; readonly context: PricingContext },
): Table {
  const { currency, rounding } = context;
  const nothing = zero(currency);
  const rows: Row[] = [];
  for (let month = first; month <= last; month++) {
    const moved = Object.fromEntries(movements.map((kind) => [kind, nothing])) as Record<Movement, Money>;
    let [opening, closing, count] = [nothing, nothing, 0];
    for (const { arr } of customers) {
      const [before, after] = [arr.get(month - 1) ?? nothing, arr.get(month) ?? nothing];
      opening = add(opening, before);
      closing = add(closing, after);
      if (!isZero(after)) count++;
      const kind = movementOf(arr, month, before, after);
      if (kind !== null) moved[kind] = add(moved[kind], subtract(after, before));
    }
    const mrr = roundToMoney(divideRatios(ratioFromMoney(closing), ratio(12)), currency, rounding);
    rows.push({ cells: { month: formatMonth(month), opening, ...moved, closing, mrr, customers: count } });
  }
  return tableOf({ columns: arrColumns }, rows, currency);
}

function movementOf(arr: ReadonlyMap<Month, Money>, month: Month, before: Money, after: Money): Movement | null {
  const change = subtract(after, before);
  if (isZero(change)) return null;
  if (isZero(before)) {
    const cameBefore = [...arr].some(([each, amount]) => each < month && !isZero(amount));
    return cameBefore ? "reactivation" : "new";
  }
  if (isZero(after)) return "churn";
  return change.minor > 0n ? "expansion" : "contraction";
}
