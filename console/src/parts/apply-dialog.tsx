import { useState } from "react";
import { moneyWithCurrency } from "../format/money.ts";
import { PreviewDialog } from "../preview/preview-dialog.tsx";
import type { Write } from "../preview/write.ts";
import { type Applied, applicationsOf, OpenInvoices } from "./open-invoices.tsx";

type Props = {
  readonly customerId: string;
  readonly currency: string;
  readonly available: string;
  readonly writeOf: (application: { invoiceId: string; amount: string }) => Write;
  readonly close: () => void;
};

/** Applies the unapplied amount of a payment or credit memo to open invoices, one at a time, each with a preview. */
export function ApplyDialog({ customerId, currency, available, writeOf, close }: Props) {
  const [applied, setApplied] = useState<Applied>({});
  const [application] = applicationsOf(applied, currency) ?? [];
  const asked = application && writeOf(application);
  return (
    <PreviewDialog
      title="Apply to an invoice"
      verb="Apply"
      write={asked}
      waitingFor="Click the invoice that it pays."
      close={close}
    >
      <p>{moneyWithCurrency(available, currency)} can be applied.</p>
      <OpenInvoices {...{ customerId, currency, applied, available }} onChange={setApplied} isSingle />
    </PreviewDialog>
  );
}
