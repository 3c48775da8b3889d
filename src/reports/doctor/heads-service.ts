import { verifyHeads } from "../../close/signed-head-service.ts";
import { violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";

/** INV-40: heads of the chains, signed with a key that the database never has. Named is the head, and what of it does not hold. */
export const headsCheck: Check = check(
  {
    id: "INV-40",
    severity: "breach",
    sentence:
      "Audit log, journal and close packages still are what was signed of them at each close; with a signing key, the last close is signed.",
  },
  async ({ tx, merchant, signingKey }) => violationsOf(await verifyHeads(tx, merchant.id, signingKey)),
);
