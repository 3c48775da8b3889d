/** A number, as digits or as its decimal text, or a text of a user; null is an empty cell. */
export type CsvCell = { readonly number: string | number } | string | null;

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, which spreadsheets need to read it as such, one line for each row. A
 * text that a spreadsheet would run as a formula gets an apostrophe in front; numbers, which may begin with a minus, stay as
 * they are.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${csvLines(rows)}`;
}

/** More lines of such a table, behind its first ones. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(fieldOf).join(",")}\r\n`).join("");
}

/** What begins a formula, in full width too, and white space after which some spreadsheets look for one. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function fieldOf(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell.number);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
