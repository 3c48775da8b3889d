import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: ["PERIOD_CLOSED"],
  404: ["JOURNAL_ENTRY_NOT_FOUND"],
} as const;

/** The error codes of the ledger. */
export const ledgerCodes: BroughtCodes = {
  byStatus,
  issueCodes: ["PERIOD_CLOSED"],
  stateCodes: { closed: ["PERIOD_CLOSED"] },
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly ledger: typeof byStatus;
  }
}
