import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { contractClient, rejection } from "../support/contract-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("MISSING_CATEGORY blocks while the merchant requires a category and an obligation has none", async () => {
  const merchant = await api.newMerchant("2026-01-15T12:00:00Z");
  const { send, create, get, act, addObligation } = await contractClient(api, merchant);
  const require = async (requireCategory: boolean) => {
    const answer = await send("PATCH", "/v3/merchant", { requireCategory });
    assert.deepEqual([answer.status, answer.body.payload.requireCategory], [200, requireCategory]);
  };
  assert.equal((await send("GET", "/v3/merchant")).body.payload.requireCategory, false);
  const { status, body } = await send("PATCH", "/v3/merchant", { requireCategory: "yes" });
  assert.deepEqual([status, body.error.details.issues[0].path], [400, "/requireCategory"]);

  const early = await create();
  await addObligation(early.id);
  assert.equal((await get(early.id)).status, "PROCESSED");
  await require(true);
  const rejected = await act(early.id, "APPROVE");
  assert.equal(rejection(rejected), "400 INVALID_CONTRACT_STATE");
  assert.deepEqual(
    rejected.body.error.details.blockReasons.map(({ code }: Json) => code),
    ["MISSING_CATEGORY"],
  );

  const late = await create();
  const obligation = await addObligation(late.id);
  const blocked = await get(late.id);
  assert.deepEqual(
    [blocked.status, blocked.blockReasons.map(({ code, path }: Json) => `${code} ${path}`)],
    ["BLOCKED", [`MISSING_CATEGORY /obligations/${obligation.id}/categoryId`]],
  );

  const category = (await send("POST", "/v3/categories", { name: "Subscriptions" })).body.payload;
  const categorized = await send("POST", `/v3/contracts/${late.id}/obligations`, {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    categoryId: category.id,
    billingSchedule: scheduleOf(),
  });
  assert.equal(categorized.status, 201);
  assert.equal((await get(late.id)).status, "BLOCKED");
  assert.equal((await send("DELETE", `/v3/contracts/${late.id}/obligations/${obligation.id}`)).status, 200);
  assert.deepEqual([(await get(late.id)).status, (await get(late.id)).blockReasons], ["PROCESSED", []]);

  const third = await create();
  await addObligation(third.id);
  await require(false);
  assert.equal((await get(third.id)).status, "BLOCKED", "until it is checked again");
  const checked = await send("PATCH", `/v3/contracts/${third.id}`, { name: "Checked again" });
  assert.deepEqual([checked.body.payload.status, checked.body.payload.blockReasons], ["PROCESSED", []]);
  for (const { id } of [early, late, third]) assert.equal((await act(id, "APPROVE")).status, 200);
});

function scheduleOf() {
  return {
    name: "Subscription",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "YEAR",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
  };
}
