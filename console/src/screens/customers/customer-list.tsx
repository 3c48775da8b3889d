import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import type { Row } from "../../api/use-api.ts";
import { doors } from "../../doors.ts";
import { countryName } from "../../format/countries.ts";
import { plural } from "../../format/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { syncFilter } from "../../parts/ledger-sync.tsx";
import { Page } from "../../parts/page.tsx";
import type { Column } from "../../table/column.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";
import { CustomerForm } from "./customer-form.tsx";

type Customer = Row<"listCustomers">;

const columns: readonly Column<Customer>[] = [
  { id: "name", onPhone: true, title: "Customer", value: ({ name }) => name, sort: "name" },
  { id: "company", title: "Legal name", value: ({ companyName }) => companyName, optional: true },
  {
    id: "email",
    onPhone: "beneath",
    title: "Billing contact",
    value: ({ primaryBillingContactEmail }) => primaryBillingContactEmail,
  },
  {
    id: "country",
    onPhone: "beneath",
    title: "Country",
    value: ({ billingAddress }) => billingAddress?.country && countryName(billingAddress.country),
  },
  { id: "currency", onPhone: true, title: "Currency", value: ({ defaultCurrency }) => defaultCurrency, width: 90 },
  { id: "terms", title: "Due after", value: ({ netPaymentTerms }) => plural(netPaymentTerms, "day"), width: 100 },
  { id: "vat", title: "VAT number", value: ({ taxInfo }) => taxInfo.vatId, optional: true },
];

const filters: readonly Filter[] = [{ kind: "text", name: "name", field: "name", label: "Name" }, syncFilter];

export default function CustomerList() {
  const mayWrite = useMayWrite();
  const [isNew, setNew] = useState(false);
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setNew(true)}>
      New customer
    </Button>
  );
  return (
    <Page title="Customers" actions={create}>
      <ListTable
        label="Customers"
        operation="listCustomers"
        columns={columns}
        filters={filters}
        rowHref={({ id }) => doors.customer(id)}
        empty={
          <EmptyState title="No customers yet" action={create}>
            A customer is who is billed. Their address decides the tax, and their contracts what they pay.
          </EmptyState>
        }
      />
      {isNew && <CustomerForm close={() => setNew(false)} />}
    </Page>
  );
}
