import { decimalMarkOf, pastedDay, pastedNumber } from "../../../format/pasted.ts";

/** A row of typed texts, one per column. */
export type EditRow = Readonly<Record<string, string>>;

export type EditColumn<Row extends EditRow> = {
  readonly id: keyof Row & string;
  /** In the head; in small letters it is what a cell is called: "Tier 2, price". */
  readonly title: string;
  readonly kind: "number" | "day" | "text";
  /** The fixed value of the first row. */
  readonly first?: string;
};

type Paste<Row extends EditRow> = {
  readonly table: readonly (readonly string[])[];
  /** The row that the first line goes into. */
  readonly at: number;
  /** The columns that its cells go into, one after the other. */
  readonly columns: readonly EditColumn<Row>[];
  readonly blank: Row;
};

/** The rows with what was copied in its cells; a line of which no number and no day can be read, as a head is, is left out. */
export function pastedInto<Row extends EditRow>(
  rows: readonly Row[],
  { table, at, columns, blank }: Paste<Row>,
): Row[] {
  const mark = decimalMarkOf(table);
  const readers = { number: (cell: string) => pastedNumber(cell, mark), day: pastedDay, text: (cell: string) => cell };
  const read = table.map((cells) =>
    columns.slice(0, cells.length).map(({ kind }, index) => readers[kind](cells[index] ?? "")),
  );
  const lines = read.filter((cells) => cells.some((cell, index) => cell !== "" && columns[index]?.kind !== "text"));
  const filled = [...rows];
  for (const [index, cells] of lines.entries()) {
    const changes = Object.fromEntries(cells.map((cell, column) => [columns[column]?.id, cell]));
    filled[at + index] = { ...(filled[at + index] ?? blank), ...changes };
  }
  return filled;
}
