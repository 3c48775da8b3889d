import { sum } from "../format/decimal.ts";
import { Amount } from "./cell.tsx";
import type { Column } from "./column.ts";
import classes from "./data-table.module.css";

/** A sum for each currency: of one alone it goes without saying which. */
export function Sums({ of }: { of: readonly (readonly [currency: string, amount: string])[] }) {
  const sums = [...Map.groupBy(of, ([currency]) => currency)]
    .map(([currency, each]) => [currency, sum(each.map(([, amount]) => amount))] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const [first] = sums;
  if (sums.length === 1 && first !== undefined) return <Amount text={first[1]} />;
  return (
    <span className={classes.sums}>
      {sums.map(([currency, amount]) => (
        <span key={currency}>
          <span className={classes.faint}>{currency}</span> <Amount text={amount} />
        </span>
      ))}
    </span>
  );
}

/** What stands below the columns of money of a list whose rows have a currency; nothing where they have none. */
export function sumsOf<Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const money = columns.filter(({ kind }) => kind === "money");
  if (money.length === 0 || !rows.every((row) => "currency" in row)) return undefined;
  const sums = money.map(({ id, value }) => {
    const amounts = rows.flatMap((row) => {
      const amount = value(row);
      return amount ? [[(row as { currency: string }).currency, amount] as const] : [];
    });
    return [id, amounts.length > 0 && <Sums key={id} of={amounts} />] as const;
  });
  return Object.fromEntries(sums);
}

/** Sums of all pages, as the server adds them up: a line for each currency, with the fields that it has sums of. */
export type ListTotals = readonly (Readonly<Record<string, string | number>> & { readonly currency: string })[];

/** What stands below a list of several pages: what the server added up, and until it is there a place for it. */
export function serverSums<Row>(columns: readonly Column<Row>[], totals: ListTotals | undefined) {
  const added = columns.flatMap(({ id, total }) => (total === undefined ? [] : [[id, total] as const]));
  if (added.length === 0) return undefined;
  const sums = added.map(([id, field]) => {
    const amounts = totals?.map((each) => [each.currency, String(each[field] ?? "0")] as const);
    return [id, amounts === undefined ? <span key={id} className={classes.sumBone} /> : <Sums key={id} of={amounts} />];
  });
  return Object.fromEntries(sums);
}
