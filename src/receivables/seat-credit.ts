import { sharesBy } from "../billing-terms/allocation.ts";
import { type BillingTerm, priceOn } from "../billing-terms/billing-term.ts";
import { billingPeriods } from "../billing-terms/charges.ts";
import { priceLine } from "../billing-terms/line-price.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import { restShare } from "../billing-terms/seat-proration.ts";
import { byMaking, type SeatAmendment, type SeatConfig, seatsOn, seatTimeline } from "../billing-terms/seats.ts";
import { cutSpan, layerDays, type Segment } from "../billing-terms/segment.ts";
import type { Day } from "../kernel/day.ts";
import { isZero, type Money, min, money, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { compareRatios, roundRatio, subtractRatios } from "../kernel/ratio.ts";
import type { CreditedPart } from "./credit-memo.ts";
import type { BilledLine } from "./unused-credit.ts";

type SeatTerm = BillingTerm & { readonly seatConfig: SeatConfig };

/** What fewer seats are worth in the invoiced part of a billing period, on the days on which they are fewer. */
type FewerSeats = { readonly invoiced: Period; readonly rest: Period; readonly amount: Money };

/**
 * What fewer seats give back of periods that are invoiced, where the term's seats are credited when they are given back
 * (rules 6, `creditOnDecrease`): in each such period what they are worth there, at most what its base line and true-ups
 * billed and is not credited yet, from each of them by that balance (rules 5, "Several lines").
 *
 * @param term with the amendment among its own
 */
export function unusedSeats(
  term: SeatTerm,
  amendment: SeatAmendment,
  lines: readonly BilledLine[],
  context: PricingContext,
): CreditedPart[] {
  return fewerSeats(term, amendment, context).flatMap(({ invoiced, rest, amount }): CreditedPart[] => {
    const open = lines.flatMap(({ id, period, isOpen, total, credited }) => {
      // Of an invoice that was given up nothing is owed any more.
      const left = isOpen ? subtract(total, credited) : zero(context.currency);
      const isOfPeriod = period.start >= invoiced.start && period.end <= invoiced.end && period.end > rest.start;
      return isOfPeriod && left.minor > 0n ? [{ id, left }] : [];
    });
    const lefts = open.map(({ left }) => left);
    const given = min(amount, sum(lefts, context.currency));
    if (given.minor <= 0n) return [];
    const amounts = sharesBy(given, lefts);
    return open.flatMap(({ id }, index) => {
      const part = amounts[index];
      return part === undefined || isZero(part) ? [] : [{ invoiceLineId: id, amount: part, service: rest }];
    });
  });
}

/** A credit of fewer seats that stands, and as much of it as the same seats are worth of a term that ends earlier. */
export type SeatCredit = { readonly reduction: BillingReduction; readonly kept: Money };

/**
 * What fewer seats gave back of a term that has a new end (rules 6; data model 7.2): the rest of each credit was for days on
 * which nothing is owed any more. A credit that was cut at what was billed is kept in proportion.
 *
 * @param terms with the same amendments
 * @param reductions of the term's lines, voids of them included
 */
export function seatCreditsAfterEnd(
  { before, ended }: { readonly before: BillingTerm; readonly ended: BillingTerm },
  reductions: readonly BillingReduction[],
  context: PricingContext,
): SeatCredit[] {
  const { seatConfig } = before;
  if (seatConfig === null) return [];
  const voided = new Set(reductions.filter(({ amount }) => amount.minor < 0n).map(({ source }) => source.id));
  const counted = new Set<BillingReduction>();
  return before.amendments.flatMap((amendment) => {
    // A memo of fewer seats is issued by the very write that says so. Writes of one moment have each credit counted once.
    const given = reductions.filter(
      ({ createdAt, revenueEffect, source }) =>
        createdAt === amendment.createdAt && revenueEffect === "CREDITED_DAYS" && !voided.has(source.id),
    );
    if (given.length === 0) return [];
    const amendments = before.amendments.filter((one) => byMaking(one, amendment) <= 0);
    const worthOf = (term: BillingTerm) => fewerSeats({ ...term, seatConfig, amendments }, amendment, context);
    const short = new Map(worthOf(ended).map(({ rest, amount }) => [rest.start, amount]));
    return worthOf(before).flatMap(({ rest, amount: whole }) => {
      const own = given.filter((reduction) => reduction.service.start === rest.start && !counted.has(reduction));
      for (const reduction of own) counted.add(reduction);
      const left = short.get(rest.start) ?? zero(context.currency);
      return keptOf(own, { left, whole }, context);
    });
  });
}

function keptOf(
  given: readonly BillingReduction[],
  { left, whole }: { readonly left: Money; readonly whole: Money },
  { currency, rounding }: PricingContext,
): SeatCredit[] {
  if (given.length === 0 || whole.minor <= 0n) return [];
  const amounts = given.map(({ amount }) => amount);
  const total = sum(amounts, currency);
  const part = roundRatio({ numerator: total.minor * left.minor, denominator: whole.minor }, rounding);
  const kept = sharesBy(min(money(part, currency), total), amounts);
  return given.map((reduction, index) => ({ reduction, kept: kept[index] ?? zero(currency) }));
}

/**
 * For each billing period that was invoiced when the amendment was made, the price of the counts that held until then less
 * that of the new ones, day by day and by the amendment's own policy. An amendment made for earlier days changes nothing
 * from a count on that was set already.
 *
 * @param term with the amendments made by then, this one among them
 */
function fewerSeats(term: SeatTerm, amendment: SeatAmendment, context: PricingContext): FewerSeats[] {
  const through = amendment.invoicedThrough;
  if (through === null) return [];
  const stepsOf = (amendments: readonly SeatAmendment[]) =>
    seatTimeline({ ...term, quantity: term.price.quantity, amendments });
  const before = stepsOf(term.amendments.filter(({ id }) => id !== amendment.id));
  const after = stepsOf(term.amendments);
  const days = [...layerDays(term), ...after.map(({ from }) => from)];

  const fewer: FewerSeats[] = [];
  for (const billingPeriod of billingPeriods(term)) {
    const { covered } = billingPeriod;
    if (covered.start >= through) break;
    const invoiced = { start: covered.start, end: Math.min(covered.end, through) };
    const span = { start: Math.max(amendment.effectiveDate, covered.start), end: invoiced.end };
    if (span.start >= span.end) continue;
    const restFrom = (day: Day) => restShare(amendment.prorationPolicy, term, billingPeriod, invoiced, day);
    const segments = cutSpan(span, days).flatMap((cell): Segment[] => {
      const [quantity, previous] = [seatsOn(before, cell.start).billed, seatsOn(after, cell.start).billed];
      if (compareRatios(previous, quantity) >= 0) return [];
      const share = subtractRatios(restFrom(cell.start), restFrom(cell.end));
      return [{ ...cell, price: priceOn(term, cell.start), quantity, previous, share }];
    });
    const [first, last] = [segments[0], segments.at(-1)];
    if (first === undefined || last === undefined) continue;
    const { price } = priceLine(segments, { periodStart: covered.start, discounts: "PERCENTAGES" }, context);
    fewer.push({ invoiced, rest: { start: first.start, end: last.end }, amount: price.total });
  }
  return fewer;
}
