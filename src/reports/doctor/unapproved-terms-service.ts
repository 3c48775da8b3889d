import { spanOf } from "../../billing-terms/charges/terms-span.ts";
import { termsOfContracts } from "../../billing-terms/service.ts";
import { merged, noViolations, violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";
import { hasSpan } from "./contract-checks.ts";
import { reportedTerms, unapprovedContracts } from "./contracts-store.ts";

const contractsPerChunk = 500;

/** INV-23 for contracts that are not approved, which have no invoices yet; those of approved ones are compared with all else of the contract. */
export const unapprovedTermsCheck: Check = check(
  {
    id: "INV-23",
    severity: "violation",
    sentence: "The dates and the value that contracts have before their approval are those of their billing terms.",
  },
  async ({ tx, merchant }) => {
    let found = noViolations;
    let after: string | undefined;
    for (;;) {
      const chunk = await unapprovedContracts(tx, merchant.id, { after, limit: contractsPerChunk });
      if (chunk.length === 0) return found;
      const ids = chunk.map(({ id }) => id);
      const terms = Map.groupBy(await termsOfContracts(tx, merchant.id, ids), ({ contractId }) => contractId);
      const reported = await reportedTerms(tx, merchant.id, ids);
      const astray = chunk.filter(({ id, currency }) => {
        const context = { currency, rounding: merchant.rounding };
        return !hasSpan(reported.get(id), spanOf(terms.get(id) ?? [], context));
      });
      found = merged(found, violationsOf(astray.map(({ id }) => id)));
      after = ids.at(-1);
    }
  },
);
