import { useState } from "react";
import type { Column } from "./column.ts";
import { isForPhone } from "./on-phone.ts";
import { useIsPhone } from "./use-is-phone.ts";

/** Which columns of a table somebody hid or showed; their browser keeps it. */
export function useHiddenColumns<Row>(label: string, columns: readonly Column<Row>[]) {
  const key = `accord.columns.${label}`;
  const [chosen, setChosen] = useState(() => keptUnder(key));
  const isPhone = useIsPhone();
  const isChosenFew = isPhone && isForPhone(columns);
  const hidden = Object.fromEntries(
    columns.map(({ id, optional, onPhone }) => [
      id,
      chosen[id] ?? (isChosenFew ? onPhone !== true : (optional ?? false)),
    ]),
  );
  const toggle = (id: string) => {
    const next = { ...chosen, [id]: !hidden[id] };
    localStorage.setItem(key, JSON.stringify(next));
    setChosen(next);
  };
  return [hidden, toggle] as const;
}

/** What the browser kept; nothing where it is no such thing any more. */
function keptUnder(key: string): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}
