import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import pg from "pg";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { multiplyContracts } from "../support/multiply-contracts.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const path = "/v3/month-end-close";
const reopen = (client: Client, month: string) => client.ok("POST", `${path}/reopen-period?month=${month}`);
const packagesOf = async (client: Client, month: string): Promise<Json> =>
  (await client.ok("GET", `${path}/packages?filter=month:eq:${month}`)).data;

/** A merchant in May 2026 with 300.00 a quarter, and a second contract whose later obligation, of an item, is billed in arrears. */
async function book(): Promise<Client> {
  const client = clientOf(api, await api.newMerchant("2026-05-10T00:00:00Z"));
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Licence" });
  const arrears = { interval: "MONTH", invoiceDateStrategy: "ARREARS", itemId };
  await client.add(await obligated(client), obligationBody({}, arrears));
  return client;
}

async function obligated(client: Client): Promise<string> {
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  return contractId;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The hash of a month's journal as docs/close.md says, from nothing but what the API lists. */
async function journalHash({ ok }: Client, month: string): Promise<string> {
  const { data } = await ok("GET", `/v3/journal-entries?limit=1000&filter=month:eq:${month}`);
  let hash = Buffer.alloc(0);
  for (const entry of data.toReversed()) {
    const { number, id, date, type, contractId, sourceType, sourceId, reversesEntryId, currency, postedAt } = entry;
    const lines = entry.lines.map((line: Json) => {
      const { role, account, debit, credit, customerId, categoryId, itemId, classId } = line;
      const ofSale = itemId === null && classId === null ? [] : [itemId, classId];
      return [role, account, debit, credit, customerId, categoryId, ...ofSale];
    });
    const fields = [
      number,
      id,
      date,
      type,
      contractId,
      sourceType,
      sourceId,
      reversesEntryId,
      currency,
      postedAt,
      lines,
    ];
    hash = createHash("sha256").update(hash).update(JSON.stringify(fields)).digest();
  }
  return hash.toString("hex");
}

test("a close stores a package: trial balance, roll-forward and a reproducible hash of the journal", async () => {
  const client = await book();
  await close(client, "2026-02");
  const [february] = await packagesOf(client, "2026-02");
  const { manifest } = february;
  assert.deepEqual([manifest.month, manifest.closeCount, manifest.sequence], ["2026-02", 1, 2]);
  const [balances] = (await client.ok("GET", "/v3/reports/trial-balance?month=2026-02")).currencies;
  const byName = (accounts: Json) => new Map(accounts.map((each: Json) => [each.role, each]));
  const [usd] = manifest.currencies;
  assert.deepEqual(byName(usd.accounts), byName(balances.accounts));
  assert.deepEqual([usd.totalDebit, usd.totalCredit], [balances.totalDebit, balances.totalCredit]);
  assert.equal(manifest.journal.hash, await journalHash(client, "2026-02"));
  const { data: entries } = await client.ok("GET", "/v3/journal-entries?limit=1000&filter=month:eq:2026-02");
  assert.equal(manifest.journal.count, entries.length);
  const items = new Set(entries.flatMap(({ lines }: Json) => lines.map((line: Json) => line.itemId === null)));
  assert.equal(items.size, 2, "some lines are of an item and some are of none");
  const schedules = "/v3/revenue-schedules?limit=1000&filter=timeframe:eq:2026-02,status:eq:POSTED";
  assert.equal(manifest.revenue.count, (await client.ok("GET", schedules)).data.length);

  const file = await fetch(`${api.url}${path}/packages/${february.id}/file`, {
    headers: { authorization: `Bearer ${client.merchant.writeKey}` },
  });
  assert.equal(file.headers.get("content-disposition")?.includes("close-2026-02-1.json"), true);
  const text = await file.text();
  assert.equal(sha256(text), february.hash);
  assert.deepEqual(JSON.parse(text), manifest);
  assert.deepEqual(await client.ok("GET", `${path}/packages/${february.id}`), february);
});

test("packages form a chain, and closing balances of one are opening balances of the next", async () => {
  const client = await book();
  await close(client, "2026-01");
  await close(client, "2026-04");
  const { data } = await client.ok("GET", `${path}/packages`);
  const packages: Json[] = data.toReversed();
  assert.deepEqual(
    packages.map(({ manifest }) => manifest.month),
    ["2026-01", "2026-02", "2026-03", "2026-04"],
  );
  for (const [index, { manifest }] of packages.entries()) {
    assert.equal(manifest.previousHash, packages[index - 1]?.hash ?? null);
    const forward = manifest.currencies[0].contractRollForward;
    assert.equal(forward.opening, packages[index - 1]?.manifest.currencies[0].contractRollForward.closing ?? "0.00");
    const cents = (field: string) => Math.round(Number(forward[field]) * 100);
    assert.equal(cents("opening") + cents("billed") - cents("recognized") + cents("adjustments"), cents("closing"));
    assert.equal(cents("contractLiability") - cents("contractAsset") - cents("unbilledReceivable"), cents("closing"));
  }
  const first = packages[0]?.manifest.currencies[0].contractRollForward;
  assert.deepEqual([first.billed, first.recognized, first.adjustments], ["300.00", "400.00", "0.00"]);
});

test("the roll-forward of a package equals the roll-forward report", async () => {
  const client = await book();
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId: invoice.customerId, issueDate: "2026-02-10", reason: "Service was down" },
    items: [{ invoiceLineItemId: invoice.lineItems[0].id, amount: "30.00" }],
  });
  await close(client, "2026-04");
  const { data: packages } = await client.ok("GET", `${path}/packages`);
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const seen = { billed: 0, recognized: 0, adjustments: 0 };
  for (const { month, currencies } of packages.map(({ manifest }: Json) => manifest)) {
    for (const { currency, contractRollForward: forward } of currencies) {
      const query = `startMonth=${month}&endMonth=${month}&currency=${currency}`;
      const { totals } = await client.ok("GET", `/v3/reports/contract-liability-roll-forward?${query}`);
      for (const field of ["opening", "billed", "recognized", "closing"]) assert.equal(forward[field], totals[field]);
      assert.equal(cents(forward.adjustments) + cents(totals.credited) + cents(totals.writtenOff), 0, month);
      for (const field of ["billed", "recognized", "adjustments"] as const) {
        seen[field] += Math.abs(cents(forward[field]));
      }
    }
  }
  assert.ok(seen.billed > 0 && seen.recognized > 0 && seen.adjustments > 0, "all of them are there");
});

