import { sql } from "kysely";
import type { Change } from "./audit.ts";
import type { Actor } from "./auth/person.ts";
import { instantOut } from "./clock.ts";
import type { Tx } from "./db/pool.ts";
import { column, type FilterTarget } from "./http/filter-sql.ts";
import type { Extent, ListQuery } from "./http/list-query.ts";
import { selectPage } from "./http/page-sql.ts";

/** One row of the audit log. */
export type AuditEntry = {
  readonly id: string;
  readonly at: string;
  readonly recordedAt: string;
  readonly actorKind: Actor["kind"];
  readonly actorId: string;
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly changes: readonly Change[];
  readonly reason: string | null;
  readonly requestId: string | null;
};

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  id: column(sql.ref("audit_log.id")),
  entityType: column(sql.ref("audit_log.entity_type")),
  entityId: column(sql.ref("audit_log.entity_id")),
  actorId: column(sql.ref("audit_log.actor_id")),
  action: column(sql.ref("audit_log.action")),
  at: column(sql.ref("audit_log.at")),
};

/** One page of the audit log, newest first, and the number of rows on all pages. */
export async function listAudit(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ entries: AuditEntry[]; extent: Extent }> {
  const all = tx.selectFrom("audit_log").selectAll().where("merchant_id", "=", merchantId);
  const order = [
    ["at", "desc"],
    ["id", "desc"],
  ] as const;
  // Places in the chain begin with 1 and have no gap, so the end of the chain is the number of rows.
  const size = tx
    .selectFrom("audit_head")
    .select(sql<string>`coalesce(max(sequence), 0)`.as("total"))
    .where("merchant_id", "=", merchantId);
  const { rows, extent } = await selectPage(all, list, { targets: filterTargets, order, size });
  const entries = rows.map((row) => ({
    id: row.id,
    at: instantOut(row.at),
    recordedAt: instantOut(row.recorded_at),
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    changes: row.changes as readonly Change[],
    reason: row.reason,
    requestId: row.request_id,
  }));
  return { entries, extent };
}
