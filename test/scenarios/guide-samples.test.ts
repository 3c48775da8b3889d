import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { createKey } from "../../src/platform/auth/keys.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf, unknownId } from "../support/client.ts";
import { guideRunner } from "../support/guide-runner.ts";
import { samplesOf } from "../support/samples.ts";

// Pages of the guide with a few samples each; what is for operators is in operators-guide.slow.test.ts.

let api: TestApi;
before(async () => {
  api = await startApi({ works: true });
});
after(() => api.close());

const jsonOf = (page: string): string[] =>
  [...readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), "utf8").matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text = ""]) => text,
  );

test("docs/approvals.md: a credit memo is requested by one person and approved by another", async () => {
  const runner = guideRunner(api);
  const { merchantId } = api.merchants.A;
  const { db } = api.platform;
  const userId = await addUser(db, merchantId, "cfo@example.com", "CONTROLLER");
  const { key } = await createKey(db, { merchantId, userId, access: "WRITE", name: "controller" });
  runner.variables.set("CONTROLLER_KEY", key);
  let requests = 0;
  for (const block of samplesOf("docs/approvals.md")) requests += await runner.run(block);
  assert.equal(requests, 10);
  const { data } = await clientOf(api, api.merchants.A).ok("GET", "/v3/credit-memos");
  assert.deepEqual(
    data.map(({ total }: { readonly total: string }) => total),
    ["1500.00"],
  );
});

test("docs/scaling.md: lists and reports are read from the replica", async () => {
  const runner = guideRunner(api);
  let requests = 0;
  for (const block of samplesOf("docs/scaling.md")) requests += await runner.run(block);
  assert.equal(requests, 2);
});

test("docs/close.md: the sample task template is created unchanged, once its owner is a member", async () => {
  const client = clientOf(api, await api.newMerchant());
  const [text = ""] = jsonOf("close");
  const template = JSON.parse(text);
  await addUser(api.platform.db, client.merchant.merchantId, template.ownerEmail, "EDITOR");
  const { title } = await client.ok("POST", "/v3/month-end-close/task-templates", template);
  assert.equal(title, "Reconcile the bank accounts");
});

test("docs/errors.md: a rejection has the documented shape", async () => {
  const [text = ""] = jsonOf("errors");
  const shown = JSON.parse(text);
  const { status, body } = await api.request("GET", `/v3/contracts/${unknownId}`);
  assert.equal(status, shown.error.code);
  assert.match(body.error.details.requestId, /./);
  body.error.details.requestId = shown.error.details.requestId;
  assert.deepEqual(body, shown);
});
