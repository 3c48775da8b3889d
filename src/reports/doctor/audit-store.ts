import { verifyAuditChain } from "../../platform/audit-chain.ts";
import { noViolations, violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";

/** INV-26: the chain of audit rows, whose end each close keeps (behaviour AUD-2). Named is the first broken place. */
export const auditCheck: Check = check(
  {
    id: "INV-26",
    severity: "breach",
    sentence:
      "No row of the audit log was changed, taken out or cut off: each carries the hash of the one before, and what " +
      "each close recorded of its end still stands in it.",
  },
  async ({ tx, merchant }) => {
    const { brokenAt } = await verifyAuditChain(tx, merchant.id);
    return brokenAt === null ? noViolations : violationsOf([brokenAt.toString()]);
  },
);
