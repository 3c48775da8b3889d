import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import pg from "pg";
import { startApi } from "../test/support/api.ts";
import { clientOf } from "../test/support/client.ts";
import { multiplyContracts } from "../test/support/multiply-contracts.ts";

// The time to the first byte of large answers, and their memory, for one fast reader and three slow ones (Linux, with curl):
//
//   npm run bench:large-answers -- 7000
//
// One obligation is created and approved through the API, its rows are copied with other ids as often as requested, and a month is closed. Memory is
// the maximum of the process during the answer, less its memory before.

await run(Number(process.argv[2] ?? 2_000));

async function run(count: number): Promise<void> {
  assert.ok(Number.isInteger(count) && count > 0, "the count of obligations is a whole number");
  const api = await startApi({ hasSecondThread: true });
  const owner = new pg.Client({ connectionString: api.connectionString });
  try {
    await owner.connect();
    const client = clientOf(api, await api.newMerchant("2026-02-15T00:00:00Z"));
    const contractId = await client.contract();
    const [startDate, endDate] = ["2026-01-01", "2026-12-31"];
    await client.add(contractId, {
      ...{ serviceStartDate: startDate, serviceEndDate: endDate, recognitionPattern: "STRAIGHT_LINE" },
      billingSchedule: {
        ...{ name: "Platform", startDate, endDate, interval: "YEAR", billingType: "FLAT" },
        invoiceDateStrategy: "ARREARS",
        pricing: [{ tier: 0, amount: "1200.00", amountType: "TOTAL_INVOICE" }],
      },
    });
    await client.approve(contractId);
    await multiplyContracts(owner, client.merchant.merchantId, count - 1);
    await owner.query("analyze");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
    const { rows } = await owner.query("select count(*)::int as lines from journal_line");
    console.log(`${count} contracts, ${rows[0].lines} journal lines`);
    const journal = "/v3/reports/journal?month=2026-01";
    const paths = [journal, `${journal}&format=csv`, "/v3/contracts?format=csv"];
    const ask = (path: string, rate?: string) => asked(`${api.url}${path}`, client.merchant.readKey, rate);
    // What was never done takes memory that is kept.
    for (const path of [...paths, ...paths]) await ask(path);
    for (const path of paths) {
      await measured(path, () => Promise.all([ask(path)]));
      await measured(`${path}, three at once at 4 MB/s`, () =>
        Promise.all(["4M", "4M", "4M"].map((rate) => ask(path, rate))),
      );
    }
  } finally {
    await owner.end();
    await api.close();
  }
}

type Asked = { readonly first: number; readonly whole: number; readonly bytes: number };

async function asked(url: string, key: string, rate?: string): Promise<Asked> {
  const { stdout } = await promisify(execFile)("curl", [
    ...["-sS", "--fail", "-o", "/dev/null", "-H", `authorization: Bearer ${key}`],
    ...["-w", "%{time_starttransfer} %{time_total} %{size_download}"],
    ...(rate === undefined ? [] : ["--limit-rate", rate]),
    url,
  ]);
  const [first = 0, whole = 0, bytes = 0] = stdout.split(" ").map(Number);
  return { first, whole, bytes };
}

async function measured(name: string, ask: () => Promise<readonly Asked[]>): Promise<void> {
  // The highest is that from now on.
  await writeFile("/proc/self/clear_refs", "5");
  const before = await memory("VmRSS");
  const answers = await ask();
  const grown = (await memory("VmHWM")) - before;
  const [first, whole] = [answers.map(({ first }) => first), answers.map(({ whole }) => whole)];
  console.log(
    `${name}: first byte ${(Math.max(...first) * 1000).toFixed(0)} ms, whole ${Math.max(...whole).toFixed(2)} s, ` +
      `${((answers[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB, memory +${(grown / 1e6).toFixed(0)} MB`,
  );
}

async function memory(name: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile("/proc/self/status", "utf8");
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}
