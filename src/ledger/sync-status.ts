/** How far an accounting system has a record (spec "Credit memo syncStatus"). */
export const syncStatuses = ["NOT_SYNCED", "SYNCING", "SYNCED", "SYNC_FAILED"] as const;
export type SyncStatus = (typeof syncStatuses)[number];

/** What an accounting system is told of (data model 20). */
export const syncedTypes = ["INVOICE", "CREDIT_MEMO", "PAYMENT", "JOURNAL_ENTRY", "CUSTOMER"] as const;
export type SyncedType = (typeof syncedTypes)[number];
