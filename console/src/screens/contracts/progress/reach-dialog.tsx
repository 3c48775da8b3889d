import type { BillingTerm } from "@accord/client";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { DayField } from "../../../parts/day-field.tsx";
import classes from "../../../parts/form-dialog.module.css";
import { PreviewDialog } from "../../../preview/preview-dialog.tsx";
import { write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";

/** Says on which day the milestone of a billing term was reached: it is billed and earned from then on. */
export function ReachDialog({ term, close }: { term: BillingTerm; close: () => void }) {
  const today = useToday();
  const [typedDay, setDay] = useState<string>();
  const [note, setNote] = useState("");
  const reachedOn = typedDay ?? term.reachedOn ?? today;
  const body = { reachedOn, ...(note.trim() && { note: note.trim() }) };
  return (
    <PreviewDialog
      title={`${term.name} is reached`}
      verb="It is reached"
      write={
        reachedOn === "" ? undefined : write("reachMilestone", { id: term.contractId, billingTermId: term.id, body })
      }
      waitingFor="Say on which day it was reached, and what it bills and recognizes is shown here."
      close={close}
    >
      <div className={classes.row}>
        <DayField
          label="Reached on"
          description="Its invoice is dated from this day"
          required
          value={reachedOn}
          max={today}
          onChange={setDay}
        />
        <TextInput
          label="Note"
          description="Kept in the history"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
    </PreviewDialog>
  );
}
