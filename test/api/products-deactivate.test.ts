import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf, obligationBody, rejection } from "../support/client.ts";
import { termBody } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("an inactive product in a sale is rejected by field, together with all other issues", async () => {
  const client = clientOf(api, await api.newMerchant());
  const { id: productId } = await client.ok("POST", "/v3/products", { name: "Seat", status: "INACTIVE" });
  const contractId = await client.contract();
  const path = `/v3/contracts/${contractId}`;
  const wrongEnd = { startDate: "2026-02-01", endDate: "2026-01-01" };
  const sold = await client.send("POST", `${path}/obligations`, obligationBody({}, { productId }));
  assert.deepEqual(rejection(sold), [400, "VALIDATION_FAILED", "/billingSchedule/productId CONFLICT"]);
  const billed = await client.send("POST", `${path}/billing-terms`, termBody({ productId, ...wrongEnd }));
  assert.deepEqual(rejection(billed), [400, "VALIDATION_FAILED", "/productId CONFLICT", "/endDate RANGE"]);
  const term = await client.ok("POST", `${path}/billing-terms`, termBody());
  const changed = await client.send("PATCH", `${path}/billing-terms/${term.id}`, { productId });
  assert.deepEqual(rejection(changed), [400, "VALIDATION_FAILED", "/productId CONFLICT"]);
  // Terms created before the product was inactive continue.
  const { id: other } = await client.ok("POST", "/v3/products", { name: "Other seat" });
  await client.ok("PATCH", `${path}/billing-terms/${term.id}`, { productId: other });
  await client.ok("PATCH", `/v3/products/${other}`, { status: "INACTIVE" });
  await client.ok("PATCH", `${path}/billing-terms/${term.id}`, { name: "Still there" });
});
