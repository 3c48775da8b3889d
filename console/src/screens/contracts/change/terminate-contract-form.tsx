import { Alert, Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { DayField } from "../../../parts/day-field.tsx";
import { fileWrite } from "./change-file.ts";
import { endingOf, endingText, partsOf, terminationRows } from "./contract-end.ts";
import { type ContractFormProps, useWrite } from "./form.ts";
import { PartChoice } from "./part-choice.tsx";

/** Ends all commitments and terms of a contract in one write. */
export function TerminateContractForm({ terms, commitments, setWrite }: ContractFormProps) {
  const parts = partsOf(terms, commitments);
  const [last, setLast] = useState("");
  const [credits, setCredits] = useState(true);
  const [reason, setReason] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>(() => parts.map(({ id }) => id));
  const ended = parts.filter(({ id }) => chosen.includes(id));
  useWrite(setWrite, last === "" ? undefined : fileWrite(terminationRows(ended, { last, credits, reason })));
  return (
    <>
      <DayField label="Last day of service" required value={last} onChange={setLast} />
      <Checkbox
        label="Credit what was billed beyond it"
        description="Without it, the last day cannot lie before what is invoiced."
        checked={credits}
        onChange={(event) => setCredits(event.currentTarget.checked)}
      />
      <TextInput label="Why" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      <PartChoice
        legend="What ends"
        {...{ parts, chosen, setChosen }}
        textOf={(part) => endingText(part, last)}
        isOut={(part) => last !== "" && endingOf(part, last) === "over"}
      />
      <Alert color="yellow">What is terminated can never be changed again. All of it is done, or nothing.</Alert>
    </>
  );
}
