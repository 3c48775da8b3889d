import type { Payment } from "@accord/client";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { moneyWithCurrency } from "../../format/money.ts";
import { CreditActions } from "../../parts/credit-actions.tsx";
import { DayField } from "../../parts/day-field.tsx";
import classes from "../../parts/form-dialog.module.css";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { useToday } from "../../shell/use-month.ts";

export function PaymentActions({ payment }: { payment: Payment }) {
  if (payment.returnedOn !== null) return null;
  return (
    <CreditActions
      credit={{ ...payment, available: payment.unappliedAmount }}
      operations={{ apply: "applyPayment", refund: "refundPayment" }}
      undo={{
        title: "It was returned or charged back",
        dialog: (close) => <ReturnDialog payment={payment} close={close} />,
      }}
    />
  );
}

function ReturnDialog({ payment, close }: { payment: Payment; close: () => void }) {
  const today = useToday();
  const [typedDay, setDay] = useState<string>();
  const date = typedDay ?? today;
  const [reason, setReason] = useState("");
  const body = { date, ...(reason.trim() && { reason: reason.trim() }) };
  const asked = date === "" ? undefined : write("returnPayment", { id: payment.id, body });
  return (
    <PreviewDialog title="The payment was returned" verb="Record" isDangerous write={asked} close={close}>
      <p>
        {moneyWithCurrency(payment.total, payment.currency)} are gone again, and the invoices that they paid are to be
        paid.
      </p>
      <div className={classes.row}>
        <DayField label="On" required value={date} max={today} onChange={setDay} />
        <TextInput
          label="Why"
          placeholder="Charged back by the bank"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </PreviewDialog>
  );
}
