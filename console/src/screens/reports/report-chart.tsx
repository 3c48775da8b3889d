import { MonthChart } from "../../charts/month-chart.tsx";
import type { Series } from "../../charts/month-plot.tsx";
import { forChart, sum } from "../../format/decimal.ts";
import { Card } from "../../parts/section.tsx";
import { useToday } from "../../shell/use-month.ts";
import { useGo } from "../../use-url.ts";
import type { Definition } from "./definitions.ts";
import { movements } from "./movements.ts";
import { type Report, type ReportRow, textOf } from "./report.ts";
import { useReportLinks } from "./report-links.ts";

const colors = ["recognized", "billed", "deferred", "4", "5", "6"].map((name) => `var(--chart-${name})`);

/** The chart of a report, if it has one. */
export function ReportChart({ definition, report }: { definition: Definition; report: Report }) {
  const today = useToday();
  const go = useGo();
  const { month: link } = useReportLinks(definition, report);
  const open = (month: string) => go(link(month));
  const { name } = definition;
  if (name === "arr") return <Movements report={report} open={open} />;
  const months = report.months;
  if (months === undefined || report.rows.length === 0) return null;
  return (
    <Card>
      <MonthChart
        label={`${definition.title}, by month`}
        months={months}
        plannedFrom={today.slice(0, 7)}
        onMonth={open}
        series={largest(report.rows, months)}
        height={210}
      />
    </Card>
  );
}

/** The five largest rows and the others together, standing upon each other. */
function largest(rows: readonly ReportRow[], months: readonly string[]): Series[] {
  const values = (row: ReportRow) => months.map((month) => row.values?.[month] ?? "0");
  const size = (row: ReportRow) => Math.abs(forChart(sum(values(row))));
  const sorted = [...rows].sort((a, b) => size(b) - size(a)).filter((row) => size(row) > 0);
  const shown = sorted.length > 6 ? sorted.slice(0, 5) : sorted;
  const others = sorted.slice(shown.length);
  const series = shown.map((row, at) => ({
    name: textOf(row, "name") ?? "None",
    color: colors[at] ?? "var(--chart-others)",
    values: values(row),
    stack: "all",
  }));
  if (others.length === 0) return series;
  const rest = months.map((month) => sum(others.map((row) => row.values?.[month] ?? "0")));
  return [...series, { name: `${others.length} others`, color: "var(--chart-others)", values: rest, stack: "all" }];
}

/** The movements of each month, and the balance at its end. */
function Movements({ report, open }: { report: Report; open: (month: string) => void }) {
  const months = report.rows.flatMap((row) => textOf(row, "month") ?? []);
  const of = (key: string) => report.rows.map((row) => textOf(row, key) ?? "0");
  return (
    <Card>
      <MonthChart
        label="Annual recurring revenue and its movements"
        months={months}
        onMonth={open}
        height={210}
        series={[
          ...movements.map(({ key, name, color }) => ({ name, color, values: of(key), stack: "all" })),
          { name: "Closing", color: "var(--ink-soft)", values: of("closing"), isLine: true },
        ]}
      />
    </Card>
  );
}
