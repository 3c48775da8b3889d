export const dimensions = ["contract", "customer", "category", "product"] as const;
/** What the rows of a report stand for. */
export type Dimension = (typeof dimensions)[number];

/** Whose an amount is. Null where it has none: revenue without a category, a credit memo without a contract. */
export type Belonging = {
  readonly contractId: string | null;
  readonly customerId: string | null;
  readonly categoryId: string | null;
  readonly productId: string | null;
};

/** Names of records by id. */
export type Names = ReadonlyMap<string, string>;

/** The id of the row that something belongs to; null is the row of what belongs nowhere. */
export function idIn(dimension: Dimension, belonging: Belonging): string | null {
  switch (dimension) {
    case "contract":
      return belonging.contractId;
    case "customer":
      return belonging.customerId;
    case "category":
      return belonging.categoryId;
    case "product":
      return belonging.productId;
  }
}

/** What belongs to a row and is not known to belong to another. */
export function belongingTo(dimension: Dimension, id: string | null): Belonging {
  return { contractId: null, customerId: null, categoryId: null, productId: null, [`${dimension}Id`]: id };
}

/** What a row is called. */
export function nameIn(dimension: Dimension, id: string | null, names: Names): string {
  if (id === null) return `Without ${dimension}`;
  return names.get(id) ?? id;
}

type NamedRow = { readonly id: string | null; readonly name: string };

/** A row of a report, and what belongs to it. */
export type Group<T> = NamedRow & { readonly of: readonly T[] };

/** Groups things by their row, in the order of `byName`. */
export function grouped<T extends Belonging>(dimension: Dimension, all: readonly T[], names: Names): Group<T>[] {
  const groups = Map.groupBy(all, (one) => idIn(dimension, one));
  return [...groups].map(([id, of]) => ({ id, name: nameIn(dimension, id, names), of })).sort(byName);
}

/**
 * Groups of two sources as one, those of the same row together, in the order of `byName`, in which both are.
 *
 * @param inOrder is read as it is asked for, and may be longer than memory
 */
export async function* merged<T>(
  inOrder: AsyncIterable<Group<T>>,
  beside: readonly Group<T>[],
): AsyncGenerator<Group<T>> {
  let next = 0;
  for await (const group of inOrder) {
    for (let other = beside[next]; other !== undefined && byName(other, group) < 0; other = beside[next]) {
      yield other;
      next += 1;
    }
    const same = beside[next];
    if (same === undefined || byName(same, group) > 0) {
      yield group;
    } else {
      yield { ...group, of: [...group.of, ...same.of] };
      next += 1;
    }
  }
  yield* beside.slice(next);
}

/** Compares rows: by name, then id; what belongs nowhere comes last. The database has the same order (`names-store.ts`). */
export function byName(a: NamedRow, b: NamedRow): number {
  return Number(a.id === null) - Number(b.id === null) || order(a.name, b.name) || order(a.id ?? "", b.id ?? "");
}

/** Compares texts by their code points, which `<` does not do of those that are two units long. */
function order(a: string, b: string): number {
  if (a === b) return 0;
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at++) {
    const [unit, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (unit !== other) return Number(isHalf(unit)) - Number(isHalf(other)) || unit - other;
  }
  return a.length - b.length;
}

/** Is it one of the two units of a code point beyond all that are one unit long? */
function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
