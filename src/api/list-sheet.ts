import { parseMoney } from "../kernel/money.ts";
import { type ListColumn, type ListTable, textAt, type WriteSheet } from "../platform/http/list-file.ts";
import { type Cell, type Column, type Row, tableWithoutTotals } from "../reports/table.ts";
import type { XlsxWriter } from "../reports/xlsx.ts";

/** Lists as spreadsheets in the form of reports: amounts and days are such, ids stand last and hidden, codes are words. */
export function listSheets(xlsx: XlsxWriter): WriteSheet {
  return ({ name, columns, rows }: ListTable) => {
    const title = wordsOf(name);
    const table = tableWithoutTotals(
      { columns: columns.map(columnOf) },
      rows.map((row) => rowOf(columns, row)),
    );
    const sheet = { name: title.slice(0, 31), title: [title, `${rows.length} rows`, "", ""] as const, table };
    return xlsx.write({ sheets: [sheet], parameters: [["List", title]] });
  };
}

function columnOf({ path, kind }: ListColumn): Column {
  const common = { key: path, label: wordsOf(path.replaceAll(".", " ")), isSummed: false };
  switch (kind) {
    case "date":
    case "instant":
      return { ...common, kind };
    case "number":
      return { ...common, kind: "count" };
    case "id":
      return { ...common, kind: "text", isId: true };
    case "code":
      return { ...common, kind: "text", isCode: true };
    case "text":
      return { ...common, kind: isAmount(path) ? "money" : "text" };
  }
}

const isAmount = (path: string) =>
  /(amount|total|balance|price|value|subtotal|discount|debit|credit|refunded)\w*$/i.test(path);

function rowOf(columns: readonly ListColumn[], row: Readonly<Record<string, unknown>>): Row {
  const currency = typeof row.currency === "string" ? row.currency : undefined;
  const cells = columns.map(({ path, kind }): [string, Cell] => {
    const text = textAt(row, path);
    if (text === null) return [path, null];
    if (kind === "number") return [path, Number(text)];
    // A price may have more decimals than its currency has: then it is a text.
    const money = kind === "text" && isAmount(path) && currency !== undefined ? parseMoney(text, currency) : undefined;
    return [path, money ?? text];
  });
  return { cells: Object.fromEntries(cells) };
}

/** `credit-memos` and `issueDate` as people read them: "Credit memos", "Issue date". */
function wordsOf(name: string): string {
  const words = name.replaceAll("-", " ").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
