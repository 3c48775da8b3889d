import type { Payment } from "@accord/client";
import { Select, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/use-api.ts";
import { compare, subtract } from "../../format/decimal.ts";
import { amountHint, isAmount, moneyWithCurrency } from "../../format/money.ts";
import { type Method, methods } from "../../format/payment-methods.ts";
import { CustomerChoice } from "../../parts/customer-choice.tsx";
import { DayField } from "../../parts/day-field.tsx";
import classes from "../../parts/form-dialog.module.css";
import {
  type Applied,
  applicationsOf,
  appliedTotal,
  OpenInvoices,
  useOpenInvoices,
} from "../../parts/open-invoices.tsx";
import { paths } from "../../paths.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { useToday } from "../../shell/use-month.ts";

/** Money that came in: from whom, how much, and which invoices it pays. */
export function RecordPayment({ customerId, close }: { customerId: string | undefined; close: () => void }) {
  const navigate = useNavigate();
  const today = useToday();
  const [payer, setPayer] = useState(customerId);
  const [typed, setTyped] = useState("");
  const [typedDay, setDay] = useState<string>();
  const receivedAt = typedDay ?? today;
  const [method, setMethod] = useState<Method | null>("ACH_CREDIT");
  const [reference, setReference] = useState("");
  const [applied, setApplied] = useState<Applied>({});
  const currencies = useCurrencies(payer);
  const [chosenCurrency, setCurrency] = useState<string>();
  const currency = currencies.find((each) => each === chosenCurrency) ?? currencies[0];
  const isOk = (text: string) => isAmount(text, currency);
  const applications = currency === undefined ? undefined : applicationsOf(applied, currency);
  const amount = typed.trim() || appliedTotal(applied);
  const body = payer !== undefined &&
    applications !== undefined &&
    isOk(amount) && {
      customerId: payer,
      amount,
      currency,
      receivedAt,
      method,
      ...(reference.trim() && { reference: reference.trim() }),
      applications,
    };
  const asked = body ? write("createPayment", { body }) : undefined;
  const rest = isOk(amount) ? subtract(amount, appliedTotal(applied)) : "0";
  return (
    <PreviewDialog
      title="Record a payment"
      verb="Record"
      write={asked}
      waitingFor="Choose who paid, and type how much or click the invoices that are paid."
      close={close}
      then={(payload) => void navigate({ to: paths.payment((payload as Payment).id) as string })}
    >
      <div className={classes.row}>
        <CustomerChoice
          label="From"
          isField
          value={payer}
          onChange={(id) => {
            setPayer(id ?? undefined);
            setCurrency(undefined);
            setApplied({});
          }}
        />
        {currencies.length > 1 && (
          <Select
            label="Currency"
            data={[...currencies]}
            value={currency ?? null}
            allowDeselect={false}
            onChange={(next) => {
              setCurrency(next ?? undefined);
              setApplied({});
            }}
          />
        )}
        <TextInput
          label={currency ? `Amount in ${currency}` : "Amount"}
          description="Left out, it is what you apply below"
          inputMode="decimal"
          value={typed}
          error={typed === "" || isOk(typed) ? undefined : amountHint(currency ?? "USD")}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <div className={classes.row}>
        <DayField label="Received on" required value={receivedAt} max={today} onChange={setDay} />
        <Select label="How" data={[...methods]} value={method} onChange={(next) => setMethod(next as Method | null)} />
        <TextInput
          label="Reference"
          description="As the bank shows it"
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </div>
      {payer !== undefined && currency !== undefined && (
        <OpenInvoices
          customerId={payer}
          currency={currency}
          applied={applied}
          onChange={setApplied}
          available={isOk(typed) ? typed.trim() : undefined}
        />
      )}
      {currency !== undefined && compare(rest, "0") > 0 && (
        <p>{moneyWithCurrency(rest, currency)} stays credit of the customer until it is applied.</p>
      )}
    </PreviewDialog>
  );
}

/** The currencies of a payment: those of the open invoices, with the customer's own first if it is one of them or there are none. */
function useCurrencies(customerId: string | undefined): readonly string[] {
  const customer = useApi("getCustomer", customerId !== undefined && { id: customerId }).data;
  const invoices = useOpenInvoices(customerId).data;
  if (customer === undefined || customer.id !== customerId || invoices === undefined) return [];
  const open = new Set(invoices.map(({ currency }) => currency));
  const own = customer.defaultCurrency;
  return open.size === 0 || open.has(own) ? [own, ...[...open].filter((each) => each !== own)] : [...open, own];
}
