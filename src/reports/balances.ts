import { add, isNegative, isZero, type Money, max, min, subtract, zero } from "../kernel/money.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** Balances of a contract in the journal at a month end. */
export type ContractBalance = {
  readonly contractId: string;
  readonly contractName: string;
  readonly customerName: string | null;
  readonly liability: Money;
  readonly asset: Money;
  readonly unbilled: Money;
  /** Revenue expected in the twelve months after the month end. */
  readonly upcoming: Money;
  /** Price without a month yet, because it waits for progress or a milestone; only of service that begins before the end of those months. */
  readonly undated: Money;
};

export const balanceColumns: readonly Column[] = [
  { key: "id", label: "Contract id", kind: "text", isId: true },
  { key: "name", label: "Contract", kind: "text" },
  { key: "customerName", label: "Customer", kind: "text" },
  { key: "contractLiability", label: "Contract liability", kind: "money" },
  { key: "currentLiability", label: "Current", kind: "money", description: "Expected as revenue within 12 months." },
  {
    key: "nonCurrentLiability",
    label: "Non-current",
    kind: "money",
    description: "The rest of the contract liability.",
  },
  {
    key: "undated",
    label: "Undated, in current",
    kind: "money",
    description: "The part of current that waits for progress or a milestone, so no month is known.",
  },
  { key: "contractAsset", label: "Contract asset", kind: "money" },
  { key: "unbilledReceivable", label: "Unbilled receivable", kind: "money" },
  { key: "net", label: "Net", kind: "money", description: "Liability − asset − unbilled receivable." },
];

/**
 * Contract balances at a month end, netted per contract (ASC 606-10-45-1): a contract has a liability or an asset, never both. The current part of a
 * liability is the revenue expected from it in the next twelve months, including undated revenue of service that begins by then (rules 8); the rest
 * is non-current. Dated revenue is matched first, and `undated` is the part of the current liability that only undated revenue covers. Contracts
 * without any balance are left out.
 */
export function contractBalances(
  balances: readonly ContractBalance[],
  { currency, notes }: { readonly currency: string; readonly notes: readonly string[] },
): Table {
  const nothing = zero(currency);
  const rows = balances
    .filter(({ liability, asset, unbilled }) => ![liability, asset, unbilled].every(isZero))
    .map(({ contractId, contractName, customerName, liability, asset, unbilled, upcoming, undated }): Row => {
      const dated = currentPart(liability, upcoming, nothing);
      const current = currentPart(liability, add(max(upcoming, nothing), max(undated, nothing)), nothing);
      return {
        cells: {
          id: contractId,
          name: contractName,
          customerName,
          contractLiability: liability,
          currentLiability: current,
          nonCurrentLiability: subtract(liability, current),
          undated: subtract(current, dated),
          contractAsset: asset,
          unbilledReceivable: unbilled,
          net: subtract(subtract(liability, asset), unbilled),
        },
      };
    });
  return tableOf({ columns: balanceColumns, notes }, rows, currency);
}

/** The part of the liability that `upcoming` covers. A negative liability, as before an open month is presented, is all current. */
function currentPart(liability: Money, upcoming: Money, nothing: Money): Money {
  return isNegative(liability) ? liability : min(liability, max(upcoming, nothing));
}
