import type { BroughtCodes } from "../platform/http/error-codes.ts";

const byStatus = {
  400: [
    "CONTRACT_NOT_FOUND",
    "CONTRACT_DELETED",
    "INVALID_CONTRACT_STATE",
    "INVALID_ACTION",
    "CONTRACT_NOT_BLOCKED",
    "METADATA_TOO_LARGE",
    "CONTRACT_INVOICED",
    "FILE_NOT_PDF",
  ],
  404: ["CONTRACT_NOT_FOUND", "CONTRACT_FILE_MISSING"],
  409: ["CONTRACT_INVOICED"],
  500: ["CONTRACT_FILE_MISSING"],
} as const;

/** Error codes of contracts. */
export const contractCodes: BroughtCodes = {
  byStatus,
  stateCodes: { status: ["CONTRACT_DELETED", "INVALID_CONTRACT_STATE", "INVALID_ACTION", "CONTRACT_NOT_BLOCKED"] },
  recordNames: { CONTRACT_FILE_MISSING: "Contract file" },
};

declare module "../platform/http/error-codes.ts" {
  interface ErrorCatalogue {
    readonly contracts: typeof byStatus;
  }
}
