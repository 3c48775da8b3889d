import { CloseButton, MultiSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { CustomerChoice } from "../parts/customer-choice.tsx";
import { useUrl } from "../use-url.ts";
import classes from "./filter-bar.module.css";
import type { Filter } from "./filters.ts";

/** The filters of a list; what is chosen stands in the address at once. Its days come last, side by side. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const isDay = ({ kind }: Filter) => kind === "day";
  return (
    <>
      {filters.map((filter) => !isDay(filter) && <FilterField key={filter.name} filter={filter} />)}
      {filters.some(isDay) && (
        <div className={classes.days}>
          {filters.map((filter) => isDay(filter) && <FilterField key={filter.name} filter={filter} />)}
        </div>
      )}
    </>
  );
}

function FilterField({ filter }: { filter: Filter }) {
  const [url, change] = useUrl();
  const value = url[filter.name] ?? "";
  const set = (next: string | null | undefined) => change({ [filter.name]: next || undefined }, true);
  switch (filter.kind) {
    case "choice": {
      const chosen = value === "" ? [] : value.split(",");
      return (
        <MultiSelect
          size="xs"
          className={classes.choice}
          data={filter.options as { value: string; label: string }[]}
          value={chosen}
          onChange={(next) => set(next.join(","))}
          placeholder={chosen.length === 0 ? filter.label : undefined}
          aria-label={filter.label}
          clearable
          comboboxProps={{ width: 220, position: "bottom-start" }}
        />
      );
    }
    case "text":
      return <TextFilter label={filter.label} value={value} set={set} />;
    case "day":
      return (
        <label className={classes.day}>
          {filter.label}
          <input type="date" value={value} onChange={(event) => set(event.currentTarget.value)} />
        </label>
      );
    case "customer":
      return <CustomerChoice label={filter.label} value={value || undefined} onChange={set} />;
    case "exact":
      return value === "" ? null : (
        <span className={classes.exact}>
          {filter.label}
          <CloseButton size="xs" aria-label={`Without ${filter.label}`} onClick={() => set(undefined)} />
        </span>
      );
  }
}

function TextFilter({ label, value, set }: { label: string; value: string; set: (next: string) => void }) {
  const [text, setText] = useState(value);
  // What the address is to say by what was typed here. When it says something else, it was changed elsewhere.
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const later = useDebouncedCallback((next: string) => {
    sent.current = next;
    set(next);
  }, 150);
  return (
    <TextInput
      size="xs"
      className={classes.text}
      leftSection={<IconSearch size={14} stroke={1.8} />}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
    />
  );
}
