import type { Payment } from "@accord/client";
import { useParams } from "@tanstack/react-router";
import { useApi } from "../../api/use-api.ts";
import { day } from "../../format/day.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { methodName } from "../../format/payment-methods.ts";
import { word } from "../../format/words.ts";
import { Applications } from "../../parts/applications.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { EntryList } from "../../parts/entry-list.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Figure, Figures } from "../../parts/figures.tsx";
import { History } from "../../parts/history.tsx";
import { syncFact } from "../../parts/ledger-sync.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { SyncFailed } from "../../parts/sync-failed.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { PaymentActions } from "./payment-actions.tsx";

const parent = { title: "Payments", href: paths.payments() };

/** One payment: where its money went, and what can be done with the rest. */
export default function PaymentPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const payment = useApi("getPayment", { id });
  if (payment.data === undefined) {
    return (
      <Page title="Payment" parent={parent}>
        <Loaded of={payment}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Found payment={payment.data} />;
}

function Found({ payment }: { payment: Payment }) {
  const { id, currency, status, returnedOn, returnReason } = payment;
  const amount = (text: string) => moneyWithCurrency(text, currency);
  return (
    <Page
      title={payment.reference ?? `Payment of ${day(payment.receivedAt)}`}
      parent={parent}
      badge={returnedOn === null ? <Status code={status} /> : <Status code="FAILED">Returned</Status>}
      subtitle={
        <>
          <TextLink href={paths.customer(payment.customerId)}>{payment.customerName}</TextLink>
          <span>Received on {day(payment.receivedAt)}</span>
        </>
      }
      actions={<PaymentActions payment={payment} />}
    >
      <SyncFailed id={payment.id} syncStatus={payment.syncStatus} what="payment" />
      <Figures label="Where its money is">
        <Figure title="Received" value={amount(payment.total)} />
        <Figure title="Applied" value={amount(payment.appliedTotal)} note="to invoices" />
        <Figure title="Refunded" value={amount(payment.refundedTotal)} />
        <Figure title="Not applied yet" value={amount(payment.unappliedAmount)} note="Credit of the customer" />
      </Figures>
      <Section title="Applied to">
        <Applications
          label="Invoices that the payment is applied to"
          applications={payment.applications}
          currency={currency}
          remove={{ operation: "unapplyPayment", id }}
        />
      </Section>
      <Section title="Recorded">
        <Card>
          <Facts
            facts={[
              ["How", methodName(payment.method)],
              ["Came by", word(payment.type)],
              returnedOn !== null && ["Returned on", day(returnedOn)],
              returnReason !== null && ["Why it was returned", returnReason],
              syncFact(payment.syncStatus),
              ["Id", <Copyable key="id" text={id} />],
              ...payment.externalIds.map(
                ({ sourceType, externalId }) => [`Id in ${word(sourceType)}`, externalId] as const,
              ),
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
