import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  404: ["ACCOUNT_NOT_FOUND"],
} as const;

/** Error codes of reports. */
export const reportCodes: BroughtCodes = {
  byStatus,
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly reports: typeof byStatus;
  }
}
