import { useMayWrite } from "../../../api/session.ts";
import { useAll } from "../../../api/use-api.ts";
import { ButtonLink } from "../../../parts/button-link.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { paths } from "../../../paths.ts";
import { useContractId } from "../use-contract.ts";
import { CommitmentTable } from "./commitment-table.tsx";

export default function CommitmentsTab() {
  const id = useContractId();
  const mayWrite = useMayWrite();
  const list = useAll("listCommitments", { filter: { contractId: id } });
  return (
    <Loaded of={list}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title="No commitment"
            action={mayWrite && <ButtonLink href={`/contracts/${id}/add`}>Add one</ButtonLink>}
          >
            A commitment is what a customer commits to use: it is drawn down by usage, and what exceeds it is overage.
          </EmptyState>
        ) : (
          <CommitmentTable rows={rows} href={({ id }) => paths.commitment(id)} />
        )
      }
    </Loaded>
  );
}
