import { verifyHeads } from "../../close/signed-head-service.ts";
import { violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";

/** INV-40: signed heads; the database never has the key. The sample has sequence numbers of heads, each with the part that does not match. */
export const headsCheck: Check = check(
  {
    id: "INV-40",
    severity: "violation",
    sentence:
      "Audit log, journal and close packages still match what was signed at each close; with a signing key, the last close is signed.",
  },
  async ({ tx, merchant, signingKey }) => violationsOf(await verifyHeads(tx, merchant.id, signingKey)),
);
