import { Button, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { accord } from "../../../api/accord.ts";
import { useMayWrite, useSession } from "../../../api/session.ts";
import { useRefresh } from "../../../api/use-api.ts";
import { doors } from "../../../doors.ts";
import { CustomerChoice } from "../../../parts/customer-choice.tsx";
import { DayField } from "../../../parts/day-field.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Failure } from "../../../parts/failure.tsx";
import { Page } from "../../../parts/page.tsx";
import { useToday } from "../../../shell/use-month.ts";
import { useUrl } from "../../../use-url.ts";
import { CustomerForm } from "../../customers/customer-form.tsx";
import classes from "./build.module.css";
import { Steps } from "./steps.tsx";

/** Who buys, and what the contract is called. What is sold comes next, with its invoices and revenue beside it. */
export default function NewContract() {
  const mayWrite = useMayWrite();
  return (
    <Page title="New contract" parent={{ title: "Contracts", href: doors.contracts() }}>
      {mayWrite ? <Form /> : <EmptyState title="You can look at contracts, and not make one" />}
    </Page>
  );
}

function Form() {
  const [url] = useUrl();
  const { merchant } = useSession();
  const today = useToday();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [customerId, setCustomerId] = useState<string | null>(url.customer ?? null);
  const [isNewCustomer, setNewCustomer] = useState(false);
  const [name, setName] = useState("");
  const [typedDay, setCloseDate] = useState<string>();
  const closeDate = typedDay ?? today;
  const [poNumber, setPoNumber] = useState("");
  const [currency, setCurrency] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () =>
      accord.createContract({
        body: {
          name: name.trim(),
          customerId,
          closeDate: closeDate || null,
          ...(currency && { currency }),
          ...(poNumber.trim() && { poNumber: poNumber.trim() }),
        },
      }),
    onSuccess: async ({ id }) => {
      await refresh();
      await navigate({ to: `/contracts/${id}/add` as string });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <>
      <Steps at={0} />
      <form onSubmit={submit} className={classes.start}>
        <div>
          <CustomerChoice label="Customer" isField value={customerId ?? undefined} onChange={setCustomerId} />
          <Button variant="subtle" onClick={() => setNewCustomer(true)}>
            New customer …
          </Button>
        </div>
        <TextInput
          label="Name of the contract"
          description="As it is found again: the product and the year, or the number of the order."
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={classes.pair}>
          <DayField label="Signed on" value={closeDate} onChange={setCloseDate} />
          <TextInput label="PO number" value={poNumber} onChange={(event) => setPoNumber(event.currentTarget.value)} />
        </div>
        <Select
          label="Currency"
          placeholder={`The customer's, else ${merchant.defaultCurrency}`}
          data={["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD"]}
          clearable
          value={currency}
          onChange={setCurrency}
        />
        {create.error && <Failure error={create.error} />}
        <Button type="submit" size="sm" disabled={name.trim() === ""} loading={create.isPending}>
          Go on to what is sold
        </Button>
        <p className={classes.note}>
          Nothing is billed before the contract is approved. Until then it can be changed or deleted.
        </p>
      </form>
      {isNewCustomer && <CustomerForm close={() => setNewCustomer(false)} then={({ id }) => setCustomerId(id)} />}
    </>
  );
}
