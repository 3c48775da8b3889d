import type { BookImport } from "@accord/client";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { type Row, useAll, useApi } from "../../api/use-api.ts";
import { word } from "../../format/words.ts";
import { ContractName } from "../../parts/contract-name.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ReasonField } from "../../parts/reason-field.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";

type Tie = Row<"listBookImportTies">;

const columns: readonly Column<Tie>[] = [
  {
    id: "contract",
    title: "Contract",
    value: ({ contractKey }) => contractKey,
    cell: ({ contractId }) => <ContractName id={contractId} />,
  },
  { id: "account", title: "Account", value: ({ account }) => word(account) },
  { id: "old", title: "Old ledger", kind: "money", value: ({ old }) => old },
  { id: "loaded", title: "Loaded", kind: "money", value: ({ loaded }) => loaded },
  { id: "difference", title: "Difference", kind: "money", value: ({ difference }) => difference },
];

/** Accepts, with a reason, that balances were loaded which are not those of the old ledger: of one book after the other. */
export function AcceptDifferencesDialog({ close }: { close: () => void }) {
  const books = useAll("listBookImports").data;
  const book = books?.find(({ differenceCount, acceptedAt }) => differenceCount > 0 && acceptedAt === null);
  return book && <OfBook book={book} close={close} />;
}

function OfBook({ book, close }: { book: BookImport; close: () => void }) {
  const { id, name } = book;
  const [reason, setReason] = useState("");
  const ties = useApi("listBookImportTies", { id, filter: { status: "DIFFERENT" }, limit: 100 }).data?.data ?? [];
  const submit = async () => {
    await accord.acceptBookImportDifferences({ id, body: { reason: reason.trim() } });
    return "The differences are accepted.";
  };
  return (
    <FormDialog
      title={`Differences of ${name}`}
      verb="Accept all of them"
      isReady={reason.trim() !== ""}
      submit={submit}
      close={close}
    >
      <DataTable
        label="Differences to the old ledger"
        columns={columns}
        rows={ties}
        rowId={({ contractId, account, currency }) => `${contractId} ${account} ${currency}`}
      />
      <ReasonField label="Why they are right" value={reason} onChange={setReason} />
    </FormDialog>
  );
}
