import type { Day } from "../../kernel/day.ts";
import { isZero, roundToMoney, subtract, zero } from "../../kernel/money.ts";
import { type AnchoredPeriod, anchoredPeriods, type Period } from "../../kernel/periods.ts";
import { addRatios, oneRatio, zeroRatio } from "../../kernel/ratio.ts";
import { type BillingTerm, kindOf, periodRule, priceOn, type TermKind } from "../billing-term.ts";
import type { LineType } from "../line-type.ts";
import { billedParts, type IssuedEnds, invoicedWhenAmended } from "./billed-parts.ts";
import { isActive } from "./discount.ts";
import { escalatedPrice, type PeriodOfTerm, timesEscalated } from "./escalator.ts";
import { type Explanation, explain } from "./explanation.ts";
import { lineDifference } from "./line-difference.ts";
import { type LinePrice, type LineRule, priceLine } from "./line-price.ts";
import type { PeriodPrice, PricingContext } from "./price.ts";
import { priceCalculator, type RepricedSegments } from "./price-charges.ts";
import { type SeatSegments, type SeatTerm, seatCalculator } from "./seat-charges.ts";
import type { Segment } from "./segment.ts";
import { isDearer, type TierCharge } from "./tier-price.ts";
import { type AmendmentTiming, type Due, dueOfTrueUps } from "./true-up-due.ts";

/** What a term charges for some days of service, tax excluded. */
export type Charge = {
  readonly type: LineType;
  readonly billingPeriod: AnchoredPeriod;
  /** Days of service, half-open. */
  readonly period: Period;
  /** Decimal texts of at most 12 places; `unitPrice` is null if more than one price makes up the amount. */
  readonly quantity: string;
  readonly unitPrice: string | null;
  /** Of a full period, before proration and discounts; empty for a SIMPLE price and for several segments. */
  readonly tiers: readonly TierCharge[];
  /** For a true-up: the seat or price amendment that it charges. */
  readonly amendmentId: string | null;
  readonly price: PeriodPrice;
  /**
   * How the amount came to be; null if it is quantity × unit price of a full period. A function, because revenue sums many charges and never reads
   * it.
   */
  readonly explanation: () => Explanation | null;
  /** True for a zero charge without quantity: it has no line, but its period counts as covered (data model 13.2). */
  readonly isDropped: boolean;
  readonly due: Due;
};

const baseTypes: Readonly<Record<Exclude<TermKind, "USAGE">, LineType>> = {
  FLAT: "FLAT",
  PER_UNIT: "UNIT",
  SEAT: "SEAT",
  ONE_OFF: "ONE_OFF",
};

/**
 * All charges of a term in the order of its billing periods: the base charge of each period, then its true-ups. The only place that calculates
 * the price of a term; the invoice plan decides when it is billed. Infinite for open-ended terms: take only what is needed. Metered usage
 * and milestones that are not reached are not charged here.
 *
 * A period in which the price changes is one charge with several segments (rules 7). If a term was extended after a period had been invoiced up
 * to the former end, the period is cut there: the issued charge stays, and the next one covers the rest, with the seats recorded by then.
 *
 * @param issued where issued base lines end; those that end with their period need not be in it
 */
export function* chargesOf(term: BillingTerm, context: PricingContext, issued?: IssuedEnds): Generator<Charge> {
  for (const line of linesOf(term, context, issued)) yield chargeOf(line, context);
}

/** A charge without its texts. */
type Line = Pick<Charge, "type" | "billingPeriod" | "period" | "amendmentId" | "due"> & {
  readonly line: LinePrice;
};

/**
 * The lines behind `chargesOf`, for callers that only need prices, many times.
 *
 * @param from skips billing periods that end by this day
 */
export function* linesOf(
  term: BillingTerm,
  context: PricingContext,
  issued?: IssuedEnds,
  from: Day = Number.NEGATIVE_INFINITY,
): Generator<Line> {
  const kind = kindOf(term);
  if (kind === "USAGE") return;
  const type = baseTypes[kind];
  const segmentsOf = calculator(term);
  const priceOnce = rememberingPricer(context);
  const dues = new Map<string, Due>();
  const stated = invoicedWhenAmended(term);

  for (const billingPeriod of billingPeriods(term)) {
    if (billingPeriod.covered.end <= from) continue;
    const place = { termStart: term.start, periodStart: billingPeriod.covered.start };
    const rounded = roundedInParts(context);
    for (const part of billedParts(billingPeriod.covered, issued, stated)) {
      const { base, trueUps } = segmentsOf(billingPeriod, part);
      const isWhole = part === billingPeriod.covered;
      const due: Due = { at: "PERIOD", period: isWhole ? billingPeriod : { ...billingPeriod, covered: part } };
      const line = isWhole ? priceOnce(base, place) : rounded.next(priceOnce(base, place));
      yield { type, billingPeriod, period: part, amendmentId: null, due, line };

      for (const { type, amendmentId, timing, period, lineOf } of trueUps) {
        const line = lineOf(place, context);
        if (type === "PRICE_TRUE_UP" && isZero(line.price.subtotal) && isZero(line.price.total)) continue;
        const due = dues.get(amendmentId) ?? dueOfTrueUps(term, timing);
        dues.set(amendmentId, due);
        yield { type, billingPeriod, period, amendmentId, due, line };
      }
    }
  }
}

/**
 * Prices the parts of a period one after the other: each is the rounded total so far less the amounts before it, so that they sum exactly to
 * the price of the whole period (rules 5, "a total over time").
 */
