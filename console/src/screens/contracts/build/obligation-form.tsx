import type { BillingTerm, Contract } from "@accord/client";
import { SegmentedControl, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAll } from "../../../api/use-api.ts";
import { doors } from "../../../doors.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { Door } from "../../../parts/door.tsx";
import { type Write, write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import { useWrite } from "../change/form.ts";
import classes from "./build.module.css";
import { daysOf, fitting, kinds, patternsOf } from "./obligation-choices.ts";
import { bodyOf, type Draft, draftAfter, type Interval, type Kind } from "./obligation-draft.ts";
import { PriceTable } from "./price-table.tsx";

type Props = {
  readonly contract: Contract;
  /** The term that this one goes on from, at another price. */
  readonly after: BillingTerm | undefined;
  readonly setWrite: (write: Write | undefined) => void;
};

/** One thing that is sold: what is billed when, and how it is earned. */
export function ObligationForm({ contract, after, setWrite }: Props) {
  const today = useToday();
  const start = contract.startDate ?? `${today.slice(0, 8)}01`;
  const [draft, setDraft] = useState<Draft>(
    after
      ? draftAfter(after)
      : {
          name: "",
          kind: "FLAT",
          start,
          end: contract.endDate ?? yearFrom(start),
          interval: "MONTH",
          when: "FIRST_OF_PERIOD",
          quantity: "",
          pricing: "SIMPLE",
          layers: [{ from: "", amount: "" }],
          discount: "",
          escalation: "",
          categoryId: null,
          eventTypeId: null,
          pattern: "",
        },
  );
  const set = (changes: Partial<Draft>) => setDraft(fitting({ ...draft, ...changes }));
  const categories = useAll("listCategories").data ?? [];
  const eventTypes = useAll("listEventTypes", draft.kind === "USAGE" && {}).data ?? [];
  const body = bodyOf(draft);
  useWrite(setWrite, body && write("createObligation", { id: contract.id, body }));
  const { kind } = draft;
  const hasCount = kind === "SEATS" || kind === "UNITS";
  return (
    <div className={classes.form}>
      <TextInput
        label="What is sold"
        description="The name of the invoice line"
        required
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label="How it is priced"
        size="sm"
        fullWidth
        data={[...kinds]}
        value={kind}
        onChange={(next) => set({ kind: next as Kind })}
      />
      {kind === "USAGE" && (
        <Select
          label="What is counted"
          placeholder="An event type of the catalog"
          description={
            eventTypes.length === 0 && (
              <>
                What is counted is said once, in the <Door href={`${doors.catalog()}?tab=event-types`}>catalog</Door>.
              </>
            )
          }
          required
          data={eventTypes.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.eventTypeId}
          onChange={(eventTypeId) => set({ eventTypeId })}
          nothingFoundMessage="No event type yet"
        />
      )}
      {hasCount && (
        <TextInput
          label={kind === "SEATS" ? "Seats at the start" : "Units"}
          inputMode="decimal"
          required
          value={draft.quantity}
          onChange={(event) => set({ quantity: event.currentTarget.value })}
        />
      )}
      <PriceTable draft={draft} set={set} currency={contract.currency} />
      <div className={classes.pair}>
        <DayField label="First day" required value={draft.start} onChange={(next) => set({ start: next })} />
        <DayField label="Last day" value={draft.end} onChange={(end) => set({ end })} />
      </div>
      {kind !== "ONE_OFF" && (
        <SegmentedControl
          aria-label="How often it is billed"
          size="sm"
          fullWidth
          data={[
            { value: "MONTH", label: "Monthly" },
            { value: "QUARTER", label: "Quarterly" },
            { value: "YEAR", label: "Yearly" },
          ]}
          value={draft.interval}
          onChange={(interval) => set({ interval: interval as Interval })}
        />
      )}
      <Select
        label="Invoice date"
        data={[...daysOf(kind)]}
        value={draft.when}
        allowDeselect={false}
        onChange={(when) => when && set({ when: when as Draft["when"] })}
      />
      <div className={classes.pair}>
        <Select
          label="Recognized"
          placeholder="As usual"
          clearable
          data={[...patternsOf(draft)]}
          value={draft.pattern || null}
          onChange={(pattern) => set({ pattern: pattern ?? "" })}
        />
        <Select
          label="Revenue category"
          placeholder="None"
          clearable
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.categoryId}
          onChange={(categoryId) => set({ categoryId })}
        />
      </div>
      {kind !== "ONE_OFF" && (
        <div className={classes.pair}>
          <TextInput
            label="Discount"
            rightSection="%"
            inputMode="decimal"
            value={draft.discount}
            onChange={(event) => set({ discount: event.currentTarget.value })}
          />
          <TextInput
            label="Rise each year"
            rightSection="%"
            inputMode="decimal"
            value={draft.escalation}
            onChange={(event) => set({ escalation: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}

/** The last day of a year that begins on a day. */
function yearFrom(start: string): string {
  const next = new Date(`${start}T00:00:00Z`);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  next.setUTCDate(next.getUTCDate() - 1);
  return next.toISOString().slice(0, 10);
}
