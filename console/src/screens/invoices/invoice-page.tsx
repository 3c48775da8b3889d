import type { Invoice } from "@accord/client";
import { useParams } from "@tanstack/react-router";
import { accord } from "../../api/accord.ts";
import { useSession } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { day, dayIn } from "../../format/day.ts";
import { isZero } from "../../format/decimal.ts";
import { money } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import { CustomerName } from "../../parts/customer-name.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { EntryList } from "../../parts/entry-list.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Figure, Figures } from "../../parts/figures.tsx";
import { History } from "../../parts/history.tsx";
import { syncFact } from "../../parts/ledger-sync.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { MomentDay } from "../../parts/moment-day.tsx";
import { Page } from "../../parts/page.tsx";
import { PdfView } from "../../parts/pdf-view.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { SyncFailed } from "../../parts/sync-failed.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { InvoiceActions } from "./invoice-actions.tsx";
import { InvoiceLines } from "./invoice-lines.tsx";
import classes from "./invoice-page.module.css";
import { InvoiceStatus } from "./invoice-status.tsx";
import { Settlement } from "./settlement.tsx";

export default function InvoicePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const invoice = useApi("getInvoice", { id });
  const parent = { title: "Invoices", href: paths.invoices() };
  if (invoice.data === undefined) {
    return (
      <Page title="Invoice" parent={parent}>
        <Loaded of={invoice}>{() => null}</Loaded>
      </Page>
    );
  }
  return <InvoiceOf invoice={invoice.data} parent={parent} />;
}

function InvoiceOf({ invoice, parent }: { invoice: Invoice; parent: { title: string; href: string } }) {
  const { id, invoiceNumber, status, customerId, contractId, currency } = invoice;
  const contract = useApi("getContract", { id: contractId });
  const { merchant } = useSession();
  const issuedOn = invoice.issuedAt === null ? invoice.issueDate : dayIn(invoice.issuedAt, merchant.timeZone);
  const lateDay = issuedOn > invoice.issueDate ? issuedOn : undefined;
  return (
    <Page
      title={invoiceNumber ?? "Draft invoice"}
      parent={parent}
      badge={<InvoiceStatus invoice={invoice} />}
      subtitle={
        <>
          <CustomerName id={customerId} />
          <TextLink href={paths.contract(contractId, { tab: "schedule" })}>
            {contract.data?.name ?? "its contract"}
          </TextLink>
          {invoice.consolidatedInvoiceId !== null && (
            <TextLink href={paths.consolidatedInvoice(invoice.consolidatedInvoiceId)}>
              Section {invoice.section} of one invoice
            </TextLink>
          )}
          <span>Amounts in {currency}</span>
        </>
      }
      actions={<InvoiceActions invoice={invoice} />}
    >
      <div className={classes.screen}>
        <div className={classes.words}>
          <SyncFailed id={invoice.id} syncStatus={invoice.syncStatus} what="invoice" />
          <Figures label="Figures of the invoice">
            <Figure
              title="Total"
              value={money(invoice.total)}
              note={isZero(invoice.taxTotal) ? "No tax" : `Tax ${money(invoice.taxTotal)}`}
            />
            <Figure
              title="Paid"
              value={money(invoice.amountPaid)}
              note={invoice.paidOn ? day(invoice.paidOn) : undefined}
            />
            <Figure title="Credited" value={money(invoice.amountCredited)} />
            <Figure
              title="Open"
              value={status === "DRAFT" ? "–" : money(invoice.balanceRemaining)}
              note={`Due ${day(invoice.dueDate)}`}
            />
          </Figures>
          <Section title="Lines" note="Open a line to see how its amount came about.">
            <InvoiceLines invoice={invoice} />
          </Section>
          {status !== "DRAFT" && <Settlement invoice={invoice} />}
          <Section title="Recorded">
            <Card>
              <Facts
                facts={[
                  ["Invoice date", day(invoice.issueDate)],
                  lateDay !== undefined && ["Issued", day(lateDay)],
                  ["Due", `${day(invoice.dueDate)} (${plural(invoice.netPaymentTerms, "day")})`],
                  invoice.originalIssueDate !== invoice.issueDate && ["Planned for", day(invoice.originalIssueDate)],
                  ["PO number", invoice.poNumber ?? "–"],
                  invoice.memo !== null && ["Memo", invoice.memo],
                  ["Sent", invoice.deliveryStatus === "NOT_SENT" ? "not yet" : day(invoice.sentDate)],
                  invoice.voidedAt !== null && ["Voided", <MomentDay key="voided" at={invoice.voidedAt} />],
                  invoice.uncollectibleOn !== null && ["Written off", day(invoice.uncollectibleOn)],
                  invoice.status !== "DRAFT" && syncFact(invoice.syncStatus),
                ]}
              />
            </Card>
          </Section>
          {status !== "DRAFT" && (
            <Section title="Journal">
              <EntryList within={`sourceId:eq:${id}`} empty={<EmptyState title="Nothing is posted" />} />
            </Section>
          )}
          <Section title="History">
            <History
              entityId={id}
              elsewhere={
                <>
                  What Accord does by itself is in the{" "}
                  <TextLink href={paths.contract(contractId, { tab: "history" })}>history of its contract</TextLink>.
                </>
              }
            />
          </Section>
        </div>
        <div className={classes.document}>
          <PdfView
            title={invoiceNumber ?? "Draft"}
            queryKey={["invoice-pdf", id, invoice.lastUpdatedAt]}
            load={(signal) => accord.getInvoicePdf({ id }, { signal })}
          />
        </div>
      </div>
    </Page>
  );
}
