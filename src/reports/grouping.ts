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

/** What a row is called. */
export function nameIn(dimension: Dimension, id: string | null, names: Names): string {
  if (id === null) return `Without ${dimension}`;
  return names.get(id) ?? id;
}

type NamedRow = { readonly id: string | null; readonly name: string };

/** Groups things by their row, in the order of `byName`. */
export function grouped<T extends Belonging>(
  dimension: Dimension,
  all: readonly T[],
  names: Names,
): (NamedRow & { readonly of: readonly T[] })[] {
  const groups = Map.groupBy(all, (one) => idIn(dimension, one));
  return [...groups].map(([id, of]) => ({ id, name: nameIn(dimension, id, names), of })).sort(byName);
}

/** Compares rows: by name, then id; what belongs nowhere comes last. */
export function byName(a: NamedRow, b: NamedRow): number {
  return Number(a.id === null) - Number(b.id === null) || order(a.name, b.name) || order(a.id, b.id);
}

function order(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return (a ?? "") < (b ?? "") ? -1 : 1;
}
