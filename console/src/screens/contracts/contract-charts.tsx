import type { Contract } from "@accord/client";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { MonthChart } from "../../charts/month-chart.tsx";
import { addMonths } from "../../format/day.ts";
import { sum } from "../../format/decimal.ts";
import { Card, Section } from "../../parts/section.tsx";
import { useToday } from "../../shell/use-month.ts";
import { useUrl } from "../../use-url.ts";
import classes from "./contract-charts.module.css";
import { ContractTimeline } from "./contract-timeline.tsx";
import { netOf } from "./issued.ts";
import { useRevenue, useSchedule } from "./use-contract.ts";

/** Terms, obligations and changes over time; and beneath, what is billed against what is earned. */
export function ContractCharts({ contract }: { contract: Contract }) {
  const [shown, setShown] = useState("cumulative");
  const [{ tab }] = useUrl();
  return (
    <div className={classes.charts} data-aside={tab !== undefined || undefined}>
      <Section title="Over time">
        <Card>
          <ContractTimeline contract={contract} />
        </Card>
      </Section>
      <Section
        title="Billed and recognized"
        aside={
          <SegmentedControl
            aria-label="How amounts are shown"
            value={shown}
            onChange={setShown}
            data={[
              { value: "cumulative", label: "Cumulative" },
              { value: "monthly", label: "By month" },
            ]}
          />
        }
      >
        <Card>
          <BilledAndRecognized isCumulative={shown === "cumulative"} />
        </Card>
      </Section>
    </div>
  );
}

const height = 196;

function BilledAndRecognized({ isCumulative }: { isCumulative: boolean }) {
  const schedule = useSchedule();
  const revenue = useRevenue();
  const today = useToday();
  if (schedule.data === undefined || revenue.data === undefined) return <div style={{ height: height + 24 }} />;
  const billed = schedule.data.data
    .filter(({ status }) => status !== "VOID")
    .map((invoice) => ({ month: invoice.issueDate.slice(0, 7), amount: netOf(invoice) }));
  const earned = revenue.data.map(({ timeframe, amount }) => ({ month: timeframe, amount }));
  const months = span([...billed, ...earned].map(({ month }) => month));
  if (months.length === 0)
    return <p className={classes.nothing}>Nothing is billed or earned yet. Add a billing term.</p>;
  const by = (rows: typeof billed) => {
    const monthly = months.map((month) => sum(rows.filter((row) => row.month === month).map(({ amount }) => amount)));
    return isCumulative ? monthly.map((_, at) => sum(monthly.slice(0, at + 1))) : monthly;
  };
  // A line through one month is a dot.
  const isLine = isCumulative && months.length > 1;
  return (
    <MonthChart
      label={isCumulative ? "Billed and recognized, cumulative" : "Billed and recognized by month"}
      months={months}
      height={height}
      plannedFrom={today.slice(0, 7)}
      series={[
        { name: "Billed", color: "var(--chart-billed)", values: by(billed), isLine },
        // Before its approval a contract earns nothing that could be shown.
        ...(earned.length === 0
          ? []
          : [{ name: "Recognized", color: "var(--chart-recognized)", values: by(earned), isLine }]),
      ]}
    />
  );
}

/** Every month from the first to the last of them. */
function span(months: readonly string[]): string[] {
  const [first, last] = [months.reduce(earlier, "9999-12"), months.reduce(later, "0000-01")];
  const all: string[] = [];
  for (let month = first; month <= last && all.length < 240; month = addMonths(month, 1)) all.push(month);
  return all;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
