import { addMonths, type Day, day, type Month, month } from "./calendar.ts";
import {
  cents,
  isAbove,
  larger,
  minus,
  nothing,
  over,
  parsed,
  plus,
  type Rational,
  ratio,
  smaller,
  sum,
  times,
  written,
} from "./rational.ts";
import { type Draw, drawFrom } from "./seeded-random.ts";

/** A step: a value in money, drawn down at a price. */
export type Step = { readonly value: string; readonly price: string };

/** A price of overage: tiers from units on, each for what is inside it, or the one that is reached for all. */
export type Overage = {
  readonly isVolume: boolean;
  readonly tiers: readonly { readonly from: string; readonly price: string }[];
};

/** A commitment in money on one event type, billed by month in arrears, all of its periods alike (data model 8). */
export type Commitment = {
  readonly seed: number;
  readonly start: Day;
  readonly monthsInPeriod: number;
  readonly periods: number;
  readonly steps: readonly Step[];
  readonly overage: Overage | null;
  readonly prepaid: string | null;
  readonly isPaidUpfront: boolean;
  readonly hasTrueUp: boolean;
  /** What is used in each month, from the first on. */
  readonly usage: readonly string[];
};

/** One month of a commitment in cents: what is invoiced for it, and what it earns. */
export type CommittedMonth = {
  readonly month: Month;
  /** Usage and overage less what is prepaid, billed on the first day of the next month. */
  readonly charges: bigint;
  readonly trueUp: bigint;
  /** Billed on the first day of this month. */
  readonly prepayment: bigint;
  readonly revenue: bigint;
};

/** A commitment drawn from its seed. */
export function commitmentOf(seed: number): Commitment {
  const draw = drawFrom(seed);
  const monthsInPeriod = draw.pick([1, 3, 6, 12]);
  const periods = monthsInPeriod >= 6 ? 1 : draw.between(1, Math.floor(12 / monthsInPeriod));
  const steps = Array.from({ length: draw.between(1, 2) }, () => ({
    value: written(BigInt(draw.between(100, 90_000))),
    price: `0.${String(draw.between(1, 9999)).padStart(4, "0")}`,
  }));
  const all = sum(steps.map(({ value }) => parsed(value)));
  const prepaid = draw.chance(50) ? written(cents(times(all, ratio(draw.between(1, 10), 10)))) : null;
  return {
    ...{ seed, start: day("2026-01-01"), monthsInPeriod, periods, steps, prepaid },
    overage: draw.chance(60) ? overageOf(draw) : null,
    isPaidUpfront: draw.chance(40),
    hasTrueUp: draw.chance(65),
    usage: Array.from({ length: monthsInPeriod * periods }, () => usageOf(draw, all, monthsInPeriod)),
  };
}

function overageOf(draw: Draw): Overage {
  const price = (): string => `0.${String(draw.between(1, 99_999)).padStart(5, "0")}`;
  const first = { from: "0", price: price() };
  if (draw.chance(40)) return { isVolume: false, tiers: [first] };
  return { isVolume: draw.chance(50), tiers: [first, { from: String(draw.between(100, 4000)), price: price() }] };
}

/** Nothing, a little, or more than is committed. */
function usageOf(draw: Draw, value: Rational, months: number): string {
  if (draw.chance(12)) return "0";
  const scale = times(over(value, ratio(months)), ratio(draw.between(1, 12)));
  return String(cents(scale) / 100n + BigInt(draw.between(0, 50))) + (draw.chance(30) ? ".25" : "");
}

/** What some units beyond the commitment cost. */
function overagePrice({ steps, overage }: Commitment, units: Rational): Rational {
  const tiers = overage?.tiers ?? [{ from: "0", price: steps.at(-1)?.price ?? "0" }];
  if (overage?.isVolume) {
    const reached = tiers.findLast(({ from }) => !isAbove(parsed(from), units)) ?? tiers[0];
    return times(units, parsed(reached?.price ?? "0"));
  }
  return sum(
    tiers.map(({ from, price }, index) => {
      const to = tiers[index + 1]?.from;
      const end = to === undefined ? units : smaller(units, parsed(to));
      return times(larger(nothing, minus(end, parsed(from))), parsed(price));
    }),
  );
}

/** What some units cost inside the value, and how many are left for overage. */
function drawnDown({ steps }: Commitment, units: Rational): { readonly cost: Rational; readonly rest: Rational } {
  let [cost, rest] = [nothing, units];
  for (const { value, price } of steps) {
    const drawn = smaller(parsed(value), times(rest, parsed(price)));
    cost = plus(cost, drawn);
    rest = minus(rest, over(drawn, parsed(price)));
  }
  return { cost, rest };
}

/** Every month of a commitment, each period by itself: amounts are differences of rounded sums (rules 5). */
export function monthsOf(commitment: Commitment): CommittedMonth[] {
  const { periods, monthsInPeriod, start, prepaid, isPaidUpfront, hasTrueUp, steps, usage } = commitment;
  const committed = sum(steps.map(({ value }) => parsed(value)));
  const paid = parsed(prepaid ?? "0");
  return Array.from({ length: periods * monthsInPeriod }, (_, index) => {
    const first = index - (index % monthsInPeriod);
    const isLast = index % monthsInPeriod === monthsInPeriod - 1;
    const through = (to: number): { cost: Rational; charges: bigint; earned: bigint } => {
      const units = sum(usage.slice(first, Math.max(first, to)).map(parsed));
      const { cost, rest } = drawnDown(commitment, units);
      const all = plus(cost, overagePrice(commitment, rest));
      return { cost, charges: cents(minus(all, smaller(cost, paid))), earned: cents(all) };
    };
    const [before, now] = [through(index), through(index + 1)];
    // What is left of a period is its whole less what was billed or drawn, each rounded once: together they are never more (rules 5).
    const trueUp = isLast && hasTrueUp ? cents(committed) - cents(larger(now.cost, paid)) : 0n;
    const lapsed = isLast ? cents(paid) - cents(smaller(now.cost, paid)) : 0n;
    const isPaid = prepaid !== null && index % monthsInPeriod === 0 && (!isPaidUpfront || index === 0);
    return {
      month: month(addMonths(start, index)),
      charges: now.charges - before.charges,
      trueUp,
      prepayment: isPaid ? cents(isPaidUpfront ? times(paid, ratio(periods)) : paid) : 0n,
      revenue: now.earned - before.earned + trueUp + lapsed,
    };
  });
}
