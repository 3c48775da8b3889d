import { required } from "../kernel/assert.ts";
import { firstDayOf, formatDay, formatMonth, lastDayOf, type Month, monthOf } from "../kernel/day.ts";
import { invalid, notFound } from "../kernel/errors.ts";
import { lockBooks } from "../ledger/books-store.ts";
import { entriesByIds, type PostedEntry } from "../ledger/service.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { WriteContext } from "../platform/write.ts";
import { reject } from "../receivables/rejection-service.ts";
import { memoOfLine } from "../reports/entry-memo.ts";
import { namesOfEntries } from "../reports/entry-names-service.ts";
import { readChart } from "./chart-store.ts";
import {
  type BatchContent,
  batchOf,
  type ExportFormat,
  type ExportLevel,
  exportNumberOf,
  type SourceEntry,
  sealedBatch,
} from "./export-batch.ts";
import { formatProblems } from "./format-needs.ts";
import * as store from "./store.ts";

/** A request for a batch. */
export type ExportRequest = {
  readonly month: Month;
  readonly level: ExportLevel;
  readonly format: ExportFormat;
  /** Only entries in this currency; null for all. */
  readonly currency: string | null;
};

// The number of entries that are read at a time.
const chunk = 2_000;

/**
 * Makes a batch of the entries dated in a month that are in no batch yet (ADR 0076). A batch never changes, and its entries go into
 * no other one. The books are locked exclusively: two requests at the same time run one after the other, and nothing is posted
 * meanwhile.
 *
 * @throws DomainError 400 INVALID_MONTH for a month that has not begun; NOTHING_TO_EXPORT; EXPORT_NOT_CONFIGURED
 * with every issue of the format
 */
export async function createExport(ctx: WriteContext, wanted: ExportRequest): Promise<store.JournalExport> {
  const { tx, merchant, clock } = ctx;
  const { entryIds, contentAs } = await draftOf(ctx, wanted);
  const number = await ctx.takeNumbers("JOURNAL_EXPORT", 1);
  const content = contentAs(exportNumberOf(number));
  const { text, hash } = sealedBatch(content);
  const batch: store.JournalExport = {
    ...wanted,
    ...{ id: ctx.newId(), number, exportNumber: content.exportNumber },
    ...{ entryCount: entryIds.length, totals: content.totals, hash },
    createdAt: clock.timestamp,
    createdBy: `${ctx.actor.kind}:${ctx.actor.id}`,
  };
  await store.insertExport(tx, merchant.id, { ...batch, content: text }, entryIds);
  ctx.audit({
    action: "journal-export.create",
    entityType: "JOURNAL_EXPORT",
    entityId: batch.id,
    changes: changesBetween({}, audited(batch)),
  });
  ctx.publish({
    type: "journal-export.created",
    data: { journalExportId: batch.id, month: formatMonth(batch.month), format: batch.format },
  });
  return batch;
}

/** A dry run: the plan of a batch as it is shown, and the data to hash, which is the plan with all entries and lines. */
export async function previewExport(ctx: WriteContext, wanted: ExportRequest) {
  const { entryIds, contentAs } = await draftOf(ctx, wanted);
  const { totals, entries } = contentAs(exportNumberOf(1n));
  const { level, format, currency } = wanted;
  const counted = { entryCount: entryIds.length, controlTotals: totals };
  const plan = { month: formatMonth(wanted.month), level, format, currency, ...counted };
  return { plan, hashed: { ...plan, entryIds, lines: entries.map(({ lines }) => lines) } };
}

/** @throws DomainError JOURNAL_EXPORT_NOT_FOUND */
export async function getExport(tx: Tx, merchantId: string, exportId: string): Promise<store.JournalExport> {
  const found = await store.findExport(tx, merchantId, exportId);
  if (found === undefined) throw notFound("JOURNAL_EXPORT_NOT_FOUND", "Journal export not found.");
  return found;
}

