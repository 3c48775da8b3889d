import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type ClipboardEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { pastedTable } from "../../../format/pasted.ts";
import { DayField } from "../../../parts/day-field.tsx";
import classes from "./build.module.css";
import { type EditColumn, type EditRow, pastedInto } from "./pasted-into.ts";

type Props<Row extends EditRow> = {
  /** "tier": what a row is. */
  readonly noun: string;
  readonly columns: readonly EditColumn<Row>[];
  readonly rows: readonly Row[];
  readonly blank: Row;
  readonly setRows: (rows: readonly Row[]) => void;
};

/** A small table to be typed, or pasted from a spreadsheet: rows and columns go in from the cell that is pasted into. */
export function EditTable<Row extends EditRow>({ noun, columns, rows, blank, setRows }: Props<Row>) {
  const table = useRef<HTMLDivElement>(null);
  const name = noun.charAt(0).toUpperCase() + noun.slice(1);
  const paste = (event: ClipboardEvent, at: number, column: number) => {
    const table = pastedTable(event.clipboardData.getData("text"));
    if (table.length < 2 && (table[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    setRows(pastedInto(rows, { table, at, columns: columns.slice(column), blank }));
  };
  // A new row gets the focus.
  const add = () => {
    flushSync(() => setRows([...rows, blank]));
    table.current?.querySelector<HTMLInputElement>(`[data-row="${rows.length}"] input`)?.focus();
  };
  // A day is longer than a number, and shown whole.
  const widths = columns.map(({ kind }) => (kind === "day" ? "minmax(0, 1.7fr)" : "minmax(0, 1fr)"));
  const style = { gridTemplateColumns: `${widths.join(" ")} 28px` };
  return (
    <div ref={table} className={classes.table}>
      <div className={`${classes.row} ${classes.heads}`} style={style}>
        {columns.map(({ id, title }) => (
          <span key={id}>{title}</span>
        ))}
        <span />
      </div>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
        <div key={at} data-row={at} className={classes.row} style={style}>
          {columns.map(({ id, title, kind, first }, column) => {
            const isFixed = at === 0 && first !== undefined;
            const put = (next: string) =>
              setRows(rows.map((each, index) => (index === at ? { ...each, [id]: next } : each)));
            const field = {
              "aria-label": `${name} ${at + 1}, ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
              disabled: isFixed,
              value: isFixed ? first : (row[id] ?? ""),
              onPaste: (event: ClipboardEvent) => paste(event, at, column),
            };
            return kind === "day" ? (
              <DayField key={id} {...field} onChange={put} />
            ) : (
              <TextInput
                key={id}
                {...field}
                inputMode={kind === "number" ? "decimal" : undefined}
                onChange={(event) => put(event.currentTarget.value)}
              />
            );
          })}
          <ActionIcon
            aria-label={`Remove ${noun} ${at + 1}`}
            disabled={rows.length < 2}
            onClick={() => setRows(rows.filter((_, index) => index !== at))}
          >
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.tableFoot}>
        <Button variant="subtle" leftSection={<IconPlus size={14} />} onClick={add}>{`Add a ${noun}`}</Button>
        <span className={classes.heads}>Cells of a spreadsheet can be pasted.</span>
      </div>
    </div>
  );
}