test("closed again without a change, a month has another package with the same journal, and no difference", async () => {
  const client = await book();
  await close(client, "2026-03");
  await reopen(client, "2026-02");
  const again = await close(client, "2026-03");
  assert.equal(again.entriesPosted, 0);
  const [second, first] = await packagesOf(client, "2026-02");
  assert.deepEqual([first.manifest.closeCount, second.manifest.closeCount], [1, 2]);
  for (const part of ["journal", "revenue", "currencies"]) {
    assert.deepEqual(second.manifest[part], first.manifest[part]);
  }
  for (const { id } of [first, second]) {
    const difference = await client.ok("GET", `${path}/packages/${id}/difference`);
    assert.deepEqual([difference.isSame, difference.accounts, difference.totalEntriesSince], [true, [], 0]);
  }
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
});

test("after a reopening the difference of the packages names accounts and entries", async () => {
  const client = await book();
  await close(client, "2026-03");
  await reopen(client, "2026-02");
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Late" });
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId, issueDate: "2026-02-20", reason: "Late" },
    items: [{ itemId, amount: "40.00" }],
  });
  const [february] = await packagesOf(client, "2026-02");
  const difference = await client.ok("GET", `${path}/packages/${february.id}/difference`);
  assert.equal(difference.isSame, false);
  assert.deepEqual(
    difference.accounts.map((each: Json) => [each.role, each.before?.balance ?? null, each.after.balance]),
    [
      ["CONTRA_REVENUE", null, "40.00"],
      ["CUSTOMER_CREDIT", null, "-40.00"],
    ],
  );
  assert.deepEqual(
    difference.entriesSince.map((each: Json) => [each.type, each.date]),
    [["CREDIT_MEMO_ISSUED", "2026-02-20"]],
  );
  const [march] = await packagesOf(client, "2026-03");
  const later = await client.ok("GET", `${path}/packages/${march.id}/difference`);
  assert.deepEqual([later.accounts.length, later.totalEntriesSince], [2, 0], "balances carry over, entries do not");
  await close(client, "2026-03");
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
  const [now] = await packagesOf(client, "2026-02");
  assert.equal(now.manifest.journal.count, february.manifest.journal.count + 1);
});

test("a month with only a payment has a package of its own", async () => {
  const client = clientOf(api, await api.newMerchant("2026-03-10T00:00:00Z"));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Early" });
  await client.ok("POST", "/v3/payments", { customerId, amount: "10.00", receivedAt: "2026-01-20" });
  assert.deepEqual((await close(client, "2026-02")).closedMonths, ["2026-01", "2026-02"]);
  const [january] = await packagesOf(client, "2026-01");
  assert.equal(january.manifest.journal.count, 1);
});

test("a package of another merchant is not found", async () => {
  const client = await book();
  await close(client, "2026-01");
  const [january] = await packagesOf(client, "2026-01");
  const other = clientOf(api, await api.newMerchant());
  for (const part of ["", "/file", "/difference"]) {
    const answer = await other.send("GET", `${path}/packages/${january.id}${part}`);
    assert.deepEqual([answer.status, answer.body.error.errorCode], [404, "CLOSE_PACKAGE_NOT_FOUND"]);
  }
});

test("a month with more contracts than one chunk is posted whole, and its package equals the journal", async () => {
  const client = clientOf(api, await api.newMerchant("2026-03-10T00:00:00Z"));
  const contractId = await client.contract();
  const yearly = { interval: "YEAR", invoiceDateStrategy: "ARREARS" };
  await client.add(contractId, obligationBody({}, { ...yearly, endDate: "2026-12-31" }));
  await client.approve(contractId);
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  try {
    await multiplyContracts(owner, client.merchant.merchantId, 2_099);
  } finally {
    await owner.end();
  }
  // Revenue, presentation and its reversal, of each contract and month.
  assert.equal((await close(client, "2026-02")).entriesPosted, 2_100 * 3 * 2);
  const [{ manifest }] = await packagesOf(client, "2026-01");
  assert.deepEqual([manifest.journal.count, manifest.revenue.count], [2_100 * 2, 2_100]);
  const found = await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId });
  // Rows that were copied have nothing that was made with them: no draft and no audit row.
  const ofCopies = ["INV-23", "INV-26", "INV-41"];
  assert.deepEqual(
    found.filter(({ id }) => !ofCopies.includes(id)),
    [],
  );
});
