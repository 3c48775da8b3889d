import { useSession } from "../../../api/session.ts";
import type { Row } from "../../../api/use-api.ts";
import { moment } from "../../../format/day.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Status, type Tone } from "../../../parts/status.tsx";
import { useActorName } from "../../../parts/use-actor-name.ts";
import type { Column } from "../../../table/column.ts";
import type { Filter } from "../../../table/filters.ts";
import { ListTable } from "../../../table/list-table.tsx";

type LoggedRequest = Row<"listRequestLog">;

const tones: Readonly<Record<LoggedRequest["outcome"], Tone>> = { SUCCEEDED: "good", REJECTED: "warn", FAILED: "bad" };

const filters: readonly Filter[] = [
  { kind: "text", name: "path", field: "path", label: "Address" },
  { kind: "text", name: "request", field: "requestId", label: "Request id" },
  {
    kind: "choice",
    name: "outcome",
    field: "outcome",
    label: "Outcome",
    options: [
      { value: "SUCCEEDED", label: "Succeeded" },
      { value: "REJECTED", label: "Rejected" },
      { value: "FAILED", label: "Failed" },
    ],
  },
  { kind: "day", name: "from", field: "at", label: "From", rule: "gte" },
];

/** Writes and rejected requests of the last seven days. */
export default function RequestsTab() {
  const { merchant } = useSession();
  const actor = useActorName();
  const columns: readonly Column<LoggedRequest>[] = [
    { id: "what", onPhone: true, title: "Request", narrowest: 200, value: ({ method, path }) => `${method} ${path}` },
    {
      id: "outcome",
      onPhone: true,
      title: "Outcome",
      value: ({ outcome }) => outcome,
      cell: ({ outcome, status }) => (
        <Status code={outcome} tone={tones[outcome]}>
          {String(status)}
        </Status>
      ),
    },
    { id: "code", onPhone: "beneath", title: "Error code", narrowest: 140, value: ({ errorCode }) => errorCode },
    { id: "took", title: "Milliseconds", kind: "number", value: ({ milliseconds }) => String(milliseconds) },
    {
      id: "by",
      onPhone: "beneath",
      title: "By",
      narrowest: 110,
      // A key acts for a person, whose id the request has as well: the key is what sent it.
      value: ({ keyId, userId }) =>
        keyId === null
          ? userId === null
            ? "Nobody"
            : actor({ kind: "USER", id: userId })
          : actor({ kind: "KEY", id: keyId }),
    },
    {
      id: "at",
      onPhone: "beneath",
      title: "At",
      value: ({ at }) => at,
      cell: ({ at }) => moment(at, merchant.timeZone),
    },
  ];
  return (
    <ListTable
      label="Requests"
      operation="listRequestLog"
      columns={columns}
      filters={filters}
      rowHref={({ id }) => `/developers/requests/${id}`}
      empty={
        <EmptyState title="No requests yet">
          Writes and rejected requests of the last seven days appear here.
        </EmptyState>
      }
    />
  );
}
