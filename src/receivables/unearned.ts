import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import type { Day } from "../kernel/day.ts";
import { add, compare, type Money, max, min, money, subtract, sum, sumAmounts, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { type Ratio, type Rounding, ratio, roundRatio, sumRatios, zeroRatio } from "../kernel/ratio.ts";

/** The billed amount of a line, and its credits. */
export type ServiceLine = {
  readonly service: Period;
  /** Without tax. */
  readonly total: Money;
  readonly billingCredits: readonly { readonly amount: Money; readonly service: Period }[];
};

/** How much time a period is: by days, or by months if what the lines bill is earned so. */
export type Elapsed = (period: Period) => number;

const byDays: Elapsed = ({ start, end }) => end - start;

/**
 * The unearned part of each line, never below zero: billed less the revenue of the obligations by their patterns. It is taken from undelivered
 * days first, then from the latest lines, because amounts are earned in the order in which they were billed.
 *
 * @param lines all lines that bill for the obligations
 * @param from the first day that is not delivered
 * @param elapsed how the obligations earn their days
 */
export function unearnedOf(
  lines: readonly ServiceLine[],
  {
    earned,
    from,
    rounding,
    elapsed = byDays,
  }: { readonly earned: Money; readonly from: Day; readonly rounding: Rounding; readonly elapsed?: Elapsed },
): Money[] {
  const nothing = zero(earned.currency);
  const total = (amounts: readonly Money[]) => sum(amounts, earned.currency);
  const net = lines.map(netOf);
  const unearned = max(subtract(total(net), earned), nothing);
  const ahead = lines.map((line, index) => min(unservedOf(line, from, rounding, elapsed), net[index] ?? nothing));
  if (compare(unearned, total(ahead)) <= 0) return sharesBy(unearned, ahead);
  let left = subtract(unearned, total(ahead));
  const found = [...ahead];
  const latestFirst = lines.map((_, index) => index).sort((a, b) => startOf(lines, b) - startOf(lines, a));
  for (const index of latestFirst) {
    const own = ahead[index] ?? nothing;
    const part = min(left, subtract(net[index] ?? nothing, own));
    found[index] = add(own, part);
    left = subtract(left, part);
  }
  return found;
}

function startOf(lines: readonly ServiceLine[], index: number): Day {
  return lines[index]?.service.start ?? 0;
}

function netOf({ total, billingCredits }: ServiceLine): Money {
  const credited = sumAmounts(billingCredits, total.currency);
  return max(subtract(total, credited), zero(total.currency));
}

/** The part of a line that is billed for days from `date` on and not credited; never below zero. */
export function unservedOf(
  { service, total, billingCredits }: ServiceLine,
  date: Day,
  rounding: Rounding,
  elapsed: Elapsed = byDays,
): Money {
  const left: Period = { start: Math.max(service.start, date), end: service.end };
  const billed = partOf(total, service, left, elapsed);
  const credited = billingCredits.map((billingCredit) =>
    partOf(billingCredit.amount, billingCredit.service, left, elapsed),
  );
  const exact = sumRatios([billed, ...credited.map(opposite)]);
  const minor = roundRatio(exact, rounding);
  return money(minor > 0n ? minor : 0n, total.currency);
}

/** Minor units of an amount over `service` that fall on the days of `within`, exactly. */
function partOf(amount: Money, service: Period, within: Period, elapsed: Elapsed): Ratio {
  const start = Math.max(service.start, within.start);
  const end = Math.min(service.end, within.end);
  if (end <= start) return zeroRatio;
  return ratio(amount.minor * BigInt(elapsed({ start, end })), BigInt(elapsed(service)));
}

function opposite({ numerator, denominator }: Ratio): Ratio {
  return { numerator: -numerator, denominator };
}
