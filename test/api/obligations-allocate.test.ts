import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced, rejection } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const shared = { allocationMethod: "RELATIVE_SSP" };
/** 1,200.00 for 2026 and 300.00 for its second half, which sell for 1,000.00 and 1,000.00. */
async function bundle(client: Client) {
  const id = await client.contract(shared);
  const once = (amount: string, startDate: string) => ({
    ...{ interval: "NONE", startDate, endDate: startDate },
    ...priced(amount),
  });
  const selling = { standaloneSellingPrice: "1000.00" };
  const year = await client.add(id, obligationBody(selling, once("1200.00", "2026-01-01")));
  const half = { ...selling, serviceStartDate: "2026-07-01" };
  await client.add(id, obligationBody(half, once("300.00", "2026-07-01")));
  await client.approve(id);
  return { id, path: `/v3/contracts/${id}`, year };
}

test("an obligation without a standalone selling price blocks approval, and that of its product counts", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T09:00:00Z"));
  const id = await client.contract(shared);
  const added = await client.add(id, obligationBody());
  const reasonsOf = async () => {
    const { status, blockReasons } = await client.ok("GET", `/v3/contracts/${id}`);
    return [status, ...blockReasons.map(({ code }: Json) => code)];
  };
  assert.deepEqual(await reasonsOf(), ["BLOCKED", "SSP_MISSING"]);
  const set = { standaloneSellingPrice: "900.00" };
  const updated = await client.ok("PATCH", `/v3/contracts/${id}/obligation/${added.id}`, set);
  assert.equal(updated.standaloneSellingPrice, "900.00");
  assert.deepEqual((await reasonsOf()).includes("SSP_MISSING"), false);

  const prices = [{ currency: "USD", amount: "700.00", validFrom: "2026-01-01" }];
  const product = await client.ok("POST", "/v3/products", { name: "Plan", standaloneSellingPrices: prices });
  const follows = await client.add(id, obligationBody({}, { productId: product.id }));
  assert.equal(follows.standaloneSellingPrice, "700.00");
});

test("an obligation added to an approved contract needs one, or is rejected and nothing is kept", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T09:00:00Z"));
  const { path } = await bundle(client);
  const before = await client.ok("GET", `${path}/obligations`);
  const missing = [400, "VALIDATION_FAILED", "/standaloneSellingPrice SSP_MISSING"];
  assert.deepEqual(rejection(await client.send("POST", `${path}/obligations`, obligationBody())), missing);
  assert.deepEqual(await client.ok("GET", `${path}/obligations`), before);
  const openEnded = obligationBody({ serviceEndDate: null }, { endDate: null });
  assert.equal((await client.send("POST", `${path}/obligations`, openEnded)).status, 201, "it takes no part");
  const fewer = obligationBody({ standaloneSellingPrice: "1.001" });
  assert.deepEqual(rejection(await client.send("POST", `${path}/obligations`, fewer)), [
    ...[400, "AMOUNT_INVALID", "/standaloneSellingPrice AMOUNT_INVALID"],
  ]);
});

test("an implied performance obligation shows what its term bills and its allocated price", async () => {
  const client = clientOf(api, await withPobs(api, "2026-01-10T09:00:00Z"));
  const { path } = await bundle(client);
  const { data } = await client.ok("GET", `${path}/performance-obligations`);
  const shown = data.map((each: Json) => [each.transactionPrice, each.standaloneSellingPrice, each.allocatedPrice]);
  assert.deepEqual(shown.sort(), [
    ["1200.00", "1000.00", "750.00"],
    ["300.00", "1000.00", "750.00"],
  ]);
});

test("a later price of one term is allocated to both obligations from its day on, and the books balance", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T09:00:00Z"));
  const id = await client.contract(shared);
  const monthly = { interval: "MONTH", invoiceDateStrategy: "ARREARS", ...priced("100.00") };
  const selling = { standaloneSellingPrice: "1200.00" };
  const { billingTermId } = await client.add(id, obligationBody(selling, monthly));
  await client.add(id, obligationBody(selling, monthly));
  await client.approve(id);
  await client.advance("2026-06-20T09:00:00Z");
  await close(client, "2026-05");
  // 60.00 a month more of the first for the last six months, 360.00: each is served for half a year still, and has 180.00 of it.
  const dearer = { ...priced("160.00"), effectiveDate: "2026-07-01" };
  await client.ok("PATCH", `/v3/contracts/${id}/billing-terms/${billingTermId}`, dearer);
  await client.drainOutbox();
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=1000`);
  const of = (month: string) =>
    data.filter(({ timeframe }: Json) => timeframe === month).map(({ amount }: Json) => amount);
  assert.deepEqual(
    [of("2026-06"), of("2026-07"), of("2026-12")],
    [
      ["100.00", "100.00"],
      ["130.00", "130.00"],
      ["130.00", "130.00"],
    ],
  );
  await client.advance("2027-01-05T09:00:00Z");
  await close(client, "2026-12");
  const balance = await client.balances("2026-12");
  assert.deepEqual(
    [balance("REVENUE"), balance("CONTRACT_LIABILITY"), balance("CONTRACT_ASSET")],
    ["-2760.00", "0.00", "0.00"],
  );
});

test("an open-ended obligation that gets an end keeps the prices of its periods", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T09:00:00Z"));
  const id = await client.contract(shared);
  const selling = { standaloneSellingPrice: "900.00" };
  await client.add(id, obligationBody(selling, { interval: "MONTH", ...priced("100.00") }));
  const openEnded = obligationBody(
    { ...selling, serviceEndDate: null },
    { endDate: null, interval: "MONTH", invoiceDateStrategy: "ARREARS", ...priced("50.00") },
  );
  const added = await client.add(id, openEnded);
  await client.approve(id);
  await client.advance("2026-03-10T09:00:00Z");
  const path = `/v3/contracts/${id}/billing-terms/${added.billingTermId}/terminate`;
  await client.ok("PATCH", path, { endDate: "2026-04-30" });
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=100`);
  const byMonth = Map.groupBy<string, Json>(data, ({ timeframe }) => timeframe);
  const months = [...byMonth].map(([month, rows]) => [month, ...rows.map(({ amount }) => amount).sort()].join(" "));
  assert.deepEqual(months.slice(0, 5), [
    ...["2026-01 100.00 50.00", "2026-02 100.00 50.00", "2026-03 100.00 50.00", "2026-04 100.00 50.00"],
    "2026-05 100.00",
  ]);
});
