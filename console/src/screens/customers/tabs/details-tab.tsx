import type { Customer } from "@accord/client";
import { word } from "../../../format/words.ts";
import { AddressLines } from "../../../parts/address-fields.tsx";
import { Copyable } from "../../../parts/copyable.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { syncFact } from "../../../parts/ledger-sync.tsx";
import { MomentDay } from "../../../parts/moment-day.tsx";
import { Card, Section } from "../../../parts/section.tsx";

/** What is recorded of the customer. */
export default function DetailsTab({ customer }: { customer: Customer }) {
  const { taxInfo, billingAddress, shippingAddress } = customer;
  return (
    <Section title="Recorded">
      <Card>
        <Facts
          facts={[
            ["Billing address", <AddressLines key="billing" address={billingAddress} />],
            shippingAddress && ["Shipping address", <AddressLines key="shipping" address={shippingAddress} />],
            ["VAT number", taxInfo.vatId ?? "–"],
            taxInfo.ein !== null && ["Employer number", taxInfo.ein],
            ["Tax", taxInfo.isTaxExempt ? "Exempt" : "By the billing address"],
            ["Reminders of overdue invoices", customer.dunningDisabled ? "Never" : "Yes"],
            ["Charged when due", customer.autoCharge ? "Yes, by the default payment method" : "No"],
            ["Customer since", <MomentDay key="since" at={customer.createdAt} />],
            syncFact(customer.syncStatus),
            ["Id", <Copyable key="id" text={customer.id} />],
            ...customer.externalIds.map(
              ({ sourceType, externalId }) => [`Id in ${word(sourceType)}`, externalId] as const,
            ),
            ...customer.customFields.map(({ name, value }) => [name, value] as const),
          ]}
        />
      </Card>
    </Section>
  );
}
