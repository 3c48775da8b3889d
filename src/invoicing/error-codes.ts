import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: ["INVOICE_NOT_FOUND", "INVOICE_NUMBER_TAKEN"],
  404: ["INVOICE_NOT_FOUND"],
  409: ["E_INVOICE_INCOMPLETE"],
} as const;

/** What invoicing rejects with. */
export const invoicingCodes: BroughtCodes = {
  byStatus,
  issueCodes: ["INVOICE_NUMBER_TAKEN"],
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly invoicing: typeof byStatus;
  }
}
