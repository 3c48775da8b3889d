import { conflict, invalidIssues } from "../kernel/errors.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { SyncedType } from "../ledger/sync-status.ts";
import { changesBetween } from "../platform/audit.ts";
import { type NotFoundCode, recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import * as store from "./store.ts";
import { reported, type SyncRecord, type SyncReport, statusOf } from "./sync-record.ts";

export { lastAccepted, listSyncRecords, recordsToHandOver } from "./store.ts";

/** The error code for a missing record, by type. */
export const notFoundCodes = {
  INVOICE: "INVOICE_NOT_FOUND",
  CREDIT_MEMO: "CREDIT_MEMO_NOT_FOUND",
  PAYMENT: "PAYMENT_NOT_FOUND",
  JOURNAL_ENTRY: "JOURNAL_ENTRY_NOT_FOUND",
  CUSTOMER: "CUSTOMER_NOT_FOUND",
} as const satisfies Record<SyncedType, NotFoundCode>;

type Named = Pick<SyncRecord, "entityType" | "entityId">;

/** A report of a request; the default of `version` is the present version of the record. */
export type SentReport = Omit<SyncReport, "version"> & { readonly version: number | undefined };

/**
 * Stores a connector's report about a record (data model 20), and publishes a change. The same report again changes nothing. The record itself never
 * changes.
 *
 * @throws DomainError one of `notFoundCodes`, also for a draft; VALIDATION_FAILED
 */
export async function reportSync(ctx: WriteContext, named: Named, report: SentReport): Promise<SyncRecord> {
  const { record, isNew } = await lockedRecord(ctx, named);
  const { version = record.entityVersion } = report;
  const issues = [];
  if (report.error !== null && report.status !== "SYNC_FAILED") {
    const message = "error is only for the status SYNC_FAILED; leave it out.";
    issues.push({ path: "/error", code: "CONFLICT", message });
  }
  if (version > record.entityVersion) {
    const message = `The record has version ${record.entityVersion}; a later one does not exist.`;
    issues.push({ path: "/version", code: "OUT_OF_RANGE", message });
  }
  if (issues.length > 0) throw invalidIssues(issues);
  return keep(ctx, { record, isNew, action: "sync-record.report" }, { ...report, version });
}

/**
 * Sets a failed record to NOT_SYNCED, so that it is handed over again. It keeps its id in the accounting system.
 *
 * @throws DomainError SYNC_RECORD_NOT_FOUND, SYNC_NOT_FAILED
 */
export async function retrySync(ctx: WriteContext, entityId: string): Promise<SyncRecord> {
  const found = await store.findSyncRecord(ctx.tx, ctx.merchant.id, { entityId });
  if (found === undefined) throw recordNotFound("SYNC_RECORD_NOT_FOUND");
  const { record, isNew } = await lockedRecord(ctx, found);
  if (statusOf(record) !== "SYNC_FAILED") {
    throw conflict("SYNC_NOT_FAILED", `The record is ${statusOf(record)}; only a failed one is tried again.`);
  }
  const { externalId, version } = record;
  const again = { status: "NOT_SYNCED", externalId, error: null, version } as const;
  return keep(ctx, { record, isNew, action: "sync-record.retry" }, again);
}

/** Stores the answer about a record that was handed over; does nothing if the record does not exist any more. */
export async function acknowledge(ctx: WriteContext, named: Named, report: SyncReport): Promise<void> {
  const locked = await lockedOrNone(ctx, named);
  if (locked !== undefined) await keep(ctx, { ...locked, action: "sync-record.report" }, report);
}

type Locked = { readonly record: SyncRecord; readonly isNew: boolean };

async function lockedRecord(ctx: WriteContext, named: Named): Promise<Locked> {
  const locked = await lockedOrNone(ctx, named);
  if (locked === undefined) throw recordNotFound(notFoundCodes[named.entityType]);
  return locked;
}

/** Finds and locks a record. For entries, takes a shared lock on the books, so that a month is not reopened while the accounting system takes it. */
async function lockedOrNone({ tx, merchant, clock }: WriteContext, named: Named): Promise<Locked | undefined> {
  const { entityType, entityId } = named;
  if (entityType === "JOURNAL_ENTRY") await shareBooks(tx, merchant.id);
  const found = await store.findSyncRecord(tx, merchant.id, { entityType, entityId });
  if (found === undefined) return undefined;
  const isNew = await store.lockSyncRecord(tx, merchant.id, found, clock.timestamp);
  const record = await store.findSyncRecord(tx, merchant.id, { entityType, entityId });
  return record === undefined ? undefined : { record, isNew };
}

async function keep(
  ctx: WriteContext,
  { record: before, isNew, action }: Locked & { readonly action: string },
  report: SyncReport,
): Promise<SyncRecord> {
  const after = reported(before, report, ctx.clock.timestamp);
  const changes = changesBetween(isNew ? {} : factsOf(before), factsOf(after));
  const { entityType, entityId } = after;
  ctx.audit({ action, entityType: "SYNC_RECORD", entityId, changes });
  if (after === before) return after;
  await store.updateSyncRecord(ctx.tx, ctx.merchant.id, after);
  const status = statusOf(after);
  if (status === "SYNC_FAILED") ctx.publish({ type: "sync.failed", data: { entityType, entityId } });
  else ctx.publish({ type: "sync.updated", data: { entityType, entityId, status } });
  return after;
}

/** The fields of a sync record in the audit log. */
function factsOf({ entityType, status, version, syncedVersion, externalId, error, attempts }: SyncRecord) {
  return { status, error, externalId, attempts, entityType, version, syncedVersion };
}
