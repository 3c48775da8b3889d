import { Modal } from "@mantine/core";
import { useSession } from "../../api/session.ts";
import { type Row, useApi } from "../../api/use-api.ts";
import { moment } from "../../format/day.ts";
import { word } from "../../format/words.ts";
import { Changes, ChangesInALine } from "../../parts/changes.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { actionTitle } from "../../parts/history.tsx";
import { Page } from "../../parts/page.tsx";
import { reasonInWords } from "../../parts/reason-words.ts";
import { RecordName } from "../../parts/record-name.tsx";
import { useActorName } from "../../parts/use-actor-name.ts";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";
import { useUrl } from "../../use-url.ts";
import classes from "./audit-log.module.css";

const filters: readonly Filter[] = [
  { kind: "text", name: "action", field: "action", label: "What was done" },
  { kind: "text", name: "kind", field: "entityType", label: "Kind of record" },
  { kind: "day", name: "from", field: "at", label: "From", rule: "gte" },
  { kind: "day", name: "to", field: "at", label: "to", rule: "lte" },
  { kind: "exact", name: "record", field: "entityId", label: "One record" },
  { kind: "exact", name: "actor", field: "actorId", label: "One person or key" },
];

/** The contract of a record without a page of its own, from its audit row. */
function contractOf(changes: Row<"listAuditLog">["changes"]): string | undefined {
  const { to, from } = changes.find(({ path }) => path === "contractId") ?? {};
  const id = to ?? from;
  return typeof id === "string" ? id : undefined;
}

/** The row in the address, whichever page of the list it is on. */
function useOpened() {
  const [url, change] = useUrl();
  const found = useApi("listAuditLog", url.entry !== undefined && { filter: { id: url.entry }, limit: 1 });
  const entry = found.data?.data.find(({ id }) => id === url.entry);
  return { entry, close: () => change({ entry: undefined, page: url.page }) };
}

/** Who did what, when and why. Rows are never removed. */
export default function AuditLog() {
  const { merchant } = useSession();
  const actor = useActorName();
  const [url, change] = useUrl();
  const { entry: opened, close } = useOpened();
  const columns: readonly Column<Row<"listAuditLog">>[] = [
    {
      id: "at",
      onPhone: "beneath",
      title: "When",
      value: ({ at }) => at,
      cell: ({ at }) => moment(at, merchant.timeZone),
      secondLine: { title: "By", cell: (entry) => actor(entry.actor) },
      width: 190,
      narrowest: 140,
    },
    {
      id: "what",
      onPhone: true,
      title: "What was done",
      value: ({ action }) => actionTitle(action),
      secondLine: {
        title: "Why",
        cell: ({ reason }) => reason && reasonInWords(reason, merchant.timeZone, actor),
      },
      width: 230,
      narrowest: 180,
    },
    {
      id: "record",
      onPhone: "beneath",
      title: "To",
      value: ({ entityType }) => word(entityType),
      cell: ({ entityType, entityId, changes }) => (
        <RecordName type={entityType} id={entityId} contractId={contractOf(changes)} />
      ),
    },
    {
      id: "changed",
      onPhone: true,
      title: "What changed",
      value: ({ changes }) => changes.map(({ path }) => path).join(", "),
      cell: (entry) => (
        <button type="button" className={classes.changed} onClick={() => change({ entry: entry.id, page: url.page })}>
          <ChangesInALine changes={entry.changes} />
        </button>
      ),
      width: 420,
      narrowest: 180,
    },
    {
      id: "request",
      title: "Request",
      value: ({ requestId }) => requestId,
      cell: ({ requestId }) => (requestId === null ? "–" : <Copyable text={requestId} shown={requestId.slice(-8)} />),
      optional: true,
    },
  ];
  return (
    <Page title="Audit log" subtitle="Every change, in a chain that shows if anything were taken out of it.">
      <ListTable
        label="Audit log"
        operation="listAuditLog"
        columns={columns}
        filters={filters}
        rowHref={({ id }) => paths.auditLog({ ...url, entry: id })}
        empty={<EmptyState title="Nothing happened yet">What people and keys change is written down here.</EmptyState>}
      />
      {opened && (
        <Modal opened onClose={close} title={actionTitle(opened.action)} size="lg">
          <p className={classes.who}>
            <RecordName type={opened.entityType} id={opened.entityId} contractId={contractOf(opened.changes)} />
            {` · ${actor(opened.actor)} · ${moment(opened.at, merchant.timeZone)}`}
          </p>
          <Changes changes={opened.changes} />
        </Modal>
      )}
    </Page>
  );
}
