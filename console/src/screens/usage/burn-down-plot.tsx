import type { CommitmentForecast } from "@accord/client";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { day } from "../../format/day.ts";
import { forChart } from "../../format/decimal.ts";
import { axisMoney, quantity } from "../../format/money.ts";
import classes from "./burn-down.module.css";

type Period = CommitmentForecast["periods"][number];

const tick = { fontSize: 11, fill: "var(--ink-faint)" };

/** What is left, from what is committed down to nothing. */
export default function BurnDownPlot({ period }: { period: Period }) {
  const data = period.burnDown.map(({ date, consumed, remaining }) => ({
    ...{ date, consumed, remaining },
    left: forChart(remaining),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={data} margin={{ top: 6, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis dataKey="date" tickFormatter={day} tick={tick} tickLine={false} axisLine={false} minTickGap={40} />
        <YAxis
          tickFormatter={axisMoney}
          tick={tick}
          tickLine={false}
          axisLine={false}
          width={48}
          domain={[0, forChart(period.committed)]}
        />
        <ReferenceLine y={forChart(period.committed)} stroke="var(--line-strong)" strokeDasharray="4 4" />
        <Tooltip
          isAnimationActive={false}
          content={({ payload }) => {
            const at = payload?.[0]?.payload as (typeof data)[number] | undefined;
            return at === undefined ? null : (
              <div className={classes.tip}>
                <strong>{day(at.date)}</strong>
                <span>{quantity(at.remaining)} left</span>
                <span>{quantity(at.consumed)} used</span>
              </div>
            );
          }}
        />
        <Area
          dataKey="left"
          type="stepAfter"
          stroke="var(--chart-recognized)"
          fill="var(--chart-recognized)"
          fillOpacity={0.14}
          strokeWidth={2}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
