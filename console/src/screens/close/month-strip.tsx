import { IconCircleDashed, IconLock, IconLockOpen2 } from "@tabler/icons-react";
import { useApi } from "../../api/use-api.ts";
import { addMonths, monthsUpTo, shortMonth } from "../../format/day.ts";
import { useChosenInView } from "../../parts/use-chosen-in-view.ts";
import { useClosedThrough, useMonth, useToday } from "../../shell/use-month.ts";
import { monthStatus } from "./month-status.ts";
import classes from "./month-strip.module.css";

const words = { OPEN: "open", CLOSED: "closed", REOPENED: "reopened" } as const;
const icons = { OPEN: IconCircleDashed, CLOSED: IconLock, REOPENED: IconLockOpen2 } as const;

/** Twelve months with their status; a click selects one. */
export function MonthStrip() {
  const [month, choose] = useMonth();
  const today = useToday().slice(0, 7);
  // The last one shown is the current month, or one that is further ahead or back.
  const last = month > today ? month : month < addMonths(today, -11) ? addMonths(month, 6) : today;
  const months = monthsUpTo(last, 12);
  const { data } = useApi("listAccountingPeriods", {
    filter: { month: { gte: months[0] ?? last, lte: last } },
    limit: 24,
  });
  const strip = useChosenInView<HTMLFieldSetElement>(month);
  const closedThrough = useClosedThrough();
  return (
    <fieldset ref={strip} className={`${classes.strip} no-print`} aria-label="Months">
      {months.map((each) => {
        const period = data?.data.find((listed) => listed.month === each);
        const status = monthStatus(each, period, closedThrough);
        const Icon = icons[status];
        return (
          <button
            key={each}
            type="button"
            className={classes.month}
            data-status={status}
            aria-pressed={each === month}
            onClick={() => choose(each)}
          >
            <span className={classes.name}>{shortMonth(each)}</span>{" "}
            <span className={classes.year}>{each.slice(0, 4)}</span>
            <span className="visually-hidden">, {words[status]}</span>
            <Icon size={15} stroke={1.7} aria-hidden />
          </button>
        );
      })}
    </fieldset>
  );
}
