import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { day } from "../../../format/day.ts";
import { quantity } from "../../../format/money.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import classes from "./change-page.module.css";
import { dayWithin, type FormProps, isNumber, useWrite } from "./form.ts";

/** Another number of seats from a day on, also in the middle of a period that is invoiced. */
export function SeatsForm({ term, setWrite }: FormProps) {
  const today = useToday();
  const [typedDay, setFrom] = useState<string>();
  const from = typedDay ?? dayWithin(term, today);
  const [seats, setSeats] = useState("");
  const [timing, setTiming] = useState<"IMMEDIATE" | "CO_TERM">(term.seatConfig?.defaultTrueUpTiming ?? "IMMEDIATE");
  const [note, setNote] = useState("");
  const isReady = isNumber(seats) && from !== "" && seats.trim() !== term.currentQuantity;
  const body = {
    effectiveDate: from,
    quantity: seats.trim(),
    trueUpTiming: timing,
    ...(note.trim() && { note: note.trim() }),
  };
  useWrite(
    setWrite,
    isReady ? write("createSeatAmendment", { id: term.contractId, billingTermId: term.id, body }) : undefined,
  );
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label="Seats from then on"
          description={`Now ${quantity(term.currentQuantity)}`}
          inputMode="decimal"
          required
          data-autofocus
          value={seats}
          error={seats !== "" && !isNumber(seats) ? "A number, such as 130" : undefined}
          onChange={(event) => setSeats(event.currentTarget.value)}
        />
        <DayField
          label="From"
          description={today < term.startDate ? `At the earliest ${day(term.startDate)}` : "First day"}
          required
          value={from}
          onChange={setFrom}
        />
      </div>
      <Select
        label="The rest of the current period"
        data={[
          { value: "IMMEDIATE", label: "Bill it at once" },
          { value: "CO_TERM", label: "Bill it with the next invoice" },
        ]}
        value={timing}
        allowDeselect={false}
        onChange={(next) => next && setTiming(next as typeof timing)}
      />
      <TextInput label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
    </>
  );
}
