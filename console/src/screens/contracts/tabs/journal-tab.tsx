import { EmptyState } from "../../../parts/empty-state.tsx";
import { EntryList } from "../../../parts/entry-list.tsx";
import { useUrl } from "../../../use-url.ts";
import { useContractId } from "../use-contract.ts";

/** What was posted for the contract. */
export default function JournalTab() {
  const id = useContractId();
  const [{ journalMonth }] = useUrl();
  return (
    <EntryList
      within={[`contractId:eq:${id}`, journalMonth && `month:eq:${journalMonth}`].filter(Boolean).join(",")}
      empty={
        <EmptyState title="Nothing is posted yet">
          Issuing an invoice posts it, and closing a month posts the revenue of the month.
        </EmptyState>
      }
    />
  );
}
