/** How far an accounting system has a document (spec "Credit memo syncStatus"). */
export const syncStatuses = ["NOT_SYNCED", "SYNCING", "SYNCED", "SYNC_FAILED"] as const;
export type SyncStatus = (typeof syncStatuses)[number];

/** What the accounting system was told of a journal entry, and what it said. */
export type EntrySync = {
  readonly entryId: string;
  readonly status: SyncStatus;
  /** Its id in the accounting system. */
  readonly externalId: string | null;
  /** Why it was not taken. */
  readonly error: string | null;
  /** Tries that ended, well or badly. */
  readonly attempts: number;
  readonly lastUpdatedAt: string;
};

/** What a connector reports; its report is the whole truth, what it leaves out is not there. */
export type SyncReport = Pick<EntrySync, "status" | "externalId" | "error">;

/** The record after a report. */
export function reported(before: EntrySync, report: SyncReport, at: string): EntrySync {
  const hasEnded = report.status === "SYNCED" || report.status === "SYNC_FAILED";
  return { ...before, ...report, attempts: before.attempts + (hasEnded ? 1 : 0), lastUpdatedAt: at };
}
