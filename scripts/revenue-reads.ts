import assert from "node:assert/strict";
import pg from "pg";
import { refreshStoredRevenue } from "../src/revenue/stored-revenue-service.ts";
import { startApi } from "../test/support/api.ts";
import { clientOf } from "../test/support/client.ts";
import { multiplyContracts } from "../test/support/multiply-contracts.ts";

// The time of revenue pages and reports for a large book:
//
//   npm run bench:revenue -- 50000 5000
//
// Arguments: the number of contracts and of customers (default 1). A contract of two obligations over three years is created and approved
// through the API, and its rows are copied with other ids. Storing revenue is measured too. Each read is repeated five times, and the
// median is printed; memory is that of the server and the script together.

await run(Number(process.argv[2] ?? 5_000), Number(process.argv[3] ?? 1));

async function run(count: number, customers: number): Promise<void> {
  assert.ok(Number.isInteger(count) && count > 0, "the count of contracts is a whole number");
  assert.ok(Number.isInteger(customers) && customers > 0 && customers <= count, "customers are no more than contracts");
  const api = await startApi();
  const owner = new pg.Client({ connectionString: api.connectionString });
  try {
    await owner.connect();
    const merchant = await api.newMerchant("2026-02-15T00:00:00Z");
    const client = clientOf(api, merchant);
    const contractId = await client.contract();
    for (const name of ["Platform", "Support"]) {
      await client.add(contractId, {
        serviceStartDate: "2025-01-01",
        serviceEndDate: "2027-12-31",
        recognitionPattern: "STRAIGHT_LINE",
        billingSchedule: {
          name,
          startDate: "2025-01-01",
          endDate: "2027-12-31",
          interval: "YEAR",
          billingType: "FLAT",
          invoiceDateStrategy: "ARREARS",
          pricing: [{ tier: 0, amount: "1200.00", amountType: "TOTAL_INVOICE" }],
        },
      });
    }
    await client.approve(contractId);
    await multiplyContracts(owner, merchant.merchantId, count - 1);
    if (customers > 1) await spreadOver(owner, merchant.merchantId, customers);
    await owner.query(`insert into contract_change
      select merchant_id, id, gen_random_uuid() from contract where merchant_id = '${merchant.merchantId}'`);
    await owner.query("analyze");
    const begun = performance.now();
    const failures = await refreshStoredRevenue(api.platform, merchant.merchantId);
    assert.equal(failures.length, 0);
    const keeping = (performance.now() - begun) / 1000;
    await owner.query("vacuum analyze");
    console.log(`${count} contracts, ${2 * count} obligations: kept in ${keeping.toFixed(1)} s`);
    const pages = count * 2 * 36;
    const schedules = (page: number, rest = "") => `/v3/revenue-schedules?limit=50&page=${page}${rest}`;
    const reads: readonly (readonly [string, string])[] = [
      ["schedules, first page", schedules(1)],
      ["schedules, middle page", schedules(pages / 100)],
      ["schedules, last page", schedules(pages / 50)],
      ["schedules of a month, last page", schedules((2 * count) / 50, "&filter=timeframe:eq:2026-03")],
      ["schedules planned, middle page", schedules(pages / 200, "&filter=status:eq:PLANNED")],
      ["revenue of customers, first page", "/v3.1/revenue?limit=50"],
      [
        "revenue of customers, middle page",
        `/v3.1/revenue?limit=50&page=${Math.max(1, Math.floor((12 * customers) / 100))}`,
      ],
      ["revenue of customers, last page", `/v3.1/revenue?limit=50&page=${Math.ceil((12 * customers) / 50)}`],
      ["waterfall by contract", "/v3/reports/waterfall?month=2026-02&format=csv"],
      ["waterfall by category", "/v3/reports/waterfall?month=2026-02&groupBy=category"],
      ["revenue of all months", "/v3/reports/revenue?basis=ALL&groupBy=category"],
      ["remaining obligations", "/v3/reports/remaining-performance-obligations?month=2026-02&format=csv"],
      ["contract balances", "/v3/reports/contract-balances?month=2026-02"],
      ["roll-forward by contract", "/v3/reports/contract-liability-roll-forward?format=csv"],
      ["annual recurring revenue", "/v3/reports/arr"],
    ];
    for (const [what, path] of reads) {
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        const start = performance.now();
        const answer = await fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${merchant.writeKey}` } });
        await answer.arrayBuffer();
        assert.equal(answer.status, 200, path);
        times.push(performance.now() - start);
      }
      times.sort((a, b) => a - b);
      const memory = process.memoryUsage().rss / 1024 ** 2;
      console.log(
        `${what.padEnd(36)} ${times[2]?.toFixed(0).padStart(7)} ms, slowest ${times[4]?.toFixed(0).padStart(7)} ms, ${memory.toFixed(0)} MB`,
      );
    }
  } finally {
    await owner.end();
    await api.close();
  }
}

/** Gives the contracts to so many customers, in turn. */
async function spreadOver(owner: pg.Client, merchantId: string, customers: number): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'customer' and is_generated = 'NEVER'",
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) =>
    name === "id" ? "md5('customer ' || place)::uuid" : name === "name" ? "'Customer ' || place" : name,
  );
  await owner.query(
    `insert into customer (${columns.join(", ")}) select ${values.join(", ")}
     from (select * from customer where merchant_id = $1 limit 1) as original, generate_series(0, $2::int - 1) as place`,
    [merchantId, customers],
  );
  await owner.query(
    `update contract set customer_id = md5('customer ' || place % $2::int)::uuid
     from (select id as contract_id, row_number() over (order by id) as place from contract where merchant_id = $1) as placed
     where merchant_id = $1 and id = contract_id`,
    [merchantId, customers],
  );
}
