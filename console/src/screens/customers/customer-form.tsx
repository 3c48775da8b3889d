import type { Customer } from "@accord/client";
import { Checkbox, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useSession } from "../../api/session.ts";
import { useAll } from "../../api/use-api.ts";
import { AddressFields, addressOf, typedAddress } from "../../parts/address-fields.tsx";
import { CustomerChoice } from "../../parts/customer-choice.tsx";
import classes from "../../parts/form-dialog.module.css";
import { FormDialog } from "../../parts/form-dialog.tsx";

type Props = {
  readonly customer?: Customer;
  readonly close: () => void;
  /** Called with the created or changed customer. */
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
  const [isAutoCharged, setAutoCharged] = useState(customer?.autoCharge ?? false);
  const [ein, setEin] = useState(customer?.taxInfo.ein ?? "");
  const [parentId, setParentId] = useState(customer?.parentCustomerId ?? undefined);
  const [address, setAddress] = useState(typedAddress(customer?.billingAddress ?? null));
  const [isShippedElsewhere, setShippedElsewhere] = useState(Boolean(customer?.shippingAddress));
  const [shipping, setShipping] = useState(typedAddress(customer?.shippingAddress ?? null));
  const fields = (useAll("listCustomFields").data ?? []).filter(({ appliesTo }) => appliesTo === "CUSTOMER");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const fieldValue = (id: string) => values[id] ?? customer?.customFields.find((each) => each.id === id)?.value ?? "";
  const submit = async () => {
    const body = {
      name: name.trim(),
      companyName: companyName.trim() || null,
      primaryBillingContactEmail: email.trim() || null,
      defaultCurrency: currency.trim().toUpperCase(),
      netPaymentTerms: dueDays,
      parentCustomerId: parentId ?? null,
      taxInfo: { vatId: vatId.trim() || null, ein: ein.trim() || null, isTaxExempt },
      autoCharge: isAutoCharged,
      dunningDisabled: isNeverReminded,
      billingAddress: addressOf(address),
      shippingAddress: isShippedElsewhere ? addressOf(shipping) : null,
      customFields: Object.entries(values).map(([id, value]) => ({ id, value: value.trim() || null })),
    };
    const saved = await (customer ? accord.updateCustomer({ id: customer.id, body }) : accord.createCustomer({ body }));
    then?.(saved);
    return customer ? `${body.name} was changed.` : `${body.name} is a customer now.`;
  };
  // An address begins with its country: without one the rest of the address would be lost.
  const isShippingReady = !isShippedElsewhere || shipping.country !== "";
  const isReady = name.trim() !== "" && /^[A-Za-z]{3}$/.test(currency.trim()) && isShippingReady;
  return (
    <FormDialog
      title={customer ? `Change ${customer.name}` : "New customer"}
      verb={customer ? "Save" : "Create"}
      isReady={isReady}
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
        <CustomerChoice
          isField
          label="Part of"
          value={parentId}
          onChange={(chosen) => setParentId(chosen ?? undefined)}
        />
        <TextInput label="VAT number" value={vatId} onChange={(event) => setVatId(event.currentTarget.value)} />
        <TextInput label="Employer number" value={ein} onChange={(event) => setEin(event.currentTarget.value)} />
        {fields.map(({ id, name: title }) => (
          <TextInput
            key={id}
            label={title}
            value={fieldValue(id)}
            onChange={(event) => setValues({ ...values, [id]: event.currentTarget.value })}
          />
        ))}
      </div>
      <fieldset className={classes.group}>
        <legend>Billing address</legend>
        <AddressFields value={address} onChange={setAddress} />
      </fieldset>
      <Checkbox
        label="Ships to another address"
        checked={isShippedElsewhere}
        onChange={(event) => setShippedElsewhere(event.currentTarget.checked)}
      />
      {isShippedElsewhere && (
        <fieldset className={classes.group}>
          <legend>Shipping address</legend>
          <AddressFields value={shipping} onChange={setShipping} />
        </fieldset>
      )}
      <Checkbox
        label="Exempt from tax"
        checked={isTaxExempt}
        onChange={(event) => setTaxExempt(event.currentTarget.checked)}
      />
      <Checkbox
        label="Charge the default payment method when an invoice is due"
        checked={isAutoCharged}
        onChange={(event) => setAutoCharged(event.currentTarget.checked)}
      />
      <Checkbox
        label="Never remind of overdue invoices"
        checked={isNeverReminded}
        onChange={(event) => setNeverReminded(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
