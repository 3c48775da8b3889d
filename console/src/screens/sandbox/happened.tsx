import { useAll } from "../../api/use-api.ts";
import { day } from "../../format/day.ts";
import { sum } from "../../format/decimal.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";

type Line = {
  readonly key: string;
  readonly on: string;
  readonly what: string;
  readonly href: string;
  readonly amount: string;
  readonly currency: string;
};

const columns: readonly Column<Line>[] = [
  { id: "on", title: "On", kind: "day", value: ({ on }) => on, onPhone: "beneath" },
  {
    id: "what",
    title: "What",
    value: ({ what }) => what,
    cell: ({ what, href }) => <TextLink href={href}>{what}</TextLink>,
    onPhone: true,
  },
  { id: "currency", title: "Currency", value: ({ currency }) => currency, width: 90, onPhone: "beneath" },
  { id: "amount", title: "Amount", kind: "money", value: ({ amount }) => amount, onPhone: true },
];

/** Invoices that were issued and payments that were received between two days, both inclusive. */
export function Happened({ since, until }: { since: string; until: string }) {
  const invoices = useAll("listInvoices", { filter: `issueDate:gte:${since},issueDate:lte:${until},status:neq:DRAFT` });
  const payments = useAll("listPayments", { filter: `receivedAt:gte:${since},receivedAt:lte:${until}` });
  return (
    <Loaded of={invoices}>
      {(issued) => (
        <Loaded of={payments}>
          {(received) => {
            const lines: Line[] = [
              ...issued.map(({ id, issueDate, invoiceNumber, total, currency }) => ({
                key: id,
                on: issueDate,
                what: `${invoiceNumber} was issued`,
                href: paths.invoice(id),
                ...{ amount: total, currency },
              })),
              ...received.map(({ id, receivedAt, customerName, total, currency }) => ({
                key: id,
                on: receivedAt,
                what: `${customerName} paid`,
                href: paths.payment(id),
                ...{ amount: total, currency },
              })),
            ].sort((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0));
            if (lines.length === 0) {
              return <EmptyState title="Nothing happened">No invoice was issued and no payment received.</EmptyState>;
            }
            return (
              <>
                <p>
                  {plural(issued.length, "invoice was issued", "invoices were issued")} from {day(since)} to{" "}
                  {day(until)}: {totals(issued)}
                </p>
                <DataTable label="What happened" columns={columns} rows={lines} rowId={({ key }) => key} />
              </>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

function totals(documents: readonly { readonly total: string; readonly currency: string }[]): string {
  return [...Map.groupBy(documents, ({ currency }) => currency)]
    .map(([currency, each]) => moneyWithCurrency(sum(each.map(({ total }) => total)), currency))
    .join(", ");
}
