import { verifyAuditChain } from "../../platform/audit-chain.ts";
import { noViolations, violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";

/** INV-26: the hash chain of the audit log, whose end each close records (behaviour AUD-2). The sample is the first broken sequence number. */
export const auditCheck: Check = check(
  {
    id: "INV-26",
    severity: "violation",
    sentence:
      "No row of the audit log was changed, removed or cut off: each has the hash of the one before, and the " +
      "end that each close recorded is still in it.",
  },
  async ({ tx, merchant }) => {
    const { brokenAt } = await verifyAuditChain(tx, merchant.id);
    return brokenAt === null ? noViolations : violationsOf([brokenAt.toString()]);
  },
);
