import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: [
    "CLASS_NOT_SUPPORTED",
    "CATEGORY_NOT_FOUND",
    "ITEM_NOT_FOUND",
    "CLASS_NOT_FOUND",
    "PRODUCT_NOT_FOUND",
    "CATEGORY_EXISTS",
    "DUPLICATE_SOURCE_TYPE",
    "UNSUPPORTED_SOURCE_TYPE",
  ],
  404: [
    "CATEGORY_NOT_FOUND",
    "CLASS_NOT_FOUND",
    "CUSTOM_FIELD_NOT_FOUND",
    "ITEM_NOT_FOUND",
    "PRODUCT_NOT_FOUND",
    "STANDALONE_SELLING_PRICE_NOT_FOUND",
  ],
  409: ["CATEGORY_IN_USE"],
} as const;

/** The error codes of the catalog. */
export const catalogCodes: BroughtCodes = {
  byStatus,
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly catalog: typeof byStatus;
  }
}
