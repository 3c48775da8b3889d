import { sql } from "kysely";
import { type AuditHead, chainHash, currentHead } from "../../platform/audit.ts";
import { instantOut } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { merged, noViolations, type Violations, violationsOf } from "./finding.ts";
import { type Probe, probe, queryProbe } from "./probe-store.ts";

const rowsPerChunk = 5_000;

/** INV-26: the chain of audit rows, whose end each close keeps (behaviour AUD-2). */
export const auditProbes: readonly Probe[] = [
  probe(
    {
      id: "INV-26",
      severity: "breach",
      sentence: "No row of the audit log was changed, taken out or cut off: each carries the hash of the one before.",
    },
    async ({ tx, merchant }) => walkChain(tx, merchant.id),
  ),
  queryProbe(
    {
      id: "INV-26",
      severity: "breach",
      sentence: "The audit log still holds the row at which it ended when each month was closed.",
    },
    (merchantId) => sql`
      select to_char(month, 'YYYY-MM') as id from accounting_period as period
      where merchant_id = ${merchantId} and audit_sequence > 0 and not exists (
        select from audit_log as audit
        where audit.merchant_id = ${merchantId} and audit.sequence = period.audit_sequence
          and audit.hash = period.audit_hash)`,
  ),
];

type AuditRow = {
  id: string;
  at: string;
  recorded_at: string;
  actor_kind: string;
  actor_id: string;
  action: string;
  entity_type: string;
  entity_id: string;
  changes: unknown;
  reason: string | null;
  request_id: string | null;
  sequence: string;
  previous_hash: Buffer;
  hash: Buffer;
};

/** The broken links, first one first. Behind a broken link the walk goes on from what is stored. */
async function walkChain(tx: Tx, merchantId: string): Promise<Violations> {
  let violations = noViolations;
  let end: AuditHead = { sequence: 0n, hash: Buffer.alloc(0) };
  for (;;) {
    const rows = await rowsAfter(tx, merchantId, end.sequence);
    if (rows.length === 0) break;
    const broken: string[] = [];
    for (const row of rows) {
      const sequence = BigInt(row.sequence);
      const follows = sequence === end.sequence + 1n && row.previous_hash.equals(end.hash);
      if (!follows || !hashOf(row).equals(row.hash)) broken.push(`${row.sequence}/${row.id}`);
      end = { sequence, hash: row.hash };
    }
    violations = merged(violations, violationsOf(broken));
  }
  const head = (await currentHead(tx, merchantId)) ?? { sequence: 0n, hash: Buffer.alloc(0) };
  const endsAtHead = head.sequence === end.sequence && head.hash.equals(end.hash);
  return endsAtHead ? violations : merged(violations, violationsOf([`${end.sequence + 1n}/missing`]));
}

async function rowsAfter(tx: Tx, merchantId: string, sequence: bigint): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select * from audit_log where merchant_id = ${merchantId} and sequence > ${sequence}
    order by sequence limit ${rowsPerChunk}`.execute(tx);
  return rows;
}

function hashOf(row: AuditRow): Buffer {
  return chainHash(row.previous_hash, BigInt(row.sequence), {
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
  });
}
