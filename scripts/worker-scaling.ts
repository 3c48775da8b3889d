import assert from "node:assert/strict";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { dueWorkQueueName, hourlyQueueName, openBoss } from "../src/platform/jobs/queue.ts";
import { killLeftOver, serve } from "../test/cli/program.ts";
import { startApi, type TestApi } from "../test/support/api.ts";
import { makeBilledBook } from "../test/support/billed-book.ts";
import { clientOf } from "../test/support/client.ts";

// The throughput of due work of two worker processes, beside that of one:
//
//   npm run bench:workers -- [MERCHANTS] [CONTRACTS] [PAIRS]
//
// In each round as many live merchants, the only ones, have the invoices of as many contracts to issue, each with three yearly terms, made and approved through the
// API and multiplied under other ids. The hourly job gives each merchant a job. Rounds of one worker and of two take turns.

const goal = 1.3;
const [merchants = 6, contracts = 500, pairs = 3] = process.argv.slice(2).map(Number);
await run();

async function run(): Promise<void> {
  for (const given of [merchants, contracts, pairs]) assert.ok(given > 0, "counts are whole numbers above zero");
  const api = await startApi();
  const owner = new pg.Client({ connectionString: api.connectionString });
  try {
    await owner.connect();
    const ratios: number[] = [];
    for (let pair = 1; pair <= pairs; pair++) {
      const rounds: Record<number, Round> = {};
      for (const workers of pair % 2 === 1 ? [1, 2] : [2, 1]) rounds[workers] = await round(api, owner, workers);
      const { 1: one, 2: two } = rounds;
      assert.ok(one !== undefined && two !== undefined);
      const ratio = one.seconds / two.seconds;
      ratios.push(ratio);
      console.log(`one worker ${asText(one)}, two ${asText(two)}, ratio ${ratio.toFixed(2)}`);
    }
    const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
    console.log(
      `${merchants} merchants of ${contracts} contracts: two workers ${median?.toFixed(2)} × one (goal ${goal})`,
    );
  } finally {
    killLeftOver();
    await owner.end();
    await api.close();
  }
}

type Round = {
  readonly seconds: number;
  /** Processors that were busy with anything, on average. */
  readonly busy: number;
};

function asText({ seconds, busy }: Round): string {
  return `${seconds.toFixed(1)} s with ${busy.toFixed(1)} of ${cpus().length} processors busy`;
}

/** Seconds from the first job of due work to the end of the last one. */
async function round(api: TestApi, owner: pg.Client, workers: number): Promise<Round> {
  await owner.query("update merchant set is_sandbox = true");
  const ids: string[] = [];
  for (let index = 0; index < merchants; index++) ids.push(await merchantWithDueInvoices(api, owner));
  // What autovacuum does where the program is run; the database of this script has none.
  await owner.query("vacuum analyze");
  const environment = { DATABASE_URL: api.connectionString, LOG_LEVEL: "error" };
  const processes = await Promise.all(Array.from({ length: workers }, () => serve(environment, ["--role", "worker"])));
  const boss = openBoss({ connectionString: api.connectionString, maintains: false, onError: () => undefined });
  await boss.start();
  try {
    await boss.insert(hourlyQueueName, [{}]);
    let before = processorSeconds();
    let started = performance.now();
    for (;;) {
      const { rows } = await owner.query<{ known: number; done: number; seconds: number }>(
        `select count(*)::int as known, count(*) filter (where state = 'completed')::int as done,
           extract(epoch from max(completed_on) - min(created_on))::float8 as seconds
         from pgboss.job where name = $2 and data ->> 'merchantId' = any($1)`,
        [ids, dueWorkQueueName],
      );
      const [all] = rows;
      if (all?.known === 0) {
        before = processorSeconds();
        started = performance.now();
      }
      if (all?.done === merchants) {
        assert.equal(await issuedInvoices(owner, ids), merchants * contracts);
        const busy = ((processorSeconds() - before) * 1000) / (performance.now() - started);
        return { seconds: all.seconds, busy };
      }
      await sleep(50);
    }
  } finally {
    await boss.stop({ graceful: false });
    await Promise.all(processes.map(({ end }) => end()));
  }
}

/** Seconds that the processors of the machine have been busy for. */
function processorSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.nice + times.irq, 0) / 1000;
}

async function issuedInvoices(owner: pg.Client, merchantIds: readonly string[]): Promise<number> {
  const { rows } = await owner.query<{ issued: number }>(
    "select count(*)::int as issued from invoice where merchant_id = any($1) and status = 'ISSUED'",
    [merchantIds],
  );
  return rows[0]?.issued ?? 0;
}

/** A merchant whose drafts of 1 February are due, because it is live from then on. */
async function merchantWithDueInvoices(api: TestApi, owner: pg.Client): Promise<string> {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  await makeBilledBook(client, owner, {
    ...{ contracts, startDate: "2026-02-01", endDate: "2029-01-31", interval: "YEAR" },
  });
  const { merchantId } = client.merchant;
  await client.advance("2026-01-20T12:00:00Z");
  await owner.query("delete from sandbox_clock where merchant_id = $1", [merchantId]);
  await owner.query("update merchant set is_sandbox = false where id = $1", [merchantId]);
  return merchantId;
}
