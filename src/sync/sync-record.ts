import type { SyncedType, SyncStatus } from "../ledger/sync-status.ts";

/** The last report of an accounting system about a record, and the version that it is about. */
export type SyncRecord = {
  readonly entityType: SyncedType;
  readonly entityId: string;
  /** The present version of the record, which each change increases by one. */
  readonly entityVersion: number;
  /** The last reported status, which is of `version`. */
  readonly status: SyncStatus;
  readonly version: number;
  /** The last version that the accounting system took; null for none. */
  readonly syncedVersion: number | null;
  /** Its id in the accounting system. */
  readonly externalId: string | null;
  /** Why it failed; null otherwise. */
  readonly error: string | null;
  /** The number of attempts that succeeded or failed. */
  readonly attempts: number;
  /** The time of the last report or of the last change of the record, whichever is later. RFC 3339 in UTC with milliseconds. */
  readonly lastUpdatedAt: string;
};

/** A connector's report, which replaces the one before as a whole. */
export type SyncReport = Pick<SyncRecord, "status" | "externalId" | "error" | "version">;

/** The status of the present version: NOT_SYNCED if the record has changed since the last report (ADR 0087). */
export function statusOf({ status, version, entityVersion }: SyncRecord): SyncStatus {
  return version === entityVersion ? status : "NOT_SYNCED";
}

/** The error of the present version: an error of an earlier version does not count. */
export function errorOf(record: SyncRecord): string | null {
  return record.version === record.entityVersion ? record.error : null;
}

/**
 * The sync record after a report. A report that equals the recorded one is a repetition, not another attempt, and changes nothing; a connector that
 * tries again reports SYNCING in between, or another error. A report about an earlier version than the recorded one is late, and changes nothing
 * either.
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
