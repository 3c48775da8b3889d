import type { Contract } from "@accord/client";
import { NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAll } from "../../api/use-api.ts";
import { DayField } from "../../parts/day-field.tsx";
import classes from "../../parts/form-dialog.module.css";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { type ContractDetails, changedDetails, detailsOf, fieldValue } from "./contract-details.ts";

/** Changes what is recorded of a contract beside its terms. Payment terms and what is printed can change invoices to come. */
export function ContractDetailsDialog({ contract, close }: { contract: Contract; close: () => void }) {
  const [details, setDetails] = useState(() => detailsOf(contract));
  const set = (changes: Partial<ContractDetails>) => setDetails((before) => ({ ...before, ...changes }));
  const fields = (useAll("listCustomFields").data ?? []).filter(({ appliesTo }) => appliesTo === "CONTRACT");
  const body = changedDetails(contract, details);
  return (
    <PreviewDialog
      title={`Change ${contract.name}`}
      verb="Save"
      write={body && write("updateContract", { id: contract.id, body })}
      waitingFor="Change something, and what follows is shown here."
      close={close}
    >
      <div className={classes.row}>
        <TextInput
          label="Name"
          required
          value={details.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <DayField label="Signed on" value={details.closeDate} onChange={(closeDate) => set({ closeDate })} />
        <TextInput
          label="PO number"
          description="Printed on invoices to come."
          value={details.poNumber}
          onChange={(event) => set({ poNumber: event.currentTarget.value })}
        />
        <NumberInput
          label="Days until an invoice is due"
          description="Of terms without days of their own."
          min={0}
          max={365}
          allowDecimal={false}
          value={details.netPaymentTerms}
          onChange={(days) => set({ netPaymentTerms: Number(days) })}
        />
        <TextInput
          label="Billed together under"
          description="Contracts of the customer with the same word are billed on one document."
          value={details.consolidationKey}
          onChange={(event) => set({ consolidationKey: event.currentTarget.value })}
        />
        {fields.map(({ id, name }) => (
          <TextInput
            key={id}
            label={name}
            value={fieldValue(contract, details, id)}
            onChange={(event) => set({ values: { ...details.values, [id]: event.currentTarget.value } })}
          />
        ))}
      </div>
    </PreviewDialog>
  );
}
