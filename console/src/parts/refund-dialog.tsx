import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { amountHint, isAmount, moneyWithCurrency } from "../format/money.ts";
import { type Method, methods } from "../format/payment-methods.ts";
import { PreviewDialog } from "../preview/preview-dialog.tsx";
import type { Write } from "../preview/write.ts";
import { useToday } from "../shell/use-month.ts";
import { DayField } from "./day-field.tsx";
import classes from "./form-dialog.module.css";

type Refund = { amount: string; date: string; method: Method | null };

type Props = {
  readonly currency: string;
  /** The most that can be refunded. */
  readonly available: string;
  readonly writeOf: (refund: Refund) => Write;
  readonly close: () => void;
};

/** Refunds the unapplied amount of a payment or a credit memo to the customer. */
export function RefundDialog({ currency, available, writeOf, close }: Props) {
  const today = useToday();
  const [amount, setAmount] = useState(available);
  const [typedDay, setDay] = useState<string>();
  const date = typedDay ?? today;
  const [method, setMethod] = useState<Method | null>("ACH_CREDIT");
  const refund = { amount: amount.trim(), date, method };
  const asked = isAmount(amount, currency) && date !== "" ? writeOf(refund) : undefined;
  return (
    <PreviewDialog
      title="Refund"
      verb="Record the refund"
      write={asked}
      waitingFor="Type how much goes back, and on which day."
      close={close}
    >
      <p>{moneyWithCurrency(available, currency)} can be refunded. The money itself is sent from your bank.</p>
      <div className={classes.row}>
        <TextInput
          label={`Amount in ${currency}`}
          inputMode="decimal"
          required
          value={amount}
          error={isAmount(amount, currency) ? undefined : amountHint(currency)}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <DayField label="On" required value={date} max={today} onChange={setDay} />
        <Select label="How" data={[...methods]} value={method} onChange={(next) => setMethod(next as Method | null)} />
      </div>
    </PreviewDialog>
  );
}
