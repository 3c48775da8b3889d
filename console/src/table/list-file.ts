import type { CellObject } from "write-excel-file/browser";
import type { Column } from "./column.ts";

/** More digits than a spreadsheet keeps would be rounded: such a number stays a text. */
const keptDigits = 15;

/** The rows of a list as a file, with what was sent in every column. */
export async function listFile<Row>(
  format: "csv" | "xlsx",
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<Blob> {
  const texts = rows.map((row) => columns.map(({ value }) => value(row) ?? ""));
  if (format === "csv") return csvOf(columns, texts);
  const { default: writeXlsxFile } = await import("write-excel-file/browser");
  const heads = columns.map(({ title }): CellObject => ({ value: title, fontWeight: "bold" }));
  const cells = texts.map((row) => row.map((text, at) => cellOf(columns[at]?.kind, text)));
  const file = writeXlsxFile([heads, ...cells], {
    sheet: name.slice(0, 31),
    stickyRowsCount: 1,
    columns: columns.map(({ kind }) => ({ width: kind === undefined || kind === "text" ? 28 : 16 })),
  });
  return file.toBlob();
}

function cellOf(kind: Column<unknown>["kind"], text: string): CellObject | null {
  if (text === "") return null;
  if (kind === "day") return { value: new Date(`${text.slice(0, 10)}T00:00:00Z`), type: Date, format: "yyyy-mm-dd" };
  const isNumber = (kind === "money" || kind === "number") && text.replaceAll(/\D/g, "").length <= keptDigits;
  if (!isNumber) return { value: text, type: String };
  return { value: Number(text), type: Number, ...(kind === "money" && { format: "#,##0.00;(#,##0.00)" }) };
}

function csvOf(
  columns: readonly { readonly title: string; readonly kind?: string }[],
  rows: readonly (readonly string[])[],
): Blob {
  const lines = [columns.map(({ title }) => title), ...rows].map((cells, at) =>
    cells.map((text, index) => csvCell(text, at > 0 && isPlain(columns[index]?.kind))).join(","),
  );
  // With its mark, a spreadsheet reads letters beyond ASCII as they are.
  return new Blob([`\u{feff}${lines.join("\r\n")}\r\n`], { type: "text/csv" });
}

function isPlain(kind: string | undefined): boolean {
  return kind === "money" || kind === "number" || kind === "day";
}

/** Text that a spreadsheet would run as a formula gets an apostrophe in front, as in the files of the server. */
export function csvCell(text: string, isNumber: boolean): string {
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
