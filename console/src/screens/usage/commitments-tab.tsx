import { type Row, useApi } from "../../api/use-api.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { CustomerName } from "../../parts/customer-name.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Status } from "../../parts/status.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";
import { commitmentName } from "./commitment-words.ts";
import { Drawn } from "./drawn.tsx";

const columns: readonly Column<Row<"listCommitments">>[] = [
  { id: "name", onPhone: true, title: "Commitment", value: commitmentName },
  {
    id: "customer",
    onPhone: "beneath",
    title: "Customer",
    width: 190,
    value: ({ customerId }) => customerId,
    cell: ({ customerId }) => (customerId === null ? "none yet" : <CustomerName id={customerId} />),
  },
  {
    id: "status",
    onPhone: "beneath",
    title: "Status",
    value: ({ status }) => status,
    cell: ({ status }) => <Status code={status} />,
  },
  { id: "to", title: "Ends", kind: "day", value: ({ commitmentEndDate }) => commitmentEndDate },
  {
    id: "drawn",
    title: "Drawn down",
    value: ({ totals }) => totals.consumed,
    cell: ({ totals }) => <Drawn consumed={totals.consumed} committed={totals.committed} />,
    width: 190,
  },
  {
    id: "currency",
    title: "Currency",
    value: ({ contractId }) => contractId,
    cell: ({ contractId }) => <CurrencyOf contractId={contractId} />,
  },
  { id: "committed", onPhone: true, title: "Committed in all", kind: "money", value: ({ totals }) => totals.committed },
  { id: "overage", onPhone: true, title: "Overage", kind: "money", value: ({ totals }) => totals.overages },
  { id: "trueUps", title: "True-ups", kind: "money", value: ({ totals }) => totals.trueUps, optional: true },
  { id: "prepaid", title: "Prepaid", kind: "money", value: ({ totals }) => totals.prepaid, optional: true },
];

const filters: readonly Filter[] = [{ kind: "customer", name: "customer", field: "customerId", label: "Customer" }];

/** Amounts of a commitment are in the currency of its contract. */
function CurrencyOf({ contractId }: { readonly contractId: string }) {
  return <>{useApi("getContract", { id: contractId }).data?.currency ?? "…"}</>;
}

export default function CommitmentsTab() {
  return (
    <ListTable
      label="Commitments"
      operation="listCommitments"
      columns={columns}
      filters={filters}
      rowHref={({ id }) => paths.commitment(id)}
      empty={
        <EmptyState
          title="No commitments yet"
          action={<ButtonLink href={paths.contracts()}>Choose a contract</ButtonLink>}
        >
          A commitment is what a customer commits to use. It belongs to a contract: usage draws it down, and what
          exceeds it is overage.
        </EmptyState>
      }
    />
  );
}
