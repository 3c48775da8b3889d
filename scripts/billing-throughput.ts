import assert from "node:assert/strict";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startApi } from "../test/support/api.ts";
import { makeBilledBook } from "../test/support/billed-book.ts";
import { clientOf } from "../test/support/client.ts";

// The time of monthly billing runs, beside one COPY of the same rows into tables with the same indexes:
//
//   npm run bench:billing -- 5000 3
//
// Each contract has three monthly terms. One is created and approved through the API, the others are copies of its rows with other ids. Tables are not analyzed.

const goal = 3;
const tables = ["invoice", "invoice_line", "journal_entry", "journal_line", "audit_log", "outbox_event"];
await run(Number(process.argv[2] ?? 1_000), Number(process.argv[3] ?? 3));

async function run(count: number, months: number): Promise<void> {
  for (const given of [count, months]) assert.ok(Number.isInteger(given) && given > 0, "counts are whole numbers");
  const api = await startApi();
  const folder = await mkdtemp(join(tmpdir(), "accord-billing-"));
  const owner = new pg.Client({ connectionString: api.connectionString });
  try {
    await owner.connect();
    await chmod(folder, 0o777);
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    await makeBilledBook(client, owner, {
      ...{ contracts: count, startDate: "2026-02-01", endDate: "2029-01-31", interval: "MONTH" },
    });
    const drafting = await seconds(() => client.advance("2026-01-20T12:00:00Z"));
    console.log(`${count} contracts; drafted in ${drafting.toFixed(2)} s`);
    for (let month = 1; month <= months; month++) {
      const to = new Date(Date.UTC(2026, month, 1, 12)).toISOString();
      const { rows } = await owner.query<{ xid: string }>("select pg_current_xact_id()::text as xid");
      const since = rows[0]?.xid ?? "";
      const billed = await seconds(() => client.advance(to));
      const copied = await copySeconds(owner, folder, since);
      const ratio = billed / copied.seconds;
      console.log(
        `${to.slice(0, 7)} ${billed.toFixed(2)} s, ${copied.rows} rows by COPY ${copied.seconds.toFixed(2)} s, ratio ${ratio.toFixed(1)} (goal ${goal})`,
      );
    }
  } finally {
    await owner.end();
    await api.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the rows written since a transaction again by COPY. */
async function copySeconds(
  owner: pg.Client,
  folder: string,
  since: string,
): Promise<{ seconds: number; rows: number }> {
  let rows = 0;
  // In a schema of their own: of what the program has in its own, it keeps the statistics.
  await owner.query("create schema if not exists plain");
  for (const table of tables) {
    const written = `select * from ${table} where xmin::text::bigint > ${BigInt(since)}`;
    const copied = await owner.query(`copy (${written}) to '${join(folder, table)}'`);
    rows += copied.rowCount ?? 0;
    await owner.query(
      `create table if not exists plain.${table} (like public.${table} including all excluding generated)`,
    );
    await owner.query(`truncate plain.${table}`);
  }
  const taken = await seconds(async () => {
    for (const table of tables) await owner.query(`copy plain.${table} from '${join(folder, table)}'`);
  });
  return { seconds: taken, rows };
}

async function seconds(use: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await use();
  return (performance.now() - begin) / 1000;
}
