import type { CreditMemo } from "@accord/client";
import { Button, Menu, TextInput } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite } from "../../api/session.ts";
import { isZero } from "../../format/decimal.ts";
import { ApplyDialog } from "../../parts/apply-dialog.tsx";
import { RefundDialog } from "../../parts/refund-dialog.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { failed } from "../../parts/toast.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";

type Action = "apply" | "refund" | "void";

export function CreditMemoActions({ memo }: { memo: CreditMemo }) {
  const mayWrite = useMayWrite();
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  const mayChange = mayWrite && memo.status !== "VOID";
  const hasRest = !isZero(memo.balance);
  const { id, customerId, currency, balance } = memo;
  const download = async (operation: "getCreditMemoPdf" | "getCreditMemoXml", ending: string) => {
    try {
      const { blob, fileName } = await accord[operation]({ id });
      saveFile(blob, fileName ?? `${memo.creditMemoNumber}.${ending}`);
    } catch (error) {
      failed(error);
    }
  };
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => download("getCreditMemoPdf", "pdf")}>
            PDF
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => download("getCreditMemoXml", "xml")}>
            E-invoice (XML)
          </Menu.Item>
          {mayChange && hasRest && <Menu.Item onClick={() => setAction("refund")}>Refund the rest …</Menu.Item>}
          {mayChange && (
            <Menu.Item color="red" onClick={() => setAction("void")}>
              Void …
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {mayChange && hasRest && <Button onClick={() => setAction("apply")}>Apply to invoices …</Button>}
      {action === "apply" && (
        <ApplyDialog
          {...{ customerId, currency, close }}
          available={balance}
          writeOf={(body) => write("applyCreditMemo", { id, body })}
        />
      )}
      {action === "refund" && (
        <RefundDialog
          {...{ currency, close }}
          available={balance}
          writeOf={(body) => write("refundCreditMemo", { id, body })}
        />
      )}
      {action === "void" && <VoidDialog memo={memo} close={close} />}
    </>
  );
}

function VoidDialog({ memo, close }: { memo: CreditMemo; close: () => void }) {
  const [reason, setReason] = useState("");
  const said = reason.trim();
  const asked = said === "" ? undefined : write("voidCreditMemo", { id: memo.id, body: { reason: said } });
  return (
    <PreviewDialog
      title={`Void ${memo.creditMemoNumber}`}
      verb="Void"
      isDangerous
      write={asked}
      waitingFor="Say why."
      close={close}
    >
      <p>
        It counts as if it had never been issued. Its number stays taken, and what it was applied to is to be paid
        again.
      </p>
      <TextInput label="Why" required value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </PreviewDialog>
  );
}
