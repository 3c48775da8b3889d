import assert from "node:assert/strict";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { startApi } from "../test/support/api.ts";
import { clientOf } from "../test/support/client.ts";
import { multiplyContracts } from "../test/support/multiply-contracts.ts";
import { meteringOn } from "../test/support/usage-client.ts";

// The time of the close of one month, beside one COPY of the same journal rows into tables with the same indexes, and into
// tables that also have the journal's checks of each entry:
//
//   npm run bench:close -- 100000
//
// The book is one obligation, made and approved through the API, and its rows again under other ids as often as is asked. Usage events of the
// month that is being closed are recorded all the while, one after the other, by the thread that serves; the close has the second one, as it
// has where the program is run.

const goal = 3;
await run(Number(process.argv[2] ?? 10_000));

async function run(count: number): Promise<void> {
  assert.ok(Number.isInteger(count) && count > 0, "the count of obligations is a whole number");
  const api = await startApi({ hasSecondThread: true });
  const folder = await mkdtemp(join(tmpdir(), "accord-close-"));
  const owner = new pg.Client({ connectionString: api.connectionString });
  try {
    await owner.connect();
    const client = clientOf(api, await api.newMerchant("2026-02-15T00:00:00Z"));
    const contractId = await client.contract();
    await client.add(contractId, {
      serviceStartDate: "2026-01-01",
      serviceEndDate: "2026-12-31",
      recognitionPattern: "STRAIGHT_LINE",
      billingSchedule: {
        name: "Platform",
        startDate: "2026-01-01",
        endDate: "2026-12-31",
        interval: "YEAR",
        billingType: "FLAT",
        invoiceDateStrategy: "ARREARS",
        pricing: [{ tier: 0, amount: "1200.00", amountType: "TOTAL_INVOICE" }],
      },
    });
    await client.approve(contractId);
    await multiplyContracts(owner, client.merchant.merchantId, count - 1);
    await owner.query("analyze");

    const { customerId, eventTypeId } = await meteringOn(client);
    const answered: number[] = [];
    let isClosing = true;
    const recordEvents = async () => {
      while (isClosing) {
        const event = { customerId, eventTypeId, value: "1", datetime: "2026-01-20T00:00:00Z" };
        const body = { ...event, idempotencyKey: crypto.randomUUID() };
        answered.push(await seconds(() => client.ok("POST", "/v3/events", body)));
        await setTimeout(20);
      }
    };
    const events = recordEvents();
    const close = await seconds(() => client.ok("POST", "/v3/month-end-close/close-period?month=2026-01"));
    isClosing = false;
    await events;
    const copies = await copySeconds(owner, folder);
    const { rows } = await owner.query("select count(*)::int as lines from journal_line");
    console.log(`${count} obligations, ${rows[0].lines} journal lines`);
    console.log(`close ${close.toFixed(2)} s`);
    const slowest = Math.max(...answered) * 1000;
    console.log(`usage events meanwhile: ${answered.length}, the slowest in ${slowest.toFixed(0)} ms (goal 250)`);
    for (const [into, copy] of Object.entries(copies)) {
      console.log(`COPY into ${into} ${copy.toFixed(2)} s, ratio ${(close / copy).toFixed(1)} (goal ${goal})`);
    }
  } finally {
    await owner.end();
    await api.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Journal entries and lines of the close, written again by COPY. */
async function copySeconds(owner: pg.Client, folder: string): Promise<Readonly<Record<string, number>>> {
  // The server may run as somebody else.
  await chmod(folder, 0o777);
  const parts = ["journal_entry", "journal_line"].map((table) => ({ table, file: join(folder, table) }));
  for (const { table, file } of parts) {
    await owner.query(`copy (select * from ${table}) to '${file}'`);
    for (const kind of ["plain", "proved"]) {
      await owner.query(`create table ${kind}_${table} (like ${table} including all)`);
    }
    const { rows } = await owner.query<{ trigger: string }>(
      `select replace(pg_get_triggerdef(oid), ' ON public.${table} ', ' ON proved_${table} ') as trigger from pg_trigger
       where tgrelid = $1::regclass and not tgisinternal`,
      [table],
    );
    for (const { trigger } of rows) await owner.query(trigger);
  }
  // What an entry proves is proved of open months.
  await owner.query("update books set closed_through = null");
  const copied = (kind: string) =>
    seconds(async () => {
      for (const { table, file } of parts) await owner.query(`copy ${kind}_${table} from '${file}'`);
    });
  // The first one finds the server as the close did: what is written again takes over the log files of what was before.
  return {
    "tables with the same indexes alone": await copied("plain"),
    "tables as the journal's": await copied("proved"),
  };
}

async function seconds(use: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await use();
  return (performance.now() - begin) / 1000;
}
