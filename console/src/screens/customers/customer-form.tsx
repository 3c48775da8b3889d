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

/** The typed values of the form. */
type Draft = ReturnType<typeof draftOf>;

function draftOf(customer: Customer | undefined, currency: string) {
  return {
    name: customer?.name ?? "",
    companyName: customer?.companyName ?? "",
    email: customer?.primaryBillingContactEmail ?? "",
    currency: customer?.defaultCurrency ?? currency,
    dueDays: customer?.netPaymentTerms ?? 30,
    vatId: customer?.taxInfo.vatId ?? "",
    ein: customer?.taxInfo.ein ?? "",
    isTaxExempt: customer?.taxInfo.isTaxExempt ?? false,
    isNeverReminded: customer?.dunningDisabled ?? false,
    isAutoCharged: customer?.autoCharge ?? false,
    parentId: customer?.parentCustomerId ?? undefined,
    address: typedAddress(customer?.billingAddress ?? null),
    isShippedElsewhere: Boolean(customer?.shippingAddress),
    shipping: typedAddress(customer?.shippingAddress ?? null),
    /** Changed values of custom fields, by field id. */
    values: {} as Readonly<Record<string, string>>,
  };
}

function bodyOf(draft: Draft) {
  return {
    name: draft.name.trim(),
    companyName: draft.companyName.trim() || null,
    primaryBillingContactEmail: draft.email.trim() || null,
    defaultCurrency: draft.currency.trim().toUpperCase(),
    netPaymentTerms: draft.dueDays,
    parentCustomerId: draft.parentId ?? null,
    taxInfo: { vatId: draft.vatId.trim() || null, ein: draft.ein.trim() || null, isTaxExempt: draft.isTaxExempt },
    autoCharge: draft.isAutoCharged,
    dunningDisabled: draft.isNeverReminded,
    billingAddress: addressOf(draft.address),
    shippingAddress: draft.isShippedElsewhere ? addressOf(draft.shipping) : null,
    customFields: Object.entries(draft.values).map(([id, value]) => ({ id, value: value.trim() || null })),
  };
}

/** A new customer, or the record of an existing one. */
export function CustomerForm({ customer, close, then }: Props) {
  const { merchant } = useSession();
  const [draft, setDraft] = useState(() => draftOf(customer, merchant.defaultCurrency));
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const fields = (useAll("listCustomFields").data ?? []).filter(({ appliesTo }) => appliesTo === "CUSTOMER");
  const fieldValue = (id: string) =>
    draft.values[id] ?? customer?.customFields.find((each) => each.id === id)?.value ?? "";
  const submit = async () => {
    const body = bodyOf(draft);
    const saved = await (customer ? accord.updateCustomer({ id: customer.id, body }) : accord.createCustomer({ body }));
    then?.(saved);
    return customer ? `${body.name} was changed.` : `${body.name} is a customer now.`;
  };
  // An address begins with its country: without one the rest of the address would be lost.
  const isShippingReady = !draft.isShippedElsewhere || draft.shipping.country !== "";
  const isReady = draft.name.trim() !== "" && /^[A-Za-z]{3}$/.test(draft.currency.trim()) && isShippingReady;
  return (
    <FormDialog
      title={customer ? `Change ${customer.name}` : "New customer"}
      verb={customer ? "Save" : "Create"}
      isReady={isReady}
      submit={submit}
      close={close}
    >
      <TextInput
        label="Name"
        required
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={classes.row}>
        <TextInput
          label="Legal name"
          value={draft.companyName}
          onChange={(event) => set({ companyName: event.currentTarget.value })}
        />
        <TextInput
          label="E-mail of the billing contact"
          type="email"
          value={draft.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <TextInput
          label="Currency"
          maxLength={3}
          value={draft.currency}
          onChange={(event) => set({ currency: event.currentTarget.value })}
        />
        <NumberInput
          label="Days until an invoice is due"
          min={0}
          max={365}
          allowDecimal={false}
          value={draft.dueDays}
          onChange={(days) => set({ dueDays: Number(days) })}
        />
        <CustomerChoice
          isField
          label="Part of"
          value={draft.parentId}
          onChange={(chosen) => set({ parentId: chosen ?? undefined })}
        />
        <TextInput
          label="VAT number"
          value={draft.vatId}
          onChange={(event) => set({ vatId: event.currentTarget.value })}
        />
        <TextInput
          label="Employer number"
          value={draft.ein}
          onChange={(event) => set({ ein: event.currentTarget.value })}
        />
        {fields.map(({ id, name: title }) => (
          <TextInput
            key={id}
            label={title}
            value={fieldValue(id)}
            onChange={(event) => set({ values: { ...draft.values, [id]: event.currentTarget.value } })}
          />
        ))}
      </div>
      <fieldset className={classes.group}>
        <legend>Billing address</legend>
        <AddressFields value={draft.address} onChange={(address) => set({ address })} />
      </fieldset>
      <Checkbox
        label="Ships to another address"
        checked={draft.isShippedElsewhere}
        onChange={(event) => set({ isShippedElsewhere: event.currentTarget.checked })}
      />
      {draft.isShippedElsewhere && (
        <fieldset className={classes.group}>
          <legend>Shipping address</legend>
          <AddressFields value={draft.shipping} onChange={(shipping) => set({ shipping })} />
        </fieldset>
      )}
      <Checkbox
        label="Exempt from tax"
        checked={draft.isTaxExempt}
        onChange={(event) => set({ isTaxExempt: event.currentTarget.checked })}
      />
      <Checkbox
        label="Charge the default payment method when an invoice is due"
        checked={draft.isAutoCharged}
        onChange={(event) => set({ isAutoCharged: event.currentTarget.checked })}
      />
      <Checkbox
        label="Never remind of overdue invoices"
        checked={draft.isNeverReminded}
        onChange={(event) => set({ isNeverReminded: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
