import { memo } from "react";
import { Cell } from "./cell.tsx";
import type { Column } from "./column.ts";
import classes from "./data-table.module.css";
import { RowCheck } from "./row-check.tsx";

type Props<Row> = {
  readonly row: Row;
  readonly at: number;
  readonly href: string | undefined;
  readonly columns: readonly Column<Row>[];
  readonly beneath: readonly Column<Row>[];
  /** Drawn without height, only to make its columns as wide as it needs. */
  readonly isUnseen: boolean;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** Ticks the row, or takes the tick away; without it rows are not chosen. */
  readonly choose: ((at: number) => void) | undefined;
};

const none: never[] = [];

function TableRow<Row>({ row, at, href, columns, beneath, isUnseen, isActive, isChosen, choose }: Props<Row>) {
  return (
    <tr
      data-active={isActive || undefined}
      data-chosen={isChosen || undefined}
      data-unseen={isUnseen || undefined}
      aria-hidden={isUnseen || undefined}
      aria-rowindex={isUnseen ? undefined : at + 2}
    >
      {choose && (
        <td className={classes.choose}>
          <RowCheck isChosen={isChosen} choose={() => choose(at)} />
        </td>
      )}
      {columns.map((column, index) => (
        <Cell
          key={column.id}
          column={column}
          row={row}
          href={index === 0 ? href : undefined}
          beneath={index === 0 ? beneath : none}
        />
      ))}
    </tr>
  );
}

/** A row of a table. It is rendered again only if its own properties change, because a page has a hundred rows. */
export const BodyRow = memo(TableRow) as typeof TableRow;
