import { createReadStream } from "node:fs";
import type { Static } from "typebox";
import { CreateEventBody, draftFromBody } from "../../api/schemas/events.ts";
import { type DomainError, type Issue, invalid } from "../../kernel/errors.ts";
import type { Actor } from "../../platform/auth/person.ts";
import { type CsvRecord, readCsv } from "../../platform/csv.ts";
import { bodyValidator } from "../../platform/http/validation.ts";
import { type Platform, write } from "../../platform/write.ts";
import { recordEvents } from "../../usage/event-service.ts";
import type { EventDraft } from "../../usage/usage-event.ts";

/** The columns of the file, in any order; the first four are required. */
export const eventColumns = [
  "idempotencyKey",
  "customerId",
  "eventTypeId",
  "datetime",
  "value",
  "differentiator",
  "invoiceSplitKey",
] as const;
const requiredColumns = eventColumns.slice(0, 4);

export type UsageImportOptions = {
  readonly merchantId: string;
  readonly path: string;
  readonly actor: Actor;
  /** Called after every batch with the number of rows done. */
  readonly onProgress?: ((rows: number) => void) | undefined;
};

export type RejectedRow = { readonly line: number; readonly key: string; readonly message: string };

export type UsageImportResult = {
  readonly rows: number;
  readonly created: number;
  readonly duplicates: number;
  readonly failed: number;
  /** The first rejected rows, at most 1,000, in the order of the file. */
  readonly refused: readonly RejectedRow[];
};

const rowsPerBatch = 1_000;
const rejectedRowsListed = 1_000;

/**
 * Records usage events from a CSV file in batches of 1,000, each in one transaction. An interrupted run can simply be repeated: events
 * that are already recorded count as duplicates by their idempotency keys. A rejected row does not stop the others.
 *
 * @throws DomainError CSV_HEADER_INVALID, CSV_UNREADABLE; rows before the unreadable place are recorded
 */
export async function importUsageEvents(platform: Platform, options: UsageImportOptions): Promise<UsageImportResult> {
  const tally = { rows: 0, created: 0, duplicates: 0, failed: 0 };
  const refused: RejectedRow[] = [];
  let columns: readonly string[] | undefined;
  let batch: Row[] = [];
  const flush = async () => {
    const problems = await recordBatch(platform, options, batch, tally);
    refused.push(...problems.slice(0, rejectedRowsListed - refused.length));
    batch = [];
    options.onProgress?.(tally.rows);
  };
  for await (const record of readCsv(createReadStream(options.path), ",")) {
    if ("problem" in record) {
      if (batch.length > 0) await flush();
      throw unreadable(record);
    }
    const { line, cells } = record;
    if (columns === undefined) {
      columns = checkedHeader(cells);
      continue;
    }
    batch.push({ line, body: bodyOf(columns, cells) });
    if (batch.length === rowsPerBatch) await flush();
  }
  if (columns === undefined) throw headerInvalid("The file is empty; its first line names the columns.");
  if (batch.length > 0) await flush();
  return { ...tally, refused };
}

type Row = { readonly line: number; readonly body: Readonly<Record<string, string>> };
type Tally = { rows: number; created: number; duplicates: number; failed: number };

async function recordBatch(
  platform: Platform,
  { merchantId, actor }: UsageImportOptions,
  rows: readonly Row[],
  tally: Tally,
): Promise<RejectedRow[]> {
  const checked = rows.map((row) => ({ row, ...draftOf(row) }));
  const drafts = checked.flatMap(({ draft }) => (draft === undefined ? [] : [draft]));
  const recorded =
    drafts.length === 0
      ? []
      : (await write(platform, { merchantId, actor }, (ctx) => recordEvents(ctx, drafts))).results;
  tally.rows += rows.length;
  const refused: RejectedRow[] = [];
  let at = 0;
  for (const { row, draft, issues } of checked) {
    const result = draft === undefined ? undefined : recorded[at++];
    if (result === undefined || result.status === "FAILED") {
      tally.failed += 1;
      const messages = result === undefined ? issues.map(({ message }) => message) : sentencesOf(result.rejection);
      refused.push({ line: row.line, key: row.body.idempotencyKey ?? "", message: messages.join(" ") });
    } else if (result.status === "CREATED") tally.created += 1;
    else tally.duplicates += 1;
  }
  return refused;
}

const eventIssues = bodyValidator(CreateEventBody);

function draftOf({ body }: Row): { readonly draft: EventDraft | undefined; readonly issues: readonly Issue[] } {
  const copy: unknown = { ...body };
  const issues = eventIssues(copy);
  if (issues.length > 0) return { draft: undefined, issues };
  // The validator has just established the type of the body.
  return { draft: draftFromBody({ body: copy as Static<typeof CreateEventBody>, lossyNumbers: [] }), issues };
}

function sentencesOf(rejection: DomainError): string[] {
  const issues = rejection.details.issues as readonly Issue[] | undefined;
  return issues === undefined ? [rejection.message] : issues.map(({ message }) => message);
}

/** The body of a row; empty cells are left out. */
function bodyOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  const entries = columns.map((name, index) => [name, cells[index] ?? ""] as const);
  return Object.fromEntries(entries.filter(([, cell]) => cell !== ""));
}

function unreadable({ line, problem }: Extract<CsvRecord, { problem: string }>): DomainError {
  return invalid("CSV_UNREADABLE", `The file cannot be read beyond line ${line}: ${problem}`);
}

function checkedHeader(cells: readonly string[]): readonly string[] {
  const columns = cells.map((cell) => cell.trim());
  const known: readonly string[] = eventColumns;
  const unknown = columns.filter((name) => !known.includes(name));
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (new Set(columns).size < columns.length) throw headerInvalid("A column occurs twice; remove one of them.");
  if (missing.length > 0) throw headerInvalid(`The file has no column ${missing.join(", ")}.`);
  if (unknown.length > 0) throw headerInvalid(`Unknown columns: ${unknown.join(", ")}; known are ${known.join(", ")}.`);
  return columns;
}

function headerInvalid(message: string): DomainError {
  return invalid("CSV_HEADER_INVALID", message);
}
