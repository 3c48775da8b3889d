import { useSession } from "../../api/session.ts";
import type { Row } from "../../api/use-api.ts";
import { useAll } from "../../api/use-api.ts";
import { moment } from "../../format/day.ts";
import { word } from "../../format/words.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { CustomerName } from "../../parts/customer-name.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Status } from "../../parts/status.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";

/** All usage events, the invoice lines that bill them, and those that no term covers. */
export default function EventsTab() {
  const { merchant } = useSession();
  const types = useAll("listEventTypes");
  const names = new Map((types.data ?? []).map(({ id, name }) => [id, name]));
  const columns: readonly Column<Row<"listUsageEvents">>[] = [
    {
      id: "at",
      onPhone: true,
      title: "At",
      value: ({ datetime }) => datetime,
      cell: ({ datetime }) => moment(datetime, merchant.timeZone),
      sort: "datetime",
    },
    {
      id: "customer",
      onPhone: "beneath",
      title: "Customer",
      width: 190,
      value: ({ customerId }) => customerId,
      cell: ({ customerId }) => <CustomerName id={customerId} />,
    },
    { id: "type", onPhone: "beneath", title: "Event type", value: ({ eventTypeId }) => names.get(eventTypeId) ?? "…" },
    { id: "apart", title: "Differentiator", value: ({ differentiator }) => differentiator },
    {
      id: "status",
      onPhone: "beneath",
      title: "Billing",
      value: ({ status }) => status,
      cell: ({ status }) =>
        status === "RECORDED" ? (
          <Status code="RECORDED" tone="warn">
            Nothing bills it yet
          </Status>
        ) : (
          word(status)
        ),
    },
    { id: "value", onPhone: true, title: "Value", kind: "number", value: ({ value }) => value },
  ];
  const filters: readonly Filter[] = [
    { kind: "customer", name: "customer", field: "customerId", label: "Customer" },
    {
      kind: "choice",
      name: "type",
      field: "eventTypeId",
      label: "Event type",
      options: (types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    { kind: "day", name: "from", field: "datetime", label: "From", rule: "gte" },
    { kind: "day", name: "to", field: "datetime", label: "to", rule: "lte" },
    { kind: "exact", name: "matched", field: "matched", label: "Nothing bills it yet" },
    { kind: "exact", name: "kept", field: "deletedAt", rule: "isnull", label: "Not deleted" },
  ];
  return (
    <ListTable
      label="Usage events"
      operation="listUsageEvents"
      columns={columns}
      filters={filters}
      rowHref={({ id }) => paths.usageEvent(id)}
      aside={
        <ButtonLink variant="default" href={paths.unbilledUsage()}>
          Not billed yet
        </ButtonLink>
      }
      empty={
        <EmptyState title="No usage yet">
          Your systems send usage events to the API, one by one or a thousand at a time; “accord events import” takes a
          CSV file.
        </EmptyState>
      }
    />
  );
}
