import type { Invoice } from "@accord/client";
import { useAll } from "../../api/use-api.ts";
import { methodName } from "../../format/payment-methods.ts";
import { Failure } from "../../parts/failure.tsx";
import { Section } from "../../parts/section.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { paths } from "../../paths.ts";
import { Amount } from "../../table/cell.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import classes from "./explained.module.css";

type Settled = {
  readonly id: string;
  readonly what: string;
  readonly href: string;
  readonly on: string;
  readonly amount: string;
};

const columns: readonly Column<Settled>[] = [
  {
    id: "what",
    title: "What",
    value: ({ what }) => what,
    cell: ({ what, href }) => <TextLink href={href}>{what}</TextLink>,
  },
  { id: "on", title: "On", kind: "day", value: ({ on }) => on },
  { id: "amount", title: "Amount", kind: "money", value: ({ amount }) => amount },
];

/** Payments and credits of the invoice. */
export function Settlement({ invoice }: { invoice: Invoice }) {
  const { id, customerId } = invoice;
  const payments = useAll("listPayments", { filter: { customerId } });
  const memos = useAll("listCreditMemosOfInvoice", { id: customerId, invoiceId: id });
  const rows: readonly Settled[] = [
    ...(payments.data ?? []).flatMap((payment) =>
      payment.applications
        .filter(({ invoiceId }) => invoiceId === id)
        .map((each) => ({
          id: each.id,
          what: [payment.method === null ? "Payment" : methodName(payment.method), payment.reference]
            .filter(Boolean)
            .join(", "),
          href: paths.payment(payment.id),
          on: payment.receivedAt,
          amount: each.amountApplied,
        })),
    ),
    ...(memos.data ?? []).flatMap((memo) =>
      memo.applications
        .filter(({ invoiceId }) => invoiceId === id)
        .map((each) => ({
          id: each.id,
          what: `Credit memo ${memo.creditMemoNumber ?? ""}`,
          href: paths.creditMemo(memo.id),
          on: memo.issueDate,
          amount: each.amountApplied,
        })),
    ),
  ];
  return (
    <Section title="Payments and credits">
      {payments.error || memos.error ? (
        <Failure error={payments.error ?? memos.error} />
      ) : payments.data === undefined || memos.data === undefined ? (
        <Waiting lines={2} />
      ) : rows.length === 0 ? (
        <p className={classes.explained}>Nothing is paid or credited yet.</p>
      ) : (
        <DataTable
          label="Payments and credits"
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          isWhole
          totals={{ amount: <Amount text={invoice.balanceRemaining} /> }}
          totalsTitle="Still open"
        />
      )}
    </Section>
  );
}
