import { createHash } from "node:crypto";
import { sql } from "kysely";
import { newId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import { formatInstant, wallClock } from "./clock.ts";
import { sendWithCommit, type Tx } from "./db/pool.ts";

export type Change = { readonly path: string; readonly from: unknown; readonly to: unknown };

/** What was done to which record; `changes` never holds secrets. */
export type AuditDraft = {
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly changes?: readonly Change[];
  readonly reason?: string | undefined;
  /** What it is about in money, for the policies that begin above an amount (ADR 0032); not kept. */
  readonly worth?: Money | undefined;
  /** Whose request it was, in a write that does what several asked for. */
  readonly by?: { readonly actor: AuditedWrite["actor"]; readonly requestId: string };
};

/** The write that audit rows tell of: where it is stored, when and by whom it was done. */
export type AuditedWrite = {
  readonly tx: Tx;
  readonly merchant: { readonly id: string };
  readonly clock: { readonly timestamp: string };
  readonly actor: { readonly kind: "KEY" | "USER" | "SYSTEM"; readonly id: string };
};

/** The end of a merchant's chain of audit rows. */
export type AuditHead = { readonly sequence: bigint; readonly hash: Buffer };

/** The columns of an audit row that its hash covers, in the order in which it covers them. */
export type HashedAudit = {
  readonly id: string;
  readonly at: string;
  readonly recordedAt: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  /** JSON with sorted keys, so that the database may store it in an order of its own. */
  readonly changes: unknown;
  readonly reason: string | null;
  readonly requestId: string | null;
};

/**
 * Appends audit rows in the transaction of the write they record (behaviour AUD-1). They are chained by the database in the
 * statement that leaves together with the commit, so parallel writes of a merchant wait for each other only while one is committed
 * (ADR 0050). Until then the transaction does not see them.
 */
export function recordAudit(
  { tx, merchant, clock, actor }: AuditedWrite,
  entries: readonly AuditDraft[],
  requestId: string | undefined,
): void {
  if (entries.length === 0) return;
  const recordedAt = formatInstant(wallClock());
  const rows = entries.map((entry) => {
    const by = entry.by ?? { actor, requestId };
    const audit: HashedAudit = {
      id: newId(),
      at: clock.timestamp,
      recordedAt,
      actorKind: by.actor.kind,
      actorId: by.actor.id,
      action: entry.action,
      entityType: entry.entityType,
      entityId: entry.entityId,
      changes: entry.changes ?? [],
      reason: entry.reason ?? null,
      requestId: by.requestId ?? null,
    };
    return {
      id: audit.id,
      at: audit.at,
      recorded_at: audit.recordedAt,
      actor_kind: audit.actorKind,
      actor_id: audit.actorId,
      action: audit.action,
      entity_type: audit.entityType,
      entity_id: audit.entityId,
      changes: audit.changes,
      reason: audit.reason,
      request_id: audit.requestId,
      digest: digestOf(audit).toString("hex"),
    };
  });
  const append = sql`select append_audit(${merchant.id}::uuid, ${JSON.stringify(rows)}::jsonb)`;
  sendWithCommit(tx, append.compile(tx));
}

/**
 * SHA-256 over the hash before, the place in the chain (8 bytes) and the digest of the row, as the database makes it in
 * `append_audit`; `doctor` recomputes it (INV-26).
 */
export function chainHash(previous: Buffer, sequence: bigint, audit: HashedAudit): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(sequence);
  return createHash("sha256").update(previous).update(place).update(digestOf(audit)).digest();
}

/** SHA-256 of everything that an audit row says. */
function digestOf(audit: HashedAudit): Buffer {
  const fields = [
    audit.id,
    audit.at,
    audit.recordedAt,
    audit.actorKind,
    audit.actorId,
    audit.action,
    audit.entityType,
    audit.entityId,
    sorted(audit.changes),
    audit.reason,
    audit.requestId,
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest();
}

/** The end of the chain as it is now, without waiting for writers; undefined before the first row. */
export async function currentHead(tx: Tx, merchantId: string): Promise<AuditHead | undefined> {
  const row = await tx.selectFrom("audit_head").selectAll().where("merchant_id", "=", merchantId).executeTakeFirst();
  return row === undefined ? undefined : { sequence: BigInt(row.sequence), hash: row.hash };
}

/** The same value with the keys of every object in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, field]) => [key, sorted(field)]));
}

/** The fields that differ between two plain records, in whatever order their keys are; one that is not there is null. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Change[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths]
    .map((path) => ({ path, from: before[path] ?? null, to: after[path] ?? null }))
    .filter(({ from, to }) => JSON.stringify(sorted(from)) !== JSON.stringify(sorted(to)));
}
