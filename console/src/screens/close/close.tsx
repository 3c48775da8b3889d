import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { useApi } from "../../api/use-api.ts";
import { longMonth } from "../../format/day.ts";
import { Link } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import { Status } from "../../parts/status.tsx";
import { paths } from "../../paths.ts";
import { useClosedThrough, useMonth } from "../../shell/use-month.ts";
import { useUrl } from "../../use-url.ts";
import { ClosedEmpty, ClosedMonth } from "./closed-month.tsx";
import { monthStatus } from "./month-status.ts";
import { MonthStrip } from "./month-strip.tsx";
import { OpenMonth } from "./open-month.tsx";

/** A month on its way to being closed, or closed with all that proves it. */
export default function Close() {
  const [month] = useMonth();
  // The book close date decides which month is shown: until it is loaded, nothing is computed.
  const isKnown = useApi("getBookCloseDate").isSuccess;
  const [url, change] = useUrl();
  // While another screen loads, the address is already that of the other screen.
  const isHere = useLocation().pathname === paths.close();
  const isMissing = isHere && isKnown && url.month === undefined;
  // The month stays selected after it was closed, although another one is next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: set once; every render until then would set it again
  useEffect(() => {
    if (isMissing) change({ month }, true);
  }, [isMissing, month]);
  const periods = useApi("listAccountingPeriods", isKnown && { filter: { month }, limit: 1 });
  const period = periods.data?.data.find((each) => each.month === month);
  const status = monthStatus(month, period, useClosedThrough());
  return (
    <Page
      title={`Close of ${longMonth(month)}`}
      badge={periods.data && <Status code={status} />}
      subtitle={
        <>
          <span>What is closed never changes: what comes later is posted in the first open month.</span>
          <Link href={paths.report("flux", { month })}>Why the month differs from the one before</Link>
        </>
      }
    >
      <MonthStrip />
      {periods.data !== undefined &&
        (status !== "CLOSED" ? (
          <OpenMonth key={month} month={month} period={period} />
        ) : period ? (
          <ClosedMonth key={month} period={period} />
        ) : (
          <ClosedEmpty key={month} month={month} />
        ))}
    </Page>
  );
}
