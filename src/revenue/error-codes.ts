import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: [
    "CUSTOM_REVENUE_NOT_ARRAY",
    "CUSTOM_REVENUE_TIMEFRAME_MISSING",
    "CUSTOM_REVENUE_UNBALANCED",
    "CUSTOM_REVENUE_EXCEEDS_PRICE",
    "TREATMENT_NOT_POSSIBLE",
    "OPENING_MONTHS_IN_USE",
  ],
  404: ["MODIFICATION_NOT_FOUND", "OPENING_NOT_FOUND"],
  409: ["OPENING_EXISTS"],
} as const;

/** What revenue rejects with. */
export const revenueCodes: BroughtCodes = {
  byStatus,
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly revenue: typeof byStatus;
  }
}
