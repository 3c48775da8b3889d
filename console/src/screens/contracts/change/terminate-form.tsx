import { Alert, Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { day } from "../../../format/day.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { write } from "../../../preview/write.ts";
import { type FormProps, useWrite } from "./form.ts";

/** Ends the term for good; what was billed beyond its last day may be credited. */
export function TerminateForm({ term, setWrite }: FormProps) {
  const [end, setEnd] = useState("");
  const [credit, setCredit] = useState(true);
  const [reason, setReason] = useState("");
  const body = { endDate: end, creditUnused: credit, ...(reason.trim() && { reason: reason.trim() }) };
  useWrite(
    setWrite,
    end === "" ? undefined : write("terminateBillingTerm", { id: term.contractId, billingTermId: term.id, body }),
  );
  return (
    <>
      <DayField
        label="Last day of service"
        description={term.invoicedThrough ? `Invoiced through ${day(term.invoicedThrough)}` : "Nothing is invoiced yet"}
        required
        value={end}
        onChange={setEnd}
      />
      <Checkbox
        label="Credit what was billed beyond it"
        description="Without it, the last day cannot lie before what is invoiced."
        checked={credit}
        onChange={(event) => setCredit(event.currentTarget.checked)}
      />
      <TextInput label="Why" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      <Alert color="yellow">A terminated term can never be changed again.</Alert>
    </>
  );
}
