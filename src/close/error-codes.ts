import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: [
    "PERIOD_NOT_CLOSED",
    "PERIOD_CANNOT_CLOSE",
    "PERIOD_SYNCED",
    "CONTRACT_HELD",
    "CONTRACT_NOT_HELD",
    "PERIOD_NOT_OVER",
    "PERIOD_LOCKED",
    "PERIOD_NOT_LOCKED",
    "CLOSE_TASK_DONE",
    "CLOSE_TASK_NOT_OF_MONTH",
    "CLOSE_TASK_OPEN",
    "CLOSE_TASK_OWNER_UNKNOWN",
    "TOO_MANY_CLOSE_TASKS",
    // Named as evidence.
    "JOURNAL_ENTRY_NOT_FOUND",
  ],
  403: ["KEY_CREATOR_INACTIVE"],
  404: ["BOOK_IMPORT_NOT_FOUND", "CLOSE_PACKAGE_NOT_FOUND", "CLOSE_TASK_NOT_FOUND"],
  409: ["NOTHING_TO_ACCEPT"],
} as const;

/** What close rejects with. */
export const closeCodes: BroughtCodes = {
  byStatus,
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly close: typeof byStatus;
  }
}
