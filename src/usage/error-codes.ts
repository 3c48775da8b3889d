import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: ["EVENT_TYPE_NOT_FOUND", "EVENT_TYPE_IN_USE", "EVENT_TYPE_EXISTS", "USAGE_EVENT_INVALID"],
  404: ["EVENT_TYPE_NOT_FOUND", "USAGE_EVENT_NOT_FOUND"],
  409: ["USAGE_EVENT_CONFLICT"],
} as const;

/** Error codes of usage. */
export const usageCodes: BroughtCodes = {
  byStatus,
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly usage: typeof byStatus;
  }
}
