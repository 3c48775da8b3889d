import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { plural } from "../../kernel/plural.ts";
import { readCsv } from "../../platform/csv.ts";
import { readJson } from "../../platform/http/json-guard.ts";
import { bodyOfCells } from "./cell.ts";
import { type BookRow, type Kind, kinds, partsOfContracts, type RefusedRow, withoutKey } from "./kind.ts";
import { schemas } from "./schemas-service.ts";
import { readTieOut, type TieOutRow } from "./tie-out.ts";

/** The contents of a book's folder, and the problems found when reading it. */
export type BookFiles = {
  /** The name under which the import is remembered. */
  readonly name: string;
  readonly rows: ReadonlyMap<Kind, readonly BookRow[]>;
  /** Undefined if the folder has no `tie-out.csv`. */
  readonly tieOut: readonly TieOutRow[] | undefined;
  readonly refused: readonly RefusedRow[];
};

/** The file with the book's name. The others are the old balances and, from an export, the list of records left out. */
export const bookFile = "book.json";
export const tieOutFile = "tie-out.csv";
export const notCarriedFile = "not-carried.csv";

/** Reads a folder of files, one for each kind: `customers.csv`, or `customers.jsonl` with a JSON object on each line. */
export async function readBook(folder: string): Promise<BookFiles> {
  const refused: RefusedRow[] = [];
  const files = await readdir(folder);
  const name = await readName(folder, files, refused);
  const known = new Set([...kinds.flatMap((kind) => [`${kind}.csv`, `${kind}.jsonl`]), tieOutFile, notCarriedFile]);
  for (const file of files.toSorted()) {
    if (known.has(file) || !/\.(csv|jsonl)$/i.test(file)) continue;
    const message = `${file} is not a file of a book; those are ${kinds.join(", ")} and tie-out, as .csv or .jsonl.`;
    refused.push({ file, line: null, path: "", code: "UNKNOWN_FIELD", message });
  }
  const rows = new Map<Kind, readonly BookRow[]>();
  for (const kind of kinds) {
    const own = [`${kind}.csv`, `${kind}.jsonl`].filter((file) => files.includes(file));
    const [file] = own;
    if (own.length > 1) {
      const message = `${own.join(" and ")} are two files of the same kind; keep one of them.`;
      refused.push({ file: own[0] ?? kind, line: null, path: "", code: "DUPLICATE", message });
    } else if (file !== undefined) rows.set(kind, await readRows(join(folder, file), { file, kind }, refused));
  }
  const tieOut = files.includes(tieOutFile)
    ? await readTieOut(readCsv(createReadStream(join(folder, tieOutFile)), ","), tieOutFile, refused)
    : undefined;
  return { name, rows, tieOut, refused };
}

async function readName(folder: string, files: readonly string[], refused: RefusedRow[]): Promise<string> {
  const at = { file: bookFile, line: null };
  if (!files.includes(bookFile)) {
    const message = `The folder has no ${bookFile}; it holds { "name": "…" }, the name of the import.`;
    refused.push({ ...at, path: "", code: "REQUIRED", message });
    return "";
  }
  const read = readJson(await readFile(join(folder, bookFile)));
  const name = read.ok ? (read.value as { readonly name?: unknown } | null)?.name : undefined;
  if (typeof name === "string" && name.trim() !== "" && name.length <= 100) return name.trim();
  refused.push({ ...at, path: "/name", code: "LENGTH", message: "name must be a text of 1 to 100 characters." });
  return "";
}

type At = { readonly file: string; readonly kind: Kind };

async function readRows(path: string, at: At, refused: RefusedRow[]): Promise<BookRow[]> {
  const rows: BookRow[] = [];
  const lineByKey = new Map<string, number>();
  for await (const read of at.file.endsWith(".csv") ? csvRows(path, at) : jsonRows(path)) {
    const { line } = read;
    if ("problem" in read) {
      refused.push({ file: at.file, line, path: "", code: read.code, message: read.problem });
      continue;
    }
    const { value } = read;
    const { id, contract, ...body } = value;
    const needed = [
      ...(withoutKey.has(at.kind) ? [] : [["id", id] as const]),
      ...(partsOfContracts.has(at.kind) ? [["contract", contract] as const] : []),
    ];
    const missing = needed.filter(([, text]) => typeof text !== "string" || text.trim() === "");
    for (const [field] of missing) {
      const message = `${field} is required: the text by which ${field === "id" ? "other rows name this one" : "contracts has its contract"}.`;
      refused.push({ file: at.file, line, path: `/${field}`, code: "REQUIRED", message });
    }
    if (missing.length > 0) continue;
    const key = typeof id === "string" ? id.trim() : null;
    const before = key === null ? undefined : lineByKey.get(key);
    if (before !== undefined) {
      const message = `Line ${before} has the id ${key} already; each row needs its own.`;
      refused.push({ file: at.file, line, path: "/id", code: "DUPLICATE", message });
      continue;
    }
    if (key !== null) lineByKey.set(key, line);
    const isPart = partsOfContracts.has(at.kind);
    rows.push({
      ...{ ...at, line, key, contract: isPart ? String(contract).trim() : null, lossyNumbers: read.lossyNumbers },
      body: isPart || contract === undefined ? body : { ...body, contract },
    });
  }
  return rows;
}

type Read =
  | {
      readonly line: number;
      readonly value: Readonly<Record<string, unknown>>;
      readonly lossyNumbers: readonly string[];
    }
  | { readonly line: number; readonly code: string; readonly problem: string };

async function* csvRows(path: string, { kind }: At): AsyncGenerator<Read> {
  let columns: readonly string[] | undefined;
  for await (const record of readCsv(createReadStream(path), ",")) {
    const { line } = record;
    if ("problem" in record)
      yield { line, code: "CSV_MALFORMED", problem: `${record.problem} The rest of the file cannot be read.` };
    else if (columns === undefined) columns = record.cells.map((cell) => cell.trim());
    else if (record.cells.length !== columns.length) {
      const problem = `The row has ${plural(record.cells.length, "cell")} and the header ${columns.length}; is a comma unquoted?`;
      yield { line, code: "CELL_COUNT", problem };
    } else yield { line, value: bodyOfCells(columns, record.cells, { ...schemas[kind] }), lossyNumbers: [] };
  }
}

async function* jsonRows(path: string): AsyncGenerator<Read> {
  const lines = (await readFile(path)).toString("latin1").split("\n");
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const read = readJson(Buffer.from(text, "latin1"));
    const line = index + 1;
    if (!read.ok)
      yield { line, code: read.problem.code, problem: read.problem.message.replace("The body", "The line") };
    else if (typeof read.value !== "object" || read.value === null || Array.isArray(read.value))
      yield { line, code: "TYPE", problem: "Each line is a JSON object." };
    else yield { line, value: read.value as Record<string, unknown>, lossyNumbers: read.lossyNumbers };
  }
}
