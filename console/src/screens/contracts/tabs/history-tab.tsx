import { useAll } from "../../../api/use-api.ts";
import { History } from "../../../parts/history.tsx";
import { useObligations } from "../obligation-rows.ts";
import { useContractId, useTerms } from "../use-contract.ts";

/** What was done with the contract and with all that belongs to it: its terms, obligations, changes and commitments. */
export default function HistoryTab() {
  const id = useContractId();
  const terms = useTerms();
  const obligations = useObligations();
  const simple = useAll("listObligations", { id });
  const changes = useAll("listContractModifications", { id });
  const commitments = useAll("listCommitments", { filter: { contractId: id } });
  const parts = [terms.data, obligations.data, simple.data, changes.data, commitments.data];
  const ids = parts.flatMap((rows) => rows?.map((row) => row.id) ?? []);
  return <History entityId={[id, ...new Set(ids)]} />;
}
