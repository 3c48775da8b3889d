import type { Row } from "../../api/use-api.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { methodName } from "../../format/payment-methods.ts";
import { Status } from "../../parts/status.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";

/** Payments as lists show them. */
export const paymentColumns: readonly Column<Row<"listPayments">>[] = [
  {
    id: "reference",
    onPhone: true,
    title: "Payment",
    value: ({ reference, method }) => reference ?? (method === null ? "Payment" : methodName(method)),
  },
  {
    id: "customer",
    onPhone: "beneath",
    title: "Customer",
    value: ({ customerName }) => customerName,
    cell: ({ customerId, customerName }) => <TextLink href={paths.customer(customerId)}>{customerName}</TextLink>,
  },
  {
    id: "received",
    onPhone: "beneath",
    title: "Received",
    kind: "day",
    value: ({ receivedAt }) => receivedAt,
    sort: "receivedAt",
  },
  {
    id: "status",
    title: "Status",
    value: ({ status }) => status,
    cell: ({ status, returnedOn }) =>
      returnedOn === null ? <Status code={status} /> : <Status code="FAILED">Returned</Status>,
  },
  { id: "currency", title: "Currency", value: ({ currency }) => currency, width: 80, optional: true },
  {
    id: "total",
    onPhone: true,
    title: "Amount",
    kind: "money",
    value: ({ total }) => total,
    total: "total",
    cell: ({ total, currency }) => moneyWithCurrency(total, currency),
  },
  { id: "applied", title: "Applied", kind: "money", value: ({ appliedTotal }) => appliedTotal, total: "appliedTotal" },
  {
    id: "refunded",
    title: "Refunded",
    kind: "money",
    value: ({ refundedTotal }) => refundedTotal,
    total: "refundedTotal",
    optional: true,
  },
  {
    id: "unapplied",
    title: "Left",
    kind: "money",
    value: ({ unappliedAmount }) => unappliedAmount,
    total: "unappliedAmount",
  },
];
