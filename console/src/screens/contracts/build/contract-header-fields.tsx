import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { CustomerChoice } from "../../../parts/customer-choice.tsx";
import { DayField } from "../../../parts/day-field.tsx";
import { CustomerForm } from "../../customers/customer-form.tsx";
import classes from "./build.module.css";
import type { ContractDraft } from "./contract-draft.ts";

type Props = {
  readonly contract: ContractDraft;
  readonly setContract: (contract: ContractDraft) => void;
  readonly currency: string;
};

/** Who buys, what the contract is called, and how its price is shared. */
export function ContractHeaderFields({ contract, setContract, currency }: Props) {
  const [isNewCustomer, setNewCustomer] = useState(false);
  const set = (changes: Partial<ContractDraft>) => setContract({ ...contract, ...changes });
  return (
    <section className={classes.form} aria-label="Who buys">
      <h2 className={classes.title}>Who buys</h2>
      <div>
        <CustomerChoice
          label="Customer"
          isField
          value={contract.customerId ?? undefined}
          onChange={(customerId) => set({ customerId })}
        />
        <Button variant="subtle" onClick={() => setNewCustomer(true)}>
          New customer …
        </Button>
      </div>
      <TextInput
        label="Name of the contract"
        description="As it is found again: the product and the year, or the number of the order."
        required
        value={contract.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <DayField label="Signed on" value={contract.closeDate} onChange={(closeDate) => set({ closeDate })} />
        <TextInput
          label="PO number"
          value={contract.poNumber}
          onChange={(event) => set({ poNumber: event.currentTarget.value })}
        />
      </div>
      <Select
        label="Currency"
        placeholder={currency}
        data={["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD"]}
        clearable
        value={contract.currency}
        onChange={(next) => set({ currency: next })}
      />
      <div>
        <SegmentedControl
          aria-label="How the price is shared"
          size="sm"
          fullWidth
          data={[
            { value: "STATED", label: "Priced one by one" },
            { value: "RELATIVE_SSP", label: "One price for all" },
          ]}
          value={contract.allocation}
          onChange={(allocation) => set({ allocation: allocation as ContractDraft["allocation"] })}
        />
        <p className={classes.note}>
          {contract.allocation === "STATED"
            ? "Each part earns what it is priced at."
            : "The parts share the price of the whole contract by what each sells for by itself."}
        </p>
      </div>
      {isNewCustomer && <CustomerForm close={() => setNewCustomer(false)} then={({ id }) => set({ customerId: id })} />}
    </section>
  );
}