/** A batch with its content, both as text and parsed. */
export async function getContent(tx: Tx, merchantId: string, exportId: string) {
  const batch = await getExport(tx, merchantId, exportId);
  const text = required(await store.contentOf(tx, merchantId, exportId), "the content of a batch");
  return { batch, text, content: JSON.parse(text) as BatchContent };
}

export const { listExports } = store;

async function draftOf(ctx: WriteContext, wanted: ExportRequest) {
  const { tx, merchant, clock } = ctx;
  const { month, level, format, currency } = wanted;
  const inWords = formatMonth(month);
  if (month > monthOf(clock.today)) throw invalid("INVALID_MONTH", `${inWords} has not begun; there is nothing in it.`);
  await lockBooks(tx, merchant.id);
  const days = { first: firstDayOf(month), last: lastDayOf(month) };
  const entryIds = await store.unexportedIds(tx, merchant.id, { ...days, currency });
  if (entryIds.length === 0) {
    const message = `Every entry of ${inWords} is in a batch already, or there is none.`;
    throw invalid("NOTHING_TO_EXPORT", message);
  }
  const sources = await sourcesOf(tx, merchant.id, entryIds);
  const chart = await readChart(tx, merchant.id);
  const contentAs = (exportNumber: string) => {
    const header = { merchantId: merchant.id, exportNumber, month: inWords, level, createdAt: clock.timestamp };
    return batchOf({ ...header, lastDay: formatDay(days.last) }, sources, chart);
  };
  const problems = formatProblems(contentAs(exportNumberOf(1n)), format);
  if (problems.length > 0) throw reject(problems);
  return { entryIds, contentAs };
}

async function sourcesOf(tx: Tx, merchantId: string, entryIds: readonly string[]): Promise<SourceEntry[]> {
  const sources: SourceEntry[] = [];
  for (let at = 0; at < entryIds.length; at += chunk) {
    const entries = await entriesByIds(tx, merchantId, entryIds.slice(at, at + chunk));
    const documents = await namesOfEntries(tx, merchantId, entries);
    const names = await store.namesOfLines(tx, merchantId, idsIn(entries));
    sources.push(...entries.map((entry) => sourceOf(entry, documents, names)));
  }
  return sources;
}

function idsIn(entries: readonly PostedEntry[]): string[] {
  const ids = entries.flatMap(({ contractId, lines }) => [
    contractId,
    ...lines.flatMap(({ customerId, categoryId, itemId, classId }) => [customerId, categoryId, itemId, classId]),
  ]);
  return [...new Set(ids.filter((id) => id !== null))];
}

function sourceOf(
  entry: PostedEntry,
  documents: Awaited<ReturnType<typeof namesOfEntries>>,
  { customers, contracts, categories, items, classes }: store.LineNames,
): SourceEntry {
  const named = (names: ReadonlyMap<string, string>, id: string | null) =>
    id === null ? null : (names.get(id) ?? null);
  return {
    id: entry.id,
    number: entry.number,
    date: entry.date,
    currency: entry.currency,
    lines: entry.lines.map((line) => {
      const ofClass = line.classId === null ? undefined : classes.get(line.classId);
      return {
        ...line,
        memo: memoOfLine(entry, line, documents),
        customerName: named(customers, line.customerId),
        contractId: entry.contractId,
        contractName: named(contracts, entry.contractId),
        categoryName: named(categories, line.categoryId),
        itemName: named(items, line.itemId),
        className: ofClass?.name ?? null,
        classExternalId: ofClass?.externalId ?? null,
      };
    }),
  };
}

function audited({ exportNumber, month, level, format, currency, entryCount, totals, hash }: store.JournalExport) {
  return {
    ...{ exportNumber, month: formatMonth(month), level, format, currency, entryCount, totals },
    sha256: hash.toString("hex"),
  };
}

export type { JournalExport } from "./store.ts";
