import { useSession } from "../../api/session.ts";
import { longMonth } from "../../format/day.ts";
import { Failure } from "../../parts/failure.tsx";
import { Page } from "../../parts/page.tsx";
import { useMonth } from "../../shell/use-month.ts";
import classes from "./home.module.css";
import { MonthFigures } from "./month-figures.tsx";
import { useOverview } from "./use-overview.ts";
import { Waiting } from "./waiting.tsx";
import { YearCharts } from "./year-charts.tsx";

/** Open tasks, and the figures of the month. */
export default function Home() {
  const { merchant, user } = useSession();
  const [month] = useMonth();
  const { error, data, refetch } = useOverview();
  return (
    <Page
      title={`${longMonth(month)} at ${merchant.name}`}
      subtitle={user.name === null ? undefined : `Signed in as ${user.name}`}
    >
      {error && data === undefined ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <>
          <MonthFigures />
          <div className={classes.columns}>
            <YearCharts />
            <Waiting />
          </div>
        </>
      )}
    </Page>
  );
}
