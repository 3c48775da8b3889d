import { type Column, isRight } from "./column.ts";
import classes from "./data-table.module.css";

type Of = Pick<Column<never>, "kind" | "title" | "isPinned" | "narrowest">;

/** The class of every cell of a column, its head and its sum: digits stand at the right, buttons of rows and what is pinned stay in sight. */
export function cellClass({ kind, title, isPinned, narrowest }: Of): string | undefined {
  if (title === "") return classes.buttons;
  const own = [
    isRight(kind) && classes.right,
    isPinned && classes.pinned,
    narrowest !== undefined && classes.shrinks,
  ].filter(Boolean);
  return own.length === 0 ? undefined : own.join(" ");
}
