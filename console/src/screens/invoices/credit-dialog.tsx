import type { CreditMemo, Invoice } from "@accord/client";
import { Checkbox, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { dayRange } from "../../format/day.ts";
import { isNegative, isZero } from "../../format/decimal.ts";
import { isAmount, money } from "../../format/money.ts";
import { DayField } from "../../parts/day-field.tsx";
import classes from "../../parts/form-dialog.module.css";
import table from "../../parts/open-invoices.module.css";
import { ScrollArea } from "../../parts/scroll-area.tsx";
import { paths } from "../../paths.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { useToday } from "../../shell/use-month.ts";

/** What is credited of which line, by its id, as typed. */
type Credited = Readonly<Record<string, string>>;

/** Takes back some of what an issued invoice billed: chosen lines, each in whole or in part. */
export function CreditDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const navigate = useNavigate();
  const today = useToday();
  const [credited, setCredited] = useState<Credited>({});
  const [reason, setReason] = useState("");
  const [typedDay, setDay] = useState<string>();
  const issueDate = typedDay ?? today;
  const isOpen = !isZero(invoice.balanceRemaining);
  const [isApplied, setApplied] = useState(isOpen);
  const items = Object.entries(credited).map(([invoiceLineItemId, amount]) => ({
    invoiceLineItemId,
    amount: amount.trim(),
  }));
  const isReady =
    items.length > 0 && items.every(({ amount }) => isAmount(amount)) && reason.trim() !== "" && issueDate !== "";
  const body = {
    ...{ customerId: invoice.customerId, currency: invoice.currency, issueDate, reason: reason.trim(), items },
    ...(isApplied && { applyOnCreate: { invoiceId: invoice.id } }),
  };
  return (
    <PreviewDialog
      title={`Credit ${invoice.invoiceNumber ?? "the invoice"}`}
      verb="Issue the credit memo"
      write={isReady ? write("createCreditMemo", { body }) : undefined}
      waitingFor="Choose what is credited and say why, and what follows from it is shown here."
      close={close}
      then={(payload) => void navigate({ to: paths.creditMemo((payload as CreditMemo).id) as string })}
    >
      <ScrollArea label="Lines to choose from" className={table.area}>
        <table className={table.table} aria-label="What is credited">
          <thead>
            <tr>
              <th>Line</th>
              <th className={table.right}>Billed without tax</th>
              <th className={table.right}>Credited</th>
            </tr>
          </thead>
          <tbody>
            {invoice.lineItems.map((line) => (
              <CreditLine key={line.id} line={line} credited={credited} onChange={setCredited} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <div className={classes.row}>
        <TextInput
          label="Why"
          description="The customer reads it on the credit memo."
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DayField
          label="Issued on"
          description="In an open month"
          required
          value={issueDate}
          max={today}
          onChange={setDay}
        />
      </div>
      {isOpen && (
        <Checkbox
          label="Apply it to the open balance of this invoice"
          description="Otherwise it stays credit of the customer."
          checked={isApplied}
          onChange={(event) => setApplied(event.currentTarget.checked)}
        />
      )}
    </PreviewDialog>
  );
}

type LineProps = {
  readonly line: Invoice["lineItems"][number];
  readonly credited: Credited;
  readonly onChange: (credited: Credited) => void;
};

function CreditLine({ line, credited, onChange }: LineProps) {
  const { id, name, total } = line;
  // What takes back something itself has nothing to credit.
  if (id === null || isZero(total) || isNegative(total)) return null;
  const { [id]: amount, ...others } = credited;
  return (
    <tr>
      <td>
        <Checkbox
          label={name}
          description={dayRange(line.serviceStartDate, line.serviceEndDate)}
          checked={amount !== undefined}
          onChange={() => onChange(amount === undefined ? { ...credited, [id]: total } : others)}
        />
      </td>
      <td className={table.right}>{money(total)}</td>
      <td className={table.right}>
        {amount !== undefined && (
          <TextInput
            aria-label={`Credited of ${name}`}
            size="xs"
            inputMode="decimal"
            className={table.amount}
            value={amount}
            error={!isAmount(amount)}
            onChange={(event) => onChange({ ...credited, [id]: event.currentTarget.value })}
          />
        )}
      </td>
    </tr>
  );
}
