import { fieldWords } from "../kernel/field-words.ts";
import { parseMoney } from "../kernel/money.ts";
import { type ListColumn, type ListTable, textAt, valueAt, type WriteSheet } from "../platform/http/list-file.ts";
import { type Platform, read } from "../platform/write.ts";
import { dayInWords } from "../reports/period.ts";
import { companyName, type NamedId, namedIds, namesBehind } from "../reports/request-service.ts";
import { type Cell, type Column, type Row, tableWithoutTotals } from "../reports/table.ts";
import type { XlsxWriter } from "../reports/xlsx.ts";

/**
 * Lists as spreadsheets in the form of reports: amounts, days and months are typed cells, codes become words, and an id gets a
 * column with the name of its record, unless the list has the name already. Columns of ids and hashes, of JSON for nested values,
 * and without any value are hidden at the end.
 */
export function listSheets(platform: Platform, xlsx: XlsxWriter): WriteSheet {
  return async ({ merchantId, name, title, ...list }: ListTable) => {
    const { company, today, columns, rows } = await read(platform, merchantId, async (reader) => ({
      company: await companyName(reader),
      today: dayInWords(reader.clock.today),
      ...(await withNames(list, (field, ids) => namesBehind(reader.tx, merchantId, field, ids))),
    }));
    const table = tableWithoutTotals(
      { columns: columns.map((column) => columnOf(column, rows)) },
      rows.map((row) => rowOf(columns, row)),
    );
    const hasAmounts = table.columns.some(({ kind, isHidden }) => kind === "money" && isHidden !== true);
    const amounts = hasAmounts ? "Amounts in the currency of each row" : "No amounts";
    const count = `${rows.length.toLocaleString("en")} ${rows.length === 1 ? "row" : "rows"}`;
    const sheet = {
      name: (title.length > 31 ? fieldWords(name) : title).slice(0, 31),
      title: [company, title, `As of ${today}, ${count}`, amounts] as const,
      table,
    };
    return xlsx.write({ sheets: [sheet], parameters: [["List", title]] });
  };
}

type Entry = ListTable["rows"][number];
type Listed = Pick<ListTable, "columns" | "rows">;
type FindNames = (field: NamedId, ids: Iterable<string>) => Promise<ReadonlyMap<string, string>>;

/** Adds a column of names before each column of ids, unless the list has it: `customer` before `customerId`. */
async function withNames({ columns, rows }: Listed, find: FindNames): Promise<Listed> {
  const isThere = (path: string) =>
    columns.some(
      (column) => column.path === path || column.path === `${path}Name` || column.path.startsWith(`${path}.`),
    );
  const added: { readonly field: NamedId; readonly path: string; readonly names: ReadonlyMap<string, string> }[] = [];
  for (const { path: field } of columns) {
    const path = field.replace(/Id$/, "");
    if (!isNamed(field) || isThere(path)) continue;
    const ids = rows.map((row) => row[field]).filter((id) => typeof id === "string");
    if (ids.length > 0) added.push({ field, path, names: await find(field, ids) });
  }
  const nameOf = (row: Entry, { field, names }: (typeof added)[number]) => names.get(String(row[field])) ?? null;
  return {
    columns: columns.flatMap((column) => {
      const name = added.find(({ field }) => field === column.path);
      return name === undefined ? [column] : [{ path: name.path, kind: "text" as const }, column];
    }),
    rows:
      added.length === 0
        ? rows
        : rows.map((row) => ({ ...row, ...Object.fromEntries(added.map((each) => [each.path, nameOf(row, each)])) })),
  };
}

function isNamed(field: string): field is NamedId {
  return field === "performanceObligationId" || Object.hasOwn(namedIds, field);
}

function columnOf({ path, kind }: ListColumn, rows: readonly Entry[]): Column {
  const values = rows.map((row) => valueAt(row, path)).filter((value) => !isNothing(value));
  const isHidden = rows.length > 0 && (values.every(isTechnical) || values.some(hasParts));
  const common = { key: path, label: fieldWords(path), isSummed: false, isHidden };
  switch (kind) {
    case "date":
    case "month":
    case "instant":
      return { ...common, kind };
    case "number":
      return { ...common, kind: "count" };
    case "id":
      return { ...common, kind: "text", isId: true };
    case "code":
      return { ...common, kind: "text", isCode: !isCurrency(path) };
    case "text":
      return values.every((value) => typeof value !== "boolean") && isAmount(path)
        ? { ...common, kind: "money" }
        : { ...common, kind: "text", isCode: isOfCodes(path, values) };
  }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** True for what people cannot read: an id, alone or with its kind (`KEY:…`), several ids, or a hash. */
function isTechnical(value: unknown): boolean {
  const uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  return [value].flat().every((text) => new RegExp(`^(([A-Z]+:)?${uuid}|[0-9a-f]{64})$`).test(String(text)));
}

/** True for codes that the schema does not enumerate. */
function isOfCodes(path: string, values: readonly unknown[]): boolean {
  return (
    /(type|kind|kinds|status)$/i.test(path) && values.flat().every((value) => /^[A-Z][A-Z0-9_]*$/.test(String(value)))
  );
}

const isCurrency = (path: string) => /currency$/i.test(path);

function hasParts(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasParts) : typeof value === "object" && value !== null;
}

const isAmount = (path: string) =>
  /(amount|total|balance|price|value|discount|debit|credit|refunded|liability|asset|remaining|recognizedToDate)\w*$/i.test(
    path,
  ) || /^totals\./.test(path);

function rowOf(columns: readonly ListColumn[], row: Entry): Row {
  const currency = typeof row.currency === "string" ? row.currency : undefined;
  const cells = columns.map(({ path, kind }): [string, Cell] => {
    const value = valueAt(row, path);
    if (typeof value === "boolean") return [path, value ? "Yes" : "No"];
    const text = textAt(row, path);
    if (text === null) return [path, null];
    if (kind === "number") return [path, Number(text)];
    // A price may have more decimals than its currency: then it is text.
    const money = kind === "text" && isAmount(path) && currency !== undefined ? parseMoney(text, currency) : undefined;
    return [path, money ?? text];
  });
  return { cells: Object.fromEntries(cells) };
}
