import { Button } from "@mantine/core";
import { accord } from "../../../api/accord.ts";
import { useMayWrite, useSession } from "../../../api/session.ts";
import { type Row, useRefresh } from "../../../api/use-api.ts";
import { moment } from "../../../format/day.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Status, type Tone } from "../../../parts/status.tsx";
import { done, failed } from "../../../parts/toast.ts";
import type { Column } from "../../../table/column.ts";
import type { Filter } from "../../../table/filters.ts";
import { ListTable } from "../../../table/list-table.tsx";

type Delivery = Row<"listWebhookDeliveries">;

const tones: Readonly<Record<Delivery["status"], Tone>> = { PENDING: "info", DELIVERED: "good", FAILED: "bad" };

const filters: readonly Filter[] = [
  {
    kind: "choice",
    name: "status",
    field: "status",
    label: "Status",
    options: [
      { value: "PENDING", label: "On its way" },
      { value: "DELIVERED", label: "Delivered" },
      { value: "FAILED", label: "Failed" },
    ],
  },
  { kind: "exact", name: "endpoint", field: "webhookEndpointId", label: "One endpoint" },
];

/** Deliveries of events: the endpoint, the next attempt, and the answer of the receiver. */
export default function DeliveriesTab() {
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const { merchant } = useSession();
  const resend = async ({ id }: Delivery) => {
    try {
      await accord.retryWebhookDelivery({ id });
      await refresh();
      done("It is sent again.");
    } catch (error) {
      failed(error);
    }
  };
  const columns: readonly Column<Delivery>[] = [
    { id: "type", onPhone: true, title: "Event", value: ({ eventType }) => eventType },
    {
      id: "status",
      onPhone: true,
      title: "Status",
      value: ({ status }) => status,
      cell: ({ status }) => <Status code={status} tone={tones[status]} />,
    },
    { id: "tries", title: "Tries", kind: "number", value: ({ attempts }) => String(attempts) },
    {
      id: "last",
      onPhone: "beneath",
      title: "Last try",
      value: ({ lastAttemptAt }) => lastAttemptAt,
      cell: ({ lastAttemptAt }) => moment(lastAttemptAt, merchant.timeZone),
    },
    {
      id: "next",
      title: "Next try",
      value: ({ nextAttemptAt }) => nextAttemptAt,
      cell: ({ nextAttemptAt }) => moment(nextAttemptAt, merchant.timeZone),
    },
    {
      id: "answer",
      onPhone: "beneath",
      title: "Answer",
      value: ({ responseStatus, failure }) => failure ?? responseStatus?.toString(),
    },
    {
      id: "again",
      onPhone: true,
      title: "",
      width: 120,
      value: () => "",
      cell: (delivery) =>
        mayWrite && (
          <Button variant="subtle" size="compact-xs" onClick={() => resend(delivery)}>
            Send again
          </Button>
        ),
    },
  ];
  return (
    <ListTable
      label="Webhook deliveries"
      operation="listWebhookDeliveries"
      columns={columns}
      filters={filters}
      empty={<EmptyState title="Nothing was sent yet">Add an endpoint, and send it a test.</EmptyState>}
    />
  );
}
