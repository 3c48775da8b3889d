import { sharesBy } from "../billing-terms/allocation.ts";
import type { Day } from "../kernel/day.ts";
import { add, isNegative, isZero, type Money, max, min, money, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { PricedAmount } from "./term-price.ts";

/** What one write changes of billed − stated: a rise of billing or a fall of a stated price above zero, the others below. */
export type BeyondChange = {
  /** When it was recorded; empty at inception. */
  readonly at: string;
  /** Whose term bills it; null for a stated price. */
  readonly residualId: string | null;
  readonly amount: Money;
  /** The day from which it counts; null for the whole service. */
  readonly from: Day | null;
  readonly reason: PricedAmount["reason"];
};

/**
 * What ends of terms took from stated prices, set against what each write states beyond the billing of the terms as they ended: a stated
 * price that followed a term up to its end is counted as if it had followed the shorter one, write by write.
 *
 * ```
 * write                     billed to the end    stated    filled
 * approval                              9,000    12,000     3,000
 * a price from April on                12,000    16,500     1,500
 * the end: 4,500 less                  12,000    12,000
 * ```
 *
 * @param taken zero or more
 * @returns what is filled after each write, by the moment of it, and what no write states too much
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
 * What some changes of billed − stated leave to each residual of a group, one write after the other, oldest first. No residual
 * is ever below zero: what is stated beyond the billing is nobody's, and is filled before anything is left over again.
 *
 * ```
 * write                                billed    stated   residual
 * approval                             50,000    50,000          0
 * a second term                        60,000    50,000     10,000   over the days of the second term
 * a higher price, which catches up     60,000    60,000          0   as if neither had been
 * ```
 *
 * @param ends   of the service of each residual, exclusive, by id; null where it has none
 * @param filled what of the gap after a write is stated no more, by the moment of it
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
      const held = new Map([...parts].map(([id, own]) => [id, totalOf(own, currency)]));
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
 * The parts of the residuals in a change. What a term bills more or less belongs to its own residual. A higher stated price takes
 * from all residuals in proportion to what they hold. A lower one gives to all in proportion to what their terms bill. Only
 * residuals whose service goes on from the day of the change take part, because what is earned by then stays. What those do not hold is
 * taken from the others where a stated price takes it; what a term bills less is of its own days.
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

/** How much of a fall some residuals have to give. */
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

/** One part a day, and none that comes to nothing: what was given and taken again leaves no cents of its roundings. */
function netByDay(parts: readonly PricedAmount[]): PricedAmount[] {
  return [...Map.groupBy(parts, ({ from }) => from).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const amount = totalOf([first, ...others], first.amount.currency);
    return isZero(amount) ? [] : [{ ...first, amount }];
  });
}

/**
 * The changes of a write that moved the residuals, as far as they did: those of the other sign, and what filled a gap, are set
 * off against changes of the same day first, then against the earliest; of one day against each by its size.
 *
 * @returns changes of the sign of `moved` that sum to it
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
 * A change as parts of a residual. A fall takes parts of its own day and of later ones, which earn nothing before it, and where
 * it or the part catches up, parts of any day, so that both are as if neither had been; the rest it takes from its day on.
 */
function partsOf({ amount: change, from, reason }: BeyondChange, held: readonly PricedAmount[]): PricedAmount[] {
  if (!isNegative(change)) return [{ amount: change, from, reason }];
  const { currency } = change;
  const isMet = (part: PricedAmount) => from === null || (part.from !== null && part.from >= from) || isCatchUp(part);
  const byDay = Map.groupBy(held.filter(isMet), (part) => part.from);
  const taken: PricedAmount[] = [];
  let left = change;
  for (const [day, parts] of [...byDay].reverse()) {
    const amount = max(left, negate(max(totalOf(parts, currency), zero(currency))));
    left = subtract(left, amount);
    taken.push({ amount, from: day, reason });
  }
  return [...taken, { amount: left, from, reason }].filter(({ amount }) => !isZero(amount));
}

/** Did a modification bring it for the whole service? What was agreed at first is no catch-up. */
function isCatchUp({ from, reason }: PricedAmount): boolean {
  return from === null && reason.of === "MODIFICATION";
}

function totalOf(parts: readonly PricedAmount[], currency: string): Money {
  return sum(
    parts.map(({ amount }) => amount),
    currency,
  );
}

/** What amounts of one sign come to without it, in minor units. */
function sizeOf(changes: readonly { readonly amount: Money }[]): bigint {
  return changes.reduce((size, { amount }) => size + (amount.minor < 0n ? -amount.minor : amount.minor), 0n);
}

function least(...sizes: readonly [bigint, ...bigint[]]): bigint {
  return sizes.reduce((a, b) => (a < b ? a : b));
}
