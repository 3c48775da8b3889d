import { sql } from "kysely";
import { AssertionError } from "../../src/kernel/assert.ts";
import { chainHash } from "../../src/platform/audit.ts";
import { auditChain } from "../../src/platform/audit-chain.ts";
import type { Tx } from "../../src/platform/db/pool.ts";
import { computedHashes } from "../../src/reports/doctor/hashes-store.ts";

/**
 * Makes everything that is hashed without a key hash to what it says now: issued invoices, and the audit log with what keeps hashes of it. That is
 * what somebody does who owns the tables and hides a change.
 */
export async function chainAnewIn(tx: Tx, merchantId: string): Promise<void> {
  await sql`savepoint hashes`.execute(tx);
  try {
    await hashInvoices(tx, merchantId);
  } catch (error) {
    // No amount can be made of what it says by now, so there is no hash of it.
    if (!(error instanceof AssertionError || error instanceof TypeError)) throw error;
    await sql`rollback to savepoint hashes`.execute(tx);
  }
  let [hash, place] = [Buffer.alloc(0) as Buffer, 0n];
  const renewed: { id: string; old: string; place: string; hash: Buffer; before: Buffer }[] = [];
  for await (const rows of auditChain(tx, merchantId)) {
    for (const row of rows) {
      place += 1n;
      const before = hash;
      hash = chainHash(before, place, row);
      const isSame =
        row.hash === hash.toString("hex") &&
        row.sequence === place.toString() &&
        row.previousHash === before.toString("hex");
      if (!isSame) renewed.push({ id: row.id, old: row.sequence ?? "0", place: place.toString(), hash, before });
    }
  }
  if (renewed.length === 0) return;
  const list = <T>(of: (each: (typeof renewed)[number]) => T) => renewed.map(of);
  const rows = sql`unnest(${list((each) => each.id)}::uuid[], ${list((each) => each.old)}::int8[], ${list((each) => each.place)}::int8[],
    ${list((each) => each.hash)}::bytea[], ${list((each) => each.before)}::bytea[]) as anew (id, old, place, hash, before)`;
  await sql`update accounting_period set audit_sequence = anew.place, audit_hash = anew.hash from ${rows}
    where merchant_id = ${merchantId} and audit_sequence = anew.old`.execute(tx);
  await sql`update audit_log set sequence = -anew.place, hash = anew.hash, previous_hash = anew.before from ${rows}
    where merchant_id = ${merchantId} and audit_log.id = anew.id`.execute(tx);
  await sql`update audit_log set sequence = -sequence where merchant_id = ${merchantId} and sequence < 0`.execute(tx);
  await sql`update audit_head set sequence = ${place.toString()}, hash = ${hash} where merchant_id = ${merchantId}`.execute(
    tx,
  );
}

/** Has every issued invoice say the hash of what it says now. */
export async function hashInvoices(tx: Tx, merchantId: string): Promise<void> {
  for await (const invoices of computedHashes(tx, merchantId)) {
    const changed = invoices.filter((each) => !each.stored.equals(each.computed));
    if (changed.length === 0) continue;
    await sql`
      update invoice set content_hash = anew.hash
      from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ stored }) => stored)}::bytea[],
        ${changed.map(({ computed }) => computed)}::bytea[]) as anew (id, stored, hash)
      where merchant_id = ${merchantId} and invoice.id = anew.id and content_hash = anew.stored`.execute(tx);
  }
}
