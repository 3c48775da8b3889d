import { SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMayWrite } from "../../api/session.ts";
import type { Row } from "../../api/use-api.ts";
import { doors } from "../../doors.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { Door } from "../../parts/door.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Page } from "../../parts/page.tsx";
import { Status } from "../../parts/status.tsx";
import type { Column } from "../../table/column.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";
import { useUrl } from "../../use-url.ts";
import { BulkActions } from "./bulk-actions.tsx";

type Contract = Row<"listContracts">;

const columns: readonly Column<Contract>[] = [
  { id: "name", onPhone: true, title: "Contract", value: ({ name }) => name, sort: "name" },
  {
    id: "customer",
    title: "Customer",
    value: ({ customerName }) => customerName,
    cell: ({ customerId, customerName }) =>
      customerId ? <Door href={doors.customer(customerId)}>{customerName}</Door> : "none yet",
  },
  {
    id: "status",
    title: "Status",
    sort: "status",
    value: ({ status }) => status,
    cell: ({ status }) => <Status code={status} />,
  },
  { id: "start", title: "Starts", kind: "day", value: ({ startDate }) => startDate },
  { id: "end", title: "Ends", kind: "day", value: ({ endDate }) => endDate },
  {
    id: "invoiced",
    title: "Invoiced through",
    kind: "day",
    value: ({ invoicedThrough }) => invoicedThrough,
    optional: true,
  },
  { id: "currency", title: "Currency", value: ({ currency }) => currency, width: 80, optional: true },
  {
    id: "value",
    onPhone: true,
    title: "Contract value",
    kind: "money",
    value: ({ totalContractValue }) => totalContractValue,
    total: "totalContractValue",
    cell: ({ totalContractValue, currency }) =>
      totalContractValue === null ? "–" : moneyWithCurrency(totalContractValue, currency),
  },
  { id: "source", title: "Came from", value: ({ source }) => source, optional: true },
  { id: "po", title: "PO number", value: ({ poNumber }) => poNumber, optional: true },
];

const deletedColumns: readonly Column<Contract>[] = [
  ...columns.slice(0, 2),
  { id: "deleted", title: "Deleted on", kind: "day", value: ({ deletedAt }) => deletedAt },
  ...columns.slice(3),
];

const filters: readonly Filter[] = [
  { kind: "text", name: "name", field: "name", label: "Name" },
  {
    kind: "choice",
    name: "status",
    field: "status",
    label: "Status",
    options: [
      { value: "NEW", label: "New" },
      { value: "PROCESSING", label: "Being checked" },
      { value: "BLOCKED", label: "Blocked" },
      { value: "PROCESSED", label: "Ready to approve" },
      { value: "APPROVED", label: "Approved" },
    ],
  },
  { kind: "customer", name: "customer", field: "customerId", label: "Customer" },
];

export default function ContractList() {
  const mayWrite = useMayWrite();
  const [{ show }, change] = useUrl();
  const isDeleted = show === "deleted";
  const create = mayWrite && (
    <ButtonLink href={doors.newContract()} leftSection={<IconPlus size={15} />}>
      New contract
    </ButtonLink>
  );
  return (
    <Page title="Contracts" actions={create}>
      <ListTable
        label="Contracts"
        key={show}
        operation={isDeleted ? "listDeletedContracts" : "listContracts"}
        columns={isDeleted ? deletedColumns : columns}
        filters={filters}
        rowHref={isDeleted ? undefined : ({ id }) => doors.contract(id)}
        bulk={mayWrite && !isDeleted ? (rows, clear) => <BulkActions rows={rows} clear={clear} /> : undefined}
        aside={
          <SegmentedControl
            aria-label="Which contracts"
            data={[
              { value: "kept", label: "Contracts" },
              { value: "deleted", label: "Deleted" },
            ]}
            value={show ?? "kept"}
            onChange={(next) => change({ show: next === "kept" ? undefined : next, sort: undefined })}
          />
        }
        empty={
          isDeleted ? (
            <EmptyState title="No contract was deleted" />
          ) : (
            <EmptyState title="No contracts yet" action={create}>
              A contract says what is billed and what earns revenue. Begin with one, and see its invoices and revenue
              before anything is saved.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
