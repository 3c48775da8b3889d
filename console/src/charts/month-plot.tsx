import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { longMonth, shortMonth } from "../format/day.ts";
import { forChart } from "../format/decimal.ts";
import { axisMoney, money } from "../format/money.ts";
import classes from "./month-chart.module.css";

export type Series = {
  readonly name: string;
  /** A variable of the theme: "var(--chart-billed)". */
  readonly color: string;
  /** One decimal string a month. */
  readonly values: readonly string[];
  readonly isLine?: boolean;
  /** Bars of one stack are drawn on top of each other. */
  readonly stack?: string;
};

export type MonthChartProps = {
  readonly label: string;
  readonly months: readonly string[];
  readonly series: readonly Series[];
  readonly height?: number;
  /** From this month on the figures are planned: they are paler. */
  readonly plannedFrom?: string | undefined;
  readonly onMonth?: (month: string) => void;
};

const tick = { fontSize: 11, fill: "var(--ink-faint)" };

export default function MonthPlot({ months, series, plannedFrom, onMonth }: MonthChartProps) {
  const data = months.map((month, at) => ({
    month,
    ...Object.fromEntries(series.map(({ name, values }) => [name, forChart(values[at] ?? "0")])),
  }));
  const lines = series.filter(({ isLine }) => isLine).length;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={data}
        margin={{ top: 6, right: 4, bottom: 0, left: 0 }}
        barGap={2}
        // Negative values stack downwards from zero, independent of the positive ones.
        stackOffset="sign"
        barCategoryGap="26%"
        accessibilityLayer={false}
        // A click needs the pointer move before it, which says where it is; a tap causes both at once.
        throttledEvents={["mousemove", "touchmove", "pointermove", "click"]}
        onClick={({ activeLabel }) => activeLabel !== undefined && onMonth?.(String(activeLabel))}
        style={onMonth && { cursor: "pointer" }}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="month"
          tickFormatter={months.length > 13 ? monthAndYear : monthTick}
          tick={tick}
          tickLine={false}
          axisLine={false}
          minTickGap={6}
          interval="equidistantPreserveStart"
        />
        <YAxis tickFormatter={axisMoney} niceTicks="snap125" tick={tick} tickLine={false} axisLine={false} width={44} />
        <ReferenceLine y={0} stroke="var(--line-strong)" />
        {plannedFrom !== undefined && series.some(({ isLine }) => isLine) && (
          <ReferenceLine x={plannedFrom} stroke="var(--ink-faint)" />
        )}
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--hover)", stroke: "var(--line)" }}
          content={({ label }) => (
            <Tip month={String(label ?? "")} months={months} series={series} canOpen={onMonth !== undefined} />
          )}
        />
        {series.map(({ name, color, isLine, stack }, at) =>
          isLine ? (
            <Line
              key={name}
              dataKey={name}
              stroke={color}
              // If two lines coincide, the first remains visible on both sides of the second.
              strokeWidth={at === 0 && lines > 1 ? 3.5 : 2}
              dot={false}
              type="linear"
              isAnimationActive={false}
            />
          ) : (
            <Bar
              key={name}
              dataKey={name}
              fill={color}
              stackId={stack}
              radius={stack ? 0 : [2, 2, 0, 0]}
              maxBarSize={26}
              isAnimationActive={false}
              shape={
                plannedFrom === undefined
                  ? undefined
                  : (bar: BarShape) => <MonthBar {...bar} plannedFrom={plannedFrom} />
              }
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

type BarShape = {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly fill?: string;
  readonly payload?: { readonly month: string };
};

function MonthBar({
  x = 0,
  y = 0,
  width = 0,
  height = 0,
  fill,
  payload,
  plannedFrom,
}: BarShape & { plannedFrom: string }) {
  const top = height < 0 ? y + height : y;
  const isPlanned = payload !== undefined && payload.month >= plannedFrom;
  return (
    <rect
      x={x}
      y={top}
      width={width}
      height={Math.abs(height)}
      rx={2}
      fill={fill}
      style={isPlanned ? { opacity: "var(--chart-planned)" } : undefined}
    />
  );
}

/** The first month and each January say their year. */
function monthTick(month: string, at: number): string {
  return at === 0 || month.endsWith("-01") ? monthAndYear(month) : shortMonth(month);
}

/** Over more than a year a month alone does not say which. */
function monthAndYear(month: string): string {
  return `${shortMonth(month)} ${month.slice(2, 4)}`;
}

type TipProps = Pick<MonthChartProps, "months" | "series"> & { readonly month: string; readonly canOpen: boolean };

function Tip({ month, months, series, canOpen }: TipProps) {
  const at = months.indexOf(month);
  if (at < 0) return null;
  return (
    <div className={classes.tip}>
      <strong>{longMonth(month)}</strong>
      {series.map(({ name, color, values }) => (
        <span key={name} className={classes.line}>
          <span className={classes.name} style={{ "--color": color }}>
            {name}
          </span>
          {money(values[at] ?? "0")}
        </span>
      ))}
      {canOpen && <span className={classes.open}>Click to open the month</span>}
    </div>
  );
}
