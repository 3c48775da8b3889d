import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: [
    "CREDIT_MEMO_INSUFFICIENT",
    "CREDIT_MEMO_VOID",
    "INVOICE_NOT_OPEN",
    "INVOICE_OVERAPPLIED",
    "INVOICE_HAS_APPLICATIONS",
    "CREDIT_MEMO_CUSTOMER_MISMATCH",
    "CREDIT_MEMO_CURRENCY_MISMATCH",
    "EXCEEDS_INVOICE_LINE",
    "PAYMENT_INSUFFICIENT",
    "PAYMENT_NOT_COMPLETED",
  ],
  404: ["CREDIT_MEMO_NOT_FOUND", "PAYMENT_NOT_FOUND", "APPLICATION_NOT_FOUND"],
} as const;

/** What receivables reject with. */
export const receivableCodes: BroughtCodes = {
  byStatus,
  stateCodes: {
    status: ["CREDIT_MEMO_VOID", "PAYMENT_NOT_COMPLETED", "INVOICE_NOT_OPEN"],
    invoiced: ["INVOICE_HAS_APPLICATIONS"],
  },
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly receivables: typeof byStatus;
  }
}
