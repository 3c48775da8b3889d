import type { InputOf, Invoice } from "@accord/client";
import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { isNegative, isZero, negate, subtract } from "../../format/decimal.ts";
import { amountHint, isAmount, moneyWithCurrency } from "../../format/money.ts";
import { type Method, methods } from "../../format/payment-methods.ts";
import { DayField } from "../../parts/day-field.tsx";
import classes from "../../parts/form-dialog.module.css";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import type { Write } from "../../preview/write.ts";
import { useToday } from "../../shell/use-month.ts";

type Props = {
  readonly invoice: Pick<Invoice, "invoiceNumber" | "currency" | "balanceRemaining">;
  readonly pay: (body: NonNullable<InputOf<"payInvoice">["body"]>) => Write;
  readonly close: () => void;
};

/** Money that came for this invoice. */
export function PayDialog({ invoice, pay, close }: Props) {
  const today = useToday();
  const { currency } = invoice;
  const [amount, setAmount] = useState(invoice.balanceRemaining);
  const [typedDay, setDay] = useState<string>();
  const receivedAt = typedDay ?? today;
  const [method, setMethod] = useState<Method | null>("ACH_CREDIT");
  const [reference, setReference] = useState("");
  const isReady = isAmount(amount, currency) && receivedAt !== "";
  const body = { amount: amount.trim(), receivedAt, method, ...(reference.trim() && { reference: reference.trim() }) };
  const settled = isReady ? pay(body) : undefined;
  return (
    <PreviewDialog
      title={`Payment of ${invoice.invoiceNumber ?? "the invoice"}`}
      verb="Record"
      write={settled}
      waitingFor="Say how much came and when."
      close={close}
    >
      <div className={classes.row}>
        <TextInput
          label={`Amount in ${currency}`}
          inputMode="decimal"
          required
          value={amount}
          error={isAmount(amount, currency) ? undefined : amountHint(currency)}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <DayField label="Received on" required value={receivedAt} onChange={setDay} max={today} />
        <Select label="How" data={[...methods]} value={method} onChange={(next) => setMethod(next as Method | null)} />
        <TextInput label="Reference" value={reference} onChange={(event) => setReference(event.currentTarget.value)} />
      </div>
      {isReady && <p>{outcomeOf(amount.trim(), invoice)}</p>}
    </PreviewDialog>
  );
}

/** What is left of the invoice once the money is in: its total, which the preview shows, stays whatever is paid. */
function outcomeOf(amount: string, { balanceRemaining, currency }: Props["invoice"]): string {
  const left = subtract(balanceRemaining, amount);
  if (isZero(left)) return "The invoice is paid then.";
  if (isNegative(left)) return `It pays more than is open: ${moneyWithCurrency(negate(left), currency)} too much.`;
  return `${moneyWithCurrency(left, currency)} of it stay open.`;
}
