import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { required } from "../../src/kernel/assert.ts";
import { readClock } from "../../src/platform/clock.ts";
import { markAllContractsChanged } from "../../src/platform/contract-changes.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { computedRevenue, refreshStoredRevenue } from "../../src/revenue/stored-revenue-service.ts";
import { replaceStoredRevenue } from "../../src/revenue/stored-revenue-store.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { withPobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { meteringOn, usageBody } from "../support/usage-client.ts";

// The revenue of contracts is kept, and pages are made of what is kept (ADR 0054): whatever is kept, left out or changed beside it, the
// pages of a list are the list.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const list = "/v3/revenue-schedules";

/** Five contracts of two customers, one without an end, two of a product; January is closed. */
async function book() {
  const merchant = await withPobs(api, "2026-02-10T12:00:00Z");
  const client = clientOf(api, merchant);
  const customerIds: string[] = [];
  for (const name of ["Northwind", "Harbour"])
    customerIds.push((await client.ok("POST", "/v3/customers", { name })).id);
  const contractIds: string[] = [];
  const { id: productId } = await client.ok("POST", "/v3/products", { name: "Platform" });
  for (const [index, last] of ["2026-03-31", null, "2026-12-31", "2026-01-31", "2026-06-30"].entries()) {
    const customerId = customerIds[index % 2];
    const { id } = await client.ok("POST", "/v3/contracts", { name: `Contract ${index}`, customerId });
    const schedule = { endDate: last, interval: "MONTH", ...(index % 3 === 1 && { productId }) };
    await client.add(id, obligationBody({ serviceEndDate: last }, schedule));
    await client.approve(id);
    contractIds.push(id);
  }
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  return { client, merchant, customerIds, contractIds, productId };
}

/** All entries that pass some filters, read by pages of a size. */
async function pages(client: Client, size: number, ...filters: string[]): Promise<Json[]> {
  const found: Json[] = [];
  const query = filters.map((filter) => `&filter=${filter}`).join("");
  for (let page = 1; ; page++) {
    const { data, totalItems } = await client.ok("GET", `${list}?limit=${size}&page=${page}${query}`);
    found.push(...data);
    if (data.length < size) {
      assert.equal(found.length, totalItems);
      return found;
    }
  }
}

/** The same, each page begun behind the last row of the one before. */
async function walk(client: Client, size: number, ...filters: string[]): Promise<Json[]> {
  const found: Json[] = [];
  const query = filters.map((filter) => `&filter=${filter}`).join("");
  for (let cursor = ""; ; ) {
    const { data, nextCursor } = await client.ok("GET", `${list}?limit=${size}${query}${cursor}`);
    found.push(...data);
    if (nextCursor === null) return found;
    cursor = `&cursor=${nextCursor}`;
  }
}

const storedContracts = (merchantId: string): Promise<string[]> =>
  inTransaction(api.platform.db, merchantId, async (tx) => {
    const { rows } = await sql<{ contract_id: string }>`
      select contract_id from contract_revenue where merchant_id = ${merchantId} and not exists (
        select from contract_change as change
        where change.merchant_id = ${merchantId} and change.contract_id = contract_revenue.contract_id)
      order by 1`.execute(tx);
    return rows.map((row) => row.contract_id);
  });

