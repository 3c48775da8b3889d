import { TextInput } from "@mantine/core";
import { useState } from "react";
import { isAmount } from "../../../format/money.ts";
import { write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import classes from "../build/build.module.css";
import { type Draft, draftAfter, replacementOf } from "../build/obligation-draft.ts";
import { ObligationFields } from "../build/obligation-fields.tsx";
import { useContract } from "../use-contract.ts";
import { dayWithin, type FormProps, useWrite } from "./form.ts";

/** Another product or plan in the place of the term, from a day on. */
export function SwapForm({ term, setWrite }: FormProps) {
  const contract = useContract().data;
  const today = useToday();
  const [draft, setDraft] = useState<Draft>(() => ({
    ...draftAfter(term),
    ...{ productId: null, name: "", start: dayWithin(term, today), end: term.endDate ?? "" },
  }));
  const [reason, setReason] = useState("");
  const isAllocated = contract?.allocationMethod === "RELATIVE_SSP" && draft.kind !== "USAGE";
  const standalone = draft.standalone.trim();
  const replacement = standalone === "" || isAmount(standalone) ? replacementOf(draft) : undefined;
  const newTerm = replacement && {
    ...replacement,
    ...(isAllocated && standalone && { standaloneSellingPrice: standalone }),
  };
  const why = reason.trim();
  const body = newTerm && { effectiveDate: draft.start, newTerm, ...(why && { reason: why }) };
  useWrite(setWrite, body && write("swapBillingTerm", { id: term.contractId, billingTermId: term.id, body }));
  return (
    <div className={classes.form}>
      <p className={classes.note}>
        {term.name} ends the day before its replacement begins. What it was billed beyond that is credited on the first
        invoice of the new one.
      </p>
      <ObligationFields
        draft={draft}
        setDraft={setDraft}
        currency={contract?.currency ?? "USD"}
        mayRamp={false}
        isAllocated={false}
        isInGroup
      />
      {isAllocated && (
        <TextInput
          label="Standalone selling price"
          description="What the whole service sells for by itself: the price of the contract is shared by it."
          inputMode="decimal"
          value={draft.standalone}
          onChange={(event) => setDraft({ ...draft, standalone: event.currentTarget.value })}
        />
      )}
      <TextInput label="Why" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </div>
  );
}
