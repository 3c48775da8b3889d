import { invalidIssues } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import { shareBooks } from "./books-store.ts";
import { getEntry } from "./service.ts";
import { type EntrySync, reported, type SyncReport } from "./sync-status.ts";
import * as store from "./sync-store.ts";

/**
 * Keeps what a connector reports of a journal entry (data model 20), and publishes what is new. The same report again
 * changes nothing. The entry itself never changes. Holds the books shared, so that a month is not reopened while the
 * accounting system takes it.
 *
 * @throws DomainError JOURNAL_ENTRY_NOT_FOUND, VALIDATION_FAILED
 */
export async function reportEntrySync(ctx: WriteContext, entryId: string, report: SyncReport): Promise<EntrySync> {
  const { tx, merchant, clock } = ctx;
  await shareBooks(tx, merchant.id);
  const { id } = await getEntry(tx, merchant.id, entryId);
  if (report.error !== null && report.status !== "SYNC_FAILED") {
    const message = "error is for the status SYNC_FAILED alone; leave it out.";
    throw invalidIssues([{ path: "/error", code: "CONFLICT", message }]);
  }
  const before = await store.lockEntrySync(tx, merchant.id, id, clock.timestamp);
  const after = reported(before, report, clock.timestamp);
  await store.updateEntrySync(tx, merchant.id, after);
  ctx.audit({
    action: "journal-entry.sync",
    entityType: "JOURNAL_ENTRY",
    entityId: id,
    changes: changesBetween(factsOf(before), factsOf(after)),
  });
  const entity = { entityType: "JOURNAL_ENTRY", entityId: id } as const;
  const { status } = after;
  if (after === before) return after;
  if (status === "SYNC_FAILED") ctx.publish({ type: "sync.failed", data: entity });
  else ctx.publish({ type: "sync.updated", data: { ...entity, status } });
  return after;
}

/** What its audit rows compare. */
function factsOf({ status, externalId, error, attempts }: EntrySync) {
  return { status, externalId, error, attempts };
}

export const { syncedEntries } = store;
