import type { Day } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { isZero, roundToMoney, subtract, zero } from "../kernel/money.ts";
import { type AnchoredPeriod, anchoredPeriods, type Period } from "../kernel/periods.ts";
import { proratedShare } from "../kernel/proration.ts";
import {
  addRatios,
  compareRatios,
  multiplyRatios,
  oneRatio,
  type Ratio,
  subtractRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import { type BillingTerm, kindOf, type Price, periodRule, priceOn, type TermKind } from "./billing-term.ts";
import { isActive } from "./discount.ts";
import { escalatedPrice, timesEscalated } from "./escalator.ts";
import { type Explanation, explain } from "./explanation.ts";
import { type LinePrice, type LineRule, priceLine } from "./line-price.ts";
import type { LineType } from "./line-type.ts";
import type { PeriodPrice, PricingContext } from "./price.ts";
import { type SeatSegments, type SeatTerm, seatCalculator } from "./seat-charges.ts";
import { pricedPeriodsOf, type Segment, shared } from "./segment.ts";
import { amountOfQuantity, type TierCharge } from "./tier-price.ts";
import { type Due, dueOfTrueUps } from "./true-up-due.ts";

/** What a term owes for one stretch of service, tax excluded. */
export type Charge = {
  readonly type: LineType;
  readonly billingPeriod: AnchoredPeriod;
  /** The days of service that it is for, half-open. */
  readonly period: Period;
  /** Decimal texts of at most 12 places; `unitPrice` is null where more than one price makes the amount. */
  readonly quantity: string;
  readonly unitPrice: string | null;
  /** Of a full period, before proration and discounts; empty for a SIMPLE price and for several segments. */
  readonly tiers: readonly TierCharge[];
  readonly seatAmendmentId: string | null;
  readonly price: PeriodPrice;
  /** Null where quantity × unit price of a full period says it all. */
  readonly explanation: Explanation | null;
  /** A charge of nothing for nothing has no line; its period still counts as covered (data model 13.2). */
  readonly isDropped: boolean;
  readonly due: Due;
};

/** Where an issued line of a billing period ends, by where it begins. */
export type IssuedEnds = ReadonlyMap<Day, Day>;

const baseTypes: Readonly<Record<Exclude<TermKind, "USAGE">, LineType>> = {
  FLAT: "FLAT",
  PER_UNIT: "UNIT",
  SEAT: "SEAT",
  ONE_OFF: "ONE_OFF",
};

/**
 * Everything that a term charges, in the order of its billing periods: each period's base charge, then its true-ups. The
 * only place that knows what a term costs; when it is billed is decided by the plan. Open-ended terms never stop: take only
 * what is needed. Metered usage is not charged here, nor a milestone that is not reached.
 *
 * A period in which the price changes is one charge of several segments (rules 7). A period that was invoiced only up to an
 * earlier end, because the term was extended later, is cut there: the issued charge stays as it is, and the next one is for
 * what it left open, with the seats that were said by then.
 *
 * @param issued where issued base lines end; those that end with their period need not be in it
 */
export function* chargesOf(term: BillingTerm, context: PricingContext, issued?: IssuedEnds): Generator<Charge> {
  for (const line of linesOf(term, context, issued)) yield chargeOf(line, context);
}

/** Where a line stands, and its price: a charge before it is put into words. */
type Line = Pick<Charge, "type" | "billingPeriod" | "period" | "seatAmendmentId" | "due"> & {
  readonly line: LinePrice;
};

/**
 * The lines behind `chargesOf`: for those who only sum prices, many times over.
 *
 * @param from billing periods that end by this day are left out
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
  const stated = invoicedBefore(term);

  for (const billingPeriod of billingPeriods(term)) {
    if (billingPeriod.covered.end <= from) continue;
    const periodStart = billingPeriod.covered.start;
    const rounded = roundedInParts(context);
    for (const part of partsOf(billingPeriod.covered, issued, stated)) {
      const { base, trueUps } = segmentsOf(billingPeriod, part);
      const isWhole = part === billingPeriod.covered;
      const due: Due = { at: "PERIOD", period: isWhole ? billingPeriod : { ...billingPeriod, covered: part } };
      const line = isWhole ? priceOnce(base, periodStart) : rounded.next(priceOnce(base, periodStart));
      yield { type, billingPeriod, period: part, seatAmendmentId: null, due, line };

      for (const { amendment, segments } of trueUps) {
        const seatAmendmentId = amendment.id;
        const due = dues.get(seatAmendmentId) ?? dueOfTrueUps(term, amendment);
        dues.set(seatAmendmentId, due);
        const period = { start: (segments[0] as Segment).start, end: (segments.at(-1) as Segment).end };
        const line = priceLine(segments, { periodStart, discounts: "PERCENTAGES" }, context);
        yield { type: "SEAT_TRUE_UP", billingPeriod, period, seatAmendmentId, due, line };
      }
    }
  }
}

/**
 * Prices the parts of a period one after the other, each as what the parts so far come to, rounded, less what was charged
 * before it: together they are the price of the whole, to the cent (rules 5, "a total over time").
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

/** A term's billing periods. A one-off that waits for a milestone has none before it is reached, then one from that day. */
export function* billingPeriods(term: BillingTerm): Generator<AnchoredPeriod> {
  if (term.trigger === "DATE") return yield* anchoredPeriods(periodRule(term));
  if (term.reachedOn === null) return;
  const length = (term.end ?? term.start + 1) - term.start;
  yield* anchoredPeriods({ ...periodRule(term), anchor: term.reachedOn, end: term.reachedOn + length });
}

type PeriodSegments = Pick<SeatSegments, "base" | "trueUps">;

function calculator(term: BillingTerm): (period: AnchoredPeriod, part: Period) => PeriodSegments {
  const { seatConfig } = term;
  if (kindOf(term) !== "SEAT" || seatConfig === null) {
    const quantities = new Map<Price, Ratio>();
    const quantityOf = (price: Price) => {
      const quantity = quantities.get(price) ?? ratioFromDecimal(price.quantity);
      quantities.set(price, quantity);
      return quantity;
    };
    return (period, part) => {
      const pricedPeriods = pricedPeriodsOf(term, part, quantityOf);
      const segments = shared(pricedPeriods, period, term.prorationPolicy);
      return { base: withDelivered(term, period, part, segments), trueUps: [] };
    };
  }
  return seatSegments({ ...term, seatConfig });
}

/**
 * The stretches of a period that a termination cut, the last of them with what delivered obligations keep of the days that are
 * not billed any more (rules 7).
 */
function withDelivered(
  { end, delivered, prorationPolicy }: BillingTerm,
  { covered, full }: AnchoredPeriod,
  part: Period,
  segments: readonly Segment[],
): Segment[] {
  const last = segments.at(-1);
  const isCut = covered.end === end && part.end === end && covered.end < full.end;
  if (delivered === null || last === undefined || !isCut) return [...segments];
  const agreed = { start: covered.start, end: Math.min(full.end, delivered.until ?? full.end) };
  const lost = subtractRatios(
    proratedShare(prorationPolicy, agreed, full),
    proratedShare(prorationPolicy, covered, full),
  );
  const kept = multiplyRatios(ratioFromDecimal(delivered.share), lost);
  return [...segments.slice(0, -1), { ...last, share: addRatios(last.share, kept) }];
}

/** What the seats of a term owe of each of its billing periods, or of a stretch of one. */
export function seatSegments(term: SeatTerm): (period: AnchoredPeriod, part: Period) => SeatSegments {
  const seatsOf = seatCalculator(term);
  return (period, part) =>
    seatsOf(period, part, (day, more, fewer) => {
      const price = priceOn(term, day);
      const times = price.escalator === null ? 0 : timesEscalated(price.escalator, period.covered.start);
      const escalated = escalatedPrice(price, times);
      return compareRatios(amountOfQuantity(escalated, more), amountOfQuantity(escalated, fewer)) > 0;
    });
}

/**
 * A period in the parts that were, and are still to be, billed by themselves: where issued lines end, and where the term was
 * invoiced through when seats were amended. Days after that were not invoiced then, and have the seats that were said.
 *
 * @param stated the days before which the term was invoiced, rising
 */
function partsOf(covered: Period, issued: IssuedEnds | undefined, stated: readonly Day[]): Period[] {
  const parts: Period[] = [];
  let { start } = covered;
  while (start < covered.end) {
    const end = Math.min(issued?.get(start) ?? stated.find((day) => day > start) ?? covered.end, covered.end);
    parts.push(start === covered.start && end === covered.end ? covered : { start, end });
    start = end;
  }
  return parts;
}

/** The days before which a term was invoiced when its seats were amended, rising. */
function invoicedBefore({ amendments }: BillingTerm): Day[] {
  const days = new Set(amendments.flatMap(({ invoicedThrough }) => invoicedThrough ?? []));
  return [...days].sort((a, b) => a - b);
}

/**
 * Prices base lines; full periods alike are priced once, because closing years of months asks thousands of times. The days
 * of a remembered line are those of its first period.
 */
function rememberingPricer(context: PricingContext): (segments: readonly Segment[], periodStart: Day) => LinePrice {
  let known:
    | { readonly segment: Segment; readonly times: number; readonly active: string; readonly line: LinePrice }
    | undefined;
  return (segments, periodStart) => {
    const rule: LineRule = { periodStart, discounts: "ALL" };
    const [segment] = segments;
    if (segment === undefined || segments.length > 1 || segment.share !== oneRatio) {
      return priceLine(segments, rule, context);
    }
    const { price, quantity } = segment;
    const times = price.escalator === null ? 0 : timesEscalated(price.escalator, periodStart);
    const active = price.discounts.map((discount) => (isActive(discount, periodStart) ? "1" : "0")).join("");
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
  const { quantity } = line;
  const isTiered = first !== undefined && second === undefined && first.price.pricingType !== "SIMPLE";
  return {
    ...place,
    quantity,
    unitPrice: line.unitPrice,
    tiers: isTiered ? first.tiers : [],
    price: line.price,
    // Worked out when it is asked for: revenue sums many charges and reads none of them.
    get explanation() {
      return explain(place, line, context);
    },
    isDropped: isZero(line.price.total) && quantity === "0",
  };
}
