/** The state of a record in an accounting system (spec "Credit memo syncStatus"). */
export const syncStatuses = ["NOT_SYNCED", "SYNCING", "SYNCED", "SYNC_FAILED"] as const;
export type SyncStatus = (typeof syncStatuses)[number];

/** The types of records that are sent to an accounting system (data model 20). */
export const syncedTypes = ["INVOICE", "CREDIT_MEMO", "PAYMENT", "JOURNAL_ENTRY", "CUSTOMER"] as const;
export type SyncedType = (typeof syncedTypes)[number];