test("pages of any size with any filter together equal the whole list", async () => {
  const { client, customerIds, contractIds, productId } = await book();
  const all = await pages(client, 1000);
  assert.equal(new Set(all.map(({ contractId }) => contractId)).size, 5);
  assert.equal(all.length, 3 + 14 + 12 + 1 + 6);
  const ofProduct = all.filter((row) => row.productId === productId);
  assert.deepEqual(new Set(ofProduct.map(({ contractId }) => contractId)), new Set([contractIds[1], contractIds[4]]));
  assert.deepEqual(new Set(all.map((row) => row.productId)), new Set([productId, null]));
  const cases: [string[], (row: Json) => boolean][] = [
    [[], () => true],
    [[`customerId:eq:${customerIds[1]}`], (row) => row.customerId === customerIds[1]],
    [
      [`contractId:in:${contractIds[1]},${contractIds[4]}`],
      (row) => [contractIds[1], contractIds[4]].includes(row.contractId),
    ],
    [["timeframe:eq:2026-03"], (row) => row.timeframe === "2026-03"],
    [
      ["timeframe:gte:2026-02", "timeframe:lt:2026-05"],
      (row) => row.timeframe >= "2026-02" && row.timeframe < "2026-05",
    ],
    [["timeframe:in:2026-01,2026-12"], (row) => ["2026-01", "2026-12"].includes(row.timeframe)],
    [["timeframe:in:2026-01,2026-12", "timeframe:gt:2026-06"], (row) => row.timeframe === "2026-12"],
    [["status:eq:POSTED"], (row) => row.status === "POSTED"],
    [["status:in:ACCRUED,PLANNED"], (row) => row.status !== "POSTED"],
    [
      ["status:eq:ACCRUED", `customerId:eq:${customerIds[0]}`],
      (row) => row.status === "ACCRUED" && row.customerId === customerIds[0],
    ],
    [["status:eq:POSTED", "timeframe:gt:2026-01"], () => false],
    [["timeframe:gt:2090-01"], () => false],
    [
      [`performanceObligationId:eq:${all[5].performanceObligationId}`],
      (row) => row.performanceObligationId === all[5].performanceObligationId,
    ],
    [
      [`performanceObligationId:eq:${all[5].performanceObligationId}`, "status:eq:PLANNED"],
      (row) => row.performanceObligationId === all[5].performanceObligationId && row.status === "PLANNED",
    ],
    [[`contractId:eq:${contractIds[0]}`, `customerId:eq:${customerIds[1]}`], () => false],
    [[`productId:eq:${productId}`], (row) => row.productId === productId],
    [
      [`productId:eq:${productId}`, `contractId:eq:${contractIds[4]}`, "timeframe:gt:2026-01"],
      (row) => row.contractId === contractIds[4] && row.timeframe > "2026-01",
    ],
    [
      [`productId:eq:${productId}`, `performanceObligationId:eq:${ofProduct[0].performanceObligationId}`],
      (row) => row.performanceObligationId === ofProduct[0].performanceObligationId,
    ],
    [[`productId:eq:${contractIds[0]}`], () => false],
  ];
  for (const [filters, passes] of cases) {
    const expected = all.filter(passes);
    for (const size of filters.length === 0 ? [1, 7, 1000] : [5, 1000])
      assert.deepEqual(await pages(client, size, ...filters), expected, filters.join(" "));
    assert.deepEqual(await walk(client, 3, ...filters), expected, filters.join(" "));
  }
});

