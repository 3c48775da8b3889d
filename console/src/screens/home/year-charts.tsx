import { MonthChart } from "../../charts/month-chart.tsx";
import { ButtonLink } from "../../parts/button-link.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { paths } from "../../paths.ts";
import { useMonth, useToday } from "../../shell/use-month.ts";
import classes from "./home.module.css";
import { useOverview } from "./use-overview.ts";

/** Twelve months of billing against revenue, and how much is deferred. */
export function YearCharts() {
  const [, choose] = useMonth();
  const today = useToday();
  const { data } = useOverview();
  const year = data?.months;
  return (
    <div className={classes.charts}>
      <Section
        title="Billed and recognized"
        note={`Twelve months, ${data ? `in ${data.currency}` : "in one currency"}.`}
        aside={
          <ButtonLink variant="default" href={paths.report("revenue")}>
            Open report
          </ButtonLink>
        }
      >
        <Card>
          {year ? (
            <MonthChart
              label="Billed and recognized, by month"
              months={year.map(({ month }) => month)}
              plannedFrom={today.slice(0, 7)}
              onMonth={choose}
              series={[
                { name: "Billed", color: "var(--chart-billed)", values: year.map(({ billed }) => billed) },
                {
                  name: "Recognized",
                  color: "var(--chart-recognized)",
                  values: year.map(({ recognized }) => recognized),
                },
              ]}
            />
          ) : (
            <div style={{ height: 246 }} />
          )}
        </Card>
      </Section>
      <Section title="Deferred revenue (contract liability)" note="At the end of each month, as the ledger has it.">
        <Card>
          {year ? (
            <MonthChart
              label="Deferred revenue at the end of each month"
              months={year.map(({ month }) => month)}
              height={150}
              onMonth={choose}
              series={[
                {
                  name: "Deferred",
                  color: "var(--chart-deferred)",
                  values: year.map(({ deferred }) => deferred),
                  isLine: true,
                },
              ]}
            />
          ) : (
            <div style={{ height: 176 }} />
          )}
        </Card>
      </Section>
    </div>
  );
}
