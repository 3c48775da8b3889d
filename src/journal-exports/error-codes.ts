import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: ["NOTHING_TO_EXPORT", "EXPORT_NOT_CONFIGURED", "CATEGORY_NOT_FOUND", "CLASS_NOT_FOUND"],
  404: ["JOURNAL_EXPORT_NOT_FOUND"],
} as const;

/** Error codes of journal exports. */
export const journalExportCodes: BroughtCodes = {
  byStatus,
  issueCodes: ["EXPORT_NOT_CONFIGURED"],
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly journalExports: typeof byStatus;
  }
}
