import type { BillingTerm, ContractModification } from "@accord/client";
import { useAll } from "../../../api/use-api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { useContractId, useTerms } from "../use-contract.ts";
import { AmendmentTable } from "./amendment-table.tsx";
import classes from "./terms-tab.module.css";

/** Terms of which seats or prices can be amended. */
const isAmendable = ({ kind }: BillingTerm) => kind === "SEAT" || kind === "FLAT" || kind === "PER_UNIT";

/** All amendments of seats and prices by term, with the value before, the treatment of revenue, and the invoice. */
export default function AmendmentsTab() {
  const changes = useAll("listContractModifications", { id: useContractId() });
  return (
    <Loaded of={useTerms()}>
      {(terms) => {
        const amendable = terms.filter(isAmendable);
        if (amendable.length === 0) {
          return (
            <EmptyState title="No seats and no fixed price">
              Seats and prices of a term are amended with “Change”, and appear here with what they were before.
            </EmptyState>
          );
        }
        const treated = new Map<string, ContractModification>(changes.data?.map((change) => [change.id, change]));
        return (
          <div className={classes.terms}>
            {amendable.map((term) => (
              <AmendmentTable key={term.id} term={term} treated={treated} />
            ))}
          </div>
        );
      }}
    </Loaded>
  );
}
