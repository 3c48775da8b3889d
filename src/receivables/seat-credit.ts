import { sharesBy } from "../billing-terms/allocation.ts";
import { type BillingCredit, creditsOfSeats } from "../billing-terms/billing-credit.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { type CreditedSeats, creditedSeatsOf } from "../billing-terms/credited-seats.ts";
import { priceLine } from "../billing-terms/line-price.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { SeatTerm } from "../billing-terms/seat-charges.ts";
import type { SeatAmendment } from "../billing-terms/seats.ts";
import { isZero, type Money, min, money, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { roundRatio } from "../kernel/ratio.ts";
import type { BilledLine } from "./billed-line.ts";
import type { CreditedPart } from "./credit-memo.ts";

/** The price of the removed seats in the invoiced part of a billing period, on the days on which they are fewer. */
type FewerSeats = { readonly invoiced: Period; readonly rest: Period; readonly amount: Money };

/**
 * The credit for fewer seats in invoiced periods, where the term credits removed seats
 * (rules 6, `creditOnDecrease`): in each such period their price, at most what its base line and true-ups
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
  const seatsCredited = creditedSeatsOf(term).get(amendment.id) ?? [];
  return fewerSeats(seatsCredited, context).flatMap(({ invoiced, rest, amount }): CreditedPart[] => {
    const open = lines.flatMap(({ id, period, isOpen, total, credited }) => {
      // Nothing is owed of an invoice that was written off.
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

/** A credit of fewer seats that is not void, and the part of it for days of a term that ends earlier. */
export type SeatCredit = { readonly billingCredit: BillingCredit; readonly kept: Money };

/**
 * The credits of fewer seats of a term that has a new end (rules 6; data model 7.2): the rest of each credit was for days on
 * which nothing is owed any more. A credit that was cut at what was billed is kept in proportion.
 *
 * @param terms with the same amendments
 * @param billingCredits of the term's lines, voids of them included
 */
export function seatCreditsAfterEnd(
  { before, ended }: { readonly before: BillingTerm; readonly ended: BillingTerm },
  billingCredits: readonly BillingCredit[],
  context: PricingContext,
): SeatCredit[] {
  const { seatConfig } = before;
  if (seatConfig === null) return [];
  const credited = before.amendments.flatMap((amendment) => {
    const given = creditsOfSeats(amendment, billingCredits);
    return given.length > 0 ? [{ amendment, given }] : [];
  });
  if (credited.length === 0) return [];
  const creditedBefore = creditedSeatsOf({ ...before, seatConfig });
  const creditedEnded = creditedSeatsOf({ ...ended, seatConfig });
  const counted = new Set<BillingCredit>();
  return credited.flatMap(({ amendment: { id }, given }) => {
    const short = new Map(
      fewerSeats(creditedEnded.get(id) ?? [], context).map(({ rest, amount }) => [rest.start, amount]),
    );
    return fewerSeats(creditedBefore.get(id) ?? [], context).flatMap(({ rest, amount: whole }) => {
      // Writes of one moment have each credit counted once.
      const own = given.filter(
        (billingCredit) => billingCredit.service.start === rest.start && !counted.has(billingCredit),
      );
      for (const billingCredit of own) counted.add(billingCredit);
      const left = short.get(rest.start) ?? zero(context.currency);
      return keptOf(own, { left, whole }, context);
    });
  });
}

function keptOf(
  given: readonly BillingCredit[],
  { left, whole }: { readonly left: Money; readonly whole: Money },
  { currency, rounding }: PricingContext,
): SeatCredit[] {
  if (given.length === 0 || whole.minor <= 0n) return [];
  const amounts = given.map(({ amount }) => amount);
  const total = sum(amounts, currency);
  const part = roundRatio({ numerator: total.minor * left.minor, denominator: whole.minor }, rounding);
  const kept = sharesBy(min(money(part, currency), total), amounts);
  return given.map((billingCredit, index) => ({ billingCredit, kept: kept[index] ?? zero(currency) }));
}

/** The price of the seats that an amendment removed, in each billing period, at the price of each day. */
function fewerSeats(seatsCredited: readonly CreditedSeats[], context: PricingContext): FewerSeats[] {
  return seatsCredited.flatMap(({ billingPeriod, invoiced, segments }): FewerSeats[] => {
    const [first, last] = [segments[0], segments.at(-1)];
    if (first === undefined || last === undefined) return [];
    const rule = { periodStart: billingPeriod.covered.start, discounts: "PERCENTAGES" } as const;
    const { price } = priceLine(segments, rule, context);
    return [{ invoiced, rest: { start: first.start, end: last.end }, amount: price.total }];
  });
}
