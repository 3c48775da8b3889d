export const dimensions = ["contract", "customer", "category", "product"] as const;
/** The kind of record that a row of a report sums up. */
export type Dimension = (typeof dimensions)[number];

/** The records that an amount belongs to; null for none, for example revenue without a category, or a credit memo without a contract. */
export type Belonging = {
  readonly contractId: string | null;
  readonly customerId: string | null;
  readonly categoryId: string | null;
  readonly productId: string | null;
};

/** Names of records by id. */
export type Names = ReadonlyMap<string, string>;

/** The id of the row for an amount; null is the row of amounts without such a record. */
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

/** The belonging of an amount of which only one dimension is known. */
export function belongingTo(dimension: Dimension, id: string | null): Belonging {
  return { contractId: null, customerId: null, categoryId: null, productId: null, [`${dimension}Id`]: id };
}

/** The name of a row. */
export function nameIn(dimension: Dimension, id: string | null, names: Names): string {
  if (id === null) return `Without ${dimension}`;
  return names.get(id) ?? id;
}

type NamedRow = { readonly id: string | null; readonly name: string };

/** A row of a report with the items that belong to it. */
export type Group<T> = NamedRow & { readonly of: readonly T[] };

/** Groups items by row, in the order of `byName`. */
export function grouped<T extends Belonging>(dimension: Dimension, all: readonly T[], names: Names): Group<T>[] {
  const groups = Map.groupBy(all, (one) => idIn(dimension, one));
  return [...groups].map(([id, of]) => ({ id, name: nameIn(dimension, id, names), of })).sort(byName);
}

/**
 * Merges the groups of two sources in the order of `byName`, in which both already are. Groups of the same row become one.
 *
 * @param inOrder read one group at a time, so it need not fit into memory
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

/** Compares rows by name, then id; the row without an id comes last. The database uses the same order (`names-store.ts`). */
export function byName(a: NamedRow, b: NamedRow): number {
  return Number(a.id === null) - Number(b.id === null) || order(a.name, b.name) || order(a.id ?? "", b.id ?? "");
}

/** Compares texts by code points. `<` compares UTF-16 units, which orders surrogate pairs differently. */
function order(a: string, b: string): number {
  if (a === b) return 0;
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at++) {
    const [unit, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (unit !== other) return Number(isHalf(unit)) - Number(isHalf(other)) || unit - other;
  }
  return a.length - b.length;
}

/** True for one half of a surrogate pair. */
function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
