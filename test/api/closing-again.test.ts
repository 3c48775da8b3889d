import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runDoctor } from "../../src/reports/doctor/service.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced } from "../support/client.ts";
import { enablePromises } from "../support/promises.ts";

// Rules 7, "bookMonth": a change that was made while a later month was the first open one moves no month before it, so a
// month that is reopened and closed again posts nothing. Here of promises whose price is what is billed.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(async () => {
  try {
    assert.deepEqual(await runDoctor(api.platform.db, { full: true }), [], "the books are sound");
  } finally {
    await api.close();
  }
});

const closes = "/v3/month-end-close";

async function book(clock: string): Promise<Client> {
  const merchant = await api.newMerchant(clock);
  await enablePromises(api, merchant);
  return clientOf(api, merchant);
}

const close = (client: Client, month: string) => client.ok("POST", `${closes}/close-period?month=${month}`);
const revenueOf = async (client: Client, month: string) => (await client.balances(month))("REVENUE");

/** Reopens January, and closes it again with the months that were closed after it. */
async function closedAgain(client: Client, through: string): Promise<[posted: number, revenue: string]> {
  await client.ok("POST", `${closes}/reopen-period?month=2026-01`);
  const { entriesPosted } = await close(client, through);
  return [entriesPosted, await revenueOf(client, through)];
}

/** A contract of 2026 whose group bills 100.00 a month and is recognized as billed, by a promise of its own. */
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

test("an obligation that was recognized as billed keeps what it earned before it was given another pattern", async () => {
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

test("what is billed was earned by the promise that earned it then, whoever came to its group later", async () => {
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
