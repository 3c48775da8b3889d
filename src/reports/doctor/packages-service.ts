import { verifyPackages } from "../../close/package-check-service.ts";
import { violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";

/** INV-31: close packages. The sample has months and close counts, for example `2026-01/1`. */
export const packagesCheck: Check = check(
  {
    id: "INV-31",
    severity: "violation",
    sentence:
      "Every close package is still valid: its own hash, the one before it, and the journal and revenue " +
      "that it counted.",
  },
  async ({ tx, merchant }) => violationsOf(await verifyPackages(tx, merchant.id)),
);
