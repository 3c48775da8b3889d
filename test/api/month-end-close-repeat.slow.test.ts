import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced } from "../support/client.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { meteringOn, tiered, usageBody } from "../support/usage-client.ts";

// Rules 7, "bookMonth": a change that was made while a later month was the first open one moves no month before it, so
// a month that is reopened and closed again posts nothing. Here of performance obligations whose price is what is
// billed or used.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const closes = "/v3/month-end-close";
const waterfall = "/v3/reports/waterfall?month=2026-01&asOf=2026-03-15";

async function book(clock: string): Promise<Client> {
  const merchant = await api.newMerchant(clock);
  await enablePobs(api, merchant);
  return clientOf(api, merchant);
}

const revenueOf = async (client: Client, month: string) => (await client.balances(month))("REVENUE");

/** Reopens January, and closes it again with the months that were closed after it. */
async function closedAgain(client: Client, through: string): Promise<[posted: number, revenue: string]> {
  await client.ok("POST", `${closes}/reopen-period?month=2026-01`);
  const { entriesPosted } = await close(client, through);
  return [entriesPosted, await revenueOf(client, through)];
}

/**
 * A contract of 2026 whose group bills 100.00 a month and is recognized as billed, by a performance obligation of its
 * own.
 */
async function billedByMonth(client: Client): Promise<{ readonly path: string; readonly billingTermGroupId: string }> {
  const id = await client.contract();
  const path = `/v3/contracts/${id}`;
  const { billingSchedule } = obligationBody({}, { interval: "MONTH", ...priced("100.00") });
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, billingSchedule);
  const toCreate = [{ name: "As billed", recognitionPattern: "RECOGNIZE_AS_BILLED" }];
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(id);
  return { path: `${path}/performance-obligations`, billingTermGroupId };
}

const stated = {
  name: "Stated",
  transactionPrice: "1200.00",
  recognitionPattern: "STRAIGHT_LINE",
  serviceStartDate: "2026-01-01",
  serviceEndDate: "2026-12-31",
};