function roundedInParts({ currency, rounding }: PricingContext): { next: (line: LinePrice) => LinePrice } {
  let [gross, net] = [zeroRatio, zeroRatio];
  let [subtotal, total] = [zero(currency), zero(currency)];
  return {
    next: (line) => {
      gross = line.segments.reduce((sum, segment) => addRatios(sum, segment.gross), gross);
      net = addRatios(net, line.net);
      const before = { subtotal, total };
      subtotal = roundToMoney(gross, currency, rounding);
      total = roundToMoney(net, currency, rounding);
      const part = { subtotal: subtract(subtotal, before.subtotal), total: subtract(total, before.total) };
      return { ...line, price: { ...part, discountTotal: subtract(part.subtotal, part.total) } };
    },
  };
}

/** The billing periods of a term. A one-off with a milestone has none until it is reached, then one from that day. */
export function* billingPeriods(term: BillingTerm): Generator<AnchoredPeriod> {
  if (term.trigger === "DATE") return yield* anchoredPeriods(periodRule(term));
  if (term.reachedOn === null) return;
  const length = (term.end ?? term.start + 1) - term.start;
  yield* anchoredPeriods({ ...periodRule(term), anchor: term.reachedOn, end: term.reachedOn + length });
}

/** A charge for days that are already invoiced, because of a seat or price amendment. */
type TrueUp = {
  readonly type: LineType;
  readonly amendmentId: string;
  readonly timing: AmendmentTiming;
  readonly period: Period;
  readonly lineOf: (place: PeriodOfTerm, context: PricingContext) => LinePrice;
};

type PeriodSegments = { readonly base: readonly Segment[]; readonly trueUps: readonly TrueUp[] };

function calculator(term: BillingTerm): (period: AnchoredPeriod, part: Period) => PeriodSegments {
  const { seatConfig } = term;
  if (kindOf(term) !== "SEAT" || seatConfig === null) {
    const pricesOf = priceCalculator(term);
    return (period, part) => {
      const { base, raised } = pricesOf(period, part);
      return { base, trueUps: raised.map(trueUpOfPrice) };
    };
  }
  const seatsOf = seatSegments({ ...term, seatConfig });
  return (period, part) => {
    const { base, trueUps } = seatsOf(period, part);
    return { base, trueUps: trueUps.map(trueUpOfSeats) };
  };
}

function trueUpOfSeats({ amendment, segments }: SeatSegments["trueUps"][number]): TrueUp {
  return {
    type: "SEAT_TRUE_UP",
    amendmentId: amendment.id,
    timing: amendment,
    period: { start: (segments[0] as Segment).start, end: (segments.at(-1) as Segment).end },
    lineOf: (place, context) => priceLine(segments, { ...place, discounts: "PERCENTAGES" }, context),
  };
}

function trueUpOfPrice(repriced: RepricedSegments): TrueUp {
  const { id, effectiveFrom, amendment } = repriced.layer;
  const { invoicedThrough, settlement } = amendment;
  return {
    type: "PRICE_TRUE_UP",
    amendmentId: id,
    timing: {
      effectiveDate: effectiveFrom,
      invoicedThrough,
      trueUpTiming: settlement === "IMMEDIATE" ? "IMMEDIATE" : "CO_TERM",
    },
    period: repriced.days,
    lineOf: (place, context) => lineDifference(repriced, place, context),
  };
}

/** Returns the seat segments of a billing period of the term, or of a part of it. */
export function seatSegments(term: SeatTerm): (period: AnchoredPeriod, part: Period) => SeatSegments {
  const seatsOf = seatCalculator(term);
  return (period, part) =>
    seatsOf(period, part, (day, more, fewer) => {
      const price = priceOn(term, day);
      const times = timesEscalated(price, { termStart: term.start, periodStart: period.covered.start });
      return isDearer(escalatedPrice(price, times), more, fewer);
    });
}

/**
 * Prices base lines with a cache for equal full periods, because closing many months asks for them thousands of times. A cached line has the
 * days of the first such period.
 */
function rememberingPricer(context: PricingContext): (segments: readonly Segment[], place: PeriodOfTerm) => LinePrice {
  let known:
    | { readonly segment: Segment; readonly times: number; readonly active: string; readonly line: LinePrice }
    | undefined;
  return (segments, place) => {
    const rule: LineRule = { ...place, discounts: "ALL" };
    const [segment] = segments;
    if (segment === undefined || segments.length > 1 || segment.share !== oneRatio) {
      return priceLine(segments, rule, context);
    }
    const { price, quantity } = segment;
    const times = timesEscalated(price, place);
    const active = price.discounts.map((discount) => (isActive(discount, place.periodStart) ? "1" : "0")).join("");
    const isKnown =
      known?.segment.price === price &&
      known.segment.quantity === quantity &&
      known.times === times &&
      known.active === active;
    if (known === undefined || !isKnown) known = { segment, times, active, line: priceLine(segments, rule, context) };
    return known.line;
  };
}

function chargeOf({ line, ...place }: Line, context: PricingContext): Charge {
  const [first, second] = line.segments;
  const { quantity, unitPrice } = line.shown();
  const isOfPrice = first !== undefined && second === undefined && first.priceChange === undefined;
  const isTiered = isOfPrice && first.price.pricingType !== "SIMPLE";
  return {
    ...place,
    quantity,
    unitPrice,
    tiers: isTiered ? first.tiers() : [],
    price: line.price,
    explanation: () => explain(place, line, context),
    isDropped: isZero(line.price.total) && quantity === "0",
  };
}
