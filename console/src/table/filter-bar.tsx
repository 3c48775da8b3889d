import classes from "./filter-bar.module.css";
import { FilterField } from "./filter-field.tsx";
import { type Filter, underOf } from "./filters.ts";
import { MoreFilters } from "./more-filters.tsx";

/**
 * The filters of a list; what is chosen stands in the address at once. Its days come last, side by side, and behind them those that
 * are out of sight.
 */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const shown = filters.filter((filter) => underOf(filter) === undefined);
  const more = filters.filter((filter) => underOf(filter) !== undefined);
  const isDay = ({ kind }: Filter) => kind === "day";
  return (
    <>
      {shown.map((filter) => !isDay(filter) && <FilterField key={filter.name} filter={filter} />)}
      {shown.some(isDay) && (
        <div className={classes.days}>
          {shown.map((filter) => isDay(filter) && <FilterField key={filter.name} filter={filter} />)}
        </div>
      )}
      {more.length > 0 && <MoreFilters filters={more} />}
    </>
  );
}
