import type { Contract } from "./contract.ts";

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
  "MANUAL_HOLD",
] as const;
export type BlockReasonCode = (typeof blockReasonCodes)[number];

/** One reason, in words that say what to do; `path` names the field or record it is about. */
export type BlockReason = { readonly code: BlockReasonCode; readonly message: string; readonly path?: string };

/** What one capability said of a contract's readiness; no reasons mean that it has none. */
export type ReadinessReport = { readonly source: string; readonly reasons: readonly BlockReason[] };

/** The capability whose first report makes a contract more than a header. */
export const termsSource = "billing-terms";

const missingCustomer: BlockReason = {
  code: "MISSING_CUSTOMER",
  message: "The contract has no customer; set customerId.",
  path: "/customerId",
};

/**
 * The contract with the status and the block reasons that follow from what is known of it: NEW until billing terms have
 * reported, then BLOCKED while anybody has a reason, else PROCESSED. APPROVED never leaves (data model 3.5 and 3.7).
 */
export function withReadiness(contract: Contract): Contract {
  if (contract.status === "APPROVED") return contract;
  if (!contract.reports.some((report) => report.source === termsSource)) {
    return { ...contract, status: "NEW", blockReasons: [] };
  }
  const blockReasons = allReasons(contract);
  return { ...contract, status: blockReasons.length === 0 ? "PROCESSED" : "BLOCKED", blockReasons };
}

/** The contract's own reasons first, then those of every capability, by its name. */
export function allReasons(contract: Pick<Contract, "customerId" | "reports">): BlockReason[] {
  const own = contract.customerId === null ? [missingCustomer] : [];
  return [...own, ...contract.reports.flatMap((report) => report.reasons)];
}

/** The reports with one source's replaced or added, ordered by source. */
export function withReport(reports: readonly ReadinessReport[], report: ReadinessReport): ReadinessReport[] {
  const others = reports.filter(({ source }) => source !== report.source);
  return [...others, report].sort((a, b) => (a.source < b.source ? -1 : 1));
}
