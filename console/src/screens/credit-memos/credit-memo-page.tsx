import type { CreditMemo } from "@accord/client";
import { useParams } from "@tanstack/react-router";
import { useSession } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { day, moment } from "../../format/day.ts";
import { isZero } from "../../format/decimal.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { Applications } from "../../parts/applications.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { EntryList } from "../../parts/entry-list.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Figure, Figures } from "../../parts/figures.tsx";
import { History } from "../../parts/history.tsx";
import { InvoiceName } from "../../parts/invoice-name.tsx";
import { syncFact } from "../../parts/ledger-sync.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { SyncFailed } from "../../parts/sync-failed.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { Amount } from "../../table/cell.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { CreditMemoActions } from "./credit-memo-actions.tsx";

const parent = { title: "Credit memos", href: paths.creditMemos() };

type Item = CreditMemo["items"][number];

const columns: readonly Column<Item>[] = [
  {
    id: "name",
    onPhone: true,
    title: "What is credited",
    value: ({ name, note }) => [name, note].filter(Boolean).join(", ") || "Credit",
  },
  {
    id: "invoice",
    onPhone: "beneath",
    title: "Of",
    value: ({ invoiceId }) => invoiceId,
    cell: ({ invoiceId }) => (invoiceId === null ? "no invoice: contra revenue" : <InvoiceName id={invoiceId} />),
  },
  {
    id: "from",
    onPhone: "beneath",
    title: "Service from",
    kind: "day",
    value: ({ serviceStartDate }) => serviceStartDate,
  },
  { id: "to", title: "to", kind: "day", value: ({ serviceEndDate }) => serviceEndDate },
  { id: "tax", title: "Tax", kind: "money", value: ({ salesTaxAmount }) => salesTaxAmount },
  { id: "amount", onPhone: true, title: "Amount without tax", kind: "money", value: ({ amount }) => amount },
];

/** One credit memo: what it credits, and which invoices it pays. */
export default function CreditMemoPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const memo = useApi("getCreditMemo", { id });
  if (memo.data === undefined) {
    return (
      <Page title="Credit memo" parent={parent}>
        <Loaded of={memo}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Found memo={memo.data} />;
}

function Found({ memo }: { memo: CreditMemo }) {
  const { merchant } = useSession();
  const { id, currency, status, voidedAt, voidReason } = memo;
  const amount = (text: string) => moneyWithCurrency(text, currency);
  return (
    <Page
      title={memo.creditMemoNumber ?? "Credit memo"}
      parent={parent}
      badge={<Status code={status} />}
      subtitle={
        <>
          <TextLink href={paths.customer(memo.customerId)}>{memo.customer.name}</TextLink>
          <span>Issued on {day(memo.issueDate)}</span>
          <span>{memo.reason}</span>
        </>
      }
      actions={<CreditMemoActions memo={memo} />}
    >
      <SyncFailed id={id} syncStatus={memo.syncStatus} what="credit memo" />
      <Figures label="Where the credit is">
        <Figure
          title="Credited"
          value={amount(memo.total)}
          note={isZero(memo.taxTotal) ? "No tax" : `${amount(memo.taxTotal)} of it tax`}
        />
        <Figure title="Applied" value={amount(memo.appliedTotal)} note="to invoices" />
        <Figure title="Refunded" value={amount(memo.refundedTotal)} />
        <Figure title="Not applied yet" value={amount(memo.balance)} note="Credit of the customer" />
      </Figures>
      <Section title="What it credits">
        <DataTable
          label="What the credit memo credits"
          columns={columns}
          rows={memo.items}
          rowId={(item) => item.id}
          totals={{ tax: <Amount text={memo.taxTotal} />, amount: <Amount text={memo.subtotal} /> }}
          isWhole
        />
      </Section>
      <Section title="Applied to">
        <Applications
          label="Invoices that the credit memo is applied to"
          applications={memo.applications}
          currency={currency}
          remove={{ operation: "unapplyCreditMemo", id }}
        />
      </Section>
      <Section title="Recorded">
        <Card>
          <Facts
            facts={[
              memo.memo !== null && ["Memo", memo.memo],
              voidedAt !== null && ["Voided", moment(voidedAt, merchant.timeZone)],
              voidReason !== null && ["Why it was voided", voidReason],
              syncFact(memo.syncStatus),
              ["Id", <Copyable key="id" text={id} />],
            ]}
          />
        </Card>
      </Section>
      <Section title="Journal">
        <EntryList within={`sourceId:eq:${id}`} empty={<EmptyState title="Nothing is posted" />} />
      </Section>
      <Section title="History">
        <History entityId={id} />
      </Section>
    </Page>
  );
}
