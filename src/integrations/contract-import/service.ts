import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { invalidIssues } from "../../kernel/errors.ts";
import { plural } from "../../kernel/plural.ts";
import { ApprovalRequired } from "../../platform/approvals/required.ts";
import type { Actor } from "../../platform/auth/person.ts";
import { readCsv } from "../../platform/csv.ts";
import { type Platform, read, rolledBack, write } from "../../platform/write.ts";
import { type CheckedBodies, checkBodies, RowRejected, storeBodies } from "./bodies-service.ts";
import { type Cells, columnsOf, type RowIssue } from "./expression.ts";
import { columnsAt, columnsOfMapping, evaluateRow, type Mapping } from "./mapping.ts";
import * as store from "./store.ts";

export type ImportOptions = {
  readonly merchantId: string;
  /** The path of a CSV file, or its content as a stream. */
  readonly csv: string | Readable;
  readonly mapping: Mapping;
  readonly actor: Actor;
  /** True to try every row and keep nothing. */
  readonly isDryRun?: boolean;
  /** Called after every batch of rows. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
};

export type ImportProgress = Pick<ImportResult, "rows" | "imported" | "skipped" | "refused">;

export type ImportResult = {
  /** The number of rows in the file, without the header. */
  readonly rows: number;
  readonly imported: number;
  /** The number of rows that another run has already imported. */
  readonly skipped: number;
  readonly refused: number;
  /** The first refused rows, at most {@link failedRowsListed}. */
  readonly failed: readonly FailedRow[];
};

/** A refused row, of which nothing was stored. `key` is null if the row has none. */
export type FailedRow = { readonly line: number; readonly key: string | null; readonly issues: readonly RowIssue[] };

/** The maximum number of refused rows that a result lists; `refused` counts all of them. */
export const failedRowsListed = 1_000;

const rowsPerBatch = 200;
// Rows processed at the same time: while one waits for the database, others are worked on.
const rowsInFlight = 4;

type Row = { readonly line: number; readonly key: string; readonly bodies: CheckedBodies };

/**
 * Imports contracts from a CSV file, each row in its own transaction, which also stores the row's key. An interrupted run can be repeated
 * with the same file: rows that are done are skipped, and the result is the same. A rejected row leaves nothing behind and does not
 * stop the others.
 *
 * A dry run stores each row like a real run and rolls it back. Conflicts between rows, such as two with the same old invoice number, are
 * therefore found only by a real run, and so are rows that need a second person's approval.
 *
 * Memory holds a batch of rows, and all keys of the file to find duplicates.
 *
 * @throws DomainError CSV_HEADER_INVALID if the file has no header, lacks a column of the mapping or has it twice, MERCHANT_NOT_FOUND
 */
export async function importContracts(platform: Platform, options: ImportOptions): Promise<ImportResult> {
  const { merchantId, mapping, onProgress } = options;
  const tally = { rows: 0, imported: 0, skipped: 0, refused: 0 };
  const failed: FailedRow[] = [];
  const lineByKey = new Map<string, number>();

  for await (const batch of batchesOf(options)) {
    const checked = batch.map((record) => checkRow(mapping, record, lineByKey));
    const rejections = checked.flatMap((row) => ("issues" in row ? [row] : []));
    const rows = checked.flatMap((row) => ("bodies" in row ? [row] : []));
    const done = await read(platform, merchantId, ({ tx }) =>
      store.doneKeys(
        tx,
        merchantId,
        mapping.name,
        rows.map((row) => row.key),
      ),
    );
    tally.skipped += rows.filter((row) => done.has(row.key)).length;
    const open = rows.filter((row) => !done.has(row.key));
    await inFlight(open, rowsInFlight, async (row) => {
      const outcome = await storeRow(platform, options, row);
      if (outcome === "imported" || outcome === "skipped") tally[outcome] += 1;
      else rejections.push(outcome);
    });
    tally.rows += batch.length;
    tally.refused += rejections.length;
    failed.push(...rejections.sort((a, b) => a.line - b.line).slice(0, failedRowsListed - failed.length));
    onProgress?.({ ...tally });
  }
  return { ...tally, failed };
}

type FileRow = { readonly line: number; readonly cells: Cells } | { readonly line: number; readonly problem: RowIssue };

