import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { addMonths, month as monthName, shortMonth } from "../format/day.ts";
import { useClosedThrough, useToday } from "../shell/use-month.ts";
import classes from "./month-grid.module.css";

type Props = { readonly chosen: string; readonly pick: (month: string) => void };

/** A month picker for one year, with the years beside it. Closed months have a lock. */
export function MonthGrid({ chosen, pick }: Props) {
  const [year, setYear] = useState(Number(chosen.slice(0, 4)));
  const current = useToday().slice(0, 7);
  const closedThrough = useClosedThrough();
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
