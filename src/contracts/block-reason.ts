/** What can keep a contract from being approved (data model 3.5). */
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

/** One reason, in words that say what to do; `path` names the field or record it is about. */
export type BlockReason = { readonly code: BlockReasonCode; readonly message: string; readonly path?: string };

/** The block reasons that one capability reports of a contract; an empty list means that it has none. */
export type ReadinessReport = { readonly source: string; readonly reasons: readonly BlockReason[] };
