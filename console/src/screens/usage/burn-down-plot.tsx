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
import type { Drawdown } from "./drawdowns.ts";

const tick = { fontSize: 11, fill: "var(--ink-faint)" };

const area = {
  type: "linear",
  stroke: "var(--chart-recognized)",
  fill: "var(--chart-recognized)",
  strokeWidth: 2,
  isAnimationActive: false,
} as const;

type Props = { readonly drawn: readonly Drawdown[]; readonly start: string; readonly committed: string };
type Point = { readonly date: string; readonly left: string; readonly used: string; readonly isExpected: boolean };

/** What is left, from what is committed on the first day down to nothing; what is expected is paler. */
export default function BurnDownPlot({ drawn, start, committed }: Props) {
  const first: Point = { date: start, left: committed, used: "0", isExpected: false };
  const points = [first, ...drawn.map(({ to, left, used, isExpected }) => ({ date: to, left, used, isExpected }))];
  // The expected line begins where the other ends.
  const lastUsed = points.findLastIndex(({ isExpected }) => !isExpected);
  const data = points.map((point, at) => ({
    ...point,
    time: Date.parse(point.date),
    past: at <= lastUsed ? forChart(point.left) : undefined,
    ahead: at >= lastUsed ? forChart(point.left) : undefined,
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={data} margin={{ top: 6, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="time"
          type="number"
          scale="time"
          domain={["dataMin", "dataMax"]}
          ticks={data.map(({ time }) => time)}
          tickFormatter={(time: number) => day(new Date(time).toISOString().slice(0, 10))}
          tick={tick}
          tickLine={false}
          axisLine={false}
          minTickGap={40}
        />
        <YAxis
          tickFormatter={axisMoney}
          tick={tick}
          tickLine={false}
          axisLine={false}
          width={48}
          domain={[0, forChart(committed)]}
        />
        <ReferenceLine y={forChart(committed)} stroke="var(--line-strong)" strokeDasharray="4 4" />
        <Tooltip
          isAnimationActive={false}
          content={({ payload }) => {
            const at = payload?.[0]?.payload as (typeof data)[number] | undefined;
            return at === undefined ? null : (
              <div className={classes.tip}>
                <strong>{day(at.date)}</strong>
                <span>{quantity(at.left)} left</span>
                <span>
                  {quantity(at.used)} {at.isExpected ? "expected" : "drawn down"}
                </span>
              </div>
            );
          }}
        />
        <Area dataKey="past" {...area} fillOpacity={0.16} />
        <Area dataKey="ahead" {...area} fillOpacity={0.06} strokeDasharray="4 4" />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
