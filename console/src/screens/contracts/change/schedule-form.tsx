import { Checkbox, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { day, dayRange } from "../../../format/day.ts";
import { write } from "../../../preview/write.ts";
import classes from "../build/build.module.css";
import { draftOfSchedule, scheduleChanges } from "../build/commitment-draft.ts";
import { ScheduleFields } from "../build/schedule-fields.tsx";
import { useContract } from "../use-contract.ts";
import { type CommitmentFormProps, usageFor, useWrite } from "./form.ts";

type Props = CommitmentFormProps & { readonly schedule: CommitmentFormProps["commitment"]["schedules"][number] };

/** Other days and rules of a schedule; its amounts have a form of their own. */
export function ScheduleForm(props: CommitmentFormProps) {
  const { schedules } = props.commitment;
  const [id, setId] = useState(schedules.at(-1)?.id);
  const schedule = schedules.find((each) => each.id === id);
  if (schedule === undefined) return null;
  return (
    <>
      {schedules.length > 1 && (
        <Select
          label="Schedule"
          data={schedules.map((each) => ({ value: each.id, label: dayRange(each.startDate, each.endDate) }))}
          value={schedule.id}
          allowDeselect={false}
          onChange={(next) => next && setId(next)}
        />
      )}
      <OneSchedule key={schedule.id} {...props} schedule={schedule} />
    </>
  );
}

function OneSchedule({ commitment, terms, schedule, setWrite }: Props) {
  const currency = useContract().data?.currency ?? "USD";
  const usage = usageFor(commitment, terms);
  const [draft, setDraft] = useState(() => draftOfSchedule(schedule));
  const [isGone, setGone] = useState(false);
  const [isTakenOver, setTakenOver] = useState(false);
  const [reason, setReason] = useState("");
  const place = { id: commitment.contractId, commitmentId: commitment.id, scheduleId: schedule.id };
  const changes = scheduleChanges(draft, schedule, usage);
  const removal = { extendPreviousSchedule: isTakenOver, ...(reason.trim() && { reason: reason.trim() }) };
  const isLastOfSeveral = commitment.schedules.length > 1 && schedule.id === commitment.schedules.at(-1)?.id;
  useWrite(
    setWrite,
    isGone
      ? write("deleteCommitmentSchedule", { ...place, body: removal })
      : changes && write("updateCommitmentSchedule", { ...place, body: changes }),
  );
  return (
    <div className={classes.form}>
      {schedule.invoicedThrough !== null && (
        <p className={classes.note}>
          Invoiced through {day(schedule.invoicedThrough)}: those periods keep their days and rules.
        </p>
      )}
      {isLastOfSeveral && (
        <Checkbox
          label="Remove this schedule"
          checked={isGone}
          onChange={(event) => setGone(event.currentTarget.checked)}
        />
      )}
      {isGone ? (
        <>
          <Checkbox
            label="The one before takes over its days"
            description="Without it the commitment ends earlier."
            checked={isTakenOver}
            onChange={(event) => setTakenOver(event.currentTarget.checked)}
          />
          <TextInput label="Why" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        </>
      ) : (
        <ScheduleFields
          schedule={draft}
          set={(next) => setDraft({ ...draft, ...next })}
          usage={usage}
          unit={commitment.commitmentUnitType}
          currency={currency}
          hasFixedSteps
        />
      )}
    </div>
  );
}
