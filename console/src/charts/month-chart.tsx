import { lazy, Suspense } from "react";
import classes from "./month-chart.module.css";
import type { MonthChartProps } from "./month-plot.tsx";

const Plot = lazy(() => import("./month-plot.tsx"));

/** Amounts by month as bars and lines, with the exact amounts where one points. Loaded when it is shown. */
export function MonthChart(props: MonthChartProps) {
  const { months, series, plannedFrom } = props;
  const hasPlanned = plannedFrom !== undefined && months.some((month) => month >= plannedFrom);
  return (
    <figure className={classes.chart} aria-label={props.label}>
      <figcaption className={classes.legend}>
        {series.map(({ name, color, isLine }) => (
          <span key={name} className={classes.name} data-line={isLine || undefined} style={{ "--color": color }}>
            {name}
          </span>
        ))}
        {hasPlanned && series.some(({ isLine }) => !isLine) && <span className={classes.planned}>paler: planned</span>}
        {hasPlanned && months.includes(plannedFrom) && series.some(({ isLine }) => isLine) && (
          <span className={classes.now}>now</span>
        )}
      </figcaption>
      <div className={classes.plot} style={{ height: props.height ?? 220 }}>
        <Suspense>
          <Plot {...props} />
        </Suspense>
      </div>
    </figure>
  );
}
