import { Checkbox, MultiSelect, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { dayRange } from "../../../format/day.ts";
import { isAmount, money, quantity } from "../../../format/money.ts";
import { write } from "../../../preview/write.ts";
import classes from "../build/build.module.css";
import { useContract } from "../use-contract.ts";
import { type CommitmentFormProps, usageFor, useWrite } from "./form.ts";

type Schedule = CommitmentFormProps["commitment"]["schedules"][number];
type Step = Schedule["steps"][number];

/** How much is committed: the amount of a step, what draws it down, and a step more or less. */
export function AmountsForm(props: CommitmentFormProps) {
  const { schedules, commitmentUnitType } = props.commitment;
  const amount = (text: string) => (commitmentUnitType === "CURRENCY" ? money(text) : quantity(text));
  const choices = schedules.map((schedule) => ({
    group: dayRange(schedule.startDate, schedule.endDate),
    items: [
      ...schedule.steps.map(({ id, name, commitmentValue }, at) => ({
        value: id,
        label: `${name ?? `Step ${at + 1}`}: ${amount(commitmentValue)}`,
      })),
      { value: schedule.id, label: "A new step" },
    ],
  }));
  const [chosen, setChosen] = useState(schedules.at(-1)?.steps[0]?.id ?? "");
  const schedule = schedules.find(({ id, steps }) => id === chosen || steps.some((step) => step.id === chosen));
  if (schedule === undefined) return null;
  return (
    <>
      <Select
        label="Step"
        data={choices}
        value={chosen}
        allowDeselect={false}
        onChange={(next) => next && setChosen(next)}
      />
      <OneStep key={chosen} {...props} schedule={schedule} step={schedule.steps.find(({ id }) => id === chosen)} />
    </>
  );
}

/** @param props.step undefined is a new one, after the last of the schedule */
function OneStep({
  commitment,
  terms,
  schedule,
  step,
  setWrite,
}: CommitmentFormProps & { readonly schedule: Schedule; readonly step: Step | undefined }) {
  const currency = useContract().data?.currency ?? "USD";
  const usage = usageFor(commitment, terms);
  const [name, setName] = useState(step?.name ?? "");
  const [value, setValue] = useState(step?.commitmentValue ?? "");
  const [termIds, setTermIds] = useState<readonly string[]>(step?.billingTermIds ?? []);
  const [isGone, setGone] = useState(false);
  const place = { id: commitment.contractId, commitmentId: commitment.id };
  const isComplete = isAmount(value) && termIds.length > 0;
  const billingTermIds = [...termIds];
  const changes = {
    ...(name.trim() !== (step?.name ?? "") && { name: name.trim() || null }),
    ...(value.trim() !== step?.commitmentValue && { commitmentValue: value.trim() }),
    ...(JSON.stringify(termIds) !== JSON.stringify(step?.billingTermIds) && { billingTermIds }),
  };
  const added = { scheduleId: schedule.id, commitmentValue: value.trim(), billingTermIds };
  const isLastOfSeveral = schedule.steps.length > 1 && step?.id === schedule.steps.at(-1)?.id;
  useWrite(
    setWrite,
    step === undefined
      ? isComplete
        ? write("appendCommitmentStep", { ...place, body: { ...added, ...(name.trim() && { name: name.trim() }) } })
        : undefined
      : isGone
        ? write("deleteCommitmentStep", { ...place, stepId: step.id })
        : isComplete && Object.keys(changes).length > 0
          ? write("updateCommitmentStep", { ...place, stepId: step.id, body: changes })
          : undefined,
  );
  return (
    <div className={classes.form}>
      {isLastOfSeveral && (
        <Checkbox
          label="Remove this step"
          checked={isGone}
          onChange={(event) => setGone(event.currentTarget.checked)}
        />
      )}
      {!isGone && (
        <>
          <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <TextInput
            label={`Committed for each period, in ${commitment.commitmentUnitType === "CURRENCY" ? currency : "units"}`}
            inputMode="decimal"
            required
            value={value}
            error={value !== "" && !isAmount(value) ? "A number, such as 12000" : undefined}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          {usage.length > 1 && (
            <MultiSelect
              label="Drawn down by"
              data={usage.map((term) => ({ value: term.id, label: term.name }))}
              value={[...termIds]}
              onChange={setTermIds}
            />
          )}
        </>
      )}
    </div>
  );
}
