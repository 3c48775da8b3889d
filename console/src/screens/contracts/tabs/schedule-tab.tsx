import type { PayloadOf } from "@accord/client";
import { useAll } from "../../../api/use-api.ts";
import { sum } from "../../../format/decimal.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Status } from "../../../parts/status.tsx";
import { paths } from "../../../paths.ts";
import { Amount } from "../../../table/cell.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import { netOf } from "../issued.ts";
import { useContractId, useSchedule } from "../use-contract.ts";

type Scheduled = PayloadOf<"getInvoiceSchedule">["data"][number] & { readonly key?: string };

/** Invoices by their numbers, which the plan does not have. */
function columnsOf(numbers: ReadonlyMap<string, string | null>): readonly Column<Scheduled>[] {
  return [
    {
      id: "number",
      onPhone: true,
      title: "Invoice",
      value: ({ invoiceId }) => invoiceId && (numbers.has(invoiceId) ? (numbers.get(invoiceId) ?? "Draft") : "…"),
    },
    ...columns,
  ];
}

const columns: readonly Column<Scheduled>[] = [
  { id: "date", onPhone: "beneath", title: "Invoice date", kind: "day", value: ({ issueDate }) => issueDate },
  { id: "due", title: "Due", kind: "day", value: ({ dueDate }) => dueDate },
  {
    id: "status",
    onPhone: "beneath",
    title: "Status",
    value: ({ status }) => status,
    cell: ({ status }) => <Status code={status} />,
  },
  { id: "lines", title: "Lines", value: ({ lineItems }) => [...new Set(lineItems.map(({ name }) => name))].join(", ") },
  { id: "total", onPhone: true, title: "Amount without tax", kind: "money", value: netOf },
];

const totalsOf = (data: readonly Scheduled[]) => ({
  total: <Amount text={sum(data.filter(({ status }) => status !== "VOID").map(netOf))} />,
});

/** All invoices of the contract in one list: those that are issued, and those that its terms foresee. */
export default function ScheduleTab() {
  const invoices = useAll("listInvoices", { filter: { contractId: useContractId() } }).data ?? [];
  const numbers = new Map(invoices.map(({ id, invoiceNumber }) => [id, invoiceNumber]));
  return (
    <Loaded of={useSchedule()}>
      {({ data, totalItems }) =>
        data.length === 0 ? (
          <EmptyState title="Nothing will be billed">
            Add a billing term, and its invoices appear here with their dates.
          </EmptyState>
        ) : (
          <DataTable
            label="Invoices and planned invoices"
            columns={columnsOf(numbers)}
            rows={data.map((each, at) => ({ ...each, key: `${at}` }))}
            rowId={({ key, invoiceId }) => invoiceId ?? key ?? ""}
            rowHref={({ invoiceId }) => (invoiceId ? paths.invoice(invoiceId) : undefined)}
            totals={data.length < totalItems ? { number: `The first ${data.length} of ${totalItems}` } : totalsOf(data)}
          />
        )
      }
    </Loaded>
  );
}
