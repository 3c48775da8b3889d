import { Button, Popover } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useUrl } from "../use-url.ts";
import { FilterField } from "./filter-field.tsx";
import { type Filter, underOf } from "./filters.ts";
import classes from "./more-filters.module.css";

/** Filters that are rarely wanted, below what they are of; the button says how many hold. */
export function MoreFilters({ filters }: { filters: readonly Filter[] }) {
  const [url, change] = useUrl();
  const held = filters.filter(({ name }) => url[name]).length;
  const clear = () => change(Object.fromEntries(filters.map(({ name }) => [name, undefined])));
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant={held > 0 ? "light" : "default"}
          leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.7} />}
        >
          {held === 0 ? "More filters" : `More filters: ${held}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.groups}>
          {[...Map.groupBy(filters, underOf)].map(([under, each]) => (
            <fieldset key={under} className={classes.group}>
              <legend>{under}</legend>
              <div className={classes.fields}>
                {each.map((filter) => (
                  <FilterField key={filter.name} filter={filter} />
                ))}
              </div>
            </fieldset>
          ))}
          {held > 0 && (
            <button type="button" className={classes.clear} onClick={clear}>
              Clear these
            </button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
