import type { Row } from "../../api/use-api.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { Status } from "../../parts/status.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";

/** Credit memos as lists show them. */
export const creditMemoColumns: readonly Column<Row<"listCreditMemos">>[] = [
  {
    id: "number",
    onPhone: true,
    title: "Credit memo",
    value: ({ creditMemoNumber }) => creditMemoNumber,
    sort: "creditMemoNumber",
  },
  {
    id: "customer",
    onPhone: "beneath",
    title: "Customer",
    value: ({ customer }) => customer.name,
    cell: ({ customer }) => <TextLink href={paths.customer(customer.id)}>{customer.name}</TextLink>,
  },
  {
    id: "status",
    onPhone: "beneath",
    title: "Status",
    value: ({ status }) => status,
    cell: ({ status }) => <Status code={status} />,
  },
  { id: "issued", onPhone: "beneath", title: "Issued", kind: "day", value: ({ issueDate }) => issueDate },
  { id: "reason", title: "Why", value: ({ reason }) => reason },
  { id: "currency", title: "Currency", value: ({ currency }) => currency, width: 80, optional: true },
  {
    id: "total",
    onPhone: true,
    title: "Total",
    kind: "money",
    value: ({ total }) => total,
    cell: ({ total, currency }) => moneyWithCurrency(total, currency),
    total: "total",
  },
  {
    id: "applied",
    title: "Applied",
    kind: "money",
    value: ({ appliedTotal }) => appliedTotal,
    total: "appliedTotal",
    optional: true,
  },
  { id: "balance", title: "Not applied yet", kind: "money", value: ({ balance }) => balance, total: "balance" },
];
