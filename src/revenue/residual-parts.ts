import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import type { Day } from "../kernel/day.ts";
import {
  add,
  isNegative,
  isZero,
  type Money,
  max,
  min,
  money,
  negate,
  subtract,
  sum,
  sumAmounts,
  zero,
} from "../kernel/money.ts";
import type { PricedAmount } from "./term-price.ts";

/** One change of `billed − stated` by a write: positive if billing rises or a stated price falls, negative in the opposite cases. */
export type BeyondChange = {
  /** When it was recorded; empty at inception. */
  readonly at: string;
  /** The residual whose term bills it; null for a stated price. */
  readonly residualId: string | null;
  readonly amount: Money;
  /** The day from which it is earned; null for the whole service. */
  readonly from: Day | null;
  /** The day before which it is earned, if days were added after that. */
  readonly until?: Day;
  readonly reason: PricedAmount["reason"];
};

/**
 * Distributes what the ends of terms took from stated prices over the writes that stated more than the shortened terms bill. A stated price
 * that matched its term until the term was shortened counts as if it had matched the shorter term from the start.
 *
 * ```
 * write                     billed to the end    stated    filled
 * approval                              9,000    12,000     3,000
 * a price from April on                12,000    16,500     1,500
 * the end: 4,500 less                  12,000    12,000
 * ```
 *
 * @param taken what the ends of terms took, zero or more
 * @param changes without the reductions of stated prices by ends of terms
 * @returns `filled`: the part for each write, by the time of the write; `rest`: what exceeds all gaps
 */
export function filledGaps(
  changes: readonly BeyondChange[],
  taken: Money,
): { readonly filled: ReadonlyMap<string, Money>; readonly rest: Money } {
  const nothing = zero(taken.currency);
  const filled = new Map<string, Money>();
  let [beyond, rest] = [nothing, taken];
  for (const [at, write] of writesOf(changes)) {
    for (const { amount } of write) beyond = add(beyond, amount);
    const gap = min(rest, max(negate(beyond), nothing));
    filled.set(at, gap);
    beyond = add(beyond, gap);
    rest = subtract(rest, gap);
  }
  return { filled, rest };
}

