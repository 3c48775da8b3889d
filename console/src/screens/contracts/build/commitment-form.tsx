import type { Contract } from "@accord/client";
import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { type Write, write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import { useWrite } from "../change/form.ts";
import classes from "./build.module.css";
import {
  type CommitmentDraft,
  commitmentOf,
  draftFor,
  type ScheduleDraft,
  scheduleAfter,
  type UsageTerm,
} from "./commitment-draft.ts";
import { ScheduleFields } from "./schedule-fields.tsx";

const patterns = [
  { value: "RECOGNIZE_AS_CONSUMED", label: "As it is used" },
  { value: "STRAIGHT_LINE", label: "Evenly" },
];

type Props = {
  readonly contract: Contract;
  /** The usage that it can be drawn down by, one term at least. */
  readonly usage: readonly UsageTerm[];
  readonly setWrite: (write: Write | undefined) => void;
};

/** What a customer commits to use, on some days or on several runs of days one after the other. */
export function CommitmentForm({ contract, usage, setWrite }: Props) {
  const today = useToday();
  const [draft, setDraft] = useState<CommitmentDraft>(() => draftFor(usage, today));
  const commitment = commitmentOf(draft, usage);
  const body = commitment && { commitments: [commitment] };
  useWrite(setWrite, body && write("createCommitments", { id: contract.id, body }));
  return <CommitmentFields draft={draft} setDraft={setDraft} usage={usage} currency={contract.currency} />;
}

type FieldsProps = {
  readonly draft: CommitmentDraft;
  readonly setDraft: (draft: CommitmentDraft) => void;
  readonly usage: readonly UsageTerm[];
  readonly currency: string;
};

/** What is committed, and how it is drawn down, paid ahead and recognized. */
export function CommitmentFields({ draft, setDraft, usage, currency }: FieldsProps) {
  const set = (changes: Partial<CommitmentDraft>) => setDraft({ ...draft, ...changes });
  const { unit, schedules } = draft;
  const change = (at: number, changes: Partial<ScheduleDraft>) =>
    set({ schedules: schedules.map((each, index) => (index === at ? { ...each, ...changes } : each)) });
  const last = schedules.at(-1);
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
      {schedules.map((schedule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a schedule is known by its place
        <fieldset key={at} className={classes.schedule} data-of-several={schedules.length > 1 || undefined}>
          {schedules.length > 1 && (
            <legend className={classes.scheduleHead}>
              Schedule {at + 1}
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={`Remove schedule ${at + 1}`}
                onClick={() => set({ schedules: schedules.filter((_, index) => index !== at) })}
              >
                Remove
              </Button>
            </legend>
          )}
          <ScheduleFields
            schedule={schedule}
            set={(changes) => change(at, changes)}
            usage={usage}
            unit={unit}
            currency={currency}
          />
        </fieldset>
      ))}
      {last && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => set({ schedules: [...schedules, scheduleAfter(last)] })}
          >
            Add a schedule
          </Button>
          <p className={classes.note}>Another amount or another rhythm on later days is a schedule of its own.</p>
        </div>
      )}
      <Select
        label="Recognized"
        data={patterns}
        value={draft.pattern}
        allowDeselect={false}
        onChange={(next) => next && set({ pattern: next as CommitmentDraft["pattern"] })}
      />
    </div>
  );
}
