import { newId } from "../kernel/ids.ts";
import { formatInstant, wallClock } from "./clock.ts";
import type { WriteContext } from "./write.ts";

export type Change = { readonly path: string; readonly from: unknown; readonly to: unknown };

/** What was done to which record; `changes` never holds secrets. */
export type AuditDraft = {
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly changes?: readonly Change[];
  readonly reason?: string | undefined;
};

/** Appends audit rows in the transaction of the write they tell of (behaviour AUD-1). */
export async function recordAudit(
  context: WriteContext,
  entries: readonly AuditDraft[],
  requestId: string | undefined,
): Promise<void> {
  if (entries.length === 0) return;
  await context.tx
    .insertInto("audit_log")
    .values(
      entries.map((entry) => ({
        merchant_id: context.merchant.id,
        id: newId(),
        at: context.clock.timestamp,
        recorded_at: formatInstant(wallClock()),
        actor_kind: context.actor.kind,
        actor_id: context.actor.id,
        action: entry.action,
        entity_type: entry.entityType,
        entity_id: entry.entityId,
        changes: JSON.stringify(entry.changes ?? []),
        reason: entry.reason ?? null,
        request_id: requestId ?? null,
      })),
    )
    .execute();
}

/** The fields that differ between two plain records, for an audit row. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Change[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths]
    .filter((path) => JSON.stringify(before[path]) !== JSON.stringify(after[path]))
    .map((path) => ({ path, from: before[path] ?? null, to: after[path] ?? null }));
}
