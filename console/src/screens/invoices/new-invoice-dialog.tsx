import type { Invoice } from "@accord/client";
import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAll, useApi } from "../../api/use-api.ts";
import { CustomerChoice } from "../../parts/customer-choice.tsx";
import { DayField } from "../../parts/day-field.tsx";
import classes from "../../parts/form-dialog.module.css";
import { paths } from "../../paths.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { useToday } from "../../shell/use-month.ts";
import { emptyLine, type LineDraft, lineOf } from "./line-draft.ts";
import own from "./new-invoice-dialog.module.css";

/** A manual invoice for a customer, or for one of its approved contracts. */
export function NewInvoiceDialog({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const today = useToday();
  const [customerId, setCustomer] = useState<string>();
  const [contractId, setContract] = useState<string | null>(null);
  const [typedDay, setDay] = useState<string>();
  const issueDate = typedDay ?? today;
  const [memo, setMemo] = useState("");
  const [lines, setLines] = useState<readonly LineDraft[]>([emptyLine(0, today)]);
  const contracts = useAll("listContracts", customerId !== undefined && { filter: { customerId, status: "APPROVED" } });
  const currency = useApi("getCustomer", customerId !== undefined && { id: customerId }).data?.defaultCurrency;
  const bodies = lines.map(lineOf);
  const isReady = customerId !== undefined && issueDate !== "" && bodies.every((line) => line !== undefined);
  const body = {
    ...(contractId === null ? { customerId: customerId ?? "" } : { contractId }),
    ...{ issueDate, lines: bodies.filter((line) => line !== undefined) },
    ...(memo.trim() && { memo: memo.trim() }),
  };
  const change = (key: number, changes: Partial<LineDraft>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));
  return (
    <PreviewDialog
      title="New invoice"
      verb="Make the invoice"
      write={isReady ? write("createInvoice", { body }) : undefined}
      waitingFor="Say for whom it is, what is billed and when it is earned; what follows from it is shown here."
      close={close}
      then={(payload) => void navigate({ to: paths.invoice((payload as Invoice).id) as string })}
    >
      <div className={classes.row}>
        <CustomerChoice
          label="Customer"
          isField
          value={customerId}
          onChange={(id) => {
            setCustomer(id ?? undefined);
            setContract(null);
          }}
        />
        <Select
          label="Contract"
          placeholder="None of them"
          clearable
          disabled={customerId === undefined}
          data={(contracts.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={contractId}
          onChange={setContract}
        />
        <DayField label="Invoice date" required value={issueDate} onChange={setDay} />
        <TextInput
          label="Memo"
          description="The customer reads it"
          value={memo}
          onChange={(event) => setMemo(event.currentTarget.value)}
        />
      </div>
      {lines.map((line, at) => (
        <Line
          key={line.key}
          line={line}
          at={at}
          currency={currency}
          onChange={(changes) => change(line.key, changes)}
          remove={lines.length > 1 ? () => setLines(lines.filter(({ key }) => key !== line.key)) : undefined}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setLines([...lines, emptyLine(Math.max(...lines.map(({ key }) => key)) + 1, today)])}
        >
          Line
        </Button>
      </div>
    </PreviewDialog>
  );
}

type LineProps = {
  readonly line: LineDraft;
  readonly at: number;
  readonly currency: string | undefined;
  readonly onChange: (changes: Partial<LineDraft>) => void;
  readonly remove: (() => void) | undefined;
};

function Line({ line, at, currency, onChange, remove }: LineProps) {
  const categories = useAll("listCategories").data ?? [];
  return (
    <fieldset className={own.line} aria-label={`Line ${at + 1}`}>
      <div className={own.what}>
        <TextInput
          label="What is billed"
          required
          value={line.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Quantity"
          inputMode="decimal"
          required
          value={line.quantity}
          onChange={(event) => onChange({ quantity: event.currentTarget.value })}
        />
        <TextInput
          label={currency === undefined ? "Price of each" : `Price of each, in ${currency}`}
          inputMode="decimal"
          required
          value={line.unitPrice}
          onChange={(event) => onChange({ unitPrice: event.currentTarget.value })}
        />
      </div>
      <div className={own.earned}>
        <SegmentedControl
          aria-label="When it is earned"
          data={[
            { value: "day", label: "Earned on one day" },
            { value: "days", label: "Over days of service" },
          ]}
          value={line.earned}
          onChange={(earned) => onChange({ earned: earned as LineDraft["earned"] })}
        />
        {line.earned === "day" ? (
          <DayField label="On" required value={line.start} onChange={(start) => onChange({ start })} />
        ) : (
          <>
            <DayField label="From" required value={line.start} onChange={(start) => onChange({ start })} />
            <DayField label="To" required value={line.end} onChange={(end) => onChange({ end })} />
          </>
        )}
        <Select
          label="Revenue category"
          placeholder="None"
          clearable
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={line.categoryId}
          onChange={(categoryId) => onChange({ categoryId })}
        />
        {remove && (
          <Button variant="subtle" color="gray" onClick={remove}>
            Take it out
          </Button>
        )}
      </div>
    </fieldset>
  );
}
