import { Fragment, type PointerEvent, type ReactNode } from "react";
import { day } from "../format/day.ts";
import { isNegative } from "../format/decimal.ts";
import { money, quantity, wholeMoney } from "../format/money.ts";
import { Link } from "../parts/link.tsx";
import { cellClass } from "./cell-class.ts";
import type { Column } from "./column.ts";
import classes from "./data-table.module.css";

type Props<Row> = {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly href: string | undefined;
  /** Columns that stand beneath this one, in their order; those that are empty are left out. */
  readonly beneath: readonly Column<Row>[];
};

export function Cell<Row>({ column, row, href, beneath }: Props<Row>) {
  const { secondLine, narrowest } = column;
  const content = shown(column, row);
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
      {secondLine || narrowest || beneath.length > 0 ? (
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
      {beneath.length > 0 && (
        <div className={classes.beneath}>
          {beneath
            .filter((each) => each.value(row))
            .map((each, at) => (
              <Fragment key={each.id}>
                {at > 0 && <span className={classes.between}> · </span>}
                <span className={classes.part}>
                  {each.kind === "day" && `${each.title} `}
                  {shown(each, row)}
                </span>
              </Fragment>
            ))}
        </div>
      )}
    </td>
  );
}

function shown<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : written(column, row);
}

/** Shows a text that is cut off as the tooltip of its cell. */
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

/** An amount in a column whose currency is shown elsewhere. In whole units, its tooltip has the exact amount. */
export function Amount({ text, isWhole = false }: { text: string; isWhole?: boolean | undefined }) {
  const shown = isWhole ? wholeMoney(text) : money(text);
  return (
    <span
      className={shown === "–" ? classes.faint : isNegative(text) ? classes.negative : undefined}
      title={isWhole && shown !== "–" ? money(text) : undefined}
    >
      {shown}
    </span>
  );
}
