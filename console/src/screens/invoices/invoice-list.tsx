import { SegmentedControl } from "@mantine/core";
import type { Row } from "../../api/use-api.ts";
import { doors } from "../../doors.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { Door } from "../../parts/door.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { syncFilter } from "../../parts/ledger-sync.tsx";
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
  {
    id: "number",
    onPhone: true,
    title: "Invoice",
    value: ({ invoiceNumber }) => invoiceNumber ?? "Draft",
    sort: "invoiceNumber",
  },
  {
    id: "customer",
    onPhone: true,
    title: "Customer",
    value: ({ customerName }) => customerName,
    cell: ({ customerId, customerName }) => <Door href={doors.customer(customerId)}>{customerName}</Door>,
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
  { id: "currency", title: "Currency", value: ({ currency }) => currency, width: 80, optional: true },
  {
    id: "total",
    title: "Total",
    kind: "money",
    value: ({ total }) => total,
    cell: ({ total, currency }) => moneyWithCurrency(total, currency),
    sort: "total",
    total: "total",
  },
  {
    id: "paid",
    title: "Paid",
    kind: "money",
    value: ({ amountPaid }) => amountPaid,
    total: "amountPaid",
    optional: true,
  },
  {
    id: "credited",
    title: "Credited",
    kind: "money",
    value: ({ amountCredited }) => amountCredited,
    total: "amountCredited",
    optional: true,
  },
  {
    id: "open",
    onPhone: true,
    title: "Open",
    kind: "money",
    value: ({ status, balanceRemaining }) => (status === "DRAFT" ? null : balanceRemaining),
    total: "balanceRemaining",
  },
  { id: "tax", title: "Tax", kind: "money", value: ({ taxTotal }) => taxTotal, total: "taxTotal", optional: true },
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
  syncFilter,
  { kind: "day", name: "from", field: "issueDate", rule: "gte", label: "From" },
  { kind: "day", name: "to", field: "issueDate", rule: "lte", label: "to" },
  { kind: "exact", name: "dueBefore", field: "dueDate", rule: "lt", label: "Overdue" },
  { kind: "exact", name: "contract", field: "contractId", label: "One contract" },
];

/** Invoices up to today, those that are still to come, or both. */
const spans = [
  { value: "now", label: "To date" },
  { value: "upcoming", label: "Upcoming" },
  { value: "all", label: "All" },
];

/** What is asked for by its day or its contract is shown whatever its day. */
const named = ["from", "to", "contract", "age"] as const;

export default function InvoiceList() {
  const [url, change] = useUrl();
  const { age } = url;
  const today = useToday();
  const show = url.show ?? (named.some((name) => url[name] !== undefined) ? "all" : "now");
  const within = [
    ageFilter(age, today),
    show === "now" && `issueDate:lte:${today}`,
    show === "upcoming" && `issueDate:gt:${today}`,
  ];
  return (
    <Page title="Invoices">
      <AgeChips />
      <ListTable
        label="Invoices"
        operation="listInvoices"
        columns={columns}
        filters={filters}
        within={within.filter(Boolean).join(",") || undefined}
        order={show === "upcoming" ? "issueDate:asc" : "issueDate:desc"}
        aside={
          <SegmentedControl
            aria-label="Which invoices"
            data={spans}
            value={show}
            onChange={(next) => change({ show: next, sort: undefined })}
          />
        }
        rowHref={({ id }) => doors.invoice(id)}
        empty={
          show === "upcoming" ? (
            <EmptyState title="Nothing is to come">
              The next invoices of approved contracts are drafted here.
            </EmptyState>
          ) : age === undefined ? (
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
