import type { Invoice } from "@accord/client";
import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { DayField } from "../../parts/day-field.tsx";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { useToday } from "../../shell/use-month.ts";
import classes from "./pay-dialog.module.css";

const methods = [
  { value: "ACH_CREDIT", label: "Bank transfer" },
  { value: "ACH_DEBIT", label: "Direct debit" },
  { value: "CREDIT_CARD", label: "Card" },
  { value: "CHECK", label: "Check" },
] as const;

/** Money that came for this invoice. */
export function PayDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const today = useToday();
  const [amount, setAmount] = useState(invoice.balanceRemaining);
  const [receivedAt, setReceivedAt] = useState(today);
  const [method, setMethod] = useState<(typeof methods)[number]["value"]>("ACH_CREDIT");
  const [reference, setReference] = useState("");
  const isReady = /^\d+(\.\d+)?$/.test(amount.trim()) && receivedAt !== "";
  const body = { amount: amount.trim(), receivedAt, method, ...(reference.trim() && { reference: reference.trim() }) };
  const settled = isReady ? write("payInvoice", { id: invoice.id, body }) : undefined;
  return (
    <PreviewDialog
      title={`Payment of ${invoice.invoiceNumber ?? "the invoice"}`}
      verb="Record"
      write={settled}
      waitingFor="Say how much came and when."
      close={close}
    >
      <div className={classes.fields}>
        <TextInput
          label={`Amount in ${invoice.currency}`}
          inputMode="decimal"
          required
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <DayField label="Received on" required value={receivedAt} onChange={setReceivedAt} max={today} />
        <Select
          label="How"
          data={methods}
          value={method}
          allowDeselect={false}
          onChange={(next) => next && setMethod(next as typeof method)}
        />
        <TextInput label="Reference" value={reference} onChange={(event) => setReference(event.currentTarget.value)} />
      </div>
    </PreviewDialog>
  );
}
