import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: [
    "OBLIGATION_LOCKED",
    "OBLIGATION_NOT_FOUND",
    "POB_NOT_FOUND",
    "FEATURE_NOT_ENABLED",
    "BILLING_TERM_NOT_IN_GROUP",
    "POB_NOT_IN_GROUP",
    "EVENT_TYPE_INVARIANT",
    "GROUP_NOT_DELETABLE",
    "POB_HAS_RECOGNIZED_REVENUE",
    "DISCOUNT_NOT_ALLOCABLE",
    "BILLING_TERM_TERMINATED",
    "BILLING_TERM_LOCKED",
    "BILLING_TERM_INELIGIBLE",
    "TERMINATION_DATE_INVALID",
    "TIER_INVALID",
    "SEAT_AMENDMENT_INVOICED",
    "TERM_TOO_LONG",
    "BULK_CHANGE_REFUSED",
  ],
  404: [
    "OBLIGATION_NOT_FOUND",
    "BILLING_TERM_NOT_FOUND",
    "BILLING_TERM_GROUP_NOT_FOUND",
    "POB_NOT_FOUND",
    "DISCOUNT_ALLOCATION_NOT_FOUND",
    "SEAT_AMENDMENT_NOT_FOUND",
  ],
  409: ["BILLING_TERM_DELETE_BLOCKED", "EVENT_TYPE_INVARIANT"],
} as const;

/** What billing terms reject with. */
export const billingTermCodes: BroughtCodes = {
  byStatus,
  issueCodes: ["TIER_INVALID"],
  stateCodes: {
    status: ["BILLING_TERM_TERMINATED"],
    invoiced: ["OBLIGATION_LOCKED", "BILLING_TERM_LOCKED", "SEAT_AMENDMENT_INVOICED", "POB_HAS_RECOGNIZED_REVENUE"],
  },
  recordNames: { POB_NOT_FOUND: "Performance obligation" },
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly "billing-terms": typeof byStatus;
  }
}
