import { add, isZero, type Money, zero } from "../kernel/money.ts";
import { type Belonging, byName, type Dimension, dimensions, idIn, type Names, nameIn } from "./grouping.ts";
import { type Column, isMoney, type Row, type Table, tableOf } from "./table.ts";

/** Timing of the transfer of control (ASC 606-10-50-12(a)); OTHER is revenue without a performance obligation. */
export type Timing = "OVER_TIME" | "POINT_IN_TIME" | "OTHER";

/** Revenue with its contract, customer, category and product, and its timing. */
export type TimedRevenue = Belonging & { readonly timing: Timing; readonly amount: Money };

const timings = { OVER_TIME: "overTime", POINT_IN_TIME: "pointInTime", OTHER: "other" } as const;

export const disaggregationColumns: readonly Column[] = [
  { key: "category", label: "Category", kind: "text" },
  { key: "product", label: "Product", kind: "text" },
  { key: "customer", label: "Customer", kind: "text" },
  { key: "contract", label: "Contract", kind: "text" },
  { key: "overTime", label: "Over time", kind: "money" },
  { key: "pointInTime", label: "At a point in time", kind: "money" },
  {
    key: "other",
    label: "Other",
    kind: "money",
    description: "Of no performance obligation: credits without a contract, adjustments.",
  },
  { key: "total", label: "Total", kind: "money" },
  { key: "categoryId", label: "Category id", kind: "text", isId: true },
  { key: "productId", label: "Product id", kind: "text", isId: true },
  { key: "customerId", label: "Customer id", kind: "text", isId: true },
  { key: "contractId", label: "Contract id", kind: "text", isId: true },
];

/**
 * Revenue disaggregated by the requested dimensions and by timing (ASC 606-10-50-5; IFRS 15.114). The table has no columns for other dimensions.
 * Rows whose amounts are all zero are left out.
 */
export function disaggregation(
  revenue: readonly TimedRevenue[],
  options: {
    readonly by: readonly Dimension[];
    readonly names: Readonly<Record<Dimension, Names>>;
    readonly currency: string;
  },
): Table {
  const { by, names, currency } = options;
  const groups = Map.groupBy(revenue, (one) => by.map((dimension) => idIn(dimension, one)).join("/"));
  const rows = [...groups].map(([key, of]): { id: string; name: string; row: Row } => {
    const [first] = of;
    const own = by.map((dimension) => {
      const id = first === undefined ? null : idIn(dimension, first);
      return { dimension, id, name: nameIn(dimension, id, names[dimension]) };
    });
    const cells = Object.fromEntries(
      own.flatMap(({ dimension, id, name }) => [
        [dimension, name],
        [`${dimension}Id`, id],
      ]),
    );
    const amounts = { overTime: zero(currency), pointInTime: zero(currency), other: zero(currency) };
    let total = zero(currency);
    for (const { timing, amount } of of) {
      amounts[timings[timing]] = add(amounts[timings[timing]], amount);
      total = add(total, amount);
    }
    const name = own.map((each) => (each.id === null ? `\uffff${each.name}` : each.name)).join("\u0000");
    return { id: key, name, row: { cells: { ...cells, ...amounts, total } } };
  });
  const shown = rows.sort(byName).map(({ row }) => row);
  const hidden = new Set(dimensions.filter((each) => !by.includes(each)).flatMap((each) => [each, `${each}Id`]));
  const columns = disaggregationColumns.filter(({ key }) => !hidden.has(key));
  return tableOf({ columns }, shown.filter(hasAmounts), currency);
}

function hasAmounts({ cells }: Row): boolean {
  return Object.values(cells).some((cell) => isMoney(cell) && !isZero(cell));
}
