import { IconChevronRight } from "@tabler/icons-react";
import { useApi } from "../../api/use-api.ts";
import { addMonths, lastDayOf, longMonth } from "../../format/day.ts";
import { count } from "../../format/money.ts";
import { Link } from "../../parts/link.tsx";
import { Section } from "../../parts/section.tsx";
import { Waiting as Lines } from "../../parts/waiting.tsx";
import { paths } from "../../paths.ts";
import { useClosedThrough, useMonth, useToday } from "../../shell/use-month.ts";
import classes from "./home.module.css";
import { useOverview } from "./use-overview.ts";

type Task = {
  readonly title: string;
  readonly hint: string;
  readonly href: string;
  readonly number: number | undefined;
  readonly tone?: "bad" | "info";
};

/** Open tasks, the most urgent first. */
export function Waiting() {
  const tasks = useTasks();
  const waiting = tasks.filter(({ number }) => number !== undefined && number > 0);
  const isKnown = tasks.every(({ number }) => number !== undefined);
  const isNothing = isKnown && waiting.length === 0;
  return (
    <Section title="Waits for you" note={isNothing ? undefined : "Each line leads to what settles it."}>
      {waiting.length === 0 ? (
        isNothing ? (
          <p className={classes.nothing}>Nothing. Every contract is settled, every invoice that is due is issued.</p>
        ) : (
          <Lines lines={4} />
        )
      ) : (
        <ul className={classes.list}>
          {waiting.map(({ title, hint, href, number = 0, tone }) => (
            <li key={title}>
              <Link href={href} className={classes.item}>
                <span className={classes.number} data-tone={tone}>
                  {count(number)}
                </span>
                <span className={classes.words}>
                  {title}
                  <span className={classes.hint}>{hint}</span>
                </span>
                <IconChevronRight size={15} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function useTasks(): readonly Task[] {
  const today = useToday();
  const closedThrough = useClosedThrough();
  const waiting = useOverview().data?.waiting;
  const failedJobs = useApi("listJobs", { filter: { status: "FAILED" }, limit: 1 });
  // Of the month alone: all that a merchant ever recorded would be read for the number.
  const [month] = useMonth();
  const days = { from: `${month}-01`, to: lastDayOf(month) };
  const unbilledUsage = useApi("listUsageEvents", {
    filter: { matched: false, deletedAt: null, datetime: { gte: days.from, lte: days.to } },
    limit: 1,
  });
  const next = closedThrough === undefined ? undefined : addMonths(closedThrough, 1);
  const isOver = next !== undefined && next < today.slice(0, 7);
  return [
    {
      title: "Changes to approve",
      hint: "They need a second person",
      href: paths.approvals(),
      number: waiting?.changeRequestsPending,
    },
    {
      title: "Contracts are blocked",
      hint: "Something is missing before they can bill",
      href: paths.contracts({ status: "BLOCKED" }),
      number: waiting?.contractsBlocked,
    },
    {
      title: "Contracts to approve",
      hint: "Checked and ready",
      href: paths.contracts({ status: "PROCESSED" }),
      number: waiting?.contractsToApprove,
      tone: "info",
    },
    {
      title: "Drafts are due",
      hint: "Their day has come, and they are not issued",
      href: paths.invoices({ status: "DRAFT", to: today }),
      number: waiting?.draftsDue,
    },
    {
      title: "Invoices are overdue",
      hint: "Open after their due date",
      href: paths.invoices({ status: "ISSUED,PARTIALLY_PAID", dueBefore: today, sort: "dueDate:asc" }),
      number: waiting?.invoicesOverdue,
      tone: "bad",
    },
    {
      title: "Records did not reach the ledger",
      hint: "Sending them failed",
      href: paths.journal({ sync: "failed" }),
      number: waiting?.syncsFailed,
      tone: "bad",
    },
    {
      title: "Jobs failed",
      hint: "Accord gave up after several attempts",
      href: paths.jobs({ status: "FAILED" }),
      number: countOf(failedJobs),
      tone: "bad",
    },
    {
      title: "Usage events that nothing bills",
      hint: `Of ${longMonth(month)}, without a term of an approved contract`,
      href: paths.unbilledUsage(days),
      number: countOf(unbilledUsage),
    },
    {
      title: "Close tasks are open",
      hint: "Of the first open month",
      href: paths.close({ month: next }),
      number: waiting?.closeTasksOpen,
      tone: "info",
    },
    {
      title: next === undefined ? "Month to close" : `${longMonth(next)} can be closed`,
      hint: "It is over, and the month before is closed",
      href: paths.close({ month: next }),
      number: closedThrough === undefined ? 0 : isOver ? 1 : 0,
      tone: "info",
    },
  ];
}

/** Errors of a list are not shown here; its own screen shows them. */
function countOf({ data, isError }: { readonly data?: { readonly totalItems: number } | undefined; isError: boolean }) {
  return isError ? 0 : data?.totalItems;
}
