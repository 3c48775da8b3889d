import { Alert, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../../../api/use-api.ts";
import { day } from "../../../format/day.ts";
import { write } from "../../../preview/write.ts";
import { type CommitmentFormProps, useWrite } from "./form.ts";

/** Ends a commitment at the end of one of its periods, not before its invoiced periods. */
export function TerminateCommitmentForm({ commitment, setWrite }: CommitmentFormProps) {
  const { id, contractId } = commitment;
  const periods = useApi("getCommitment", { commitmentId: id }).data?.periods ?? [];
  const lastInvoiced = periods.findLastIndex(({ isInvoiced }) => isInvoiced);
  const ends = periods.slice(Math.max(lastInvoiced, 0)).map(({ periodEnd }) => periodEnd);
  const [end, setEnd] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const body = { endDate: end ?? "", ...(reason.trim() && { reason: reason.trim() }) };
  useWrite(
    setWrite,
    end === null ? undefined : write("terminateCommitment", { id: contractId, commitmentId: id, body }),
  );
  return (
    <>
      <Select
        label="Last day"
        description="It ends with one of its periods, and not before what is invoiced."
        placeholder="The end of a period"
        required
        data={ends.map((each) => ({ value: each, label: day(each) }))}
        value={end}
        onChange={setEnd}
      />
      <TextInput label="Why" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      <Alert color="yellow">A terminated commitment can never be changed again. Its usage goes on at its prices.</Alert>
    </>
  );
}
