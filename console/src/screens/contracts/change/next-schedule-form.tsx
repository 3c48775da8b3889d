import { useState } from "react";
import { write } from "../../../preview/write.ts";
import classes from "../build/build.module.css";
import { draftOfSchedule, followingSchedule, scheduleAfter } from "../build/commitment-draft.ts";
import { ScheduleFields } from "../build/schedule-fields.tsx";
import { useContract } from "../use-contract.ts";
import { type CommitmentFormProps, usageFor, useWrite } from "./form.ts";

/** More days with what is committed on them, after the last ones: a renewal, or another amount from then on. */
export function NextScheduleForm({ commitment, terms, setWrite }: CommitmentFormProps) {
  const currency = useContract().data?.currency ?? "USD";
  const usage = usageFor(commitment, terms);
  const last = commitment.schedules.at(-1);
  const [draft, setDraft] = useState(() => last && scheduleAfter(draftOfSchedule(last)));
  const body = last && draft && followingSchedule(draft, last, usage);
  const place = { id: commitment.contractId, commitmentId: commitment.id };
  useWrite(setWrite, body && write("appendCommitmentSchedule", { ...place, body }));
  if (draft === undefined) return null;
  return (
    <div className={classes.form}>
      <ScheduleFields
        schedule={draft}
        set={(changes) => setDraft({ ...draft, ...changes })}
        usage={usage}
        unit={commitment.commitmentUnitType}
        currency={currency}
      />
    </div>
  );
}
