import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { quantity, unitPrice } from "../../../format/money.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import { useContract } from "../use-contract.ts";
import classes from "./change-page.module.css";
import { dayWithin, type FormProps, isNumber, useWrite } from "./form.ts";

/** Another price from a day on, of each unit or of the whole, or another number of units. */
export function PriceForm({ term, setWrite }: FormProps) {
  const today = useToday();
  const [from, setFrom] = useState(dayWithin(term, today));
  const [prices, setPrices] = useState(term.pricing.map(({ amount }) => amount));
  const [units, setUnits] = useState(term.quantity);
  const [settlement, setSettlement] = useState<"IMMEDIATE" | "CO_TERM" | "NONE">("IMMEDIATE");
  const [note, setNote] = useState("");
  const hasUnits = term.kind === "PER_UNIT";
  const isMoved = prices.some((each, at) => each.trim() !== term.pricing[at]?.amount) || units.trim() !== term.quantity;
  const isReady = isMoved && from !== "" && prices.every(isNumber) && isNumber(units);
  const pricing = term.pricing.map((layer, at) => ({ ...layer, amount: prices[at]?.trim() ?? layer.amount }));
  const contract = useContract().data;
  const currency = contract?.currency ?? "USD";
  const isApproved = contract?.status === "APPROVED";
  const mayAmend = isApproved && term.commitmentId === null && (term.kind === "FLAT" || term.kind === "PER_UNIT");
  const place = { id: term.contractId, billingTermId: term.id };
  const shared = { pricing, ...(hasUnits && { quantity: units.trim() }) };
  const body = { effectiveDate: from, ...shared, settlement, ...(note.trim() && { note: note.trim() }) };
  useWrite(
    setWrite,
    !isReady
      ? undefined
      : mayAmend
        ? write("createTermAmendment", { ...place, body })
        : write("updateBillingTerm", { ...place, body: { ...shared, ...(isApproved && { effectiveDate: from }) } }),
  );
  return (
    <>
      {term.pricing.map((layer, at) => (
        <TextInput
          key={layer.tier}
          label={term.pricing.length > 1 ? `Price from ${quantity(layer.tierMinimum)}` : "Price"}
          description={`Now ${unitPrice(layer.amount, currency)}${layer.amountType === "PER_ITEM" ? " each" : ""}`}
          inputMode="decimal"
          required
          value={prices[at] ?? ""}
          error={isNumber(prices[at] ?? "") ? undefined : "A number, such as 39.95"}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setPrices(prices.map((each, index) => (index === at ? next : each)));
          }}
        />
      ))}
      <div className={classes.pair}>
        {hasUnits && (
          <TextInput
            label="Units"
            description={`Now ${quantity(term.quantity)}`}
            inputMode="decimal"
            value={units}
            onChange={(event) => setUnits(event.currentTarget.value)}
          />
        )}
        {isApproved && (
          <DayField label="From" description="First day with the new price" required value={from} onChange={setFrom} />
        )}
      </div>
      {mayAmend && (
        <>
          <Select
            label="Days that are invoiced already"
            data={[
              { value: "IMMEDIATE", label: "Bill the difference at once" },
              { value: "CO_TERM", label: "Bill the difference with the next invoice" },
              { value: "NONE", label: "Leave them as they are" },
            ]}
            value={settlement}
            allowDeselect={false}
            onChange={(next) => next && setSettlement(next as typeof settlement)}
          />
          <TextInput label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
        </>
      )}
    </>
  );
}
