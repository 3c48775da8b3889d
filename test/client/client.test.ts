import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AccordError, type Client, createClient, HeldForApproval } from "@accord/client";
import { startApi, type TestApi } from "../support/api.ts";
import { obligationBody, unknownId } from "../support/client.ts";

let api: TestApi;
let accord: Client;
before(async () => {
  api = await startApi();
  accord = createClient({ baseUrl: api.url, key: api.merchants.A.writeKey });
});
after(() => api.close());

test("a contract is created, read, listed and changed with the types of each operation", async () => {
  const customer = await accord.createCustomer({ body: { name: "Northwind" } });
  const created = await accord.createContract({ body: { name: "Plan 2026", customerId: customer.id } });
  const { name, status } = await accord.getContract({ id: created.id });
  assert.deepEqual([name, status], ["Plan 2026", "NEW"]);
  const renamed = await accord.updateContract({ id: created.id, body: { name: "Plan, renamed" } });
  const found = await accord.listContracts({ filter: { name: "Plan, renamed", customerId: [customer.id] } });
  assert.deepEqual(found, { data: [renamed], currentPage: 1, limit: 50, totalItems: 1, nextCursor: null });
});

test("a preview keeps nothing, and its plan is accepted by the write", async () => {
  const { id } = await accord.createContract({ body: { name: "Previewed" } });
  const request = { id, body: obligationBody() } as Parameters<Client["createObligation"]>[0];
  const preview = await accord.previewCreateObligation(request);
  assert.equal(preview.dryRun, true);
  assert.deepEqual((await accord.listObligations({ id })).data, []);
  await assert.rejects(accord.createObligation(request, { ifPlan: "0".repeat(64) }), { errorCode: "PLAN_CHANGED" });
  const { contractId } = await accord.createObligation(request, { ifPlan: preview.planHash });
  assert.equal(contractId, id);
});

test("all rows of a list are iterated once, over any number of pages", async () => {
  const names = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"];
  for (const name of names) await accord.createItem({ body: { name } });
  const found: string[] = [];
  for await (const item of accord.each("listItems", { limit: 2, filter: { name: { in: names } } }))
    found.push(item.name);
  assert.deepEqual(found.toSorted(), names.toSorted());
});

test("a rejection has path, code and request id", async () => {
  const wrong = { name: "", customerId: "no id" };
  await assert.rejects(accord.createContract({ body: wrong }), (error) => {
    assert.ok(error instanceof AccordError);
    assert.deepEqual([error.status, error.errorCode], [400, "VALIDATION_FAILED"]);
    assert.deepEqual(error.issues.map(({ path }) => path).toSorted(), ["/customerId", "/name"]);
    assert.match(error.requestId ?? "", /./);
    return true;
  });
  await assert.rejects(accord.getContract({ id: unknownId }), { status: 404, errorCode: "CONTRACT_NOT_FOUND" });
});

test("a write repeated with the same key is carried out once", async () => {
  const request = [{ body: { name: "Once" } }, { idempotencyKey: "client-once" }] as const;
  const first = await accord.createCustomer(...request);
  const again = await accord.answer("createCustomer", ...request);
  assert.deepEqual(again.payload, first);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
});

test("a report is returned as JSON, or as a file where one is requested", async () => {
  const { month } = await accord.getTrialBalance({ month: "2026-01" });
  assert.equal(month, "2026-01");
  const { blob, fileName, contentType } = await accord.file("getTrialBalance", { month: "2026-01", format: "csv" });
  assert.match(contentType, /^text\/csv/);
  assert.match(fileName ?? "", /\.csv$/);
  assert.match(await blob.text(), /account/i);
});

test("an uploaded file is downloaded unchanged", async () => {
  const { id } = await accord.createContract({ body: { name: "Signed" } });
  const bytes = "%PDF-1.4\n%%EOF\n";
  await accord.uploadContractFile({
    id,
    shouldProcess: false,
    file: new File([bytes], "Signiert ä.pdf", { type: "application/pdf" }),
  });
  const { blob, fileName } = await accord.getContractFile({ id });
  assert.deepEqual([await blob.text(), fileName], [bytes, "Signiert ä.pdf"]);
});

test("a write that waits for a second person throws an error with its change request", async () => {
  const { writeKey: key } = await api.newMerchant();
  const alone = createClient({ baseUrl: api.url, key });
  await alone.setApprovalPolicy({ body: { kind: "APPROVALS", role: "OWNER" } });
  await assert.rejects(alone.setApprovalPolicy({ body: { kind: "WRITE_OFF", role: "OWNER" } }), (error) => {
    assert.ok(error instanceof HeldForApproval);
    assert.deepEqual([error.changeRequest.status, error.changeRequest.role], ["PENDING", "OWNER"]);
    return true;
  });
});
