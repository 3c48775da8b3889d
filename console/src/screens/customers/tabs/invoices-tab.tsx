import type { Row } from "../../../api/use-api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Status } from "../../../parts/status.tsx";
import { paths } from "../../../paths.ts";
import type { Column } from "../../../table/column.ts";
import { ListTable } from "../../../table/list-table.tsx";

const columns: readonly Column<Row<"listCustomerInvoices">>[] = [
  {
    id: "number",
    onPhone: true,
    title: "Invoice",
    value: ({ invoiceNumber }) => invoiceNumber ?? "Draft",
    sort: "invoiceNumber",
  },
  {
    id: "status",
    onPhone: "beneath",
    title: "Status",
    value: ({ status }) => status,
    cell: ({ status }) => <Status code={status} />,
  },
  { id: "issued", title: "Issued", kind: "day", value: ({ issueDate }) => issueDate, sort: "issueDate" },
  { id: "due", onPhone: "beneath", title: "Due", kind: "day", value: ({ dueDate }) => dueDate, sort: "dueDate" },
  { id: "currency", onPhone: "beneath", title: "Currency", value: ({ currency }) => currency, width: 80 },
  { id: "total", title: "Total", kind: "money", value: ({ total }) => total, sort: "total", total: "total" },
  {
    id: "balance",
    onPhone: true,
    title: "To be paid",
    kind: "money",
    value: ({ status, balanceRemaining }) => (status === "DRAFT" ? null : balanceRemaining),
    total: "balanceRemaining",
  },
];

export default function InvoicesTab({ customerId }: { customerId: string }) {
  return (
    <ListTable
      label="Invoices of the customer"
      operation="listCustomerInvoices"
      input={{ id: customerId }}
      columns={columns}
      rowHref={({ id }) => paths.invoice(id)}
      empty={<EmptyState title="No invoices yet">Approve a contract, and its first invoice appears here.</EmptyState>}
    />
  );
}
