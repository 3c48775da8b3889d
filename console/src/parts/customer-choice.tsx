import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, useState } from "react";
import { useApi } from "../api/use-api.ts";
import { quoted } from "../table/filters.ts";

type Props = {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (id: string | null) => void;
  /** With its label above it, as in a form. */
  readonly isField?: boolean;
  readonly error?: string | undefined;
};

/** A customer by a part of the name. */
export function CustomerChoice({ label, value, onChange, isField, error }: Props) {
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text, 200);
  const chosen = useApi("getCustomer", value === undefined ? false : { id: value });
  const isChosenName = chosen.data !== undefined && asked === chosen.data.name;
  const filter = asked.trim() === "" || isChosenName ? undefined : `name:like:${quoted(asked.trim())}`;
  const { data, isPlaceholderData } = useApi("listCustomers", { filter, limit: 20 });
  const found = new Map((data?.data ?? []).map(({ id, name }) => [id, name]));
  const [first] = found.keys();
  if (value !== undefined && chosen.data?.id === value) found.set(value, chosen.data.name);
  // Names are loaded from the server while the user types: Enter takes the first one unless another was chosen with the arrow keys.
  const takeFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const isSearching = text.trim() !== "" && text !== chosen.data?.name;
    if (event.key !== "Enter" || !isSearching || event.currentTarget.getAttribute("aria-activedescendant")) return;
    event.preventDefault();
    if (asked === text && !isPlaceholderData && first !== undefined) onChange(first);
  };
  return (
    <Select
      size={isField ? "sm" : "xs"}
      label={isField ? label : undefined}
      aria-label={label}
      placeholder={isField ? "Search by name" : label}
      data={[...found].map(([id, name]) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={onChange}
      searchable
      clearable
      searchValue={text}
      onSearchChange={setText}
      onKeyDown={takeFirst}
      filter={({ options }) => options}
      nothingFoundMessage="No customer of this name"
      error={error}
      comboboxProps={isField ? undefined : { width: 240, position: "bottom-start" }}
    />
  );
}
