import { ButtonLink } from "../../parts/button-link.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { syncFilter } from "../../parts/ledger-sync.tsx";
import { Page } from "../../parts/page.tsx";
import { paths } from "../../paths.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";
import { creditMemoColumns } from "./columns.tsx";

const filters: readonly Filter[] = [
  { kind: "exact", name: "number", field: "creditMemoNumber", label: "Number" },
  { kind: "customer", name: "customer", field: "customerId", label: "Customer" },
  {
    kind: "choice",
    name: "status",
    field: "status",
    label: "Status",
    options: [
      { value: "OPEN", label: "Open" },
      { value: "PARTIALLY_APPLIED", label: "Partly applied" },
      { value: "APPLIED", label: "Applied" },
      { value: "VOID", label: "Void" },
    ],
  },
  syncFilter,
  { kind: "day", name: "from", field: "issueDateFrom", label: "From", rule: "gte" },
  { kind: "day", name: "to", field: "issueDateTo", label: "to", rule: "lte" },
];

export default function CreditMemoList() {
  return (
    <Page title="Credit memos">
      <ListTable
        label="Credit memos"
        operation="listCreditMemos"
        columns={creditMemoColumns}
        filters={filters}
        rowHref={({ id }) => paths.creditMemo(id)}
        empty={
          <EmptyState
            title="No credit memos yet"
            action={<ButtonLink href={paths.invoices()}>Choose an invoice</ButtonLink>}
          >
            A credit memo credits what was invoiced: open the invoice, and credit some of its lines.
          </EmptyState>
        }
      />
    </Page>
  );
}
