import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { inTransaction, type Tx } from "../../src/platform/db/pool.ts";
import { readFeed } from "../../src/platform/events/feed-service.ts";
import { lockContracts, recordEvents } from "../../src/platform/outbox.ts";
import { publishEvents } from "../../src/webhooks/delivery-service.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";

// Writers, several that give places, and readers at once; connections of those who give places are cut. Every reader has each event
// once, none of what was rolled back, and those of one contract in the order in which its lock went round.

const rounds = Number(process.env.ACCORD_FEED_ROUNDS ?? 12);
let api: TestApi;
let owner: pg.Client;
before(async () => {
  api = await startApi({ connections: 24 });
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await api.close();
});

const firstId = "00000000-0000-0000-0000-000000000000";

class RolledBack extends Error {}

test("the feed misses no event and moves none, with concurrent writers, readers and kills", async () => {
  const merchant = await api.newMerchant();
  const { merchantId } = merchant;
  const { db } = api.platform;
  const client = clientOf(api, merchant);
  const contracts: string[] = [];
  for (let index = 0; index < 4; index++) contracts.push(await client.contract());
  const counts = new Map<string, number>();
  let written = 0;

  const write = async (contractId: string) => {
    const events = async (tx: Tx) => {
      await lockContracts(tx, merchantId, [contractId]);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int + 1 as count from outbox_event
        where merchant_id = ${merchantId} and contract_id = ${contractId} and type = 'usage.late-received'`.execute(tx);
      const count = rows[0]?.count ?? 0;
      await sleep(Math.random() * 4);
      const days = { firstDay: "2026-01-01", lastDay: "2026-01-01" };
      await recordEvents({ tx, merchant: { id: merchantId }, clock: { timestamp: "2026-01-15T12:00:00.000Z" } }, [
        { type: "usage.late-received", contractId, data: { ...days, count } },
      ]);
      // What comes to its end late has its number early.
      await sleep(Math.random() * 6);
      if (Math.random() < 0.1) throw new RolledBack();
      return count;
    };
    try {
      const count = await inTransaction(db, merchantId, events);
      counts.set(contractId, Math.max(count, counts.get(contractId) ?? 0));
      written += 1;
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
  };
  let isWriting = true;
  // Writers, placers and the one who cuts connections have ended: what a reader does then is cut by nobody.
  let isOver = false;
  const place = async () => {
    while (isWriting) {
      await publishEvents(db, merchantId).catch(() => undefined);
      await sleep(Math.random() * 5);
    }
  };
  const cut = async () => {
    while (isWriting) {
      await sleep(40);
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'active' and query like '%event_arrival%delete%' and pid <> pg_backend_pid()`,
      );
    }
  };
  const read = async () => {
    const seen: { position: number; contractId: string | null; count: unknown }[] = [];
    let cursor = 0;
    for (;;) {
      const isLast = isOver;
      if (isLast) await publishEvents(db, merchantId);
      const page = await readFeed(db, merchantId, { after: cursor, types: ["usage.late-received"], limit: 7 });
      seen.push(...page.events.map(({ position, contractId, data }) => ({ position, contractId, count: data.count })));
      cursor = page.cursor;
      if (isLast && !page.hasMore) return seen;
      await sleep(Math.random() * 3);
    }
  };
  // What a reader sees who goes by ids, as the proof that this race is one.
  const readByIds = async () => {
    const seen = new Set<string>();
    for (let cursor = firstId; ; ) {
      const isLast = isOver;
      const { rows } = await owner.query<{ id: string }>(
        "select id from outbox_event where merchant_id = $1 and id > $2 and type = 'usage.late-received' order by id",
        [merchantId, cursor],
      );
      for (const { id } of rows) seen.add(id);
      cursor = rows.at(-1)?.id ?? cursor;
      if (isLast) return seen.size;
      await sleep(1);
    }
  };
  const others = [place(), place(), cut()];
  const readers = [read(), read()];
  const byIds = readByIds();
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      for (let round = 0; round < rounds; round++) await write(contracts[index % contracts.length] ?? "");
    }),
  );
  isWriting = false;
  await Promise.all(others);
  isOver = true;
  assert.ok((await byIds) < written, "ids alone miss some");
  for (const seen of await Promise.all(readers)) {
    assert.equal(seen.length, written, "each event once");
    assert.deepEqual(
      seen.map(({ position }) => position),
      seen.map(({ position }) => position).toSorted((a, b) => a - b),
    );
    for (const contractId of contracts) {
      const own = seen.filter((event) => event.contractId === contractId).map(({ count }) => count);
      assert.deepEqual(
        own,
        Array.from({ length: counts.get(contractId) ?? 0 }, (_, index) => index + 1),
      );
    }
  }
});
