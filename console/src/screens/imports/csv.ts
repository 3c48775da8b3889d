/** Rows of a CSV file (RFC 4180), separated by comma, semicolon or tab, whichever the first line has most of. Empty lines are left out. */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\u{feff}/u, "");
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], "", false];
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each !== "")) rows.push(row);
    row = [];
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
    else if (letter === "\n") endRow();
    else if (letter !== "\r") cell += letter;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}

function separatorOf(source: string): string {
  const first = source.slice(0, source.indexOf("\n") < 0 ? undefined : source.indexOf("\n"));
  const times = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (times(each) > times(best) ? each : best));
}
