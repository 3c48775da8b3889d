import type { Row } from "../../api/use-api.ts";
import { doors } from "../../doors.ts";
import { CustomerName, customerName } from "../../parts/customer-name.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Page } from "../../parts/page.tsx";
import { useToday } from "../../shell/use-month.ts";
import type { Column } from "../../table/column.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";
import { useUrl } from "../../use-url.ts";
import { ageFilter } from "./age.ts";
import { AgeChips } from "./age-chips.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";

type Invoice = Row<"listInvoices">;

const columns: readonly Column<Invoice>[] = [
  { id: "number", title: "Invoice", value: ({ invoiceNumber }) => invoiceNumber ?? "Draft", sort: "invoiceNumber" },
  {
    id: "customer",
    title: "Customer",
    value: ({ customerId }) => customerId,
    cell: ({ customerId }) => <CustomerName id={customerId} />,
    file: ({ customerId }) => customerName(customerId),
  },
  {
    id: "status",
    title: "Status",
    sort: "status",
    value: ({ status }) => status,
    cell: (row) => <InvoiceStatus invoice={row} />,
  },
  { id: "issued", title: "Invoice date", kind: "day", value: ({ issueDate }) => issueDate, sort: "issueDate" },
  { id: "due", title: "Due", kind: "day", value: ({ dueDate }) => dueDate, sort: "dueDate" },
  { id: "currency", title: "Currency", value: ({ currency }) => currency, width: 80 },
  { id: "total", title: "Total", kind: "money", value: ({ total }) => total, sort: "total" },
  { id: "paid", title: "Paid", kind: "money", value: ({ amountPaid }) => amountPaid, optional: true },
  { id: "credited", title: "Credited", kind: "money", value: ({ amountCredited }) => amountCredited, optional: true },
  {
    id: "open",
    title: "Open",
    kind: "money",
    value: ({ status, balanceRemaining }) => (status === "DRAFT" ? null : balanceRemaining),
  },
  { id: "tax", title: "Tax", kind: "money", value: ({ taxTotal }) => taxTotal, optional: true },
  { id: "po", title: "PO number", value: ({ poNumber }) => poNumber, optional: true },
];

const filters: readonly Filter[] = [
  { kind: "text", name: "number", field: "invoiceNumber", label: "Number" },
  {
    kind: "choice",
    name: "status",
    field: "status",
    label: "Status",
    options: [
      { value: "DRAFT", label: "Draft" },
      { value: "ISSUED", label: "Issued" },
      { value: "PARTIALLY_PAID", label: "Partly paid" },
      { value: "PAID", label: "Paid" },
      { value: "UNCOLLECTIBLE", label: "Written off" },
      { value: "VOID", label: "Void" },
    ],
  },
  { kind: "customer", name: "customer", field: "customerId", label: "Customer" },
  { kind: "day", name: "from", field: "issueDate", rule: "gte", label: "From" },
  { kind: "day", name: "to", field: "issueDate", rule: "lte", label: "to" },
  { kind: "exact", name: "contract", field: "contractId", label: "One contract" },
];

export default function InvoiceList() {
  const [{ age }] = useUrl();
  const today = useToday();
  return (
    <Page title="Invoices">
      <AgeChips />
      <ListTable
        label="Invoices"
        operation="listInvoices"
        columns={columns}
        filters={filters}
        within={ageFilter(age, today)}
        order="issueDate:desc"
        rowHref={({ id }) => doors.invoice(id)}
        empty={
          age === undefined ? (
            <EmptyState title="No invoices yet">
              Approve a contract: its first invoice is drafted here, and issued on its day.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing is owed for so long">Click the group again to see every invoice.</EmptyState>
          )
        }
      />
    </Page>
  );
}
