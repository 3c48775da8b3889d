/** How far an accounting system has a document (spec "Credit memo syncStatus"). */
export const syncStatuses = ["NOT_SYNCED", "SYNCING", "SYNCED", "SYNC_FAILED"] as const;
export type SyncStatus = (typeof syncStatuses)[number];

/** Whether the accounting system has a journal entry, and what it answered. */
export type EntrySync = {
  readonly entryId: string;
  readonly status: SyncStatus;
  /** Its id in the accounting system. */
  readonly externalId: string | null;
  /** Why it was not taken. */
  readonly error: string | null;
  /** Tries that ended, well or badly. */
  readonly attempts: number;
  /** RFC 3339 in UTC with milliseconds. */
  readonly lastUpdatedAt: string;
};

/** What a connector reports; its report is the whole truth, what it leaves out is not there. */
export type SyncReport = Pick<EntrySync, "status" | "externalId" | "error">;

/**
 * The record after a report. A report equal to the recorded one is the same one sent again: it is no other attempt, and
 * changes nothing. A connector that tries again says SYNCING in between, or gives another error.
 */
export function reported(before: EntrySync, report: SyncReport, at: string): EntrySync {
  const { status, externalId, error } = report;
  if (status === before.status && externalId === before.externalId && error === before.error) return before;
  const hasEnded = status === "SYNCED" || status === "SYNC_FAILED";
  return { ...before, status, externalId, error, attempts: before.attempts + (hasEnded ? 1 : 0), lastUpdatedAt: at };
}
