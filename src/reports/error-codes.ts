import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  404: ["ACCOUNT_NOT_FOUND"],
} as const;

/** What reports reject with. */
export const reportCodes: BroughtCodes = {
  byStatus,
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly reports: typeof byStatus;
  }
}
