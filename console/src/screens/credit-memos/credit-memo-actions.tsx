import type { CreditMemo } from "@accord/client";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { CreditActions } from "../../parts/credit-actions.tsx";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";

export function CreditMemoActions({ memo }: { memo: CreditMemo }) {
  if (memo.status === "VOID") return null;
  return (
    <CreditActions
      credit={{ ...memo, available: memo.balance }}
      operations={{ apply: "applyCreditMemo", refund: "refundCreditMemo" }}
      undo={{ title: "Void", dialog: (close) => <VoidDialog memo={memo} close={close} /> }}
    />
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
