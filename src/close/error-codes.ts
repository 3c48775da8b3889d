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
  ],
  403: ["KEY_CREATOR_INACTIVE"],
  404: ["CLOSE_PACKAGE_NOT_FOUND"],
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
