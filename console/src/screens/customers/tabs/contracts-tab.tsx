import type { Row } from "../../../api/use-api.ts";
import { ButtonLink } from "../../../parts/button-link.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Status } from "../../../parts/status.tsx";
import { paths } from "../../../paths.ts";
import type { Column } from "../../../table/column.ts";
import { ListTable } from "../../../table/list-table.tsx";

const columns: readonly Column<Row<"listContracts">>[] = [
  { id: "name", onPhone: true, title: "Contract", value: ({ name }) => name, sort: "name" },
  {
    id: "status",
    onPhone: "beneath",
    title: "Status",
    value: ({ status }) => status,
    cell: ({ status }) => <Status code={status} />,
  },
  { id: "start", onPhone: "beneath", title: "Starts", kind: "day", value: ({ startDate }) => startDate },
  { id: "end", title: "Ends", kind: "day", value: ({ endDate }) => endDate },
  { id: "currency", onPhone: "beneath", title: "Currency", value: ({ currency }) => currency, width: 80 },
  {
    id: "value",
    onPhone: true,
    title: "Contract value",
    kind: "money",
    value: ({ totalContractValue }) => totalContractValue,
    total: "totalContractValue",
  },
];

export default function ContractsTab({ customerId }: { customerId: string }) {
  return (
    <ListTable
      label="Contracts of the customer"
      operation="listContracts"
      within={`customerId:eq:${customerId}`}
      columns={columns}
      rowHref={({ id }) => paths.contract(id)}
      empty={
        <EmptyState
          title="No contract yet"
          action={<ButtonLink href={paths.newContract({ customer: customerId })}>New contract</ButtonLink>}
        >
          A contract states what this customer buys and how it is billed.
        </EmptyState>
      }
    />
  );
}
