import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../api/session.ts";
import { moneyWithCurrency } from "../format/money.ts";
import { paths } from "../paths.ts";
import { PreviewDialog } from "../preview/preview-dialog.tsx";
import { write } from "../preview/write.ts";
import type { Column } from "../table/column.ts";
import { DataTable } from "../table/data-table.tsx";
import { EmptyState } from "./empty-state.tsx";
import { TextLink } from "./text-link.tsx";

/** A part of a payment or a credit memo that an invoice got. */
export type Application = {
  readonly id: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string | null;
  readonly amountApplied: string;
  readonly appliedAt: string;
};

type Props = {
  readonly label: string;
  readonly applications: readonly Application[];
  readonly currency: string;
  /** Reverses one application, and names its record. */
  readonly remove: { readonly operation: "unapplyPayment" | "unapplyCreditMemo"; readonly id: string };
};

/** The invoices to which a payment or a credit memo was applied. Each application can be reversed and becomes credit again. */
export function Applications({ label, applications, currency, remove }: Props) {
  const mayWrite = useMayWrite();
  const [chosen, setChosen] = useState<Application>();
  if (applications.length === 0) {
    return <EmptyState title="Nothing is applied yet">What is left is credit of the customer.</EmptyState>;
  }
  const columns: readonly Column<Application>[] = [
    {
      id: "invoice",
      title: "Invoice",
      value: ({ invoiceNumber }) => invoiceNumber,
      cell: ({ invoiceId, invoiceNumber }) => (
        <TextLink href={paths.invoice(invoiceId)}>{invoiceNumber ?? "Invoice"}</TextLink>
      ),
    },
    { id: "on", title: "On", kind: "day", value: ({ appliedAt }) => appliedAt.slice(0, 10) },
    { id: "amount", title: "Amount", kind: "money", value: ({ amountApplied }) => amountApplied },
    {
      id: "remove",
      title: "",
      width: 120,
      value: () => "",
      cell: (application) =>
        mayWrite && (
          <Button variant="subtle" size="compact-xs" onClick={() => setChosen(application)}>
            Reverse …
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable label={label} columns={columns} rows={applications} rowId={({ id }) => id} isWhole />
      {chosen && (
        <PreviewDialog
          title="Reverse the application"
          verb="Reverse"
          write={write(remove.operation, { id: remove.id, applicationId: chosen.id })}
          close={() => setChosen(undefined)}
        >
          <p>
            {moneyWithCurrency(chosen.amountApplied, currency)} of {chosen.invoiceNumber} are to be paid again, and
            credit of the customer.
          </p>
        </PreviewDialog>
      )}
    </>
  );
}