test("revenue whose stored copy is out of date is computed, whether or not it can be stored", async () => {
  const { client, merchant, contractIds, productId } = await book();
  const all = await pages(client, 1000);
  assert.deepEqual(await storedContracts(merchant.merchantId), contractIds.toSorted());
  // Another transaction holds the locks of two contracts and does not end.
  const stale = contractIds.slice(1, 3);
  await inTransaction(api.platform.db, merchant.merchantId, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('accord.stored-revenue'), hashtext(id))
      from unnest(${stale}::text[]) as contract (id)`.execute(tx);
    for (const id of stale) {
      const { data } = await client.ok("GET", `/v3/contracts/${id}/obligations`);
      await client.ok("PATCH", `/v3/contracts/${id}/obligation/${data[0].id}`, { name: "Another" });
    }
    const changed = await pages(client, 4);
    assert.deepEqual(changed, all);
    assert.deepEqual(await walk(client, 4), all);
    assert.deepEqual(
      await storedContracts(merchant.merchantId),
      contractIds.filter((id) => !stale.includes(id)).toSorted(),
    );
    const filter = `contractId:eq:${stale[0]}`;
    assert.deepEqual(
      await pages(client, 5, filter, "status:eq:PLANNED"),
      all.filter(({ contractId, status }) => contractId === stale[0] && status === "PLANNED"),
    );
    assert.deepEqual(
      await pages(client, 5, `productId:eq:${productId}`),
      all.filter((row) => row.productId === productId),
    );
  });
  assert.deepEqual(await pages(client, 4), all);
  assert.deepEqual(await storedContracts(merchant.merchantId), contractIds.toSorted());
});

test("two concurrent refreshes of the same contracts store what one would", async () => {
  const { client, merchant, contractIds } = await book();
  const all = await pages(client, 1000);
  for (let round = 0; round < 3; round++) {
    await inTransaction(api.platform.db, merchant.merchantId, (tx) => markAllContractsChanged(tx, merchant.merchantId));
    assert.deepEqual(await storedContracts(merchant.merchantId), []);
    const failures = await Promise.all([1, 2, 3].map(() => refreshStoredRevenue(api.platform, merchant.merchantId)));
    assert.deepEqual(failures.flat(), []);
    assert.deepEqual(await storedContracts(merchant.merchantId), contractIds.toSorted());
    assert.deepEqual(await pages(client, 1000), all);
  }
});

test("a refresh is repeated when another one has stored a contract for the first time before it", async () => {
  const { client, merchant, contractIds } = await book();
  const { merchantId } = merchant;
  const all = await pages(client, 1000);
  await inTransaction(api.platform.db, merchantId, (tx) => replaceStoredRevenue(tx, merchantId, contractIds, []));
  await inTransaction(api.platform.db, merchantId, (tx) => markAllContractsChanged(tx, merchantId));
  let tries = 0;
  await inTransaction(
    api.platform.db,
    merchantId,
    async (tx) => {
      tries += 1;
      const clock = required(await readClock(tx, merchantId, "read"), "a clock");
      const computed = await computedRevenue({ tx, ...clock }, contractIds);
      if (tries === 1) assert.deepEqual(await refreshStoredRevenue(api.platform, merchantId), []);
      await replaceStoredRevenue(tx, merchantId, contractIds, computed);
    },
    { isSnapshot: true },
  );
  assert.equal(tries, 2);
  assert.deepEqual(await storedContracts(merchantId), contractIds.toSorted());
  assert.deepEqual(await pages(client, 1000), all);
});

/** An entry without what follows from how far the books are closed. */
function earned({ status: _status, contractLiability: _liability, contractAsset: _asset, ...entry }: Json): Json {
  return entry;
}

test("reopening and closing again keep the stored revenue of a contract, unless other amounts are posted", async () => {
  const { client, merchant, contractIds } = await book();
  const { merchantId } = merchant;
  await client.advance("2026-03-10T12:00:00Z");
  const [caughtUp, recategorized, held, ...plain] = contractIds.toSorted();
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Support" });
  // What is sold of January by now is caught up in February.
  await client.add(caughtUp ?? "", obligationBody({ serviceEndDate: "2026-06-30" }, { endDate: "2026-06-30" }));
  const { data } = await client.ok("GET", `/v3/contracts/${recategorized}/obligations`);
  await client.ok("PATCH", `/v3/contracts/${recategorized}/obligation/${data[0].id}`, { categoryId });
  await client.ok("POST", `/v3/contracts/${held}/close-hold`, { reason: "In dispute" });
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  const shown = async () => (await pages(client, 1000)).map(earned);
  const closed = await shown();
  assert.deepEqual(await storedContracts(merchantId), contractIds.toSorted());

  const assertStoredIsCorrect = async () => {
    const found = await runDoctor(api.platform.db, { merchantId, full: true });
    assert.deepEqual(
      found.map(({ id }) => id).filter((id) => id === "INV-37"),
      [],
    );
  };
  await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01");
  assert.deepEqual(await storedContracts(merchantId), plain);
  const ofPlain = (rows: Json[]) => rows.filter(({ contractId }) => plain.includes(contractId));
  assert.deepEqual(ofPlain(await shown()), ofPlain(closed));
  assert.deepEqual(await storedContracts(merchantId), contractIds.toSorted());
  await assertStoredIsCorrect();

  for (const month of ["2026-01", "2026-02"]) {
    await client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
    assert.deepEqual(
      (await storedContracts(merchantId)).filter((id) => plain.includes(id)),
      plain,
    );
    assert.deepEqual(ofPlain(await shown()), ofPlain(closed));
    await assertStoredIsCorrect();
  }
  assert.deepEqual(await shown(), closed);

  await client.ok("DELETE", `/v3/contracts/${held}/close-hold`);
  await client.advance("2026-04-10T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), []);
});

test("a month later, open-ended revenue is shown a month further", async () => {
  const { client, contractIds } = await book();
  const lastOf = async () => (await pages(client, 1000, `contractId:eq:${contractIds[1]}`)).at(-1)?.timeframe;
  assert.equal(await lastOf(), "2027-02");
  await client.advance("2026-03-01T00:00:00Z");
  assert.equal(await lastOf(), "2027-03");
});

test("an issued invoice outdates the stored revenue of its contract if that earns as billed, and of no other contract", async () => {
  const { client, merchant } = await book();
  const monthly = { interval: "MONTH", endDate: "2028-12-31" };
  const contractOf = async (recognitionPattern: string) => {
    const contractId = await client.contract();
    const { id } = await client.add(
      contractId,
      obligationBody({ recognitionPattern, serviceEndDate: "2028-12-31" }, monthly),
    );
    await client.approve(contractId);
    return { contractId, path: `/v3/contracts/${contractId}/obligation/${id}` };
  };
  const [plain, asBilled, corrected] = [
    await contractOf("STRAIGHT_LINE"),
    await contractOf("RECOGNIZE_AS_BILLED"),
    await contractOf("RECOGNIZE_AS_BILLED"),
  ];
  await client.ok("PATCH", corrected.path, { recognitionPattern: "STRAIGHT_LINE" });
  await client.drainOutbox();
  const { merchantId } = merchant;
  await refreshStoredRevenue(api.platform, merchantId);
  const writtenBy = (contractId: string): Promise<string | undefined> =>
    inTransaction(api.platform.db, merchantId, async (tx) => {
      const { rows } = await sql<{ transaction: string }>`
        select xmin::text as transaction from contract_revenue
        where merchant_id = ${merchantId} and contract_id = ${contractId}`.execute(tx);
      return rows[0]?.transaction;
    });
  const all = [plain, asBilled, corrected].map(({ contractId }) => contractId);
  const before = await Promise.all(all.map(writtenBy));
  await client.advance("2026-03-02T12:00:00Z");
  const after = await Promise.all(all.map(writtenBy));
  assert.deepEqual(
    after.map((transaction, place) => transaction === before[place]),
    [true, false, false],
  );
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), []);
});

test("late usage of one contract keeps the stored revenue of another contract of the customer", async () => {
  const client = clientOf(api, await api.newMerchant("2026-03-10T12:00:00Z"));
  const metering = await meteringOn(client);
  await metering.addTerm("1", { endDate: "2026-01-31" });
  await metering.approve();
  const { customerId, eventTypeId } = metering;
  const { id: later } = await client.ok("POST", "/v3/contracts", { name: "Later", customerId });
  const term = usageBody(eventTypeId, "1", { startDate: "2026-02-01", endDate: "2026-12-31" });
  await client.ok("POST", `/v3/contracts/${later}/billing-terms`, term);
  await client.approve(later);
  await metering.use(["2026-01-10", "4"]);
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  const amounts = async () => (await pages(client, 50)).map(({ timeframe, amount }) => `${timeframe} ${amount}`);
  assert.deepEqual(await amounts(), ["2026-01 4.00"]);
  await metering.use(["2026-02-20", "3"]);
  assert.deepEqual((await amounts()).toSorted(), ["2026-01 4.00", "2026-03 3.00"]);
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);
});
