import assert from "node:assert/strict";
import type pg from "pg";
import { chainHash } from "../../src/platform/audit.ts";
import { auditChain } from "../../src/platform/audit-chain.ts";
import { type Db, inTransaction } from "../../src/platform/db/pool.ts";
import { computedHashes } from "../../src/reports/doctor/hashes-store.ts";

/**
 * Recomputes the hash of every audit row of a merchant from its present contents, and updates every stored hash of the chain: what
 * an attacker who owns the tables would do to hide a change.
 *
 * @param owner of the tables, with triggers off
 */
export async function rehashChain(owner: pg.Client, db: Db, merchantId: string): Promise<void> {
  let hash = Buffer.alloc(0) as Buffer;
  let place = 0n;
  const renewed = new Map<string, string>();
  await inTransaction(db, merchantId, async (tx) => {
    for await (const rows of auditChain(tx, merchantId)) {
      for (const row of rows) {
        place += 1n;
        const before = hash;
        hash = chainHash(before, place, row);
        assert.equal(row.sequence, place.toString());
        renewed.set(row.hash ?? "", hash.toString("hex"));
        await owner.query("update audit_log set previous_hash = $3, hash = $4 where merchant_id = $1 and id = $2", [
          ...[merchantId, row.id, before, hash],
        ]);
      }
    }
  });
  await owner.query("update audit_head set hash = $2 where merchant_id = $1", [merchantId, hash]);
  const { rows: periods } = await owner.query(
    "select month, encode(audit_hash, 'hex') as hash from accounting_period where merchant_id = $1 and audit_hash is not null",
    [merchantId],
  );
  for (const period of periods) {
    const renewedHash = Buffer.from(renewed.get(period.hash) ?? "", "hex");
    await owner.query("update accounting_period set audit_hash = $3 where merchant_id = $1 and month = $2", [
      ...[merchantId, period.month, renewedHash],
    ]);
  }
}

/** Recomputes the hash of every issued invoice of a merchant from its present contents. */
export async function rehashInvoices(owner: pg.Client, db: Db, merchantId: string): Promise<void> {
  await inTransaction(db, merchantId, async (tx) => {
    for await (const invoices of computedHashes(tx, merchantId)) {
      for (const { id, stored, computed } of invoices.filter((each) => !each.stored.equals(each.computed))) {
        await owner.query(
          "update invoice set content_hash = $3 where merchant_id = $1 and id = $2 and content_hash = $4",
          [...[merchantId, id, computed, stored]],
        );
      }
    }
  });
}
