import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { percentile } from "../bench/rounds.ts";
import { startApi } from "../test/support/api.ts";
import { makeBilledBook } from "../test/support/billed-book.ts";
import { type Client, clientOf } from "../test/support/client.ts";

// The time of list pages while invoices of the same merchant are issued, its month is closed and its reports are computed, beside
// the same lists on an idle server:
//
//   npm run bench:during -- [CONTRACTS]
//
// Each contract has three monthly terms, made and approved through the API and multiplied under other ids. Three clients read a list each, a
// page of 50 every 20 ms. Runs are repeated until lists were read for ten seconds; long ones have the second thread, as where the program is run.

const goal = 3;
const measuredSeconds = 10;
const lists = ["/v3/contracts", "/v3/invoices", "/v3/customers"];
await run(Number(process.argv[2] ?? 2_000));

async function run(count: number): Promise<void> {
  assert.ok(Number.isInteger(count) && count > 0, "the count of contracts is a whole number");
  const api = await startApi({ hasSecondThread: true });
  const owner = new pg.Client({ connectionString: api.connectionString });
  try {
    await owner.connect();
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    await makeBilledBook(client, owner, {
      ...{ contracts: count, startDate: "2026-01-01", endDate: "2028-12-31", interval: "MONTH" },
    });
    await client.advance("2026-01-20T12:00:00Z");
    await owner.query("vacuum analyze");
    // The number of months billed so far, and of those closed.
    let billed = 1;
    let closed = 0;
    const bill = () => client.advance(new Date(Date.UTC(2026, billed++, 1, 12)).toISOString());
    const close = async () => {
      if (closed === billed - 1) return "over";
      return await client.ok(
        "POST",
        `/v3/month-end-close/close-period?month=2026-${String(++closed).padStart(2, "0")}`,
      );
    };
    const report = () => client.ok("GET", "/v3/reports/waterfall?month=2026-02&asOf=2026-02-15");
    await bill();
    await readListsDuring(client, () => sleep(1_000));
    const idle = await readListsDuring(client, () => sleep(1_000));
    console.log(`${count} contracts; alone: ${described(idle)}`);
    for (const [what, work] of [
      ["billing runs", bill],
      ["closes", close],
      ["reports as of a day", report],
    ] as const) {
      const times = await readListsDuring(client, work);
      const ratio = percentile(times, 0.99) / percentile(idle, 0.99);
      console.log(`during ${what}: ${described(times)}, 99 % ${ratio.toFixed(1)} × (goal ${goal})`);
    }
  } finally {
    await owner.end();
    await api.close();
  }
}

function described(times: readonly number[]): string {
  const [half, most] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(0));
  return `${times.length} pages, half within ${half} ms, 99 % within ${most} ms`;
}

/** Repeats the work, until it says that it is over, while lists are read; returns the milliseconds of each page. */
async function readListsDuring(client: Client, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const readers = lists.map(async (path) => {
    while (!isOver) {
      const begin = performance.now();
      await client.ok("GET", `${path}?limit=50`);
      times.push(performance.now() - begin);
      await sleep(20);
    }
  });
  const end = performance.now() + measuredSeconds * 1_000;
  try {
    while (performance.now() < end && (await work()) !== "over");
  } finally {
    isOver = true;
    await Promise.all(readers);
  }
  return times;
}
