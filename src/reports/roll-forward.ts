import { add, isZero, type Money, negate, subtract, zero } from "../kernel/money.ts";
import { type Belonging, type Dimension, grouped, type Names } from "./grouping.ts";
import { type Column, isMoney, type Row, type Table, tableOf } from "./table.ts";

/** Kinds of movements of the net position. `reclassified` came from other categories, less what went to them; over all categories it is zero. */
const movementKinds = ["billed", "credited", "writtenOff", "recognized", "adjusted", "reclassified"] as const;
export type MovementKind = (typeof movementKinds)[number];

/** A movement of the net position, before the months of the report (`isOpening`) or in them. Increases and decreases are both positive amounts. */
export type Movement = Omit<Belonging, "productId"> & {
  readonly kind: MovementKind;
  readonly isOpening: boolean;
  readonly amount: Money;
};

const increases: ReadonlySet<MovementKind> = new Set(["billed", "adjusted", "reclassified"]);

export const rollForwardColumns: readonly Column[] = [
  { key: "id", label: "Id", kind: "text", isId: true },
  { key: "name", label: "Name", kind: "text" },
  { key: "opening", label: "Opening", kind: "money", description: "Contract liability − asset − unbilled receivable." },
  { key: "billed", label: "Billed", kind: "money", description: "Invoices less voided ones, without tax." },
  { key: "credited", label: "Credited", kind: "money", description: "Credit memos on lines of invoices, without tax." },
  {
    key: "writtenOff",
    label: "Written off",
    kind: "money",
    description: "Billed, not served and not expected to be paid.",
  },
  { key: "recognized", label: "Recognized", kind: "money", description: "Revenue that was posted." },
  {
    key: "adjusted",
    label: "Adjusted",
    kind: "money",
    description: "Adjustments, and what the old books of loaded contracts had recognized.",
  },
  {
    key: "reclassified",
    label: "Reclassified",
    kind: "money",
    description: "From other categories less to them; none by contract and customer.",
  },
  {
    key: "closing",
    label: "Closing",
    kind: "money",
    description: "Opening + billed − credited − written off − recognized + adjusted + reclassified.",
  },
];

/**
 * The roll-forward of contract balances: opening + billed − credited − written off − recognized + adjusted + reclassified = closing. Opening and
 * closing are net positions, contract liability − contract asset − unbilled receivable (rules 8). Rows with only zeros are left out.
 */
export function rollForward(
  movements: readonly Movement[],
  options: {
    readonly dimension: Exclude<Dimension, "product">;
    readonly names: Names;
    readonly currency: string;
    readonly notes: readonly string[];
  },
): Table {
  const { dimension, names, currency, notes } = options;
  const all = movements.map((movement) => ({ ...movement, productId: null }));
  const rows = grouped(dimension, all, names).map(({ id, name, of }): Row => {
    const moved = Object.fromEntries(movementKinds.map((kind) => [kind, zero(currency)])) as Record<
      MovementKind,
      Money
    >;
    let opening = zero(currency);
    for (const { kind, isOpening, amount } of of) {
      if (isOpening) opening = increases.has(kind) ? add(opening, amount) : subtract(opening, amount);
      else moved[kind] = add(moved[kind], amount);
    }
    let closing = opening;
    for (const kind of movementKinds) {
      closing = increases.has(kind) ? add(closing, moved[kind]) : subtract(closing, moved[kind]);
    }
    return { cells: { id, name, opening, ...moved, closing } };
  });
  const shown = rows.filter(({ cells }) => Object.values(cells).some((cell) => isMoney(cell) && !isZero(cell)));
  return tableOf({ columns: rollForwardColumns, notes }, shown, currency);
}

/**
 * A movement of a category and, if the balance is in another category, its reclassification. Revenue has the category under which it was posted, but
 * the balance that it reduces has the current category of its billing term group.
 *
 * @param heldIn the category of the balance
 */
export function earnedOutOf(heldIn: string | null, movement: Movement): Movement[] {
  if (movement.categoryId === heldIn) return [movement];
  const arrived: Movement = { ...movement, kind: "reclassified" };
  return [movement, arrived, { ...arrived, categoryId: heldIn, amount: negate(movement.amount) }];
}
