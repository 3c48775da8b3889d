import type { CreditMemo } from "@accord/client";
import { Button, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { CreditActions } from "../../parts/credit-actions.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { failed } from "../../parts/toast.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";

export function CreditMemoActions({ memo }: { memo: CreditMemo }) {
  return (
    <>
      <Documents memo={memo} />
      {memo.status !== "VOID" && (
        <CreditActions
          credit={{ ...memo, available: memo.balance }}
          operations={{ apply: "applyCreditMemo", refund: "refundCreditMemo" }}
          undo={{ title: "Void", dialog: (close) => <VoidDialog memo={memo} close={close} /> }}
        />
      )}
    </>
  );
}

/** What the customer is sent: the PDF, and the credit note of an e-invoice. */
function Documents({ memo: { id, creditMemoNumber } }: { memo: CreditMemo }) {
  const download = async (operation: "getCreditMemoPdf" | "getCreditMemoXml", ending: string) => {
    try {
      const { blob, fileName } = await accord[operation]({ id });
      saveFile(blob, fileName ?? `${creditMemoNumber}.${ending}`);
    } catch (error) {
      failed(error);
    }
  };
  const icon = <IconDownload size={15} />;
  return (
    <>
      <Button variant="default" leftSection={icon} onClick={() => download("getCreditMemoPdf", "pdf")}>
        PDF
      </Button>
      <Button variant="default" leftSection={icon} onClick={() => download("getCreditMemoXml", "xml")}>
        E-invoice
      </Button>
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
