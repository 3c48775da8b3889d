import { useState } from "react";
import { day } from "../../../format/day.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { write } from "../../../preview/write.ts";
import { type FormProps, useWrite } from "./form.ts";

/** A later or earlier last day of the term. */
export function DatesForm({ term, setWrite }: FormProps) {
  const [end, setEnd] = useState(term.endDate ?? "");
  const isReady = end !== "" && end !== term.endDate;
  const input = { id: term.contractId, billingTermId: term.id, body: { endDate: end } };
  useWrite(setWrite, isReady ? write("updateBillingTerm", input) : undefined);
  return (
    <DayField
      label="Last day of service"
      description={term.endDate ? `Now ${day(term.endDate)}. A later day extends the term.` : "Now it has no end."}
      required
      value={end}
      onChange={setEnd}
    />
  );
}
