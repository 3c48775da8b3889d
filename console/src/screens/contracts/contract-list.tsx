import { SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useMayWrite } from "../../api/session.ts";
import type { Row } from "../../api/use-api.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { pastedNumber } from "../../format/pasted.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { MomentDay } from "../../parts/moment-day.tsx";
import { Page } from "../../parts/page.tsx";
import { Status } from "../../parts/status.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import { currencyFilter } from "../../table/currency-filter.ts";
import type { Filter } from "../../table/filters.ts";
import { type Chosen, ListTable } from "../../table/list-table.tsx";
import { useUrl } from "../../use-url.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkAction } from "./bulk-run.ts";

type Contract = Row<"listContracts">;

const columns: readonly Column<Contract>[] = [
  { id: "name", onPhone: true, title: "Contract", value: ({ name }) => name, sort: "name" },
  {
    id: "customer",
    onPhone: "beneath",
    title: "Customer",
    value: ({ customerName }) => customerName,
    cell: ({ customerId, customerName }) =>
      customerId ? <TextLink href={paths.customer(customerId)}>{customerName}</TextLink> : "none yet",
  },
  {
    id: "status",
    onPhone: "beneath",
    title: "Status",
    sort: "status",
    value: ({ status }) => status,
    cell: ({ status }) => <Status code={status} />,
  },
  { id: "start", title: "Starts", kind: "day", value: ({ startDate }) => startDate, sort: "startDate" },
  { id: "end", title: "Ends", kind: "day", value: ({ endDate }) => endDate, sort: "endDate" },
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
    sort: "totalContractValue",
    total: "totalContractValue",
    cell: ({ totalContractValue, currency }) =>
      totalContractValue === null ? "–" : moneyWithCurrency(totalContractValue, currency),
  },
  { id: "source", title: "Came from", value: ({ source }) => source, optional: true },
  { id: "po", title: "PO number", value: ({ poNumber }) => poNumber, optional: true },
];

const deletedColumns: readonly Column<Contract>[] = [
  ...columns.slice(0, 2),
  {
    id: "deleted",
    onPhone: "beneath",
    title: "Deleted on",
    kind: "day",
    value: ({ deletedAt }) => deletedAt,
    cell: ({ deletedAt }) => <MomentDay at={deletedAt} />,
  },
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
  { kind: "day", name: "startFrom", field: "startDate", rule: "gte", under: "Starts", label: "from" },
  { kind: "day", name: "startTo", field: "startDate", rule: "lte", under: "Starts", label: "to" },
  { kind: "day", name: "endFrom", field: "endDate", rule: "gte", under: "Ends", label: "from" },
  { kind: "day", name: "endTo", field: "endDate", rule: "lte", under: "Ends", label: "to" },
  {
    ...{ kind: "typed", name: "valueFrom", field: "totalContractValue", rule: "gte" },
    ...{ under: "Contract value", label: "from", read: pastedNumber },
  },
  {
    ...{ kind: "typed", name: "valueTo", field: "totalContractValue", rule: "lte" },
    ...{ under: "Contract value", label: "to", read: pastedNumber },
  },
  currencyFilter,
];

export default function ContractList() {
  const mayWrite = useMayWrite();
  const [{ show }, change] = useUrl();
  const isDeleted = show === "deleted";
  // The dialog outlives the rows that were ticked: they may leave the list while it is at work.
  const [bulk, setBulk] = useState<{ readonly action: BulkAction; readonly chosen: Chosen<Contract> }>();
  const bulkBar = (chosen: Chosen<Contract>) => (
    <BulkActions chosen={chosen} begin={(action) => setBulk({ action, chosen })} />
  );
  const create = mayWrite && (
    <ButtonLink href={paths.newContract()} leftSection={<IconPlus size={15} />}>
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
        rowHref={isDeleted ? undefined : ({ id }) => paths.contract(id)}
        bulk={mayWrite && !isDeleted ? bulkBar : undefined}
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
      {bulk && <BulkDialog {...bulk} close={() => setBulk(undefined)} />}
    </Page>
  );
}
