import { useSession } from "../../api/session.ts";
import { longMonth } from "../../format/day.ts";
import { Page } from "../../parts/page.tsx";
import { useMonth } from "../../shell/use-month.ts";
import classes from "./home.module.css";
import { MonthFigures } from "./month-figures.tsx";
import { Waiting } from "./waiting.tsx";
import { YearCharts } from "./year-charts.tsx";

/** What waits for somebody, and how the month goes. */
export default function Home() {
  const { merchant, user } = useSession();
  const [month] = useMonth();
  return (
    <Page
      title={`${longMonth(month)} at ${merchant.name}`}
      subtitle={user.name === null ? undefined : `Signed in as ${user.name}`}
    >
      <MonthFigures />
      <div className={classes.columns}>
        <YearCharts />
        <Waiting />
      </div>
    </Page>
  );
}
