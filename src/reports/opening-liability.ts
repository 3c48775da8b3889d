import { isNegative, isZero, type Money, max, min, negate, subtract, zero } from "../kernel/money.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** The contract liability of a contract at the beginning of some months, and credits and revenue since. */
export type OpeningLiability = {
  readonly contractId: string;
  readonly contractName: string;
  readonly customerName: string | null;
  readonly opening: Money;
  /** Credits and write-offs in the months, of invoices dated before them. */
  readonly credited: Money;
  /** Revenue of the contract in the months. */
  readonly revenue: Money;
};

export const openingLiabilityColumns: readonly Column[] = [
  { key: "name", label: "Contract", kind: "text" },
  { key: "customerName", label: "Customer", kind: "text" },
  { key: "opening", label: "Opening contract liability", kind: "money" },
  { key: "credited", label: "Credited or written off", kind: "money", description: "Of invoices from before." },
  { key: "recognized", label: "Recognized out of it", kind: "money", description: "As revenue of the months." },
  { key: "left", label: "Left of it", kind: "money", description: "Opening − credited or written off − recognized." },
  { key: "id", label: "Contract id", kind: "text", isId: true },
];

/**
 * Revenue that was included in the contract liability at the beginning of the months (ASC 606-10-50-8(b), IFRS 15.116(b)). Calculated per contract,
 * as balances are netted: the opening liability is reduced by credits and write-offs first, then by revenue.
 */
export function revenueOutOfOpening(liabilities: readonly OpeningLiability[], currency: string): Table {
  const nothing = zero(currency);
  const rows = liabilities
    .filter(({ opening }) => !isZero(opening) && !isNegative(opening))
    .map(({ contractId, contractName, customerName, opening, credited, revenue }): Row => {
      const taken = min(opening, max(credited, nothing));
      const recognized = min(subtract(opening, taken), max(revenue, nothing));
      const left = subtract(subtract(opening, taken), recognized);
      return {
        cells: { id: contractId, name: contractName, customerName, opening, credited: taken, recognized, left },
      };
    });
  return tableOf({ columns: openingLiabilityColumns }, rows, currency);
}

/** Revenue of a contract that was posted in some months but earned before them. */
export type EarlierRevenue = {
  readonly contractId: string;
  readonly contractName: string;
  readonly customerName: string | null;
  readonly increase: Money;
  /** Below zero. */
  readonly decrease: Money;
};

export const earlierRevenueColumns: readonly Column[] = [
  { key: "name", label: "Contract", kind: "text" },
  { key: "customerName", label: "Customer", kind: "text" },
  { key: "increase", label: "Increases", kind: "money" },
  { key: "decrease", label: "Decreases", kind: "money", description: "Below zero." },
  { key: "total", label: "Total", kind: "money" },
  { key: "id", label: "Contract id", kind: "text", isId: true },
];

/**
 * Revenue of the months from performance obligations satisfied, or partially satisfied, before them (ASC 606-10-50-12A, IFRS 15.116(c)): catch-ups
 * whose corrected month is before the months.
 */
export function revenueOfEarlierMonths(revenue: readonly EarlierRevenue[], currency: string): Table {
  const rows = revenue.map(({ contractId, contractName, customerName, increase, decrease }): Row => {
    const total = subtract(increase, negate(decrease));
    return { cells: { id: contractId, name: contractName, customerName, increase, decrease, total } };
  });
  return tableOf({ columns: earlierRevenueColumns }, rows, currency);
}
