import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { type AuditEntry, listAudit } from "../platform/audit-store.ts";
import { instantField, stringField, uuidField } from "../platform/http/filter.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Instant, Named, Nullable, OneOf, PageOf, Uuid } from "../platform/http/wire.ts";
import { type Platform, readRows } from "../platform/write.ts";

const AuditEntryView = Named(
  "AuditEntry",
  Closed({
    id: Uuid(),
    at: Instant({ description: "By the merchant's clock, which stands still in a sandbox." }),
    recordedAt: Instant({ description: "Real time." }),
    actor: Closed({ kind: OneOf(["KEY", "USER", "SYSTEM"]), id: Type.String() }),
    action: Type.String(),
    entityType: Type.String(),
    entityId: Type.String(),
    changes: Type.Array(Closed({ path: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
    requestId: Nullable(Type.String()),
    reason: Nullable(Type.String()),
  }),
);

const text = ["eq", "neq", "like", "nlike", "in", "nin"] as const;

/** The audit log, read-only (data model 19). */
export function registerAuditLogRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/audit-log",
    operationId: "listAuditLog",
    summary: "List the audit log: what was done, by whom and when",
    description: "Newest first. Every write that succeeded has its rows; one that was rejected has none.",
    tag: "Audit log",
    access: "read",
    list: {
      fields: {
        id: uuidField("eq", "in"),
        entityType: stringField(...text),
        entityId: stringField(...text),
        actorId: stringField(...text),
        action: stringField(...text),
        at: instantField(),
      },
    },
    payload: PageOf(AuditEntryView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { entries, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        listAudit(tx, merchantId, list),
      );
      return { payload: pageOf(list, entries.map(viewOf), extent), message: "Audit log." };
    },
  });
}

function viewOf({ actorKind, actorId, ...entry }: AuditEntry): Static<typeof AuditEntryView> {
  const { id, at, recordedAt, action, entityType, entityId, changes, requestId, reason } = entry;
  const actor = { kind: actorKind, id: actorId };
  return { id, at, recordedAt, actor, action, entityType, entityId, changes: [...changes], requestId, reason };
}
