// A slow and simple reference for commitments: computes one commitment period unit by unit, with its own fractions. It shares no
// code with the engine.

/** n ÷ d in lowest terms, d > 0. */
export type Fraction = readonly [n: bigint, d: bigint];

export type ReferenceEventType = {
  readonly id: string;
  /** By step: unit prices from a unit of the month on; [0, p] alone is a single price. */
  readonly prices: readonly (readonly (readonly [from: number, price: Fraction])[])[];
  readonly overage: {
    readonly kind: "CONTINUED" | "GRADUATED" | "TOP";
    readonly tiers: readonly (readonly [from: number, price: Fraction])[];
  };
  /** Units by month. */
  readonly usage: readonly number[];
};

export type ReferencePeriod = {
  readonly unit: "CURRENCY" | "UNITS";
  readonly priority: "LOW" | "HIGH";
  readonly steps: readonly Fraction[];
  readonly prepaid: Fraction;
  readonly isTruedUp: boolean;
  readonly eventTypes: readonly ReferenceEventType[];
};

export type ReferenceUse = { consumed: Fraction; consumedUnits: Fraction; overage: Fraction; overageUnits: Fraction };

/** Cents by month, and the exact consumption of each event type. */
export type ReferenceResult = {
  readonly usage: bigint[];
  readonly applied: bigint[];
  readonly overage: bigint[];
  readonly prepayment: bigint;
  readonly trueUp: bigint;
  readonly consumedValue: Fraction;
  readonly left: Fraction[];
  readonly eventTypes: ReadonlyMap<string, ReferenceUse>;
};

export const nought: Fraction = [0n, 1n];

export function fraction(n: bigint | number, d: bigint | number = 1n): Fraction {
  let [a, b] = [BigInt(n), BigInt(d)];
  if (b < 0n) [a, b] = [-a, -b];
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return [a / x, b / x];
}

export const plus = (a: Fraction, b: Fraction) => fraction(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
export const minus = (a: Fraction, b: Fraction) => fraction(a[0] * b[1] - b[0] * a[1], a[1] * b[1]);
export const product = (a: Fraction, b: Fraction) => fraction(a[0] * b[0], a[1] * b[1]);
const isLess = (a: Fraction, b: Fraction) => a[0] * b[1] < b[0] * a[1];
const smaller = (a: Fraction, b: Fraction) => (isLess(a, b) ? a : b);
const larger = (a: Fraction, b: Fraction) => (isLess(a, b) ? b : a);

/** Rounds a non-negative sum to cents, half up. */
export function cents([n, d]: Fraction): bigint {
  return (n * 200n + d) / (2n * d);
}

export function reference({ unit, priority, steps, prepaid, isTruedUp, eventTypes }: ReferencePeriod): ReferenceResult {
  const left = [...steps];
  const uses = new Map<string, ReferenceUse>(
    eventTypes.map(({ id }) => [
      id,
      { consumed: nought, consumedUnits: nought, overage: nought, overageUnits: nought },
    ]),
  );
  const months = eventTypes[0]?.usage.length ?? 0;
  const result = { usage: [] as bigint[], applied: [] as bigint[], overage: [] as bigint[] };
  let [value, exactUsage, continued] = [nought, nought, nought];

  for (let month = 0; month < months; month++) {
    for (const type of inOrder(eventTypes, priority)) {
      const use = uses.get(type.id) as ReferenceUse;
      for (let unitOfMonth = 0; unitOfMonth < (type.usage[month] ?? 0); unitOfMonth++) {
        let rest: Fraction = [1n, 1n];
        for (const [step, has] of left.entries()) {
          if (has[0] === 0n || rest[0] === 0n) continue;
          const price = priceAt(type.prices[step] ?? [], unitOfMonth);
          const whole = unit === "UNITS" ? rest : product(rest, price);
          const drawn = smaller(whole, has);
          const part = whole[0] === 0n ? rest : product(rest, fraction(drawn[0] * whole[1], drawn[1] * whole[0]));
          left[step] = minus(has, drawn);
          value = plus(value, drawn);
          exactUsage = plus(exactUsage, product(part, price));
          use.consumed = plus(use.consumed, product(part, price));
          use.consumedUnits = plus(use.consumedUnits, part);
          rest = minus(rest, part);
        }
        use.overageUnits = plus(use.overageUnits, rest);
        if (type.overage.kind === "CONTINUED") {
          const amount = product(rest, priceAt(type.prices.at(-1) ?? [], unitOfMonth));
          continued = plus(continued, amount);
          use.overage = plus(use.overage, amount);
        }
      }
      if (type.overage.kind !== "CONTINUED") use.overage = priceOfOverage(type.overage, use.overageUnits);
    }
    const overage = [...uses.values()].reduce((sum, use) => plus(sum, use.overage), nought);
    result.usage.push(cents(exactUsage) - total(result.usage));
    result.applied.push(cents(moneyOf(unit, steps, eventTypes, smaller(value, prepaid))) - total(result.applied));
    result.overage.push(cents(overage) - total(result.overage));
  }
  const committed = steps.reduce(plus, nought);
  const owed = (sum: Fraction) => cents(moneyOf(unit, steps, eventTypes, sum));
  return {
    ...result,
    prepayment: owed(prepaid),
    trueUp: isTruedUp ? owed(committed) - owed(larger(value, prepaid)) : 0n,
    consumedValue: value,
    left,
    eventTypes: uses,
  };
}

function inOrder(eventTypes: readonly ReferenceEventType[], priority: "LOW" | "HIGH"): ReferenceEventType[] {
  const first = (type: ReferenceEventType) => priceAt(type.prices.at(-1) ?? [], 0);
  return [...eventTypes].sort((a, b) => {
    const [x, y] = priority === "LOW" ? [first(a), first(b)] : [first(b), first(a)];
    return isLess(x, y) ? -1 : isLess(y, x) ? 1 : a.id < b.id ? -1 : 1;
  });
}

function priceAt(tiers: readonly (readonly [from: number, price: Fraction])[], unit: number): Fraction {
  let price = nought;
  for (const [from, each] of tiers) if (from <= unit) price = each;
  return price;
}

/** The price of all overage units so far, computed by unit or by rest of a tier. */
function priceOfOverage({ kind, tiers }: ReferenceEventType["overage"], units: Fraction): Fraction {
  if (kind === "TOP") {
    let price = nought;
    for (const [from, each] of tiers) if (!isLess(units, fraction(from))) price = each;
    return product(units, price);
  }
  let [sum, at] = [nought, nought];
  for (let unit = 0; isLess(at, units); unit++) {
    const next = smaller(fraction(unit + 1), units);
    sum = plus(sum, product(minus(next, at), priceAt(tiers, unit)));
    at = next;
  }
  return sum;
}

/** The price of the first `value` of the commitment, unit by unit. */
function moneyOf(
  unit: "CURRENCY" | "UNITS",
  steps: readonly Fraction[],
  eventTypes: readonly ReferenceEventType[],
  value: Fraction,
): Fraction {
  if (unit === "CURRENCY") return value;
  let [sum, rest] = [nought, value];
  for (const [step, size] of steps.entries()) {
    const price = priceAt(eventTypes[0]?.prices[step] ?? [], 0);
    let inStep = smaller(size, rest);
    rest = minus(rest, inStep);
    while (inStep[0] > 0n) {
      const each = smaller(inStep, [1n, 1n]);
      sum = plus(sum, product(each, price));
      inStep = minus(inStep, each);
    }
  }
  return sum;
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
