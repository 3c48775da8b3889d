import type { Customer } from "@accord/client";
import { Button } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { plural } from "../../format/words.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { History } from "../../parts/history.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { UrlTabs } from "../../parts/url-tabs.tsx";
import { paths } from "../../paths.ts";
import { CustomerFigures } from "./customer-figures.tsx";
import { CustomerForm } from "./customer-form.tsx";

const Contracts = lazy(() => import("./tabs/contracts-tab.tsx"));
const Invoices = lazy(() => import("./tabs/invoices-tab.tsx"));
const Payments = lazy(() => import("./tabs/payments-tab.tsx"));
const CreditMemos = lazy(() => import("./tabs/credit-memos-tab.tsx"));
const Account = lazy(() => import("./tabs/account-tab.tsx"));
const Usage = lazy(() => import("./tabs/usage-tab.tsx"));
const Contacts = lazy(() => import("./tabs/contacts-tab.tsx"));
const Details = lazy(() => import("./tabs/details-tab.tsx"));

export default function CustomerPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const customer = useApi("getCustomer", { id });
  const parent = { title: "Customers", href: paths.customers() };
  if (customer.data === undefined) {
    return (
      <Page title="Customer" parent={parent}>
        <Loaded of={customer}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Found customer={customer.data} parent={parent} />;
}

function Found({ customer, parent }: { customer: Customer; parent: { title: string; href: string } }) {
  const mayWrite = useMayWrite();
  const [isChanging, setChanging] = useState(false);
  const { id, name, companyName, parentCustomerId, netPaymentTerms, defaultCurrency } = customer;
  const tabs = [
    { id: "contracts", title: "Contracts", show: () => <Contracts customerId={id} /> },
    { id: "invoices", title: "Invoices", show: () => <Invoices customerId={id} /> },
    { id: "payments", title: "Payments", show: () => <Payments customerId={id} /> },
    { id: "credit-memos", title: "Credit memos", show: () => <CreditMemos customerId={id} /> },
    { id: "account", title: "Statement of account", show: () => <Account customerId={id} /> },
    { id: "usage", title: "Usage", show: () => <Usage customerId={id} /> },
    { id: "contacts", title: "Contacts", show: () => <Contacts customerId={id} /> },
    { id: "details", title: "Details", show: () => <Details customer={customer} /> },
    { id: "history", title: "History", show: () => <History entityId={id} /> },
  ];
  return (
    <Page
      title={name}
      parent={parent}
      subtitle={
        <>
          {companyName && companyName !== name && <span>{companyName}</span>}
          {parentCustomerId && <TextLink href={paths.customer(parentCustomerId)}>Part of another customer</TextLink>}
          <span>Invoices are due after {plural(netPaymentTerms, "day")}</span>
          <span>Bills in {defaultCurrency}</span>
        </>
      }
      actions={
        mayWrite && (
          <>
            <Button variant="default" onClick={() => setChanging(true)}>
              Change
            </Button>
            <ButtonLink variant="default" href={paths.payments({ record: id })}>
              Record a payment
            </ButtonLink>
            <ButtonLink href={paths.newContract({ customer: id })}>New contract</ButtonLink>
          </>
        )
      }
    >
      <CustomerFigures customer={customer} />
      <UrlTabs label="Parts of the customer" tabs={tabs} />
      {isChanging && <CustomerForm customer={customer} close={() => setChanging(false)} />}
    </Page>
  );
}
