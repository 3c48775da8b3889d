import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { type Metering, meteringOn } from "../support/usage-client.ts";

// Dry runs of usage (rules 2). It is the middle of January 2026; calls of December at 2.00 were invoiced on 1 January.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

let keys = 0;
const event = ({ customerId, eventTypeId }: Metering, datetime: string, parts: object = {}) => ({
  ...{ idempotencyKey: `previewed-${++keys}`, customerId, eventTypeId, datetime, value: "3" },
  ...parts,
});

async function billed(): Promise<{ client: Client; metering: Metering; used: Json[] }> {
  const client = clientOf(api, await api.newMerchant("2025-12-20T12:00:00Z"));
  const metering = await meteringOn(client);
  await metering.addTerm("2", { startDate: "2025-12-01", endDate: "2026-11-30" });
  await metering.approve();
  const used = await metering.use(["2025-12-10", "10"], ["2025-12-15", "5"]);
  await client.advance("2026-01-15T12:00:00Z");
  await client.drainOutbox();
  assert.deepEqual(await metering.invoices(), ["2026-01-01 | USAGE 12-01–12-31 15 = 30.00"]);
  return { client, metering, used };
}

const totals = (invoices: readonly Json[]) => invoices.map(({ issueDate, total }) => `${issueDate} ${total}`);

test("an event of an open month shows the invoice that will have it, one of an invoiced month its late usage there", async () => {
  const { client, metering } = await billed();
  const { contractId } = metering;
  const post = (datetime: string) => ({
    method: "POST",
    path: "/v3/events",
    body: event(metering, datetime),
    contractId,
  });
  const open = await dryThenReal(api, client, post("2026-01-10T12:00:00Z"));
  assert.deepEqual([open.result.id, open.result.value, open.result.status], [null, "3", "MATCHED"]);
  assert.deepEqual(totals(open.plan.invoices.added), ["2026-02-01 6.00"]);
  const late = await dryThenReal(api, client, post("2025-12-31T12:00:00Z"));
  const { changed } = late.plan.invoices;
  assert.deepEqual(totals(changed.flatMap(({ before: was, after: becomes }: Json) => [was, becomes])), [
    "2026-02-01 6.00",
    "2026-02-01 12.00",
  ]);
});

test("the deletion of a billed event shows the credit memo that gives it back", async () => {
  const { client, metering, used } = await billed();
  const { contractId } = metering;
  const path = `/v3/events/${used[1]?.id}`;
  const { plan, result } = await dryThenReal(api, client, { method: "DELETE", path, contractId });
  assert.deepEqual([result.id, result.status], [used[1]?.id, "DELETED"]);
  assert.deepEqual(
    plan.creditMemos.map(({ total }: Json) => total),
    ["10.00"],
  );
});

test("an event that no term covers, or that was recorded before, changes nothing", async () => {
  const { client, metering } = await billed();
  const elsewhere = await meteringOn(client);
  for (const body of [
    event(elsewhere, "2026-01-10T12:00:00Z"),
    event(metering, "2025-12-10T12:00:00Z", { idempotencyKey: "used-twice" }),
  ]) {
    if (body.idempotencyKey === "used-twice") await client.ok("POST", "/v3/events", body);
    await client.drainOutbox();
    const { status, body: answer } = await client.send("POST", "/v3/events?dryRun=true", body);
    assert.equal(status, 200, JSON.stringify(answer));
    const { plan, planHash, result } = answer.payload;
    assert.equal(result.duplicate, body.idempotencyKey === "used-twice");
    assert.deepEqual(plan.invoices, { added: [], changed: [], removed: [], corrected: [] });
    const real = await client.send("POST", "/v3/events", body, { "if-plan": planHash });
    assert.equal(real.status, result.duplicate ? 200 : 201, JSON.stringify(real.body));
  }
});

test("a dry run is rejected as the write is, and a plan that has moved is not carried out", async () => {
  const { client, metering, used } = await billed();
  const digest = await digestOf(api.connectionString);
  const unknownCustomer = event(metering, "2026-01-10T12:00:00Z", { customerId: unknownId });
  for (const [method, path, body] of [
    ["POST", "/v3/events", unknownCustomer],
    ["POST", "/v3/events", event(metering, "2031-01-10T12:00:00Z")],
    ["DELETE", `/v3/events/${unknownId}`, undefined],
  ] as const) {
    const dry = await client.send(method, `${path}?dryRun=true`, body);
    assert.deepEqual(rejection(dry), rejection(await client.send(method, path, body)));
    assert.ok(dry.status >= 400);
  }
  assert.equal(await digestOf(api.connectionString), digest);

  const path = `/v3/events/${used[0]?.id}`;
  const { planHash } = (await client.send("DELETE", `${path}?dryRun=true`)).body.payload;
  await metering.forget(used[1]?.id);
  const moved = await client.send("DELETE", path, undefined, { "if-plan": planHash });
  assert.deepEqual(rejection(moved), [409, "PLAN_CHANGED"]);
  assert.equal((await client.ok("GET", path)).deletedAt, null);
});
