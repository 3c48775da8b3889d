import { ActionIcon, Checkbox, Popover, Tooltip } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import type { Column } from "./column.ts";
import classes from "./column-choice.module.css";

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly hidden: Readonly<Record<string, boolean>>;
  readonly toggle: (id: string) => void;
};

/** Which columns are shown; the first one, by which a row is known, always is. */
export function ColumnChoice<Row>({ columns, hidden, toggle }: Props<Row>) {
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="default" size={30} aria-label="Columns">
            <IconColumns3 size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.columns}>
          {columns.slice(1).map(({ id, title }) => (
            <Checkbox key={id} label={title} checked={!hidden[id]} onChange={() => toggle(id)} />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
