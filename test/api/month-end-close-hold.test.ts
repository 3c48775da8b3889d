import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, rejection, unknownId } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { enablePobs } from "../support/pobs.ts";

// A contract that is held out of a close does not block others; its amounts are in test/scenarios/golden/holds.ts.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const path = "/v3/month-end-close";
const reason = "The order form is disputed";

/** Two contracts of 100.00 a month from January 2026 on; it is 10 February. */
async function twoContracts(): Promise<{ client: Client; bad: string; good: string }> {
  const client = clientOf(api, await api.newMerchant("2026-02-10T00:00:00Z"));
  const ids: string[] = [];
  for (let each = 0; each < 2; each++) {
    const id = await client.contract();
    await client.add(id, obligationBody());
    await client.approve(id);
    ids.push(id);
  }
  const [bad = "", good = ""] = ids;
  return { client, bad, good };
}

const hold = (client: Client, id: string, body: object = { reason }) =>
  client.send("POST", `/v3/contracts/${id}/close-hold`, body);
const release = (client: Client, id: string) => client.send("DELETE", `/v3/contracts/${id}/close-hold`);
const doctor = (client: Client) => runDoctor(api.platform.db, { merchantId: client.merchant.merchantId });
const entriesOf = async (client: Client, contractId: string): Promise<string[]> =>
  (await client.ok("GET", `/v3/journal-entries?filter=contractId:eq:${contractId}&limit=1000`)).data.map(
    ({ date, type }: Json) => `${date} ${type}`,
  );

test("a held contract posts its invoices and no revenue, and is named in the preview, the package and a warning of the doctor", async () => {
  const { client, bad, good } = await twoContracts();
  assert.equal((await hold(client, bad)).status, 201);
  const preview = await client.ok("GET", `${path}/preview?month=2026-01`);
  assert.deepEqual(
    preview.held.map((each: Json) => [each.contractId, each.reason, each.status]),
    [[bad, reason, "HELD"]],
  );
  assert.ok(preview.entries.every(({ contractId }: Json) => contractId === good));
  await close(client, "2026-01");
  assert.deepEqual(await entriesOf(client, bad), ["2026-01-01 INVOICE_ISSUED"]);
  assert.equal((await entriesOf(client, good)).length, 2);
  const [{ manifest }] = (await client.ok("GET", `${path}/packages`)).data;
  assert.deepEqual(
    manifest.held.map((each: Json) => [each.contractId, each.reason]),
    [[bad, reason]],
  );
  assert.deepEqual(await doctor(client), [
    { id: "INV-08", severity: "warning", count: 1, sample: [`${bad} 100.00 USD`] },
  ]);
});

test("once released, it catches up in the first open month, and the catch-up names the month it is of", async () => {
  const { client, bad } = await twoContracts();
  await client.advance("2026-03-10T00:00:00Z");
  await close(client, "2026-01");
  await hold(client, bad);
  await close(client, "2026-02");
  assert.equal((await release(client, bad)).status, 200);
  await client.advance("2026-04-10T00:00:00Z");
  await close(client, "2026-03");
  const filter = `contractId:eq:${bad},status:eq:POSTED`;
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=${filter}&limit=100`);
  assert.deepEqual(
    data
      .map((each: Json) => [each.timeframe, each.source, each.earnedTimeframe ?? each.timeframe, each.amount].join(" "))
      .toSorted(),
    ["2026-01 PATTERN 2026-01 100.00", "2026-03 CATCH_UP 2026-02 100.00", "2026-03 PATTERN 2026-03 100.00"],
  );
  assert.deepEqual(await doctor(client), []);
  await client.ok("POST", `${path}/reopen-period?month=2026-03`);
  assert.equal((await close(client, "2026-03")).entriesPosted, 0, "closing again posts nothing");
});

test("service that begins during a hold catches up from its first month", async () => {
  const { client, bad } = await twoContracts();
  await client.advance("2026-03-10T00:00:00Z");
  await close(client, "2026-01");
  await hold(client, bad);
  await close(client, "2026-02");
  const later = obligationBody({ serviceStartDate: "2026-03-01" }, { startDate: "2026-03-01", interval: "MONTH" });
  const { performanceObligationId } = await client.add(bad, later);
  await client.advance("2026-04-10T00:00:00Z");
  await close(client, "2026-03");
  await release(client, bad);
  await client.advance("2026-05-10T00:00:00Z");
  await close(client, "2026-04");
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${bad},status:eq:POSTED`);
  assert.deepEqual(
    data
      .filter((each: Json) => each.source === "CATCH_UP" && each.timeframe === "2026-04")
      .map((each: Json) => [each.performanceObligationId === performanceObligationId, each.earnedTimeframe].join(" "))
      .toSorted(),
    ["false 2026-02", "true 2026-03"],
  );
});

