import type { Payment } from "@accord/client";
import { Button, Menu, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import { isZero } from "../../format/decimal.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { ApplyDialog } from "../../parts/apply-dialog.tsx";
import { DayField } from "../../parts/day-field.tsx";
import classes from "../../parts/form-dialog.module.css";
import { RefundDialog } from "../../parts/refund-dialog.tsx";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { useToday } from "../../shell/use-month.ts";

type Action = "apply" | "refund" | "return";

export function PaymentActions({ payment }: { payment: Payment }) {
  const mayWrite = useMayWrite();
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  if (!mayWrite || payment.returnedOn !== null) return null;
  const hasRest = !isZero(payment.unappliedAmount);
  const { id, customerId, currency, unappliedAmount } = payment;
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {hasRest && <Menu.Item onClick={() => setAction("refund")}>Refund the rest …</Menu.Item>}
          <Menu.Item color="red" onClick={() => setAction("return")}>
            It was returned or charged back …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {hasRest && <Button onClick={() => setAction("apply")}>Apply to invoices …</Button>}
      {action === "apply" && (
        <ApplyDialog
          {...{ customerId, currency, close }}
          available={unappliedAmount}
          writeOf={(body) => write("applyPayment", { id, body })}
        />
      )}
      {action === "refund" && (
        <RefundDialog
          {...{ currency, close }}
          available={unappliedAmount}
          writeOf={(body) => write("refundPayment", { id, body })}
        />
      )}
      {action === "return" && <ReturnDialog payment={payment} close={close} />}
    </>
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