/** Reads the rows in batches, each row as cells by column. */
async function* batchesOf({ csv, mapping }: ImportOptions): AsyncGenerator<FileRow[]> {
  const source = typeof csv === "string" ? createReadStream(csv) : csv;
  let header: readonly string[] | undefined;
  let batch: FileRow[] = [];
  for await (const record of readCsv(source, mapping.delimiter)) {
    if ("problem" in record) {
      const message = `${record.problem} The rest of the file cannot be read.`;
      batch.push({ line: record.line, problem: { path: "", columns: [], code: "CSV_MALFORMED", message } });
    } else if (header === undefined) {
      header = checkedHeader(record.cells, mapping);
    } else {
      batch.push(fileRow(header, record.cells, record.line));
    }
    if (batch.length < rowsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (header === undefined && batch.length === 0) checkedHeader([], mapping);
  if (batch.length > 0) yield batch;
}

function checkedHeader(cells: readonly string[], mapping: Mapping): readonly string[] {
  const header = cells.map((cell) => cell.trim());
  const read = columnsOfMapping(mapping);
  const missing = read.filter((column) => !header.includes(column));
  const twice = read.filter((column) => header.indexOf(column) !== header.lastIndexOf(column));
  const issues = [
    ...missing.map((column) => `The file has no column ${column}; the mapping ${mapping.name} reads it.`),
    ...twice.map((column) => `The column ${column} occurs twice; rename one of them.`),
  ].map((message) => ({ path: "", code: "CSV_HEADER_INVALID", message }));
  if (issues.length > 0) throw invalidIssues(issues, "CSV_HEADER_INVALID");
  return header;
}

function fileRow(header: readonly string[], cells: readonly string[], line: number): FileRow {
  if (cells.length !== header.length) {
    const message = `The row has ${plural(cells.length, "cell")} and the header ${header.length}; is a comma unquoted?`;
    return { line, problem: { path: "", columns: [], code: "CELL_COUNT", message } };
  }
  return { line, cells: new Map(header.map((column, index) => [column, cells[index] ?? ""])) };
}

/**
 * A row that can be stored, or all of its problems. Later rows with the same key are refused, even if the first one is refused too.
 */
function checkRow(mapping: Mapping, row: FileRow, lineByKey: Map<string, number>): Row | FailedRow {
  const { line } = row;
  if ("problem" in row) return { line, key: null, issues: [row.problem] };
  const { key, bodies, issues } = evaluateRow(mapping, row.cells);
  const firstLine = key === null ? undefined : lineByKey.get(key);
  if (firstLine !== undefined) {
    const message = `Line ${firstLine} has the key ${key} already; a key identifies one row.`;
    return { line, key, issues: [{ path: "/key", columns: columnsOf(mapping.key), code: "KEY_TWICE", message }] };
  }
  if (key !== null) lineByKey.set(key, line);
  const result = checkBodies(bodies);
  if ("checked" in result && issues.length === 0 && key !== null) return { line, key, bodies: result.checked };
  // A value that could not be made is also missing in the body; one issue is enough.
  const known = new Set(issues.map((issue) => issue.path));
  const ofBodies = "issues" in result ? result.issues.filter((issue) => !known.has(issue.path)) : [];
  return { line, key, issues: [...issues, ...withColumns(mapping, ofBodies)] };
}

async function storeRow(
  platform: Platform,
  { merchantId, actor, mapping, isDryRun = false }: ImportOptions,
  { line, key, bodies }: Row,
): Promise<"imported" | "skipped" | FailedRow> {
  try {
    const carryOut = isDryRun ? rolledBack : write;
    await carryOut(platform, { merchantId, actor }, async (ctx) => {
      const contractId = await storeBodies(ctx, bodies);
      await store.insertDoneRow(ctx.tx, merchantId, { importName: mapping.name, rowKey: key, contractId });
    });
    return "imported";
  } catch (error) {
    if (error instanceof RowRejected) return { line, key, issues: withColumns(mapping, error.issues) };
    if (error instanceof ApprovalRequired) {
      const { code, message } = error;
      return { line, key, issues: withColumns(mapping, [{ path: "/approve", code, message }]) };
    }
    if (store.isDoneTwice(error)) return "skipped";
    throw error;
  }
}

function withColumns(mapping: Mapping, issues: readonly Omit<RowIssue, "columns">[]): RowIssue[] {
  return issues.map((issue) => ({ ...issue, columns: columnsAt(mapping, issue.path) }));
}

/** Processes items in their order, at most `count` at a time. After a failure no further item is started. */
async function inFlight<T>(items: readonly T[], count: number, use: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  let failed = false;
  const lanes = Array.from({ length: count }, async () => {
    for (const item of waiting) {
      if (failed) return;
      try {
        await use(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  });
  const ends = await Promise.allSettled(lanes);
  const broken = ends.find((end) => end.status === "rejected");
  if (broken !== undefined) throw broken.reason;
}
