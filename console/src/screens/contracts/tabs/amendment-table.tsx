import type { BillingTerm, ContractModification, TermAmendment } from "@accord/client";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import { useAll } from "../../../api/use-api.ts";
import { day } from "../../../format/day.ts";
import { quantity, unitPrice } from "../../../format/money.ts";
import { InvoiceName } from "../../../parts/invoice-name.tsx";
import { TextLink } from "../../../parts/text-link.tsx";
import { paths } from "../../../paths.ts";
import { PreviewDialog } from "../../../preview/preview-dialog.tsx";
import { write } from "../../../preview/write.ts";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import { treatments } from "../treatments.ts";
import { useContract } from "../use-contract.ts";
import classes from "./terms-tab.module.css";

/** An amendment of seats or of a price. */
type Row = {
  readonly id: string;
  readonly effectiveDate: string;
  readonly isSeats: boolean;
  readonly before: string;
  readonly after: string;
  readonly timing: string;
  readonly note: string | null;
  readonly billedInvoiceId: string | null;
};

const timings = {
  IMMEDIATE: "At once",
  CO_TERM: "With the next invoice",
  NONE: "Invoiced days stay",
} as const;

type Props = { readonly term: BillingTerm; readonly treated: ReadonlyMap<string, ContractModification> };

/** How the seats and the price of a term changed, from the first day to the last. */
export function AmendmentTable({ term, treated }: Props) {
  const place = { id: term.contractId, billingTermId: term.id };
  const seats = useAll("listSeatAmendments", term.kind === "SEAT" && place);
  const prices = useAll("listTermAmendments", term.kind !== "SEAT" && place);
  const currency = useContract().data?.currency ?? "USD";
  const mayWrite = useMayWrite();
  const [chosen, setChosen] = useState<Row>();
  const rows: Row[] = [
    ...(seats.data ?? []).map((each) => ({
      ...{ id: each.id, effectiveDate: each.effectiveDate, isSeats: true },
      ...{ before: quantity(each.previousQuantity), after: quantity(each.resultingQuantity) },
      ...{ timing: timings[each.trueUpTiming], note: each.note, billedInvoiceId: each.billedInvoiceId },
    })),
    ...(prices.data ?? []).map((each) => ({
      ...{ id: each.id, effectiveDate: each.effectiveDate, isSeats: false },
      ...{ before: priceOf(term, each.before, currency), after: priceOf(term, each.after, currency) },
      ...{ timing: timings[each.settlement], note: each.note, billedInvoiceId: each.billedInvoiceId },
    })),
  ];
  const mayTakeBack = ({ isSeats, billedInvoiceId }: Row) => isSeats && billedInvoiceId === null;
  const columns: readonly Column<Row>[] = [
    { id: "from", onPhone: true, title: "From", kind: "day", value: ({ effectiveDate }) => effectiveDate },
    {
      id: "before",
      onPhone: true,
      title: "Before",
      kind: "number",
      value: ({ before }) => before,
      cell: ({ before }) => before,
    },
    {
      id: "after",
      onPhone: true,
      title: "After",
      kind: "number",
      value: ({ after }) => after,
      cell: ({ after }) => after,
    },
    { id: "timing", onPhone: "beneath", title: "Difference", value: ({ timing }) => timing },
    {
      id: "billed",
      onPhone: "beneath",
      title: "Billed on",
      value: ({ billedInvoiceId }) => billedInvoiceId,
      cell: ({ billedInvoiceId }) => (billedInvoiceId ? <InvoiceName id={billedInvoiceId} /> : "–"),
    },
    {
      id: "treatment",
      title: "Treatment",
      value: ({ id }) => treated.get(id)?.treatment,
      cell: ({ id }) => {
        const change = treated.get(id);
        if (change === undefined) return "–";
        return (
          <TextLink href={paths.contract(term.contractId, { tab: "changes" })}>
            {treatments[change.treatment].title}, {change.paragraph.split(";")[0]}
          </TextLink>
        );
      },
    },
    { id: "note", title: "Note", value: ({ note }) => note ?? "–" },
    {
      id: "action",
      onPhone: true,
      title: "",
      width: 120,
      value: () => null,
      cell: (row) =>
        mayTakeBack(row) && (
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(row)}>
            Withdraw …
          </Button>
        ),
    },
  ];
  return (
    <section className={classes.term} aria-label={`Amendments of ${term.name}`}>
      <h3>{term.name}</h3>
      {rows.length === 0 ? (
        <p className={classes.price}>
          {term.kind === "SEAT" ? `${quantity(term.currentQuantity)} seats` : "One price"} since {day(term.startDate)},
          and not amended.
        </p>
      ) : (
        <DataTable
          label={`Amendments of ${term.name}`}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          hidden={{ action: !mayWrite || term.status !== "ACTIVE" || !rows.some(mayTakeBack) }}
          isWhole
        />
      )}
      {chosen && (
        <PreviewDialog
          title={`Withdraw ${chosen.after} seats from ${day(chosen.effectiveDate)}`}
          verb="Withdraw it"
          write={write("deleteSeatAmendment", { ...place, seatAmendmentId: chosen.id })}
          close={() => setChosen(undefined)}
        >
          <p>The others apply as if it had never been made.</p>
        </PreviewDialog>
      )}
    </section>
  );
}

function priceOf(
  { kind }: BillingTerm,
  { pricing, quantity: units }: TermAmendment["before"],
  currency: string,
): string {
  const [first] = pricing;
  if (first === undefined) return "–";
  if (pricing.length > 1) return `${pricing.length} tiers`;
  return kind === "PER_UNIT"
    ? `${quantity(units)} × ${unitPrice(first.amount, currency)}`
    : unitPrice(first.amount, currency);
}
