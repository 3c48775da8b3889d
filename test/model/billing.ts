import { addMonths, type Day, firstDay, month } from "./calendar.ts";
import type { Discount, Price, Seats, Term } from "./deal.ts";
import {
  cents,
  isAbove,
  larger,
  minus,
  nothing,
  one,
  over,
  parsed,
  plus,
  type Rational,
  ratio,
  sum,
  times,
} from "./rational.ts";

/** A billing period of a term. `fullEnd` is where it would end if the term went on. */
export type Period = { readonly start: Day; readonly end: Day; readonly fullEnd: Day };

/** A planned line in cents: the service days, and the day on which it is to be billed and to be paid. */
export type Line = {
  readonly term: Term;
  readonly kind: "BASE" | "SEAT_TRUE_UP" | "CREDIT";
  readonly start: Day;
  readonly end: Day;
  /** Where its period would end if the term went on. */
  readonly fullEnd: Day;
  /** Of a true-up: the day on which its seat amendment was recorded. */
  readonly recordedOn?: Day;
  readonly planned: Day;
  readonly due: Day;
  readonly subtotal: bigint;
  readonly total: bigint;
  /** Units of nothing at no price are not billed; whatever has a quantity is, also for 0.00 (data model 13.2). */
  readonly hasQuantity: boolean;
};

const monthsOf = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const;

/** The start of period k, counted from the anchor and never from the period before (data model 5.3). */
function boundary(term: Term, k: number): Day {
  const { interval, every, start } = term;
  if (interval === "DAY") return start + k * every;
  if (interval === "WEEK") return start + 7 * k * every;
  if (interval === "SEMI_MONTH") return semiMonth(start, k);
  if (interval === "NONE") return k === 0 ? start : (term.end ?? start + 1);
  return addMonths(start, k * every * monthsOf[interval]);
}

/** Halves of calendar months; the first may begin inside one. */
function semiMonth(start: Day, k: number): Day {
  if (k === 0) return start;
  const first = month(start) * 2 + (start >= firstDay(month(start)) + 15 ? 1 : 0);
  const half = first + k;
  return firstDay(Math.floor(half / 2)) + (half % 2) * 15;
}

/** The billing periods of a term that begin before a day. */
export function periodsOf(term: Term, until: Day): Period[] {
  const periods: Period[] = [];
  for (let k = 0; ; k++) {
    const [start, fullEnd] = [boundary(term, k), boundary(term, k + 1)];
    if (start >= until || (term.end !== null && start >= term.end)) return periods;
    periods.push({ start, end: Math.min(fullEnd, term.end ?? fullEnd), fullEnd });
    if (term.interval === "NONE") return periods;
  }
}

/** The part of the price of a full period that a short one costs (data model 5.5, rules 8). */
export function shareOf(term: Term, { start, end, fullEnd }: Period): Rational {
  if (term.interval === "NONE" || term.proration === "NONE") return one;
  if (term.interval === "SEMI_MONTH") {
    const half = month(start) * 2 + (start >= firstDay(month(start)) + 15 ? 1 : 0);
    return ratio(end - start, fullEnd - (firstDay(Math.floor(half / 2)) + (half % 2) * 15));
  }
  if (end === fullEnd) return one;
  const isInMonths = term.interval === "MONTH" || term.interval === "QUARTER" || term.interval === "YEAR";
  if (term.proration === "DAY" || !isInMonths) return ratio(end - start, fullEnd - start);
  return over(anchoredMonths(term.start, start, end), anchoredMonths(term.start, start, fullEnd));
}

/** Months from the start of a period on, counted from the anchor. */
function anchoredMonths(anchor: Day, from: Day, to: Day): Rational {
  let first = 0;
  while (addMonths(anchor, first) < from) first += 1;
  let whole = first;
  while (addMonths(anchor, whole + 1) <= to) whole += 1;
  const [rest, next] = [addMonths(anchor, whole), addMonths(anchor, whole + 1)];
  return plus(ratio(whole - first), ratio(to - rest, next - rest));
}

