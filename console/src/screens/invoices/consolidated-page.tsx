import type { ConsolidatedInvoice } from "@accord/client";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { day } from "../../format/day.ts";
import { isZero } from "../../format/decimal.ts";
import { money } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import { ContractName } from "../../parts/contract-name.tsx";
import { CustomerName } from "../../parts/customer-name.tsx";
import { Figure, Figures } from "../../parts/figures.tsx";
import { History } from "../../parts/history.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { PdfView } from "../../parts/pdf-view.tsx";
import { Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { paths } from "../../paths.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { sumsOf } from "../../table/sums.tsx";
import classes from "./invoice-page.module.css";
import { PayDialog } from "./pay-dialog.tsx";

type Part = ConsolidatedInvoice["sections"][number];

const columns: readonly Column<Part>[] = [
  { id: "section", title: "Section", value: ({ section }) => (section === null ? null : `Section ${section}`) },
  {
    id: "contract",
    title: "Contract",
    value: ({ contractId }) => contractId,
    cell: ({ contractId }) => <ContractName id={contractId} search={{ tab: "schedule" }} />,
  },
  { id: "total", title: "Total", kind: "money", value: ({ total }) => total, total: "total" },
  {
    id: "open",
    title: "Open",
    kind: "money",
    value: ({ balanceRemaining }) => balanceRemaining,
    total: "balanceRemaining",
  },
];

/** A consolidated invoice: each section is the invoice of one contract of the customer. */
export default function ConsolidatedPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const found = useApi("getConsolidatedInvoice", { id });
  const parent = { title: "Invoices", href: paths.invoices() };
  if (found.data === undefined) {
    return (
      <Page title="Invoice" parent={parent}>
        <Loaded of={found}>{() => null}</Loaded>
      </Page>
    );
  }
  const invoice = found.data;
  const { invoiceNumber, status, customerId, currency, sections } = invoice;
  return (
    <Page
      title={invoiceNumber ?? "Consolidated invoice"}
      parent={parent}
      badge={<Status code={status} />}
      subtitle={
        <>
          <CustomerName id={customerId} />
          <span>{plural(sections.length, "contract")} on one invoice</span>
          <span>Amounts in {currency}</span>
        </>
      }
      actions={<Actions invoice={invoice} />}
    >
      <div className={classes.screen}>
        <div className={classes.words}>
          <Figures label="Figures of the invoice">
            <Figure
              title="Total"
              value={money(invoice.total)}
              note={isZero(invoice.taxTotal) ? "No tax" : `Tax ${money(invoice.taxTotal)}`}
            />
            <Figure title="Paid" value={money(invoice.amountPaid)} />
            <Figure title="Credited" value={money(invoice.amountCredited)} />
            <Figure title="Open" value={money(invoice.balanceRemaining)} note={`Due ${day(invoice.dueDate)}`} />
          </Figures>
          <Section
            title="Sections"
            note="Each is the invoice of one contract: open it for its lines, payments and journal."
          >
            <DataTable
              label="Sections"
              columns={columns}
              rows={sections}
              rowId={(each) => each.id}
              rowHref={(each) => paths.invoice(each.id)}
              isWhole
              totals={sumsOf(columns, sections)}
            />
          </Section>
          <Section title="History">
            <History entityId={[id, ...sections.map((each) => each.id)]} />
          </Section>
        </div>
        <div className={classes.document}>
          <PdfView
            title={invoiceNumber ?? "Invoice"}
            queryKey={["consolidated-pdf", id, status, invoice.balanceRemaining]}
            load={(signal) => accord.getConsolidatedInvoicePdf({ id }, { signal })}
          />
        </div>
      </div>
    </Page>
  );
}

type Action = "MARK_AS_SENT" | "VOID" | "MARK_UNCOLLECTIBLE" | "REINSTATE";

const words: Readonly<Record<Action, readonly [title: string, verb: string, text: string]>> = {
  MARK_AS_SENT: ["Mark the invoice as sent", "Mark as sent", "All of its sections are marked as sent."],
  VOID: ["Void the invoice", "Void", "All of its sections owe nothing any more. Their days can be billed anew."],
  MARK_UNCOLLECTIBLE: [
    "Write the invoice off",
    "Write off",
    "What is open of its sections is not expected to be paid.",
  ],
  REINSTATE: ["Reverse the write-off", "Reverse", "What was written off of its sections is owed again."],
};

function Actions({ invoice }: { invoice: ConsolidatedInvoice }) {
  const mayWrite = useMayWrite();
  const [action, setAction] = useState<Action | "PAY">();
  const { id, status, deliveryStatus } = invoice;
  if (!mayWrite) return null;
  const isOpen = status === "ISSUED" || status === "PARTIALLY_PAID";
  const close = () => setAction(undefined);
  return (
    <>
      {(isOpen || status === "UNCOLLECTIBLE") && (
        <Menu>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {isOpen && deliveryStatus === "NOT_SENT" && (
              <Menu.Item onClick={() => setAction("MARK_AS_SENT")}>Mark as sent …</Menu.Item>
            )}
            {isOpen && <Menu.Item onClick={() => setAction("MARK_UNCOLLECTIBLE")}>Write off …</Menu.Item>}
            {status === "UNCOLLECTIBLE" && (
              <Menu.Item onClick={() => setAction("REINSTATE")}>Reverse the write-off …</Menu.Item>
            )}
            {isOpen && (
              <Menu.Item color="red" onClick={() => setAction("VOID")}>
                Void …
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {isOpen && <Button onClick={() => setAction("PAY")}>Record payment</Button>}
      {action === "PAY" && (
        <PayDialog invoice={invoice} pay={(body) => write("payConsolidatedInvoice", { id, body })} close={close} />
      )}
      {action !== undefined && action !== "PAY" && (
        <PreviewDialog
          title={words[action][0]}
          verb={words[action][1]}
          isDangerous={action === "VOID"}
          write={write("actOnConsolidatedInvoice", { id, body: { action } })}
          close={close}
        >
          <p>{words[action][2]}</p>
        </PreviewDialog>
      )}
    </>
  );
}
