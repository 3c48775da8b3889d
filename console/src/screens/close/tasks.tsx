import type { CloseTask } from "@accord/client";
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { day } from "../../format/day.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { MomentDay } from "../../parts/moment-day.tsx";
import { ReasonField } from "../../parts/reason-field.tsx";
import { Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { usePersonName } from "../../parts/use-actor-name.ts";
import classes from "./tasks.module.css";

/** The id of the element with the tasks. */
export const tasksId = "close-tasks";

/** What people do before the month is closed, each with its owner and what shows that it is done. */
export function Tasks({ month }: { month: string }) {
  const { data } = useApi("listCloseTasks", { month });
  if (!data?.tasks.length) return null;
  return (
    <Section
      title="Tasks"
      note={
        data.required.total === 0
          ? "None of them is required."
          : `${data.required.open} of ${data.required.total} required tasks are open.`
      }
    >
      <ul id={tasksId} className={classes.list}>
        {data.tasks.map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
    </Section>
  );
}

function TaskLine({ task }: { task: CloseTask }) {
  const mayWrite = useMayWrite();
  const person = usePersonName();
  const [open, setOpen] = useState(false);
  const isDone = task.status === "DONE";
  return (
    <li className={classes.task}>
      <Checkbox
        checked={isDone}
        disabled={!mayWrite}
        aria-label={`${task.title}: ${isDone ? "done" : "open"}`}
        onChange={() => setOpen(true)}
      />
      <div className={classes.words}>
        <span className={classes.title}>
          {task.title} {!task.isRequired && <span className={classes.faint}>(optional)</span>}
        </span>
        <span className={classes.faint}>
          {person(task.ownerEmail)} ·{" "}
          {isDone ? (
            <>
              done <MomentDay at={task.doneAt} /> by {task.doneByEmail === null ? "a key" : person(task.doneByEmail)}
            </>
          ) : (
            `due ${day(task.dueDate)}`
          )}
        </span>
        {task.evidence.map((each) => (
          <span key={each.text} className={classes.faint}>
            {each.text}
          </span>
        ))}
      </div>
      {task.isOverdue && <Status code="OVERDUE">Overdue</Status>}
      {open && <TaskDialog task={task} close={() => setOpen(false)} />}
    </li>
  );
}

function TaskDialog({ task, close }: { task: CloseTask; close: () => void }) {
  const [text, setText] = useState("");
  const isDone = task.status === "DONE";
  const { id, month } = task;
  const submit = async () => {
    if (isDone) await accord.reopenCloseTask({ id, body: { month, reason: text.trim() } });
    else await accord.completeCloseTask({ id, body: { month, evidence: [{ text: text.trim() }] } });
    return isDone ? "The task is open again." : "The task is done.";
  };
  return (
    <FormDialog
      title={task.title}
      verb={isDone ? "Open it again" : "Done"}
      isReady={text.trim() !== ""}
      submit={submit}
      close={close}
    >
      {task.instructions && <p>{task.instructions}</p>}
      <ReasonField
        label={isDone ? "Why is it open again?" : "What shows that it is done?"}
        value={text}
        onChange={setText}
      />
    </FormDialog>
  );
}
