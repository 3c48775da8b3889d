import { ActionIcon, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCalendar, IconChevronLeft, IconChevronRight, IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { addMonths, month as monthName, shortMonth } from "../format/day.ts";
import classes from "./month-picker.module.css";
import { useClosedThrough, useMonth, useToday } from "./use-month.ts";

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
          <Months key={month} chosen={month} closedThrough={closedThrough} pick={pick} />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon onClick={() => choose(addMonths(month, 1))} aria-label="Month after">
        <IconChevronRight size={16} stroke={1.8} />
      </ActionIcon>
    </fieldset>
  );
}

type MonthsProps = {
  readonly chosen: string;
  readonly closedThrough: string | undefined;
  readonly pick: (month: string) => void;
};

function Months({ chosen, closedThrough, pick }: MonthsProps) {
  const [year, setYear] = useState(Number(chosen.slice(0, 4)));
  const current = useToday().slice(0, 7);
  return (
    <div className={classes.months}>
      <div className={classes.year}>
        <ActionIcon onClick={() => setYear(year - 1)} aria-label={`${year - 1}`}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <strong>{year}</strong>
        <ActionIcon onClick={() => setYear(year + 1)} aria-label={`${year + 1}`}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </div>
      <div className={classes.grid}>
        {Array.from({ length: 12 }, (_, at) => addMonths(`${year}-01`, at)).map((month) => {
          const closed = closedThrough !== undefined && month <= closedThrough;
          return (
            <button
              key={month}
              type="button"
              className={classes.choice}
              data-chosen={month === chosen || undefined}
              data-current={month === current || undefined}
              data-autofocus={month === chosen || undefined}
              aria-label={`${monthName(month)}, ${closed ? "closed" : "open"}`}
              onClick={() => pick(month)}
            >
              {shortMonth(month)}
              {closed && <IconLock size={11} stroke={2} aria-hidden />}
            </button>
          );
        })}
      </div>
      <button type="button" className={classes.today} onClick={() => pick(current)}>
        This month
      </button>
    </div>
  );
}
