import { type Column, isRight } from "./column.ts";
import classes from "./data-table.module.css";

/** The class of every cell of a column, its head and its sum: digits stand at the right, buttons of rows stay in sight. */
export function cellClass({ kind, title }: Pick<Column<never>, "kind" | "title">): string | undefined {
  if (title === "") return classes.buttons;
  return isRight(kind) ? classes.right : undefined;
}