/** Whole months from a day on, and the days left over ÷ the days of the anchored month in which they begin (rules 8). */
function monthsFrom(anchor: Day, from: Day, to: Day): Rational {
  let whole = 0;
  while (addMonths(from, whole + 1) <= to) whole += 1;
  const rest = addMonths(from, whole);
  let k = 0;
  while (addMonths(anchor, k + 1) <= rest) k += 1;
  return plus(ratio(whole), ratio(to - rest, addMonths(anchor, k + 1) - addMonths(anchor, k)));
}

/** The price of a full period, its amounts changed by an escalator first. */
export function priceOf(price: Price, escalated: (amount: Rational) => Rational): Rational {
  const quantity = parsed(price.quantity);
  const tiers = price.tiers.map((tier) => ({
    ...tier,
    from: parsed(tier.from),
    amount: escalated(parsed(tier.amount)),
  }));
  const [first] = tiers;
  if (first === undefined) throw new RangeError("a price without tiers");
  if (price.pricingType === "SIMPLE") return first.isFlat ? first.amount : times(first.amount, quantity);
  if (price.pricingType === "PACKAGE") {
    const packages = over(quantity, parsed(price.packageSize ?? "1"));
    return times(first.amount, ratio((packages.n + packages.d - 1n) / packages.d));
  }
  if (price.pricingType === "VOLUME") {
    const chosen = tiers.findLast(({ from }) => !isAbove(from, quantity)) ?? first;
    return chosen.isFlat ? chosen.amount : times(chosen.amount, quantity);
  }
  return sum(
    tiers.map(({ from, amount, isFlat }, index) => {
      const to = tiers[index + 1]?.from;
      const inside = larger(nothing, minus(to === undefined || isAbove(to, quantity) ? quantity : to, from));
      if (isFlat) return index === 0 || isAbove(inside, nothing) ? amount : nothing;
      return times(amount, inside);
    }),
  );
}

/** The amount of a tier in a period, after the escalations up to its first day (data model 5.6). */
export function escalation({ escalator, start }: Term, period: Day): (amount: Rational) => Rational {
  if (escalator === null) return (amount) => amount;
  let k = 0;
  while (addMonths(start, escalator.everyMonths * (k + 1)) <= period) k += 1;
  if (escalator.type === "FIXED") return (amount) => plus(amount, times(parsed(escalator.amount), ratio(k)));
  const factor = plus(one, parsed(escalator.amount));
  return (amount) => Array.from({ length: k }, () => factor).reduce(times, amount);
}

/** What is left of an amount after the discounts: percentages one after the other, then fixed ones with their period. */
function discounted(gross: Rational, share: Rational, discounts: readonly Discount[]): Rational {
  const percentages = discounts.filter(({ type }) => type === "PERCENTAGE");
  const fixed = discounts.filter(({ type }) => type === "FIXED");
  const left = percentages.reduce((amount, each) => times(amount, minus(one, parsed(each.amount))), gross);
  return larger(
    nothing,
    fixed.reduce((amount, each) => minus(amount, times(parsed(each.amount), share)), left),
  );
}

/** The exact net and gross amount of one period. */
export function amountsOf(term: Term, period: Period): { readonly gross: Rational; readonly net: Rational } {
  const share = shareOf(term, period);
  const price = term.laterPrices.findLast(({ from }) => from <= period.start)?.price ?? term.price;
  const gross = times(priceOf(price, escalation(term, period.start)), share);
  const inForce = term.discounts.filter(
    ({ start = period.start, end = period.end }) => start <= period.start && end > period.start,
  );
  return { gross, net: discounted(gross, share, inForce) };
}

/** When a period is billed and due (data model 5.3). */
export function datesOf({ strategy, net }: Term, { start, end }: Period): { readonly planned: Day; readonly due: Day } {
  if (strategy === "ADVANCED_DUE_START") return { planned: start - net, due: start };
  const planned = strategy === "FIRST_OF_PERIOD" ? start : strategy === "ARREARS" ? end : end - 1;
  return { planned, due: planned + net };
}

