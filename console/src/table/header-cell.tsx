import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { cellClass } from "./cell-class.ts";
import { type Column, isRight } from "./column.ts";
import classes from "./data-table.module.css";
import type { Sort } from "./sort.ts";

type Props<Row> = {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
};

/** The title of a column; where there is an order, a click asks for it, and another one for its reverse. */
export function HeaderCell<Row>({ column, sort, onSort }: Props<Row>) {
  const right = isRight(column.kind);
  const className = cellClass(column);
  const by = column.sort;
  const { width, narrowest } = column;
  const style = { width, ...(narrowest !== undefined && { "--narrowest": `${narrowest}px` }) };
  const secondLine = column.secondLine && <div className={classes.secondLine}>{column.secondLine.title}</div>;
  if (by === undefined || onSort === undefined) {
    return (
      <th className={className} style={style}>
        {column.title}
        {secondLine}
      </th>
    );
  }
  const sorted = sort?.by === by ? sort : undefined;
  const Icon = sorted === undefined ? IconArrowsSort : sorted.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      className={className}
      style={style}
      aria-sort={sorted === undefined ? "none" : sorted.descending ? "descending" : "ascending"}
    >
      <button
        type="button"
        className={classes.sort}
        data-sorted={sorted ? true : undefined}
        onClick={() => onSort({ by, descending: sorted ? !sorted.descending : right })}
      >
        {right && <Icon size={12} stroke={2} aria-hidden />}
        {column.title}
        {!right && <Icon size={12} stroke={2} aria-hidden />}
      </button>
      {secondLine}
    </th>
  );
}
