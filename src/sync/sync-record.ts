import type { SyncedType, SyncStatus } from "../ledger/sync-status.ts";

/** What an accounting system said of one record, and which version of the record that was. */
export type SyncRecord = {
  readonly entityType: SyncedType;
  readonly entityId: string;
  /** The version that the record has now; every change of it counts one. */
  readonly entityVersion: number;
  /** What was said last, of `version`. */
  readonly status: SyncStatus;
  readonly version: number;
  /** The last version that the accounting system took; null for none. */
  readonly syncedVersion: number | null;
  /** Its id in the accounting system. */
  readonly externalId: string | null;
  /** Why it was not taken. */
  readonly error: string | null;
  /** Tries that ended, well or badly. */
  readonly attempts: number;
  /** When it was said, or the record was changed after that. RFC 3339 in UTC with milliseconds. */
  readonly lastUpdatedAt: string;
};

/** What a connector reports; its report is the whole truth, what it leaves out is not there. */
export type SyncReport = Pick<SyncRecord, "status" | "externalId" | "error" | "version">;

/** How far the accounting system has the record as it is now: of a change it was not told yet (ADR 0087). */
export function statusOf({ status, version, entityVersion }: SyncRecord): SyncStatus {
  return version === entityVersion ? status : "NOT_SYNCED";
}

/** Why the version before was not taken is no error of this one. */
export function errorOf(record: SyncRecord): string | null {
  return record.version === record.entityVersion ? record.error : null;
}

/**
 * The record after a report. A report equal to the recorded one is the same one sent again: it is no other attempt, and
 * changes nothing. A connector that tries again says SYNCING in between, or gives another error. One of a version before the
 * recorded one comes late, and changes nothing either.
 */
export function reported(before: SyncRecord, report: SyncReport, at: string): SyncRecord {
  const { status, externalId, error, version } = report;
  if (version < before.version) return before;
  const isSame = status === before.status && externalId === before.externalId && error === before.error;
  if (isSame && version === before.version) return before;
  const hasEnded = status === "SYNCED" || status === "SYNC_FAILED";
  return {
    ...before,
    ...{ status, externalId, error, version },
    syncedVersion: status === "SYNCED" ? version : before.syncedVersion,
    attempts: before.attempts + (hasEnded ? 1 : 0),
    lastUpdatedAt: at,
  };
}
