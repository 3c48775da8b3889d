import type { Invoice } from "@accord/client";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite } from "../../api/session.ts";
import { useRefresh } from "../../api/use-api.ts";
import { saveFile } from "../../parts/save-file.ts";
import { done, failed } from "../../parts/toast.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { CreditDialog } from "./credit-dialog.tsx";
import { PayDialog } from "./pay-dialog.tsx";

type Action = "ISSUE" | "VOID" | "MARK_UNCOLLECTIBLE" | "REINSTATE";

const words: Readonly<Record<Action, readonly [title: string, verb: string, text: string]>> = {
  ISSUE: ["Issue the invoice", "Issue", "It gets its number and its day, and can never be changed again."],
  VOID: [
    "Void the invoice",
    "Void",
    "The invoice stays with its number and owes nothing. Its days can be billed anew.",
  ],
  MARK_UNCOLLECTIBLE: [
    "Write the invoice off",
    "Write off",
    "The open balance is not expected to be paid any more. This can be reversed.",
  ],
  REINSTATE: ["Reverse the write-off", "Reverse", "What was written off is owed again."],
};

/** The actions that the present state of the invoice allows. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const [action, setAction] = useState<Action | "PAY" | "CREDIT">();
  const { id, status, invoiceNumber, deliveryStatus } = invoice;
  const isOpen = status === "ISSUED" || status === "PARTIALLY_PAID";
  const markSent = async () => {
    try {
      await accord.actOnInvoice({ id, body: { action: "MARK_AS_SENT" } });
      await refresh();
      done("The invoice is marked as sent.");
    } catch (error) {
      failed(error);
    }
  };
  const downloadXml = async () => {
    try {
      const { blob, fileName } = await accord.getInvoiceXml({ id });
      saveFile(blob, fileName ?? `${invoiceNumber}.xml`);
    } catch (error) {
      failed(error);
    }
  };
  return (
    <>
      {status !== "DRAFT" && (
        <Menu>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconDownload size={15} />} onClick={downloadXml}>
              E-invoice (XML)
            </Menu.Item>
            {mayWrite && isOpen && deliveryStatus === "NOT_SENT" && (
              <Menu.Item onClick={markSent}>Mark as sent</Menu.Item>
            )}
            {mayWrite && (isOpen || status === "PAID") && (
              <Menu.Item onClick={() => setAction("CREDIT")}>Credit some of it …</Menu.Item>
            )}
            {mayWrite && isOpen && <Menu.Item onClick={() => setAction("MARK_UNCOLLECTIBLE")}>Write off …</Menu.Item>}
            {mayWrite && status === "UNCOLLECTIBLE" && (
              <Menu.Item onClick={() => setAction("REINSTATE")}>Reverse the write-off …</Menu.Item>
            )}
            {mayWrite && isOpen && (
              <Menu.Item color="red" onClick={() => setAction("VOID")}>
                Void …
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {mayWrite && status === "DRAFT" && <Button onClick={() => setAction("ISSUE")}>Issue …</Button>}
      {mayWrite && isOpen && <Button onClick={() => setAction("PAY")}>Record payment</Button>}
      {action === "PAY" && (
        <PayDialog
          invoice={invoice}
          pay={(body) => write("payInvoice", { id, body })}
          close={() => setAction(undefined)}
        />
      )}
      {action === "CREDIT" && <CreditDialog invoice={invoice} close={() => setAction(undefined)} />}
      {action !== undefined && action !== "PAY" && action !== "CREDIT" && (
        <PreviewDialog
          title={words[action][0]}
          verb={words[action][1]}
          isDangerous={action === "VOID"}
          write={write("actOnInvoice", { id, body: { action } })}
          close={() => setAction(undefined)}
        >
          <p>{words[action][2]}</p>
        </PreviewDialog>
      )}
    </>
  );
}
