import { add, isZero, type Money, subtract, zero } from "../kernel/money.ts";
import type { Movement } from "./roll-forward.ts";
import { type Column, isMoney, type Row, type Table, tableOf } from "./table.ts";

/** Balances of a contract at two month ends, and the movements between them. */
export type LiabilityChange = {
  readonly contractId: string;
  readonly contractName: string;
  readonly customerName: string | null;
  readonly before: Position;
  readonly after: Position;
  readonly movements: readonly Pick<Movement, "kind" | "amount">[];
};

type Position = { readonly liability: Money; readonly asset: Money; readonly unbilled: Money };

export const liabilityFluxColumns: readonly Column[] = [
  { key: "name", label: "Contract", kind: "text" },
  { key: "customerName", label: "Customer", kind: "text" },
  { key: "before", label: "Month before", kind: "money", description: "Contract liability (deferred revenue)." },
  { key: "billed", label: "Billed", kind: "money" },
  { key: "recognized", label: "Recognized", kind: "money", description: "Below zero: it reduces the liability." },
  { key: "credited", label: "Credited, written off", kind: "money" },
  { key: "other", label: "Other", kind: "money", description: "Adjustments." },
  {
    key: "presented",
    label: "Assets and unbilled",
    kind: "money",
    description: "What is earned beyond what is billed is an asset, and does not reduce the liability.",
  },
  { key: "change", label: "Change", kind: "money" },
  { key: "after", label: "Month", kind: "money" },
  { key: "id", label: "Contract id", kind: "text", isId: true },
];

/**
 * The flux of the contract liability, one row for each contract: month before + billed − recognized − credited + change of contract asset and
 * unbilled receivable + other = month. `other` is the rest.
 */
export function liabilityFlux(changes: readonly LiabilityChange[], currency: string): Table {
  const rows = changes.map(({ contractId, contractName, customerName, before, after, movements }): Row => {
    const moved = { billed: zero(currency), recognized: zero(currency), credited: zero(currency) };
    for (const { kind, amount } of movements) {
      if (kind === "billed") moved.billed = add(moved.billed, amount);
      if (kind === "recognized") moved.recognized = subtract(moved.recognized, amount);
      if (kind === "credited" || kind === "writtenOff") moved.credited = subtract(moved.credited, amount);
    }
    const change = subtract(after.liability, before.liability);
    const earnedAhead = ({ asset, unbilled }: Position) => add(asset, unbilled);
    const presented = subtract(earnedAhead(after), earnedAhead(before));
    const explained = [moved.billed, moved.recognized, moved.credited, presented].reduce(add);
    const cells = { ...moved, presented, other: subtract(change, explained), change };
    const names = { id: contractId, name: contractName, customerName };
    return { cells: { ...names, before: before.liability, ...cells, after: after.liability } };
  });
  const shown = rows.filter(({ cells }) => Object.values(cells).some((cell) => isMoney(cell) && !isZero(cell)));
  return tableOf({ columns: liabilityFluxColumns }, shown, currency);
}