test("service before the first book month is recognized in its own month when nothing was closed yet", async () => {
  const client = await book("2026-01-15T12:00:00Z");
  const id = await client.contract();
  const path = `/v3/contracts/${id}`;
  const { billingSchedule } = obligationBody({}, { interval: "YEAR", ...priced("1200.00") });
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, billingSchedule);
  const milestones = [
    { name: "Design", weight: "1", reachedDate: "2025-11-25" },
    { name: "Build", weight: "1" },
  ];
  const toCreate = [{ ...stated, recognitionPattern: "MILESTONE", milestones }];
  const { created } = await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(id);
  await client.advance("2026-02-05T12:00:00Z");
  const revenue = async () => {
    const filter = `performanceObligationId:eq:${created[0].id}`;
    const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=${filter}`);
    return data.map(({ timeframe, source, amount }: Json) => `${timeframe} ${source} ${amount}`);
  };
  assert.deepEqual(await revenue(), ["2025-11 PATTERN 600.00"]);
  await close(client, "2026-01");
  assert.deepEqual(await revenue(), ["2025-11 PATTERN 600.00"]);
});

test("an obligation recognized as billed keeps earlier revenue when it gets another pattern", async () => {
  const client = await book("2026-03-15T12:00:00Z");
  const id = await client.contract();
  const obligation = await client.add(id, obligationBody({ recognitionPattern: "RECOGNIZE_AS_BILLED" }));
  await client.approve(id);
  await close(client, "2026-01");
  assert.equal(await revenueOf(client, "2026-01"), "-300.00");
  const path = `/v3/contracts/${id}/obligation/${obligation.id}`;
  await client.ok("PATCH", path, { recognitionPattern: "STRAIGHT_LINE" });
  assert.deepEqual(await closedAgain(client, "2026-01"), [0, "-300.00"]);
  await close(client, "2026-02");
  assert.equal(await revenueOf(client, "2026-02"), "-200.00", "February brings it to two months of the price");
  await client.ok("PATCH", path, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
  assert.deepEqual(await closedAgain(client, "2026-02"), [0, "-200.00"]);
});

test("as-billed revenue stays with its performance obligation when another one joins the group", async () => {
  const client = await book("2026-03-15T12:00:00Z");
  const { path, billingTermGroupId } = await billedByMonth(client);
  await close(client, "2026-02");
  assert.equal(await revenueOf(client, "2026-02"), "-200.00");
  await client.ok("POST", path, { billingTermGroupId, toCreate: [stated] });
  assert.deepEqual(await closedAgain(client, "2026-02"), [0, "-200.00"]);
  await client.advance("2026-04-05T12:00:00Z");
  await close(client, "2026-03");
  assert.equal(
    await revenueOf(client, "2026-03"),
    "-300.00",
    "three months of the stated price, instead of what is billed",
  );
  assert.deepEqual(await closedAgain(client, "2026-03"), [0, "-300.00"]);
});

/** A performance obligation that earns 10.00 of usage in January by its event type; `path` is its own. */
async function consumedInJanuary(client: Client) {
  const metering = await meteringOn(client);
  const { billingTermGroupId } = await metering.addTerm("1");
  const pobs = `/v3/contracts/${metering.contractId}/performance-obligations`;
  const consumed = { recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: metering.eventTypeId };
  const toCreate = [{ name: "Calls", ...consumed }];
  const { created } = await client.ok("POST", pobs, { billingTermGroupId, toCreate });
  await metering.approve();
  await metering.use(["2026-01-05", "10"]);
  return { metering, billingTermGroupId, consumed, path: `${pobs}/${created[0].id}` };
}

test("usage revenue stays when its performance obligation becomes recognized as billed", async () => {
  const client = await book("2026-01-31T12:00:00Z");
  const { consumed, path } = await consumedInJanuary(client);
  await client.advance("2026-03-15T12:00:00Z");
  await close(client, "2026-01");
  assert.equal(await revenueOf(client, "2026-01"), "-10.00");
  const then = await client.ok("GET", waterfall);
  await client.advance("2026-03-16T12:00:00Z");
  await client.ok("PATCH", path, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
  assert.deepEqual(await closedAgain(client, "2026-01"), [0, "-10.00"]);
  assert.deepEqual((await client.ok("GET", waterfall)).rows, then.rows);
  await close(client, "2026-02");
  assert.equal(
    await revenueOf(client, "2026-02"),
    "-10.00",
    "January's invoice is dated February: all of it is earned",
  );
  await client.ok("PATCH", path, consumed);
  assert.deepEqual(await closedAgain(client, "2026-02"), [0, "-10.00"]);
});

test("usage revenue stays when its performance obligation moves to another event type", async () => {
  const client = await book("2026-01-31T12:00:00Z");
  const { metering, billingTermGroupId, path } = await consumedInJanuary(client);
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Other calls" });
  await client.ok("POST", `/v3/contracts/${metering.contractId}/billing-terms`, {
    ...usageBody(eventTypeId, "1"),
    billingTermGroupId,
  });
  await client.ok("POST", path.replace(/\/[^/]+$/, ""), {
    billingTermGroupId,
    toCreate: [{ name: "The rest", recognitionPattern: "RECOGNIZE_AS_BILLED" }],
  });
  await client.advance("2026-02-20T12:00:00Z");
  await close(client, "2026-01");
  assert.equal(await revenueOf(client, "2026-01"), "-10.00");
  await client.ok("PATCH", path, { eventTypeId });
  assert.deepEqual(await closedAgain(client, "2026-01"), [0, "-10.00"]);
  await client.advance("2026-03-15T12:00:00Z");
  await close(client, "2026-02");
  assert.equal(await revenueOf(client, "2026-02"), "-10.00", "as billed: January's invoice is dated February");
  assert.deepEqual(await closedAgain(client, "2026-02"), [0, "-10.00"]);
});

for (const [name, pattern, march] of [
  ["as billed", { recognitionPattern: "RECOGNIZE_AS_BILLED" }, "-6.00"],
  ["at a stated price", { ...stated, transactionPrice: "120.00", considerationType: "VARIABLE" }, "-30.00"],
] as const) {
  test(`credited usage stays off the months of its usage when it becomes earned ${name}`, async () => {
    const client = await book("2026-01-31T12:00:00Z");
    const { metering, path } = await consumedInJanuary(client);
    await client.advance("2026-02-10T12:00:00Z");
    const [invoice] = await metering.schedule();
    const items = [{ invoiceLineItemId: invoice?.lineItems[0].id, amount: "4.00" }];
    const memo = { customerId: metering.customerId, issueDate: "2026-02-10", reason: "Outage", items };
    await client.ok("POST", "/v3/credit-memos", memo);
    await client.advance("2026-03-15T12:00:00Z");
    await close(client, "2026-02");
    assert.equal(await revenueOf(client, "2026-02"), "-6.00");
    const { name: _kept, ...change } = { name: "", ...pattern };
    await client.ok("PATCH", path, change);
    assert.deepEqual(await closedAgain(client, "2026-02"), [0, "-6.00"]);
    await client.advance("2026-04-05T12:00:00Z");
    await close(client, "2026-03");
    assert.equal(await revenueOf(client, "2026-03"), march);
    assert.deepEqual(await closedAgain(client, "2026-03"), [0, march]);
  });
}

test("usage keeps its tier prices when tiers become counted by differentiator", async () => {
  const client = await book("2026-01-31T12:00:00Z");
  const metering = await meteringOn(client);
  const halfFromTen = tiered("TIERED", [
    ["0", "1"],
    ["10", "0.5"],
  ]);
  const { id: termId, billingTermGroupId } = await metering.addTerm(halfFromTen, { interval: "QUARTER" });
  const path = `/v3/contracts/${metering.contractId}`;
  const toCreate = [{ recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: metering.eventTypeId }];
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await metering.approve();
  const used = (differentiator: string) => ["2026-01-05", "6", { differentiator }] as const;
  await metering.use(used("Oslo"), used("Rome"));
  await client.advance("2026-02-10T12:00:00Z");
  await close(client, "2026-01");
  assert.equal(await revenueOf(client, "2026-01"), "-11.00");
  await client.ok("PATCH", `${path}/billing-terms/${termId}`, { tierScope: "DIFFERENTIATOR" });
  assert.deepEqual(await closedAgain(client, "2026-01"), [0, "-11.00"]);
  await client.advance("2026-03-15T12:00:00Z");
  await close(client, "2026-02");
  assert.equal(await revenueOf(client, "2026-02"), "-12.00");
});

test("usage that a term no longer prices is reversed in the first open month", async () => {
  const client = await book("2026-01-31T12:00:00Z");
  const metering = await meteringOn(client);
  const { id: termId, billingTermGroupId } = await metering.addTerm("1", { interval: "QUARTER" });
  const path = `/v3/contracts/${metering.contractId}`;
  const toCreate = [{ recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: metering.eventTypeId }];
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await metering.approve();
  await metering.use(["2026-01-05", "6"]);
  await client.advance("2026-02-10T12:00:00Z");
  await close(client, "2026-01");
  assert.equal(await revenueOf(client, "2026-01"), "-6.00");
  const { usageScope } = await client.ok("PATCH", `${path}/billing-terms/${termId}`, { usageScope: "COMMITMENT" });
  assert.equal(usageScope, "COMMITMENT");
  assert.deepEqual(await closedAgain(client, "2026-01"), [0, "-6.00"]);
  await client.advance("2026-04-15T12:00:00Z");
  await close(client, "2026-02");
  assert.equal(await revenueOf(client, "2026-02"), "0.00");
  assert.deepEqual(await metering.invoices(), []);
});
