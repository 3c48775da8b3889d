import type { PointerEvent, ReactNode } from "react";
import { day } from "../format/day.ts";
import { isNegative } from "../format/decimal.ts";
import { money, quantity } from "../format/money.ts";
import { Link } from "../parts/link.tsx";
import { cellClass } from "./cell-class.ts";
import type { Column } from "./column.ts";
import classes from "./data-table.module.css";

export function Cell<Row>({ column, row, href }: { column: Column<Row>; row: Row; href: string | undefined }) {
  const { secondLine, narrowest } = column;
  const content = column.cell ? column.cell(row) : written(column, row);
  const first =
    href === undefined ? (
      content
    ) : (
      <Link href={href} className={classes.rowLink}>
        {content}
      </Link>
    );
  return (
    <td className={cellClass(column)}>
      {secondLine || narrowest ? (
        <div className={classes.line} onPointerEnter={showWhole}>
          {first}
        </div>
      ) : (
        first
      )}
      {secondLine && (
        <div className={classes.secondLine} onPointerEnter={showWhole}>
          {secondLine.cell(row)}
        </div>
      )}
    </td>
  );
}

/** A text that does not fit is told whole while it is pointed at. */
function showWhole({ currentTarget }: PointerEvent<HTMLElement>) {
  const { scrollWidth, clientWidth, innerText } = currentTarget;
  currentTarget.title = scrollWidth > clientWidth ? innerText : "";
}

function written<Row>(column: Column<Row>, row: Row): ReactNode {
  const value = column.value(row);
  if (value === null || value === undefined || value === "") return <span className={classes.faint}>–</span>;
  if (column.kind === "day") return day(value);
  if (column.kind === "number") return quantity(value);
  if (column.kind !== "money") return <span title={value.length > 28 ? value : undefined}>{value}</span>;
  return <Amount text={value} />;
}

/** An amount in a column whose currency is said elsewhere. */
export function Amount({ text }: { text: string }) {
  const shown = money(text);
  return (
    <span className={shown === "–" ? classes.faint : isNegative(text) ? classes.negative : undefined}>{shown}</span>
  );
}