test("an unbalanced group blocks a close, unless its contract is held in every month of the close", async () => {
  const merchant = await api.newMerchant("2026-03-10T00:00:00Z");
  await enablePobs(api, merchant);
  const client = clientOf(api, merchant);
  const contractId = await client.contract();
  const { billingSchedule } = obligationBody();
  const { billingTermGroupId } = await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, billingSchedule);
  const pob = { name: "Platform", serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
  const { created } = await client.ok("POST", `/v3/contracts/${contractId}/performance-obligations`, {
    billingTermGroupId,
    toCreate: [{ ...pob, recognitionPattern: "STRAIGHT_LINE", transactionPrice: "1200.00" }],
  });
  await client.approve(contractId);
  await client.ok("PATCH", `/v3/contracts/${contractId}/performance-obligations/${created[0].id}`, {
    transactionPrice: "1300.00",
  });
  await client.drainOutbox();
  const closing = (month: string) => client.send("POST", `${path}/close-period?month=${month}`);
  const refused = await closing("2026-01");
  assert.deepEqual(
    refused.body.error.details.checks.map(({ code }: Json) => code),
    ["GROUP_UNBALANCED"],
  );
  await hold(client, contractId, { reason, fromMonth: "2026-02" });
  assert.equal((await closing("2026-02")).status, 400, "January is closed along, and it is not held out of that");
  await release(client, contractId);
  await hold(client, contractId);
  assert.equal((await closing("2026-02")).status, 200);
});

test("drafts and failed jobs block a close, those of a held contract do not", async () => {
  const { client, bad, good } = await twoContracts();
  await client.drainOutbox();
  const draft = (await client.ok("GET", `/v3/invoices?filter=contractId:eq:${bad},status:eq:ISSUED`)).data[0];
  await client.ok("POST", `/v3/invoices/${draft.id}/actions`, { action: "VOID" });
  const closing = () => client.send("POST", `${path}/close-period?month=2026-01`);
  await hold(client, good);
  const { body } = await closing();
  assert.deepEqual(
    body.error.details.checks.map(({ code }: Json) => code),
    ["DRAFT_INVOICES"],
  );
  await hold(client, bad);
  assert.equal((await closing()).status, 200);
});

test("the list of holds has released ones as well", async () => {
  const { client, bad, good } = await twoContracts();
  await hold(client, bad);
  await release(client, bad);
  await hold(client, good, { reason, fromMonth: "2026-02" });
  const { data, totalItems } = await client.ok("GET", `${path}/holds`);
  assert.deepEqual(
    [totalItems, ...data.map((each: Json) => [each.contractId, each.status, each.fromMonth])],
    [2, [good, "HELD", "2026-02"], [bad, "RELEASED", null]],
  );
  const held = await client.ok("GET", `${path}/holds?filter=status:eq:HELD`);
  assert.deepEqual(
    held.data.map((each: Json) => each.contractId),
    [good],
  );
  const { data: log } = await client.ok("GET", `/v3/audit-log?filter=entityId:eq:${bad}`);
  assert.deepEqual(
    log.slice(0, 2).map(({ action }: Json) => action),
    ["contract.release", "contract.hold"],
  );
});

test("invalid holds and releases are rejected, and a dry run keeps nothing", async () => {
  const { client, bad, good } = await twoContracts();
  await close(client, "2026-01");
  assert.deepEqual(rejection(await hold(client, bad, {})), [400, "VALIDATION_FAILED", "/reason REQUIRED"]);
  assert.deepEqual(rejection(await hold(client, bad, { reason, fromMonth: "2026-01" })), [400, "PERIOD_CLOSED"]);
  assert.deepEqual(rejection(await hold(client, unknownId)), [404, "CONTRACT_NOT_FOUND"]);
  assert.deepEqual(rejection(await release(client, unknownId)), [404, "CONTRACT_NOT_FOUND"]);
  assert.deepEqual(rejection(await release(client, bad)), [400, "CONTRACT_NOT_HELD"]);
  const dryRun = await client.send("POST", `/v3/contracts/${good}/close-hold?dryRun=true`, { reason });
  assert.deepEqual([dryRun.status, dryRun.body.payload.dryRun], [200, true]);
  assert.equal((await client.ok("GET", `${path}/holds`)).totalItems, 0);
  await hold(client, bad);
  assert.deepEqual(rejection(await hold(client, bad)), [400, "CONTRACT_HELD"]);
});
