import type { Customer } from "@accord/client";
import { Checkbox, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useSession } from "../../api/session.ts";
import { AddressFields, addressOf, typedAddress } from "../../parts/address-fields.tsx";
import classes from "../../parts/form-dialog.module.css";
import { FormDialog } from "../../parts/form-dialog.tsx";

type Props = {
  readonly customer?: Customer;
  readonly close: () => void;
  /** Told of what was created or changed. */
  readonly then?: (customer: Customer) => void;
};

/** A new customer, or what is recorded of one that is there. */
export function CustomerForm({ customer, close, then }: Props) {
  const { merchant } = useSession();
  const [name, setName] = useState(customer?.name ?? "");
  const [companyName, setCompanyName] = useState(customer?.companyName ?? "");
  const [email, setEmail] = useState(customer?.primaryBillingContactEmail ?? "");
  const [currency, setCurrency] = useState(customer?.defaultCurrency ?? merchant.defaultCurrency);
  const [dueDays, setDueDays] = useState(customer?.netPaymentTerms ?? 30);
  const [vatId, setVatId] = useState(customer?.taxInfo.vatId ?? "");
  const [isTaxExempt, setTaxExempt] = useState(customer?.taxInfo.isTaxExempt ?? false);
  const [isNeverReminded, setNeverReminded] = useState(customer?.dunningDisabled ?? false);
  const [address, setAddress] = useState(typedAddress(customer?.billingAddress ?? null));
  const submit = async () => {
    const body = {
      name: name.trim(),
      companyName: companyName.trim() || null,
      primaryBillingContactEmail: email.trim() || null,
      defaultCurrency: currency.trim().toUpperCase(),
      netPaymentTerms: dueDays,
      taxInfo: { vatId: vatId.trim() || null, isTaxExempt },
      dunningDisabled: isNeverReminded,
      billingAddress: addressOf(address),
    };
    then?.(customer ? await accord.updateCustomer({ id: customer.id, body }) : await accord.createCustomer({ body }));
    return customer ? `${body.name} was changed.` : `${body.name} is a customer now.`;
  };
  return (
    <FormDialog
      title={customer ? `Change ${customer.name}` : "New customer"}
      verb={customer ? "Save" : "Create"}
      isReady={name.trim() !== "" && /^[A-Za-z]{3}$/.test(currency.trim())}
      submit={submit}
      close={close}
    >
      <TextInput label="Name" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <div className={classes.row}>
        <TextInput
          label="Legal name"
          value={companyName}
          onChange={(event) => setCompanyName(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail of the billing contact"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label="Currency"
          maxLength={3}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
        <NumberInput
          label="Days until an invoice is due"
          min={0}
          max={365}
          allowDecimal={false}
          value={dueDays}
          onChange={(days) => setDueDays(Number(days))}
        />
        <TextInput label="VAT number" value={vatId} onChange={(event) => setVatId(event.currentTarget.value)} />
      </div>
      <AddressFields value={address} onChange={setAddress} />
      <Checkbox
        label="Exempt from tax"
        checked={isTaxExempt}
        onChange={(event) => setTaxExempt(event.currentTarget.checked)}
      />
      <Checkbox
        label="Never remind of late invoices"
        checked={isNeverReminded}
        onChange={(event) => setNeverReminded(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
