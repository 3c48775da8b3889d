import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: ["CUSTOMER_NOT_FOUND"],
  404: ["CUSTOMER_NOT_FOUND", "CONTACT_NOT_FOUND"],
  409: ["CUSTOMER_IN_USE"],
} as const;

/** The error codes of customers. */
export const customerCodes: BroughtCodes = {
  byStatus,
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly customers: typeof byStatus;
  }
}
