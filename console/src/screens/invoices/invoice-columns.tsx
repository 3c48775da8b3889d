import type { Row } from "../../api/use-api.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import { InvoiceStatus } from "./invoice-status.tsx";

type Invoice = Row<"listInvoices">;

/** The columns of the list of invoices; the balance on a day only if the list has a day. */
export const invoiceColumns: readonly Column<Invoice>[] = [
  {
    id: "number",
    onPhone: true,
    title: "Invoice",
    value: ({ invoiceNumber }) => invoiceNumber ?? "Draft",
    sort: "invoiceNumber",
  },
  {
    id: "customer",
    onPhone: "beneath",
    title: "Customer",
    value: ({ customerName }) => customerName,
    cell: ({ customerId, customerName }) => <TextLink href={paths.customer(customerId)}>{customerName}</TextLink>,
  },
  {
    id: "status",
    onPhone: "beneath",
    title: "Status",
    sort: "status",
    // For how long it is overdue is not sent: the column has room for it from the first rows on.
    width: 150,
    value: ({ status }) => status,
    cell: (row) => <InvoiceStatus invoice={row} />,
  },
  { id: "issued", title: "Invoice date", kind: "day", value: ({ issueDate }) => issueDate, sort: "issueDate" },
  { id: "due", onPhone: "beneath", title: "Due", kind: "day", value: ({ dueDate }) => dueDate, sort: "dueDate" },
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
    cell: ({ status, balanceRemaining, currency }) =>
      status === "DRAFT" ? "–" : moneyWithCurrency(balanceRemaining, currency),
    total: "balanceRemaining",
  },
  {
    id: "owed",
    onPhone: true,
    title: "Owed that day",
    kind: "money",
    value: ({ amountOwed }) => amountOwed,
    total: "amountOwed",
  },
  { id: "tax", title: "Tax", kind: "money", value: ({ taxTotal }) => taxTotal, total: "taxTotal", optional: true },
  { id: "po", title: "PO number", value: ({ poNumber }) => poNumber, optional: true },
];
