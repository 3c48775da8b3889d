import { sum } from "../format/decimal.ts";
import { Amount } from "./cell.tsx";
import type { Column } from "./column.ts";
import classes from "./data-table.module.css";

/** A sum for each currency: of one alone it goes without saying which. */
export function Sums({ of }: { of: readonly (readonly [currency: string, amount: string])[] }) {
  const sums = [...Map.groupBy(of, ([currency]) => currency)].map(
    ([currency, each]) => [currency, sum(each.map(([, amount]) => amount))] as const,
  );
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
