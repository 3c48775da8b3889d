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
  /** The amount of the effect, for policies that begin above an amount (ADR 0032). Not stored. */
  readonly amount?: Money | undefined;
  /** Whose request it was, in a write that carries out requests of several people. */
  readonly by?: { readonly actor: AuditedWrite["actor"]; readonly requestId: string };
};

/** The write that audit rows belong to: where, when and by whom it was done. */
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
  /** Hashed as JSON with sorted keys, so the order in which the database stores them does not matter. */
  readonly changes: unknown;
  readonly reason: string | null;
  readonly requestId: string | null;
};

/**
 * Appends audit rows in the transaction of the write they record (behaviour AUD-1). The database chains them in the statement that
 * is sent with the commit, so parallel writes of a merchant wait for each other only during a commit (ADR 0050). Before it, the
 * transaction does not see its own audit rows.
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
 * SHA-256 over the previous hash, the place in the chain (8 bytes) and the digest of the row. It equals what the SQL function
 * `append_audit` computes; `doctor` recomputes it (INV-26).
 */
export function chainHash(previous: Buffer, sequence: bigint, audit: HashedAudit): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(sequence);
  return createHash("sha256").update(previous).update(place).update(digestOf(audit)).digest();
}

/** SHA-256 of all fields of an audit row that the chain covers. */
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

/** The current end of the chain, read without waiting for writers; undefined before the first row. */
export async function currentHead(tx: Tx, merchantId: string): Promise<AuditHead | undefined> {
  const row = await tx.selectFrom("audit_head").selectAll().where("merchant_id", "=", merchantId).executeTakeFirst();
  return row === undefined ? undefined : { sequence: BigInt(row.sequence), hash: row.hash };
}

/** The same value with the keys of every object sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, field]) => [key, sorted(field)]));
}

/** The fields that differ between two plain records, whatever the order of their keys. A missing field is null. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Change[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths]
    .map((path) => ({ path, from: before[path] ?? null, to: after[path] ?? null }))
    .filter(({ from, to }) => JSON.stringify(sorted(from)) !== JSON.stringify(sorted(to)));
}
