import { priceOf } from "./billing.ts";
import { day, type Month, month } from "./calendar.ts";
import type { Price } from "./deal.ts";
import { cents, parsed, plus, sumOf, written } from "./rational.ts";
import { type Draw, drawFrom } from "./seeded-random.ts";

/** Usage of a year that is billed by itself in arrears, by the month or the quarter, with what each period costs at least and most. */
export type Metered = {
  readonly seed: number;
  readonly monthsInPeriod: 1 | 3;
  readonly price: Price;
  readonly minimum: string | null;
  readonly maximum: string | null;
  /** What is used in each month and recorded in it. */
  readonly usage: readonly string[];
  /** What is used in each month and recorded in the next one, after the month was closed. */
  readonly late: readonly string[];
};

/** One month of it in cents: what is billed on the first day of the next month, and what the month earns. */
export type MeteredMonth = {
  readonly month: Month;
  readonly billed: bigint;
  readonly revenue: bigint;
  /** At its end, what is earned and not billed. */
  readonly unbilled: bigint;
};

export function meteredOf(seed: number): Metered {
  const draw = drawFrom(seed);
  const monthsInPeriod = draw.pick([1, 3] as const);
  const price = priceDrawn(draw);
  const isVolume = price.pricingType === "VOLUME";
  const minimum = draw.chance(40) ? written(BigInt(draw.between(100, 200_000))) : null;
  const maximum = draw.chance(25) ? written(BigInt(draw.between(200_001, 900_000))) : null;
  const units = (): string => String(draw.between(0, 400)) + (draw.chance(30) ? ".5" : "");
  return {
    ...{ seed, monthsInPeriod, price, minimum, maximum },
    usage: Array.from({ length: 12 }, () => (draw.chance(12) ? "0" : units())),
    // What volume makes cheaper once it is late is a credit memo or less of the next bill, as it falls; and the last period has no next bill.
    late: Array.from({ length: 12 }, (_, at) =>
      isVolume || at >= 12 - monthsInPeriod || draw.chance(70) ? "0" : units(),
    ),
  };
}

function priceDrawn(draw: Draw): Price {
  const amount = (): string => `${draw.between(0, 9)}.${String(draw.between(1, 9999)).padStart(4, "0")}`;
  const tier = (from: number) => ({ from: String(from), amount: amount(), isFlat: false });
  const pricingType = draw.pick(["SIMPLE", "TIERED", "VOLUME", "PACKAGE"] as const);
  const common = { billingType: "UNIT", pricingType, quantity: "0" } as const;
  if (pricingType === "SIMPLE") return { ...common, tiers: [tier(0)] };
  if (pricingType === "PACKAGE") return { ...common, tiers: [tier(0)], packageSize: String(draw.between(1, 50)) };
  const second = draw.between(1, 150);
  return { ...common, tiers: [tier(0), tier(second), tier(second + draw.between(1, 150))] };
}

/**
 * Usage is worth its price to date, and the uplift to a minimum waits for the last day of its period (rules 7). A bill has what is
 * known on its day; what is late is the difference on the next one (data model 12.6), and revenue of the month in which it is known.
 */
export function monthsOf(metered: Metered): MeteredMonth[] {
  const { monthsInPeriod, usage, late } = metered;
  const indexes = usage.map((_, index) => index);
  const ends = (index: number): boolean => (index + 1) % monthsInPeriod === 0;
  const firstOf = (index: number): number => index - (index % monthsInPeriod);

  /** The worth of the period that begins with a month, used through another, by what is known by the end of a third. */
  const worth = (first: number, through: number, known: number): bigint => {
    const last = Math.min(through, first + monthsInPeriod - 1);
    const used = indexes.filter((index) => index >= first && index <= last);
    const units = used.flatMap((index) => [usage[index] ?? "0", index < known ? (late[index] ?? "0") : "0"]);
    return clamped(metered, units, ends(last));
  };
  const firsts = indexes.filter((index) => firstOf(index) === index);
  const earnedBy = (index: number): bigint =>
    sumOf(firsts.filter((first) => first <= index).map((first) => worth(first, index, index)));
  /**
   * What is billed by the first day of the month after one, of periods that are over. One of which nothing was to be billed on its
   * day is billed by itself once there is something, on the day that was planned.
   */
  const billedBy = (index: number): bigint => {
    const lastBill = ends(index) ? index : firstOf(index) - 1;
    return sumOf(
      firsts
        .map((first) => ({ first, last: first + monthsInPeriod - 1 }))
        .filter(({ last }) => last <= lastBill)
        .map(({ first, last }) => worth(first, last, worth(first, last, last) === 0n ? last + 1 : lastBill)),
    );
  };
  let [earned, billed] = [0n, 0n];
  return indexes.map((index) => {
    const [nextEarned, nextBilled] = [earnedBy(index), billedBy(index)];
    const figures = {
      ...{ month: month(day("2026-01-01")) + index, billed: nextBilled - billed },
      ...{ revenue: nextEarned - earned, unbilled: nextEarned - billed },
    };
    [earned, billed] = [nextEarned, nextBilled];
    return figures;
  });
}

function clamped({ price, minimum, maximum }: Metered, units: readonly string[], isOver: boolean): bigint {
  const quantity = units.map(parsed).reduce(plus);
  const worth = cents(priceOf({ ...price, quantity: decimal(quantity) }, (amount) => amount));
  const most = maximum === null ? worth : least(worth, cents(parsed(maximum)));
  return isOver && minimum !== null && most < cents(parsed(minimum)) ? cents(parsed(minimum)) : most;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
/** A fraction of tenths as a decimal text. */
const decimal = ({ n, d }: { readonly n: bigint; readonly d: bigint }): string => {
  const tenths = (n * 10n) / d;
  return `${tenths / 10n}.${tenths % 10n}`;
};
