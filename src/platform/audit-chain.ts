import { type AuditHead, chainHash, currentHead, type HashedAudit } from "./audit.ts";
import { instantOut } from "./clock.ts";
import type { Tx } from "./db/pool.ts";

const rowsAtOnce = 1_000;

/**
 * Recomputes a merchant's chain of audit rows and returns the first place where it does not hold, or null (behaviour AUD-2,
 * INV-26). A changed row breaks its own hash, a missing one leaves a gap. Rows missing at the end are found by the stored end of
 * the chain and, if that was set back too, by the end that each close recorded.
 *
 * Rows are read in chunks. The transaction must see one snapshot (REPEATABLE READ): otherwise a row written meanwhile looks like a
 * break.
 */
export async function verifyAuditChain(tx: Tx, merchantId: string): Promise<{ brokenAt: bigint | null }> {
  const recorded = await recordedEnds(tx, merchantId);
  const seen = (end: AuditHead) => (recorded.get(end.sequence) ?? []).every((hash) => hash.equals(end.hash));
  let end: AuditHead = { sequence: 0n, hash: Buffer.alloc(0) };
  if (!seen(end)) return { brokenAt: 1n };
  for (;;) {
    const rows = await rowsAfter(tx, merchantId, end.sequence);
    for (const row of rows) {
      const sequence = end.sequence + 1n;
      if (BigInt(row.sequence ?? 0) !== sequence || !row.previous_hash?.equals(end.hash)) return { brokenAt: sequence };
      const hash = hashOf(row, end.hash, sequence);
      if (!row.hash?.equals(hash)) return { brokenAt: sequence };
      end = { sequence, hash };
      if (!seen(end)) return { brokenAt: sequence };
    }
    if (rows.length < rowsAtOnce) break;
  }
  const beyond = [...recorded.keys()].some((sequence) => sequence > end.sequence);
  if (beyond) return { brokenAt: end.sequence + 1n };
  const stored = (await currentHead(tx, merchantId))?.sequence ?? 0n;
  return { brokenAt: stored < end.sequence ? stored + 1n : null };
}

type AuditRow = Awaited<ReturnType<typeof rowsAfter>>[number];

function rowsAfter(tx: Tx, merchantId: string, sequence: bigint) {
  return tx
    .selectFrom("audit_log")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("sequence", ">", sequence.toString())
    .orderBy("sequence")
    .limit(rowsAtOnce)
    .execute();
}

function hashOf(row: AuditRow, previous: Buffer, sequence: bigint): Buffer {
  return chainHash(previous, sequence, hashedOf(row));
}

/** The fields of a row that its hash covers. */
function hashedOf(row: AuditRow): HashedAudit {
  return {
    id: row.id,
    at: instantOut(row.at),
    recordedAt: instantOut(row.recorded_at),
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    changes: row.changes,
    reason: row.reason,
    requestId: row.request_id,
  };
}

/** A row of the chain as it is exported: its place, the previous hash, its own hash, and the fields that the hash covers. */
export type ChainedAudit = HashedAudit & {
  readonly sequence: string | null;
  readonly previousHash: string | null;
  readonly hash: string | null;
};

/** Every row of a merchant's audit log in the order of the chain, as it is stored, in chunks. */
export async function* auditChain(tx: Tx, merchantId: string): AsyncGenerator<ChainedAudit[]> {
  for (let place = 0n; ; ) {
    const rows = await rowsAfter(tx, merchantId, place);
    yield rows.map((row) => ({
      sequence: row.sequence,
      ...hashedOf(row),
      previousHash: row.previous_hash?.toString("hex") ?? null,
      hash: row.hash?.toString("hex") ?? null,
    }));
    if (rows.length < rowsAtOnce) return;
    place = BigInt(rows.at(-1)?.sequence ?? 0);
  }
}

/** The recorded ends of the chain, the current one and one of each close: hashes by place. */
async function recordedEnds(tx: Tx, merchantId: string): Promise<Map<bigint, Buffer[]>> {
  const ends: AuditHead[] = [];
  const head = await currentHead(tx, merchantId);
  if (head !== undefined) ends.push(head);
  const periods = await tx
    .selectFrom("accounting_period")
    .select(["audit_sequence", "audit_hash"])
    .where("merchant_id", "=", merchantId)
    .execute();
  for (const { audit_sequence: sequence, audit_hash: hash } of periods) {
    if (sequence !== null && hash !== null) ends.push({ sequence: BigInt(sequence), hash });
  }
  return new Map(
    [...Map.groupBy(ends, ({ sequence }) => sequence)].map(([sequence, same]) => [
      sequence,
      same.map(({ hash }) => hash),
    ]),
  );
}
