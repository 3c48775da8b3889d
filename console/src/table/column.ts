import type { ReactNode } from "react";

export type ColumnKind = "text" | "money" | "number" | "day";

/** One column of a table. `value` is what was sent; `cell` is how it is shown, where the kind does not say it. */
export type Column<Row> = {
  readonly id: string;
  /** Empty above the buttons of each row: they stay in sight where the table is wider than its place. */
  readonly title: string;
  readonly kind?: ColumnKind;
  readonly value: (row: Row) => string | null | undefined;
  readonly cell?: (row: Row) => ReactNode;
  /** The name by which the server sorts; without one the column has no order. */
  readonly sort?: string;
  /** The field under which the server adds it up over all pages; without one a list of several pages has no sum of it. */
  readonly total?: string;
  /** In pixels; the first column takes what is left. */
  readonly width?: number;
  /** Hidden until somebody chooses it. */
  readonly optional?: boolean;
  /** A second, softer line of each cell: what would be a column of its own if the table had the room. */
  readonly secondLine?: { readonly title: string; readonly cell: (row: Row) => ReactNode };
  /** In pixels: so narrow it gets where the table would not fit. Its texts end in "…" then, and are whole when they are pointed at. */
  readonly narrowest?: number;
  /** Stays in sight at the right edge while the columns before it slide by. */
  readonly isPinned?: boolean;
  /** Shown on a phone: a table that names such columns begins there with them alone, and has those "beneath" in a line under the first. */
  readonly onPhone?: true | "beneath";
};

/** Digits are read from the right, so they stand at the right. */
export function isRight(kind: ColumnKind | undefined): boolean {
  return kind === "money" || kind === "number";
}
