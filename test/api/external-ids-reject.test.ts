import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf, rejection } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("invalid external ids are listed together with all other issues of the body", async () => {
  const client = clientOf(api, await api.newMerchant());
  const twice = ["1", "2"].map((externalId) => ({ sourceType: "ERP_A", externalId }));
  const repeated = "/externalIds/1/sourceType DUPLICATE_SOURCE_TYPE";
  for (const path of ["/v3/customers", "/v3/contracts", "/v3/items"]) {
    const answer = await client.send("POST", path, { externalIds: twice });
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", "/name REQUIRED", repeated], path);
  }
  for (const path of ["/v3/credit-memos", "/v3/payments"]) {
    const answer = await client.send("POST", path, { externalIds: twice });
    const issues = rejection(answer);
    assert.ok(issues.includes(repeated) && issues.includes("/customerId REQUIRED"), `${path} ${issues}`);
  }
  const single = { sourceType: "ERP_A", externalId: "3" };
  for (const [body, ...expected] of [
    [{ externalIds: twice.slice(0, 1), ...single }, "/sourceType DUPLICATE_SOURCE_TYPE"],
    [{ externalIds: twice.slice(0, 1), externalId: single }, "/externalId/sourceType DUPLICATE_SOURCE_TYPE"],
    [{ externalId: "3" }, "/sourceType REQUIRED"],
    [{ sourceType: "ERP_A" }, "/externalId REQUIRED"],
    [{ externalId: single, sourceType: "ERP_A" }, "/sourceType CONFLICT"],
  ] as const) {
    const created = await client.send("POST", "/v3/contracts", body);
    assert.deepEqual(rejection(created), [400, "VALIDATION_FAILED", "/name REQUIRED", ...expected]);
    const changed = await client.send("PATCH", `/v3/contracts/${await client.contract()}`, { ...body, poNumber: 1 });
    assert.deepEqual(rejection(changed), [400, "VALIDATION_FAILED", "/poNumber TYPE", ...expected]);
  }
  const unknown = await client.send("POST", "/v3/items", { externalIds: [{ sourceType: "FAX", externalId: "1" }] });
  const unsupported = "/externalIds/0/sourceType UNSUPPORTED_SOURCE_TYPE";
  assert.deepEqual(rejection(unknown), [400, "VALIDATION_FAILED", "/name REQUIRED", unsupported]);
  for (const externalIds of [null, [null], "x", [{ sourceType: 1 }]]) {
    const { status, body } = await client.send("POST", "/v3/items", { externalIds });
    assert.deepEqual([status, body.error.errorCode], [400, "VALIDATION_FAILED"]);
  }
});
