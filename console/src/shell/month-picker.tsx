import { ActionIcon, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCalendar, IconChevronLeft, IconChevronRight, IconLock } from "@tabler/icons-react";
import { addMonths, month as monthName } from "../format/day.ts";
import { MonthGrid } from "../parts/month-grid.tsx";
import classes from "./month-picker.module.css";
import { useClosedThrough, useMonth } from "./use-month.ts";

/** The month that figures are shown of. Closed months carry a lock. */
export function MonthPicker() {
  const [month, choose] = useMonth();
  const closedThrough = useClosedThrough();
  const isClosed = closedThrough !== undefined && month <= closedThrough;
  const [open, { toggle, close }] = useDisclosure();
  const pick = (next: string) => {
    choose(next);
    close();
  };
  return (
    <fieldset className={classes.picker} aria-label="Month">
      <ActionIcon onClick={() => choose(addMonths(month, -1))} aria-label="Month before">
        <IconChevronLeft size={16} stroke={1.8} />
      </ActionIcon>
      <Popover opened={open} onChange={close} position="bottom-end" trapFocus>
        <Popover.Target>
          <button
            type="button"
            className={classes.month}
            onClick={toggle}
            aria-expanded={open}
            aria-label={`${monthName(month)}, ${isClosed ? "closed" : "open"}`}
          >
            {isClosed ? (
              <IconLock size={15} stroke={1.8} aria-hidden />
            ) : (
              <IconCalendar size={15} stroke={1.6} aria-hidden />
            )}
            {monthName(month)}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <MonthGrid key={month} chosen={month} pick={pick} />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon onClick={() => choose(addMonths(month, 1))} aria-label="Month after">
        <IconChevronRight size={16} stroke={1.8} />
      </ActionIcon>
    </fieldset>
  );
}
