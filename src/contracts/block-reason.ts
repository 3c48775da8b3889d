/** Codes of reasons that prevent the approval of a contract (data model 3.5). */
export const blockReasonCodes = [
  "MISSING_CUSTOMER",
  "MISSING_TERMS",
  "FILE_UNREADABLE",
  "MISSING_SERVICE_DATES",
  "MISSING_CATEGORY",
  "MISSING_EVENT_TYPE",
  "OVERLAPPING_USAGE_TERMS",
  "MISSING_POB",
  "TRANSACTION_PRICE_UNALLOCATED",
  "EVENT_TYPE_UNCOVERED",
  "SSP_MISSING",
  "TAX_LOCATION_MISSING",
  "MANUAL_HOLD",
] as const;

export type BlockReasonCode = (typeof blockReasonCodes)[number];

/** A block reason; `message` says what to do, and `path` names the field or record. */
export type BlockReason = { readonly code: BlockReasonCode; readonly message: string; readonly path?: string };

/** The block reasons that one capability (`source`) reports for a contract; empty if it has none. */
export type ReadinessReport = { readonly source: string; readonly reasons: readonly BlockReason[] };
