import type { TSchema } from "typebox";
import { assert } from "../../kernel/assert.ts";
import { type CsvCell, csvLines, csvText } from "../../kernel/csv.ts";
import { invalidIssues } from "../../kernel/errors.ts";
import { fieldWords } from "../../kernel/field-words.ts";
import type { FileAnswer, PiecewiseAnswer } from "./answer.ts";
import {
  type ListDeclaration,
  type ListQuery,
  maximumLimit,
  mostRowsOfFile,
  type Page,
  sortFields,
} from "./list-query.ts";
import { parseCursor } from "./page-order.ts";
import { monthPattern } from "./wire.ts";

/** A field of the rows of a list, by its path: `customer.id`. */
export type ListColumn = {
  readonly path: string;
  readonly kind: "text" | "number" | "date" | "month" | "instant" | "id" | "code";
};

/** A list as a table. A cell is the text of its value; a list of plain values is joined with semicolons, anything else is JSON. */
export type ListTable = {
  readonly merchantId: string;
  readonly name: string;
  /** A title for people, such as "Credit memos". */
  readonly title: string;
  readonly columns: readonly ListColumn[];
  readonly rows: readonly Entry[];
};
type Entry = Readonly<Record<string, unknown>>;

/** Writes a list as a spreadsheet. */
export type WriteSheet = (table: ListTable) => Promise<Uint8Array>;

declare module "fastify" {
  interface FastifyInstance {
    /** Set on servers that can write spreadsheets; without it, lists are available as JSON and CSV only. */
    writeSheet?: WriteSheet;
  }
}

export type ListFileOrder = Pick<ListTable, "merchantId" | "title"> & {
  /** The last word of the path, used as the name of the file. */
  readonly name: string;
  readonly declaration: ListDeclaration;
  /** The schema of the list's payload. */
  readonly payload: TSchema;
  readonly list: ListQuery;
  /** Returns the payload of one page. */
  readonly pageOf: (list: ListQuery) => Promise<unknown>;
  readonly writeSheet: WriteSheet | undefined;
};

const csvType = "text/csv; charset=utf-8";
const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * All rows of a list, with its filters and order, as one file, read page by page from the list itself. A CSV file has one page in
 * memory at a time.
 *
 * @throws DomainError TOO_MANY_ITEMS if there are more rows than a file may have
 */
export async function listFile(order: ListFileOrder): Promise<FileAnswer | PiecewiseAnswer> {
  const { merchantId, name, title, list, writeSheet } = order;
  const columns = columnsOf(rowSchema(order.payload));
  const pages = pagesOf(order);
  const first = await pages.next();
  const rest = async function* (): AsyncGenerator<readonly Entry[]> {
    if (first.done !== true) yield first.value;
    yield* pages;
  };
  if (list.format === "csv") {
    const heads = columns.map(({ path }) => (list.headings === "words" ? fieldWords(path) : path));
    return { pieces: csvPieces(heads, columns, rest()), contentType: csvType, fileName: `${name}.csv` };
  }
  assert(writeSheet !== undefined, "the server writes spreadsheets");
  const rows: Entry[] = [];
  for await (const some of rest()) rows.push(...some);
  const file = await writeSheet({ merchantId, name, title, columns, rows });
  return { file, fileName: `${name}.xlsx`, contentType: xlsxType };
}

async function* pagesOf({ declaration, list, pageOf }: ListFileOrder): AsyncGenerator<readonly Entry[]> {
  for (let next: ListQuery | undefined = { ...list, limit: maximumLimit }; next !== undefined; ) {
    const current: ListQuery = next;
    const answer = (await pageOf(current)) as Page<Entry> | readonly Entry[];
    if (!("data" in answer)) return yield answer;
    if (answer.totalItems > mostRowsOfFile) throw tooMany(answer.totalItems);
    yield answer.data;
    const { nextCursor } = answer;
    next =
      nextCursor === null
        ? undefined
        : { ...current, ...parseCursor(nextCursor, current.path ?? "", sortFields(declaration), current.sort) };
  }
}

function tooMany(rows: number): Error {
  const most = mostRowsOfFile.toLocaleString("en");
  const message = `A file has at most ${most} rows, and these are ${rows.toLocaleString("en")}; filter them.`;
  return invalidIssues([{ path: "/query/format", code: "TOO_MANY_ITEMS", message }], "TOO_MANY_ITEMS");
}

async function* csvPieces(
  heads: readonly string[],
  columns: readonly ListColumn[],
  pages: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<string> {
  yield csvText([heads]);
  for await (const rows of pages) {
    if (rows.length > 0) yield csvLines(rows.map((row) => columns.map((column) => csvCell(row, column))));
  }
}

// Amounts are written as numbers: a negative one begins like a formula, but is none.
const decimal = /^-?\d+(\.\d+)?$/;

function csvCell(row: Entry, column: ListColumn): CsvCell {
  const text = textAt(row, column.path);
  return text !== null && decimal.test(text) ? { number: text } : text;
}

/** The text of a field of a row; null if it has none. */
export function textAt(row: Entry, path: string): string | null {
  const value = valueAt(row, path);
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join("; ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The value of a field of a row; undefined if it has none. */
export function valueAt(row: Entry, path: string): unknown {
  let value: unknown = row;
  for (const key of path.split(".")) value = (value as Entry | null | undefined)?.[key];
  return value;
}

type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly "x-not-in-lists"?: boolean;
};

/** The schema of a row: of a page that of its `data`, of a bare array that of its items. */
function rowSchema(payload: TSchema): Schema {
  const { properties, items } = payload as Schema;
  return properties?.data?.items ?? items ?? {};
}

function columnsOf(schema: Schema, before = ""): ListColumn[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const path = `${before}${key}`;
    if (field["x-not-in-lists"] === true) return [];
    const whole = field.anyOf?.find(({ type }) => type !== "null") ?? field;
    return whole.properties === undefined ? [{ path, kind: kindOf(whole) }] : columnsOf(whole, `${path}.`);
  });
}

function kindOf({ type, format, pattern, enum: values, items }: Schema): ListColumn["kind"] {
  if (format === "date") return "date";
  if (format === "date-time") return "instant";
  if (format === "uuid") return "id";
  if (pattern === monthPattern) return "month";
  const types = [type].flat();
  if (types.includes("integer") || types.includes("number")) return "number";
  return (values ?? items?.enum) === undefined ? "text" : "code";
}
