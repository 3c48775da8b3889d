import { CloseButton, MultiSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { CustomerChoice } from "../parts/customer-choice.tsx";
import { DayField } from "../parts/day-field.tsx";
import { useUrl } from "../use-url.ts";
import classes from "./filter-bar.module.css";
import { type Filter, underOf } from "./filters.ts";

/** One filter of a list; what is chosen stands in the address at once. */
export function FilterField({ filter }: { filter: Filter }) {
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
          classNames={{ inputField: classes.field ?? "" }}
          data={filter.options as { value: string; label: string }[]}
          value={chosen}
          onChange={(next) => set(next.join(","))}
          placeholder={chosen.length === 0 ? filter.label : undefined}
          aria-label={nameOf(filter)}
          clearable
          // Outside of what is unfolded, a click on an option would fold it.
          comboboxProps={{ width: 220, position: "bottom-start", withinPortal: filter.under === undefined }}
        />
      );
    }
    case "text":
      return <TextFilter label={filter.label} value={value} set={set} icon={<IconSearch size={14} stroke={1.8} />} />;
    case "typed":
      return <TextFilter name={nameOf(filter)} label={filter.label} value={value} set={set} read={filter.read} />;
    case "day":
      return (
        <div className={classes.day}>
          {filter.label}
          <DayField size="xs" className={classes.dayField} aria-label={nameOf(filter)} value={value} onChange={set} />
        </div>
      );
    case "customer":
      return (
        <div className={classes.customer}>
          <CustomerChoice label={filter.label} value={value || undefined} onChange={set} />
        </div>
      );
    case "exact":
      return value === "" ? null : (
        <span className={classes.exact}>
          {filter.label}
          <CloseButton size="xs" aria-label={`Without ${filter.label}`} onClick={() => set(undefined)} />
        </span>
      );
  }
}

/** What a filter is called where what it stands below is not seen: "Ends from". */
function nameOf(filter: Filter): string {
  const under = underOf(filter);
  return under === undefined ? filter.label : `${under} ${filter.label}`;
}

type TextFilterProps = {
  readonly label: string;
  /** What it is called where the label alone does not say it. */
  readonly name?: string;
  readonly value: string;
  readonly set: (next: string) => void;
  readonly icon?: ReactNode;
  readonly read?: (text: string) => string;
};

function TextFilter({ label, name = label, value, set, icon, read = (text) => text }: TextFilterProps) {
  const [text, setText] = useState(value);
  // What the address is to say by what was typed here. When it says something else, it was changed elsewhere.
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const later = useDebouncedCallback((next: string) => {
    sent.current = read(next);
    set(sent.current);
  }, 150);
  return (
    <TextInput
      size="xs"
      className={classes.text}
      leftSection={icon}
      placeholder={label}
      aria-label={name}
      value={text}
      error={text !== "" && read(text) === ""}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
    />
  );
}
