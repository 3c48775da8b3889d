import { Button, SegmentedControl } from "@mantine/core";
import { useMayWrite, useSession } from "../../api/session.ts";
import { ageFilter } from "../../format/ages.ts";
import { day } from "../../format/day.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { syncFilter } from "../../parts/ledger-sync.tsx";
import { Page } from "../../parts/page.tsx";
import { paths } from "../../paths.ts";
import { useToday } from "../../shell/use-month.ts";
import { currencyFilter } from "../../table/currency-filter.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";
import { useUrl } from "../../use-url.ts";
import { AgeChips } from "./age-chips.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";
import { NewInvoiceDialog } from "./new-invoice-dialog.tsx";

const filters: readonly Filter[] = [
  { kind: "text", name: "number", field: "invoiceNumber", label: "Number" },
  {
    kind: "choice",
    name: "status",
    field: "status",
    label: "Status",
    options: [
      { value: "DRAFT", label: "Draft" },
      { value: "ISSUED", label: "Issued" },
      { value: "PARTIALLY_PAID", label: "Partly paid" },
      { value: "PAID", label: "Paid" },
      { value: "UNCOLLECTIBLE", label: "Written off" },
      { value: "VOID", label: "Void" },
    ],
  },
  { kind: "customer", name: "customer", field: "customerId", label: "Customer" },
  syncFilter,
  { kind: "day", name: "from", field: "issueDate", rule: "gte", label: "From" },
  { kind: "day", name: "to", field: "issueDate", rule: "lte", label: "to" },
  { kind: "exact", name: "dueBefore", field: "dueDate", rule: "lt", label: "Overdue" },
  { kind: "exact", name: "contract", field: "contractId", label: "One contract" },
  { kind: "day", name: "dueFrom", field: "dueDate", rule: "gte", under: "Due", label: "from" },
  { kind: "day", name: "dueTo", field: "dueDate", rule: "lte", under: "Due", label: "to" },
  currencyFilter,
];

const plainColumns = invoiceColumns.filter(({ id }) => id !== "owed");

/** The filter for balances on a day, labelled with that day. */
const owedFilter = (owedOn: string): Filter => ({
  ...{ kind: "exact", name: "owedOn", field: "owedOn" },
  label: `Owed on ${day(owedOn)}`,
});

/** Invoices up to today, those that are still to come, or both. */
const spans = [
  { value: "now", label: "To date" },
  { value: "upcoming", label: "Upcoming" },
  { value: "all", label: "All" },
];

/** Filters with which upcoming invoices are shown too. */
const named = ["from", "to", "contract", "age", "owedOn"] as const;

export default function InvoiceList() {
  const [url, change] = useUrl();
  const { age, owedOn } = url;
  const today = useToday();
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const columns = owedOn === undefined ? plainColumns : invoiceColumns;
  const show = url.show ?? (named.some((name) => url[name] !== undefined) ? "all" : "now");
  const within = [
    ageFilter(age, today, merchant.defaultCurrency),
    show === "now" && `issueDate:lte:${today}`,
    show === "upcoming" && `issueDate:gt:${today}`,
  ];
  return (
    <Page
      title="Invoices"
      parent={url.report === ageing ? wayBack(url) : undefined}
      actions={mayWrite && <Button onClick={() => change({ new: "invoice" })}>New invoice</Button>}
    >
      <AgeChips />
      <ListTable
        label="Invoices"
        operation="listInvoices"
        columns={columns}
        filters={owedOn === undefined ? filters : [owedFilter(owedOn), ...filters]}
        within={within.filter(Boolean).join(",") || undefined}
        order={show === "upcoming" ? "issueDate:asc" : "issueDate:desc"}
        aside={
          <SegmentedControl
            aria-label="Which invoices"
            data={spans}
            value={show}
            onChange={(next) => change({ show: next, sort: undefined })}
          />
        }
        rowHref={({ id }) => paths.invoice(id)}
        empty={
          show === "upcoming" ? (
            <EmptyState title="Nothing is to come">
              The next invoices of approved contracts are drafted here.
            </EmptyState>
          ) : age === undefined ? (
            <EmptyState title="No invoices yet">
              Approve a contract: its first invoice is drafted here, and issued on its day.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing is owed for so long">Click the group again to see every invoice.</EmptyState>
          )
        }
      />
      {mayWrite && url.new !== undefined && <NewInvoiceDialog close={() => change({ new: undefined }, true)} />}
    </Page>
  );
}

const ageing = "receivables-ageing";

/** A link back to the cell of the report, with its month and currency. */
function wayBack({ month, currency }: Readonly<Record<string, string | undefined>>) {
  return { title: "Receivables ageing", href: paths.report(ageing, { month, currency }) };
}
