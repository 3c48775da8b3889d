import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  404: ["SYNC_RECORD_NOT_FOUND"],
  409: ["SYNC_NOT_FAILED"],
} as const;

/** Error codes of sync records. */
export const syncCodes: BroughtCodes = { byStatus };

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly sync: typeof byStatus;
  }
}