/** Every line of a term, each rounded once (rules 5); of an open-ended one those whose period begins before a day. */
export function linesOf(term: Term, until: Day): Line[] {
  const periods = periodsOf(term, term.end ?? until);
  return term.seats === null ? periods.map((period) => baseLine(term, period)) : seatLines(term, term.seats, periods);
}

function baseLine(term: Term, period: Period): Line {
  const { gross, net } = amountsOf(term, period);
  const hasQuantity = isAbove(parsed(term.price.quantity), nothing);
  const amounts = { subtotal: cents(gross), total: cents(net), hasQuantity };
  return { term, kind: "BASE", ...period, ...datesOf(term, period), ...amounts };
}

/**
 * Seats in advance: what a period begins with, and what is added inside it or after its invoice, at once or with a later invoice
 * (data model 7.2). An issued invoice never changes: a period that was invoiced ahead has the seats that were known by then.
 */
function seatLines(term: Term, changes: readonly Seats[], periods: readonly Period[]): Line[] {
  const withSeats = (quantity: number): Price => ({ ...term.price, quantity: String(quantity) });
  return periods.flatMap((period, index) => {
    const { planned } = datesOf(term, period);
    const isLate = ({ from, on }: Seats): boolean => from <= period.start && on >= planned;
    const known = changes.filter((change) => change.from <= period.start && !isLate(change));
    const count = known.reduce((all, { delta }) => all + delta, Number(term.price.quantity));
    const base = { ...baseLine({ ...term, price: withSeats(count) }, period), term };
    const isInside = ({ from }: Seats): boolean => from > period.start && from < period.end;
    const added = changes.filter((change) => change.delta > 0 && (isInside(change) || isLate(change)));
    const trueUps = added.map((change): Line => {
      const start = Math.max(change.from, period.start);
      const price = priceOf(withSeats(change.delta), (amount) => amount);
      const total = cents(times(price, trueUpShare(term, { ...change, from: start }, period)));
      const dates = trueUpDates(term, change, period, periods.slice(index + 1));
      return {
        ...base,
        ...dates,
        kind: "SEAT_TRUE_UP",
        start,
        recordedOn: change.on,
        subtotal: total,
        total,
        hasQuantity: true,
      };
    });
    return [base, ...trueUps];
  });
}

/** A true-up goes with the first later invoice on or after its day; after the last one with one of the day after the term. */
function trueUpDates(
  term: Term,
  { timing, from }: Seats,
  { end }: Period,
  later: readonly Period[],
): Pick<Line, "planned" | "due"> {
  if (timing === "IMMEDIATE") return { planned: from, due: from + term.net };
  const next = later.map((period) => datesOf(term, period)).find(({ planned }) => planned >= from);
  const last = later.at(-1)?.end ?? end;
  return next ?? { planned: last, due: last + term.net };
}

/** The part of a period's price that seats added inside it cost: of its months, which are those of its anchor. */
function trueUpShare(term: Term, { policy, from }: Seats, { start, end, fullEnd }: Period): Rational {
  if (policy === "NONE") return one;
  if (policy === "DAY") return ratio(end - from, fullEnd - start);
  if (policy === "MONTH") return over(monthsFrom(term.start, from, end), anchoredMonths(term.start, start, fullEnd));
  return ratio(
    monthsBegun((months) => addMonths(from, months), end),
    monthsBegun((months) => addMonths(term.start, monthsBetween(term.start, start) + months), end),
  );
}

const monthsBegun = (since: (months: number) => Day, end: Day): number => {
  let months = 0;
  while (since(months) < end) months += 1;
  return months;
};

/** How many months of an anchor have begun by the day on which one begins. */
const monthsBetween = (anchor: Day, from: Day): number => monthsBegun((months) => addMonths(anchor, months), from);
