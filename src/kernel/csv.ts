/** A number, as a number or decimal text, or a text; null is an empty cell. */
export type CsvCell = { readonly number: string | number } | string | null;

/**
 * A table as CSV (RFC 4180): one line per row, in UTF-8 with a byte order mark, without which spreadsheets assume another encoding.
 * Text that a spreadsheet would run as a formula gets an apostrophe in front; numbers, which may begin with a minus, stay as they
 * are.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${csvLines(rows)}`;
}

/** Further lines of such a table, without the byte order mark. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(fieldOf).join(",")}\r\n`).join("");
}

/** Characters that begin a formula, also in full width, and white space that some spreadsheets skip before one. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function fieldOf(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell.number);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
