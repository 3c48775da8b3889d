import { Button, Select, TextInput } from "@mantine/core";
import { type ClipboardEvent, useState } from "react";
import { day } from "../../../format/day.ts";
import { quantity } from "../../../format/money.ts";
import { pastedTable } from "../../../format/pasted.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import { EditTable } from "../build/edit-table.tsx";
import { pastedInto } from "../build/pasted-into.ts";
import classes from "./change-page.module.css";
import { dayWithin, type FormProps, isNumber, useWrite } from "./form.ts";
import { blankSeatRow, type SeatRow, seatColumns, seatWrite } from "./seat-rows.ts";

/** Another number of seats from a day on, also in the middle of a period that is invoiced; or several, as a spreadsheet has them. */
export function SeatsForm({ term, setWrite }: FormProps) {
  const today = useToday();
  const [typedDay, setFrom] = useState<string>();
  const from = typedDay ?? dayWithin(term, today);
  const [seats, setSeats] = useState("");
  const [timing, setTiming] = useState<"IMMEDIATE" | "CO_TERM">(term.seatConfig?.defaultTrueUpTiming ?? "IMMEDIATE");
  const [note, setNote] = useState("");
  const [rows, setRows] = useState<readonly SeatRow[]>();
  const paste = (event: ClipboardEvent) => {
    const table = pastedTable(event.clipboardData.getData("text"));
    if (table.length < 2) return;
    event.preventDefault();
    setRows(pastedInto([], { table, at: 0, columns: seatColumns, blank: blankSeatRow }));
  };
  const isReady = isNumber(seats) && from !== "" && seats.trim() !== term.currentQuantity;
  const body = {
    effectiveDate: from,
    quantity: seats.trim(),
    trueUpTiming: timing,
    ...(note.trim() && { note: note.trim() }),
  };
  useWrite(
    setWrite,
    rows
      ? seatWrite(term, rows, timing)
      : isReady
        ? write("createSeatAmendment", { id: term.contractId, billingTermId: term.id, body })
        : undefined,
  );
  return (
    <>
      {rows ? (
        <EditTable noun="change" columns={seatColumns} rows={rows} blank={blankSeatRow} setRows={setRows} />
      ) : (
        <div className={classes.pair}>
          <TextInput
            label="Seats from then on"
            description={`Now ${quantity(term.currentQuantity)}`}
            inputMode="decimal"
            required
            data-autofocus
            value={seats}
            onPaste={paste}
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
      )}
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
      {rows === undefined && (
        <div>
          <Button variant="subtle" onClick={() => setRows([{ from, seats, note }, blankSeatRow])}>
            Several changes at once
          </Button>
        </div>
      )}
      {rows === undefined && (
        <TextInput label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      )}
    </>
  );
}
