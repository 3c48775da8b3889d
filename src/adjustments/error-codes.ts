import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: ["ADJUSTMENT_UNBALANCED", "ADJUSTMENT_REVERSED", "CONTRACT_NOT_FOUND"],
  404: ["ADJUSTMENT_NOT_FOUND"],
} as const;

/** Error codes of adjustments. */
export const adjustmentCodes: BroughtCodes = {
  byStatus,
  issueCodes: ["ADJUSTMENT_UNBALANCED"],
  stateCodes: { status: ["ADJUSTMENT_REVERSED"] },
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly adjustments: typeof byStatus;
  }
}