function writesOf(changes: readonly BeyondChange[]): [at: string, write: readonly BeyondChange[]][] {
  return [...Map.groupBy(changes, ({ at }) => at)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * The price of each residual of a group in parts, from the changes of `billed − stated`, one write after the other, oldest first. The sum
 * of the residuals is never below zero: prices stated above the billing leave a gap, which later billing fills before residuals grow
 * again.
 *
 * ```
 * write                                billed    stated   residual
 * approval                             50,000    50,000          0
 * a second term                        60,000    50,000     10,000   over the days of the second term
 * a higher price, which catches up     60,000    60,000          0   as if neither had been
 * ```
 *
 * @param ends   end of service of each residual, exclusive, by id; null if open-ended
 * @param filled the part of the gap after each write that the ends of terms closed, by the time of the write (see `filledGaps`)
 */
export function residualParts(
  changes: readonly BeyondChange[],
  ends: ReadonlyMap<string, Day | null>,
  filled: ReadonlyMap<string, Money>,
  currency: string,
): ReadonlyMap<string, readonly PricedAmount[]> {
  const ids = [...ends.keys()];
  const nothing = zero(currency);
  const parts = new Map(ids.map((id) => [id, [] as PricedAmount[]]));
  const billed = new Map(ids.map((id) => [id, nothing]));
  let beyond = nothing;
  for (const [at, write] of writesOf(changes)) {
    for (const { residualId, amount } of write) {
      if (residualId !== null) billed.set(residualId, add(billed.get(residualId) ?? nothing, amount));
    }
    const before = max(beyond, nothing);
    beyond = sum([beyond, ...write.map(({ amount }) => amount), filled.get(at) ?? nothing], currency);
    const moved = subtract(max(beyond, nothing), before);
    for (const change of isZero(moved) ? [] : causesOf(write, moved)) {
      const held = new Map([...parts].map(([id, own]) => [id, sumAmounts(own, currency)]));
      for (const [id, amount] of sharesOf(change, ends, { held, billed })) {
        const own = parts.get(id);
        if (own !== undefined && !isZero(amount)) own.push(...partsOf({ ...change, amount }, own));
      }
    }
  }
  return new Map([...parts].map(([id, own]) => [id, netByDay(own)]));
}

/** Amounts by the id of their residual. */
type Amounts = ReadonlyMap<string, Money>;

/**
 * How a change is divided among the residuals. A change of billing belongs to the residual of that term. A higher stated price lowers
 * residuals in proportion to their amounts; a lower one raises them in proportion to what their terms bill. Only residuals that are still
 * served on the day of the change take part (if there are any), because amounts already earned stay.
 *
 * If the amounts do not suffice, a higher stated price lowers the residuals that are no longer served too. Lower billing lowers the other
 * residuals that are still served; what even they do not cover lowers its own residual below zero.
 */
function sharesOf(
  { residualId, amount, from }: BeyondChange,
  ends: ReadonlyMap<string, Day | null>,
  { held, billed }: { readonly held: Amounts; readonly billed: Amounts },
): [id: string, amount: Money][] {
  const ids = [...ends.keys()];
  const serving = ids.filter((id) => from === null || (ends.get(id) ?? from + 1) > from);
  const first = residualId === null ? serving : [residualId];
  const others = ids.filter((id) => !first.includes(id));
  if (!isNegative(amount)) return sharesAmong(first.length > 0 ? first : others, amount, billed);
  const ofFirst = takenOf(first, amount, held);
  const left = subtract(amount, ofFirst);
  if (residualId === null) return [...sharesAmong(first, ofFirst, held), ...sharesAmong(others, left, held)];
  const among = others.filter((id) => serving.includes(id));
  const ofOthers = takenOf(among, left, held);
  return [[residualId, add(ofFirst, subtract(left, ofOthers))], ...sharesAmong(among, ofOthers, held)];
}

/** How much of a decrease (negative) the amounts of some residuals can cover. */
function takenOf(ids: readonly string[], amount: Money, held: Amounts): Money {
  const above = amountsOf(ids, held, amount).map((own) => max(own, zero(amount.currency)));
  return max(amount, negate(sum(above, amount.currency)));
}

function sharesAmong(ids: readonly string[], amount: Money, weights: Amounts): [id: string, amount: Money][] {
  const shares = ids.length === 0 ? [] : sharesBy(amount, amountsOf(ids, weights, amount));
  return ids.map((id, index) => [id, shares[index] ?? zero(amount.currency)]);
}

function amountsOf(ids: readonly string[], amounts: Amounts, { currency }: Money): Money[] {
  return ids.map((id) => amounts.get(id) ?? zero(currency));
}

/** One part for the same days, without those that are zero: an increase that was reversed leaves no rounding differences. */
function netByDay(parts: readonly PricedAmount[]): PricedAmount[] {
  return [...Map.groupBy(parts, daysOf).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const amount = sumAmounts([first, ...others], first.amount.currency);
    return isZero(amount) ? [] : [{ ...first, amount }];
  });
}

/**
 * The changes of one write that moved the residuals, net. Changes of the opposite sign are set off against changes of the same day. What is
 * left of them, and amounts that only filled a gap, are set off against the earliest changes; within a day in proportion to their size.
 *
 * @returns changes with the sign of `moved` that sum to it
 */
function causesOf(write: readonly BeyondChange[], moved: Money): BeyondChange[] {
  const isCause = ({ amount }: BeyondChange) => isNegative(amount) === isNegative(moved);
  const causes = write.filter(isCause).map((change) => ({ change, left: sizeOf([change]) }));
  const opposed = Map.groupBy(
    write.filter((change) => !isCause(change)),
    ({ from }) => from,
  );
  const days = [...Map.groupBy(causes, ({ change }) => change.from)].sort(([a], [b]) => (a ?? 0) - (b ?? 0));
  let excess = sizeOf(causes.map(({ change }) => change)) - sizeOf([{ amount: moved }]);
  const setOff = (some: typeof causes, most: bigint) => {
    const left = some.map((cause) => money(cause.left, moved.currency));
    const off = least(sum(left, moved.currency).minor, most, excess);
    excess -= off;
    const shares = sharesBy(money(off, moved.currency), left);
    for (const [index, cause] of some.entries()) cause.left -= shares[index]?.minor ?? 0n;
  };
  for (const [day, some] of days) setOff(some, sizeOf(opposed.get(day) ?? []));
  for (const [, some] of days) setOff(some, excess);
  return causes.flatMap(({ change, left }) => {
    const amount = money(left, moved.currency);
    return left === 0n ? [] : [{ ...change, amount: isNegative(moved) ? negate(amount) : amount }];
  });
}

/**
 * A change of a residual as parts of its price. A decrease first reduces parts that begin on its day or later and parts that catch up; a
 * decrease over the whole service reduces all parts. Days added last come first. The rest becomes a part from its own day.
 */
function partsOf(cause: BeyondChange, held: readonly PricedAmount[]): PricedAmount[] {
  const { amount: change, from, reason } = cause;
  const own = { from, ...untilOf(cause), reason };
  if (!isNegative(change)) return [{ amount: change, ...own }];
  const { currency } = change;
  const isMet = (part: PricedAmount) => from === null || (part.from !== null && part.from >= from) || isCatchUp(part);
  const byDay = Map.groupBy(held.filter(isMet), daysOf);
  const taken: PricedAmount[] = [];
  let left = change;
  for (const parts of [...byDay.values()].reverse()) {
    const [part] = parts;
    if (part === undefined) continue;
    const amount = max(left, negate(max(sumAmounts(parts, currency), zero(currency))));
    left = subtract(left, amount);
    taken.push({ amount, from: part.from, ...untilOf(part), reason });
  }
  return [...taken, { amount: left, ...own }].filter(({ amount }) => !isZero(amount));
}

function daysOf({ from, until }: Pick<PricedAmount, "from" | "until">): string {
  return `${from}/${until}`;
}

function untilOf({ until }: Pick<PricedAmount, "until">): Pick<PricedAmount, "until"> {
  return until === undefined ? {} : { until };
}

/** True if a modification added it over the whole service; the initial price is no catch-up. */
function isCatchUp({ from, reason }: PricedAmount): boolean {
  return from === null && reason.of === "MODIFICATION";
}

/** The sum of the absolute amounts, in minor units. */
function sizeOf(changes: readonly { readonly amount: Money }[]): bigint {
  return changes.reduce((size, { amount }) => size + (amount.minor < 0n ? -amount.minor : amount.minor), 0n);
}

function least(...sizes: readonly [bigint, ...bigint[]]): bigint {
  return sizes.reduce((a, b) => (a < b ? a : b));
}
