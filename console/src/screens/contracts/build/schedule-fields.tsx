import { SegmentedControl, Select, TextInput } from "@mantine/core";
import { useAll } from "../../../api/use-api.ts";
import { isAmount, moneyWithCurrency, quantity } from "../../../format/money.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { isNumber } from "../change/form.ts";
import classes from "./build.module.css";
import {
  type CommitmentDraft,
  committedOf,
  eventTypesOf,
  type ScheduleDraft,
  type UsageTerm,
} from "./commitment-draft.ts";
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

type Props = {
  readonly schedule: ScheduleDraft;
  readonly set: (changes: Partial<ScheduleDraft>) => void;
  readonly usage: readonly UsageTerm[];
  readonly unit: CommitmentDraft["unit"];
  readonly currency: string;
  /** True if the committed value cannot be changed here. */
  readonly hasFixedSteps?: boolean;
};

/** What is committed on some days: how much, in which steps and periods, what is paid ahead, and what happens with the rest. */
export function ScheduleFields({ schedule, set, usage, unit, currency, hasFixedSteps }: Props) {
  const eventTypes = useAll("listEventTypes").data ?? [];
  const { prepaid } = schedule;
  const unitWord = unit === "CURRENCY" ? currency : "units";
  const committed = committedOf(schedule);
  return (
    <>
      <div className={classes.pair}>
        <DayField label="First day" required value={schedule.start} onChange={(start) => set({ start })} />
        <DayField label="Last day" required value={schedule.end} onChange={(end) => set({ end })} />
      </div>
      <SegmentedControl
        aria-label="How often it begins anew"
        size="sm"
        fullWidth
        data={periods}
        value={schedule.period}
        onChange={(period) => set({ period: period as ScheduleDraft["period"] })}
      />
      {!hasFixedSteps && (
        <StepTable steps={schedule.steps} usage={usage} unit={unitWord} setSteps={(steps) => set({ steps })} />
      )}
      {eventTypesOf(schedule, usage).map((id) => {
        const type = eventTypes.find((each) => each.id === id);
        const typed = schedule.overage[id] ?? "";
        return (
          <TextInput
            key={id}
            label={`Price of a unit beyond it, in ${currency}`}
            description={type && `Overage of ${type.name}${type.unitName ? `, counted in ${type.unitName}` : ""}`}
            placeholder="As within it"
            inputMode="decimal"
            value={typed}
            error={typed !== "" && !isNumber(typed) ? "A number, such as 0.012" : undefined}
            onChange={(event) => set({ overage: { ...schedule.overage, [id]: event.currentTarget.value } })}
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
            prepaid: next as ScheduleDraft["prepaid"],
            // A fully prepaid value needs no true-up.
            unused: next === "NONE" ? "EACH_PERIOD" : "NONE",
          })
        }
      />
      {prepaid !== "NONE" && (
        <TextInput
          label={`Paid ahead of each period, in ${unitWord}`}
          placeholder={
            committed &&
            `All of it: ${unit === "CURRENCY" ? moneyWithCurrency(committed, currency) : quantity(committed)}`
          }
          inputMode="decimal"
          value={schedule.prepaidValue}
          error={
            schedule.prepaidValue !== "" && !isAmount(schedule.prepaidValue) ? "A number, such as 1200.00" : undefined
          }
          onChange={(event) => set({ prepaidValue: event.currentTarget.value })}
        />
      )}
      <Select
        label="What is not used"
        data={unusedChoices}
        value={schedule.unused}
        allowDeselect={false}
        onChange={(next) => next && set({ unused: next as ScheduleDraft["unused"] })}
      />
    </>
  );
}
