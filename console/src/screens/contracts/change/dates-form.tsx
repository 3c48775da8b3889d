import { useState } from "react";
import { day } from "../../../format/day.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { write } from "../../../preview/write.ts";
import { useContract } from "../use-contract.ts";
import { type FormProps, useWrite } from "./form.ts";
import { ReasonChoice } from "./reason-choice.tsx";

/** Another first or last day of the term. */
export function DatesForm({ term, setWrite }: FormProps) {
  const isApproved = useContract().data?.status === "APPROVED";
  const [start, setStart] = useState(term.startDate);
  const [end, setEnd] = useState(term.endDate ?? "");
  const [reasonCode, setReasonCode] = useState("");
  const body = {
    ...(start !== term.startDate && { startDate: start }),
    ...(end !== (term.endDate ?? "") && { endDate: end }),
  };
  const isReady = Object.keys(body).length > 0 && start !== "" && (end !== "" || term.endDate === null);
  const reason = reasonCode && { reasonCode: reasonCode as "RENEWAL" | "CONCESSION" | "CORRECTION" };
  const input = { id: term.contractId, billingTermId: term.id, body: { ...body, ...reason } };
  useWrite(setWrite, isReady ? write("updateBillingTerm", input) : undefined);
  return (
    <>
      <DayField
        label="First day of service"
        description={
          term.invoicedThrough === null
            ? `Now ${day(term.startDate)}. Periods are counted from it.`
            : `Periods are counted from it, and it is invoiced through ${day(term.invoicedThrough)}.`
        }
        required
        value={start}
        onChange={setStart}
      />
      <DayField
        label="Last day of service"
        description={term.endDate ? `Now ${day(term.endDate)}. A later day extends the term.` : "Now it has no end."}
        required={term.endDate !== null}
        value={end}
        onChange={setEnd}
      />
      {isApproved && <ReasonChoice value={reasonCode} onChange={setReasonCode} />}
    </>
  );
}
