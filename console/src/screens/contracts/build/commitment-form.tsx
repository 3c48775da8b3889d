import type { BillingTerm, Contract } from "@accord/client";
import { SegmentedControl, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAll } from "../../../api/use-api.ts";
import { isAmount, moneyWithCurrency, quantity } from "../../../format/money.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { type Write, write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import { isNumber, useWrite } from "../change/form.ts";
import classes from "./build.module.css";
import { type CommitmentDraft, commitmentBodyOf, committedOf, draftFor, eventTypesOf } from "./commitment-draft.ts";
import { StepTable } from "./step-table.tsx";

const periods = [
  { value: "ONCE", label: "Once" },
  { value: "MONTHLY", label: "Monthly" },
  { value: "QUARTERLY", label: "Quarterly" },
  { value: "YEARLY", label: "Yearly" },
];

const prepayments = [
  { value: "NONE", label: "Nothing: it is billed as it is used" },
  { value: "FULL_UPFRONT", label: "All of it on the first day" },
  { value: "PER_COMMITMENT_PERIOD", label: "Each period on its first day" },
  { value: "SPLIT_ACROSS_BILLING_PERIODS", label: "In equal parts, with each bill" },
];

const unusedChoices = [
  { value: "EACH_PERIOD", label: "Is billed after each period" },
  { value: "END_OF_SCHEDULE", label: "Is billed at the end" },
  { value: "NONE", label: "Lapses" },
];

const patterns = [
  { value: "RECOGNIZE_AS_CONSUMED", label: "As it is used" },
  { value: "STRAIGHT_LINE", label: "Evenly" },
];

type Props = {
  readonly contract: Contract;
  /** The usage that it can be drawn down by, one term at least. */
  readonly usage: readonly BillingTerm[];
  readonly setWrite: (write: Write | undefined) => void;
};

/** What a customer commits to use: how much, in which steps and periods, what is paid ahead, and what happens with the rest. */
export function CommitmentForm({ contract, usage, setWrite }: Props) {
  const today = useToday();
  const [draft, setDraft] = useState<CommitmentDraft>(() => draftFor(usage, today));
  const set = (changes: Partial<CommitmentDraft>) => setDraft({ ...draft, ...changes });
  const eventTypes = useAll("listEventTypes").data ?? [];
  const body = commitmentBodyOf(draft, usage);
  useWrite(setWrite, body && write("createCommitments", { id: contract.id, body }));
  const { unit, prepaid } = draft;
  const unitWord = unit === "CURRENCY" ? contract.currency : "units";
  const committed = committedOf(draft);
  return (
    <div className={classes.form}>
      <TextInput
        label="Name"
        description="As it is called on invoices and in reports"
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label="What is committed"
        size="sm"
        fullWidth
        data={[
          { value: "CURRENCY", label: "Money" },
          { value: "UNITS", label: "Units of usage" },
        ]}
        value={unit}
        onChange={(next) => set({ unit: next as CommitmentDraft["unit"] })}
      />
      <div className={classes.pair}>
        <DayField label="First day" required value={draft.start} onChange={(start) => set({ start })} />
        <DayField label="Last day" required value={draft.end} onChange={(end) => set({ end })} />
      </div>
      <SegmentedControl
        aria-label="How often it begins anew"
        size="sm"
        fullWidth
        data={periods}
        value={draft.period}
        onChange={(period) => set({ period: period as CommitmentDraft["period"] })}
      />
      <StepTable steps={draft.steps} usage={usage} unit={unitWord} setSteps={(steps) => set({ steps })} />
      {eventTypesOf(draft, usage).map((id) => {
        const type = eventTypes.find((each) => each.id === id);
        const typed = draft.overage[id] ?? "";
        return (
          <TextInput
            key={id}
            label={`Price of a unit beyond it, in ${contract.currency}`}
            description={type && `Overage of ${type.name}${type.unitName ? `, counted in ${type.unitName}` : ""}`}
            placeholder="As within it"
            inputMode="decimal"
            value={typed}
            error={typed !== "" && !isNumber(typed) ? "A number, such as 0.012" : undefined}
            onChange={(event) => set({ overage: { ...draft.overage, [id]: event.currentTarget.value } })}
          />
        );
      })}
      <Select
        label="Paid ahead"
        data={prepayments}
        value={prepaid}
        allowDeselect={false}
        onChange={(next) =>
          next &&
          set({
            prepaid: next as CommitmentDraft["prepaid"],
            // What is paid ahead in full is not billed again where it is not used.
            unused: next === "NONE" ? "EACH_PERIOD" : "NONE",
          })
        }
      />
      {prepaid !== "NONE" && (
        <TextInput
          label={`Paid ahead of each period, in ${unitWord}`}
          placeholder={
            committed &&
            `All of it: ${unit === "CURRENCY" ? moneyWithCurrency(committed, contract.currency) : quantity(committed)}`
          }
          inputMode="decimal"
          value={draft.prepaidValue}
          error={draft.prepaidValue !== "" && !isAmount(draft.prepaidValue) ? "A number, such as 1200.00" : undefined}
          onChange={(event) => set({ prepaidValue: event.currentTarget.value })}
        />
      )}
      <div className={classes.pair}>
        <Select
          label="What is not used"
          data={unusedChoices}
          value={draft.unused}
          allowDeselect={false}
          onChange={(next) => next && set({ unused: next as CommitmentDraft["unused"] })}
        />
        <Select
          label="Recognized"
          data={patterns}
          value={draft.pattern}
          allowDeselect={false}
          onChange={(next) => next && set({ pattern: next as CommitmentDraft["pattern"] })}
        />
      </div>
    </div>
  );
}
