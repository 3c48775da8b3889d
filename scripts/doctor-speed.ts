import assert from "node:assert/strict";
import { sql } from "kysely";
import pg from "pg";
import { type Db, openPool, type Tx } from "../src/platform/db/pool.ts";
import { handleAllPending } from "../src/platform/due-work.ts";
import { checkResultsOf } from "../src/reports/doctor/check-result.ts";
import { examine } from "../src/reports/doctor/service.ts";
import { storeMonthEndBalances } from "../src/reports/month-end-balances-service.ts";
import { refreshStoredRevenue } from "../src/revenue/stored-revenue-service.ts";
import { chainAnewIn, hashInvoices } from "../test/mutations/chain.ts";
import { startApi } from "../test/support/api.ts";
import { type Client, clientOf, close } from "../test/support/client.ts";
import { copyContracts } from "../test/support/copy-contracts.ts";

// The time of the doctor for a large book, by check:
//
//   npm run bench:doctor -- 7000
//
// A contract with fourteen monthly invoices, some of them paid and one credited, is created through the API. Its rows are copied with other ids
// and numbers as often as requested, including hash chains; then its months are closed. The doctor must find no violation.

await run(Number(process.argv[2] ?? 7_000));

async function run(contracts: number): Promise<void> {
  assert.ok(Number.isInteger(contracts) && contracts > 1, "the count of contracts is a whole number from 2 on");
  const api = await startApi();
  const owner = new pg.Client({ connectionString: api.connectionString });
  try {
    await owner.connect();
    const client = clientOf(api, await api.newMerchant("2026-02-15T09:00:00Z"));
    const { merchantId } = client.merchant;
    await oneContract(client);
    await handleAllPending(api.platform, merchantId);
    told(
      "rows copied",
      await seconds(() => copyContracts(owner, merchantId, { times: contracts - 1, writtenIn: "2026-02-15T09:00:00" })),
    );
    await owner.query("vacuum analyze");
    told("hashes made", await seconds(() => hashAnew(api.connectionString, merchantId)));
    await owner.query("vacuum analyze");
    await client.advance("2026-02-15T18:00:00Z");
    const months = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"].map(
      (month) => `2025-${month}`,
    );
    for (const month of [...months, "2026-01"]) told(`close ${month}`, await seconds(() => close(client, month)));
    await handleAllPending(api.platform, merchantId);
    await refreshStoredRevenue(api.platform, merchantId);
    await storeMonthEndBalances(api.platform, merchantId);
    await owner.query("vacuum analyze");
    const { rows } = await owner.query(`
      select (select count(*) from invoice)::int as invoices, (select count(*) from journal_line)::int as lines,
        (select count(*) from audit_log)::int as audit`);
    console.log(`${contracts} contracts, ${JSON.stringify(rows[0])}`);
    // As the command asks, without the limits of requests.
    const db = openPool({ connectionString: api.connectionString });
    for (const full of [false, true]) await examined(db, merchantId, full);
    await db.destroy();
  } finally {
    await owner.end();
    await api.close();
  }
}

/** Recomputes the hashes of documents, in the audit log too, and the chain of the audit log. */
async function hashAnew(connectionString: string, merchantId: string): Promise<void> {
  const db = openPool({ connectionString, size: 1 });
  const work = async (tx: Tx) => {
    await sql`set local role none`.execute(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    await hashInvoices(tx, merchantId);
    await sql`
      update audit_log set changes = (
        select jsonb_agg(case change ->> 'path' when '/contentHashes' then jsonb_set(change, '{to}', (
            select jsonb_agg(encode(content_hash, 'hex') order by place)
            from jsonb_path_query_first(changes, '$[*] ? (@.path == "/invoices").to') as numbers,
              jsonb_array_elements_text(numbers) with ordinality as number (text, place)
              join invoice on merchant_id = ${merchantId} and invoice_number = number.text)) else change end order by change_place)
        from jsonb_array_elements(changes) with ordinality as entry (change, change_place))
      where merchant_id = ${merchantId} and action = 'invoice.issue'`.execute(tx);
    await chainAnewIn(tx, merchantId);
  };
  await db
    .transaction()
    .execute(work)
    .finally(() => db.destroy());
}

/** Invoices of fourteen months, of which eleven are paid and one is credited in part. */
async function oneContract(client: Client): Promise<void> {
  const contractId = await client.contract({ name: "Platform" });
  await client.add(contractId, {
    serviceStartDate: "2025-01-01",
    serviceEndDate: "2026-12-31",
    billingSchedule: {
      ...{ name: "Platform", startDate: "2025-01-01", endDate: "2026-12-31", interval: "MONTH" },
      ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
      pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }],
    },
  });
  await client.approve(contractId);
  const { data: invoices } = await client.ok("GET", "/v3/invoices?limit=100&filter=status:eq:ISSUED");
  for (const { id, customerId } of invoices.slice(3)) {
    const { id: payment } = await client.ok("POST", "/v3/payments", { customerId, amount: "100.00" });
    await client.ok("POST", `/v3/payments/${payment}/applications`, { invoiceId: id });
  }
  const { id, customerId } = invoices[0];
  const { lineItems } = await client.ok("GET", `/v3/invoices/${id}`);
  const items = [{ invoiceLineItemId: lineItems[0].id, amount: "10.00" }];
  const memo = { customerId, issueDate: "2026-02-10", reason: "Service was down", items };
  const { id: memoId } = await client.ok("POST", "/v3/credit-memos", memo);
  await client.ok("POST", `/v3/credit-memos/${memoId}/applications`, { invoiceId: id });
}

async function examined(db: Db, merchantId: string, full: boolean): Promise<void> {
  const before = process.cpuUsage();
  const checks: { readonly ids: string; readonly seconds: number }[] = [];
  const onCheck = (ids: readonly string[], milliseconds: number) =>
    checks.push({ ids: [...new Set(ids)].join(" "), seconds: milliseconds / 1_000 });
  const begin = performance.now();
  const outcomes = await examine(db, { merchantId, full, onCheck });
  const taken = (performance.now() - begin) / 1_000;
  const cpu = process.cpuUsage(before);
  const program = (cpu.user + cpu.system) / 1e6;
  const found = checkResultsOf(outcomes);
  console.log(
    `doctor${full ? " --full" : ""}: ${taken.toFixed(1)} s, ${program.toFixed(1)} s of the program, found ${JSON.stringify(found)}`,
  );
  const longest = checks.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15);
  console.log(longest.map(({ ids, seconds: each }) => `${ids}: ${each.toFixed(1)} s`).join(", "));
}

async function seconds(use: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await use();
  return (performance.now() - begin) / 1_000;
}

function told(what: string, taken: number): void {
  console.log(`${what}: ${taken.toFixed(1)} s`);
}
