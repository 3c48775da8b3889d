import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: [
    "COMMITMENT_LOCKED",
    "SCHEDULE_NOT_CONTIGUOUS",
    "SCHEDULE_EVENT_TYPE_MISMATCH",
    "SCHEDULE_STRUCTURE_INVALID",
    "SCHEDULE_ALIGNMENT_INVALID",
    "SCHEDULE_INVOICE_GATE",
    "SCHEDULE_NOT_LAST",
    "SCHEDULE_ONLY_ONE",
    "SCHEDULE_HAS_INVOICED_PERIODS",
    "SCHEDULE_NOT_IN_COMMITMENT",
    "STEP_NOT_IN_COMMITMENT",
    "STEP_EVENT_TYPE_MISMATCH",
    "STEP_CONFIG_INVALID",
    "STEP_NOT_LAST",
    "STEP_ONLY_ONE",
    "OVERAGE_CONFIG_IMMUTABLE",
    "USE_NESTED_ENDPOINTS",
  ],
  404: ["COMMITMENT_NOT_FOUND", "SCHEDULE_NOT_FOUND", "STEP_NOT_FOUND"],
} as const;

/** Error codes of commitments. */
export const commitmentCodes: BroughtCodes = {
  byStatus,
  stateCodes: { invoiced: ["COMMITMENT_LOCKED", "SCHEDULE_INVOICE_GATE", "SCHEDULE_HAS_INVOICED_PERIODS"] },
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly commitments: typeof byStatus;
  }
}
