/** A row of a file: its cells, and the row that it is in a spreadsheet, counted from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/**
 * Rows of a CSV file (RFC 4180), separated by comma, semicolon or tab, whichever the first line has most of. Empty rows are left out,
 * and counted.
 */
export function* csvRows(text: string): Generator<CsvRow> {
  const source = text.replace(/^\u{feff}/u, "");
  const separator = separatorOf(source);
  let [row, cell, isQuoted, line]: [string[], string, boolean, number] = [[], "", false, 1];
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === separator) endCell();
    else if (letter === "\n") {
      endCell();
      if (row.some((each) => each !== "")) yield { line, cells: row };
      row = [];
      line += 1;
    } else if (letter !== "\r") cell += letter;
  }
  endCell();
  if (row.some((each) => each !== "")) yield { line, cells: row };
}

function separatorOf(source: string): string {
  const first = source.slice(0, source.indexOf("\n") < 0 ? undefined : source.indexOf("\n"));
  const times = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (times(each) > times(best) ? each : best));
}
