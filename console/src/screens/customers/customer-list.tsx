import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import type { Row } from "../../api/use-api.ts";
import { countryName } from "../../format/countries.ts";
import { isZero } from "../../format/decimal.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { syncFilter } from "../../parts/ledger-sync.tsx";
import { Page } from "../../parts/page.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { useToday } from "../../shell/use-month.ts";
import type { Column } from "../../table/column.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";
import { CustomerForm } from "./customer-form.tsx";

type Customer = Row<"listCustomers">;

const datedColumns = (today: string): readonly Column<Customer>[] => [
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
  { id: "currency", onPhone: "beneath", title: "Currency", value: ({ defaultCurrency }) => defaultCurrency, width: 90 },
  amountsColumn("open", "Open", ({ open }) => open, {}),
  amountsColumn("overdue", "Overdue", ({ overdue }) => overdue, { dueBefore: today }),
  { id: "terms", title: "Due after", value: ({ netPaymentTerms }) => plural(netPaymentTerms, "day"), width: 100 },
  { id: "vat", title: "VAT number", value: ({ taxInfo }) => taxInfo.vatId, optional: true },
];

type Balance = NonNullable<Customer["balances"]>[number];

/** The open or overdue balance of a customer by currency; each amount links to its open invoices. */
function amountsColumn(
  id: string,
  title: string,
  of: (balance: Balance) => string,
  search: { readonly dueBefore?: string },
): Column<Customer> {
  const status = "ISSUED,PARTIALLY_PAID";
  return {
    ...{ id, title, onPhone: true, kind: "money" },
    value: ({ balances }) => balances?.[0] && of(balances[0]),
    cell: ({ id: customer, balances = [] }) => (
      <Amounts
        of={balances.map((balance) => ({ currency: balance.currency, amount: of(balance) }))}
        href={(currency) => paths.invoices({ customer, status, currency, ...search })}
      />
    ),
  };
}

/** The amounts in several currencies below each other; each links to its invoices. */
function Amounts({ of, href }: { of: readonly CurrencyAmount[]; href: (currency: string) => string }) {
  const some = of.filter(({ amount }) => !isZero(amount));
  if (some.length === 0) return "–";
  return some.map(({ currency, amount }) => (
    <div key={currency}>
      <TextLink href={href(currency)}>{moneyWithCurrency(amount, currency)}</TextLink>
    </div>
  ));
}

type CurrencyAmount = { readonly currency: string; readonly amount: string };

/** They are asked for with the rows: of a page it is one statement more. */
const withBalances = { balances: true };

const filters: readonly Filter[] = [{ kind: "text", name: "name", field: "name", label: "Name" }, syncFilter];

export default function CustomerList() {
  const mayWrite = useMayWrite();
  const today = useToday();
  const columns = useMemo(() => datedColumns(today), [today]);
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
        input={withBalances}
        columns={columns}
        filters={filters}
        rowHref={({ id }) => paths.customer(id)}
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
