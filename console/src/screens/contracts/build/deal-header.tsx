import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { CustomerChoice } from "../../../parts/customer-choice.tsx";
import { DayField } from "../../../parts/day-field.tsx";
import { CustomerForm } from "../../customers/customer-form.tsx";
import classes from "./build.module.css";
import type { Deal } from "./deal-draft.ts";

type Props = { readonly deal: Deal; readonly setDeal: (deal: Deal) => void; readonly currency: string };

/** Who buys, what the contract is called, and how its price is shared. */
export function DealHeader({ deal, setDeal, currency }: Props) {
  const [isNewCustomer, setNewCustomer] = useState(false);
  const set = (changes: Partial<Deal>) => setDeal({ ...deal, ...changes });
  return (
    <section className={classes.form} aria-label="Who buys">
      <h2 className={classes.title}>Who buys</h2>
      <div>
        <CustomerChoice
          label="Customer"
          isField
          value={deal.customerId ?? undefined}
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
        value={deal.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <DayField label="Signed on" value={deal.closeDate} onChange={(closeDate) => set({ closeDate })} />
        <TextInput
          label="PO number"
          value={deal.poNumber}
          onChange={(event) => set({ poNumber: event.currentTarget.value })}
        />
      </div>
      <Select
        label="Currency"
        placeholder={currency}
        data={["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD"]}
        clearable
        value={deal.currency}
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
          value={deal.allocation}
          onChange={(allocation) => set({ allocation: allocation as Deal["allocation"] })}
        />
        <p className={classes.note}>
          {deal.allocation === "STATED"
            ? "Each part earns what it is priced at."
            : "The parts share the price of the whole contract by what each sells for by itself."}
        </p>
      </div>
      {isNewCustomer && <CustomerForm close={() => setNewCustomer(false)} then={({ id }) => set({ customerId: id })} />}
    </section>
  );
}
