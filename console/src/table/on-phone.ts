import type { Column } from "./column.ts";

export type Arrangement<Row> = {
  readonly columns: readonly Column<Row>[];
  /** What stands in a softer line beneath the first column instead of in columns of its own. */
  readonly beneath: readonly Column<Row>[];
};

/** The columns that are shown, as a phone has the room for them where they say so themselves. */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  { hidden, isPhone }: { readonly hidden: Readonly<Record<string, boolean>> | undefined; readonly isPhone: boolean },
): Arrangement<Row> {
  const narrow = isPhone && isForPhone(columns);
  const isHidden = ({ id, onPhone }: Column<Row>) => hidden?.[id] ?? (narrow && onPhone !== true);
  return {
    columns: columns.filter((column) => !isHidden(column)),
    beneath: narrow ? columns.filter((column) => column.onPhone === "beneath" && isHidden(column)) : [],
  };
}

/** Whether a table says which of its columns are read on a phone. */
export function isForPhone<Row>(columns: readonly Column<Row>[]): boolean {
  return columns.some(({ onPhone }) => onPhone);
}
