import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { meteringOn } from "../support/usage-client.ts";

// What schedules show of open months is what closing them in order posts (rules 7, "bookMonth"): a change moves no month before
// its own, also where such a month is still open, or open again.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const closes = "/v3/month-end-close";
const close = (client: Client, month: string) => client.ok("POST", `${closes}/close-period?month=${month}`);
const reopen = (client: Client, month: string) => client.ok("POST", `${closes}/reopen-period?month=${month}`);

/**
 * Entries of a contract in months through one, "month amount source status", and what another month is corrected by
 * them.
 */
async function shown(client: Client, contractId: string, through: string): Promise<string[]> {
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
  return data
    .filter(({ timeframe }: Json) => timeframe <= through)
    .map(({ timeframe, amount, source, status, earnedTimeframe }: Json) => {
      const earned = earnedTimeframe === timeframe ? "" : ` for ${earnedTimeframe}`;
      return `${timeframe} ${amount} ${source} ${status}${earned}`;
    })
    .toSorted();
}

/** Closes the months through one: what was shown of them is what was posted. */
async function closesAsShown(client: Client, contractId: string, through: string): Promise<void> {
  const before = await shown(client, contractId, through);
  await close(client, through);
  const posted = before.map((entry) => entry.replace(/ACCRUED|PLANNED/, "POSTED"));
  assert.deepEqual(await shown(client, contractId, through), posted);
}

/** 100.00 a month from January 2026, through March unless a test says otherwise, 300.00 invoiced on the first day of a quarter. */
async function service(clock: string, last = "2026-03-31") {
  const client = clientOf(api, await withPobs(api, clock));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  const { id } = await client.ok("POST", "/v3/contracts", { name: "Quarter", customerId });
  const body = obligationBody({ serviceEndDate: last }, { endDate: last });
  const obligation = await client.add(id, body);
  await client.approve(id);
  const path = `/v3/contracts/${id}/obligation/${obligation.id}`;
  const patch = async (parts: object) => {
    await client.ok("PATCH", path, parts);
    await client.drainOutbox();
  };
  const credit = async (amount: string, issueDate: string) => {
    const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED&limit=10");
    const [first] = data.toSorted((a: Json, b: Json) => a.issueDate.localeCompare(b.issueDate));
    const items = [{ invoiceLineItemId: first.lineItems[0].id, amount }];
    await client.ok("POST", "/v3/credit-memos", { customerId, issueDate, reason: "Terms", items });
    await client.drainOutbox();
  };
  return { client, id, path, patch, credit };
}

test("a credit memo lowers no open month before its month of issue", async () => {
  const { client, id, credit } = await service("2026-02-10T12:00:00Z");
  await credit("90.00", "2026-02-10");
  assert.deepEqual(await shown(client, id, "2026-12"), [
    "2026-01 100.00 PATTERN ACCRUED",
    "2026-02 -30.00 CREDIT_MEMO ACCRUED for 2026-01",
    "2026-02 70.00 PATTERN ACCRUED",
    "2026-03 70.00 PATTERN PLANNED",
  ]);
  await client.advance("2026-04-05T12:00:00Z");
  await closesAsShown(client, id, "2026-03");
});

test("a credit memo with a later date lowers no month before its own", async () => {
  const { client, id, credit } = await service("2026-03-10T12:00:00Z");
  await close(client, "2026-02");
  await credit("90.00", "2026-06-15");
  assert.deepEqual(await shown(client, id, "2026-12"), [
    "2026-01 100.00 PATTERN POSTED",
    "2026-02 100.00 PATTERN POSTED",
    "2026-03 100.00 PATTERN ACCRUED",
    "2026-06 -90.00 CREDIT_MEMO PLANNED for 2026-01",
  ]);
  await client.advance("2026-07-05T12:00:00Z");
  await closesAsShown(client, id, "2026-06");
});

test("reopened months show their revenue, and the catch-up of a later change stays in its month", async () => {
  const { client, id, patch } = await service("2026-04-10T12:00:00Z", "2026-12-31");
  await close(client, "2026-03");
  await patch({ revenueEndDate: "2027-03-31", reasonCode: "CORRECTION" });
  await reopen(client, "2026-02");
  assert.deepEqual(await shown(client, id, "2026-05"), [
    "2026-01 100.00 PATTERN POSTED",
    "2026-02 100.00 PATTERN ACCRUED",
    "2026-03 100.00 PATTERN ACCRUED",
    // Three months at 80.00 instead of 100.00.
    "2026-04 -60.00 CATCH_UP ACCRUED for 2026-01",
    "2026-04 80.00 PATTERN ACCRUED",
    "2026-05 80.00 PATTERN PLANNED",
  ]);
  const { entries } = await client.ok("GET", `${closes}/preview?month=2026-03`);
  assert.deepEqual(entries, []);
  const { entriesPosted } = await close(client, "2026-03");
  assert.equal(entriesPosted, 0);
  await client.advance("2026-06-05T12:00:00Z");
  await closesAsShown(client, id, "2026-05");
});

test("catch-ups of changes made in several months stay in their months, reopened or not", async () => {
  const { client, id, path, patch, credit } = await service("2026-02-10T12:00:00Z", "2026-12-31");
  await close(client, "2026-01");
  await patch({ revenueEndDate: "2027-03-31", reasonCode: "CORRECTION" });
  await client.advance("2026-03-10T12:00:00Z");
  await close(client, "2026-02");
  await client.ok("POST", `${path}/custom-revenue`, [{ timeframe: "2026-04", total: "150.00" }]);
  await client.advance("2026-04-10T12:00:00Z");
  await close(client, "2026-03");
  await credit("30.00", "2026-04-10");
  await reopen(client, "2026-01");
  assert.deepEqual(await shown(client, id, "2026-04"), [
    "2026-01 100.00 PATTERN ACCRUED",
    "2026-02 -20.00 CATCH_UP ACCRUED for 2026-01",
    "2026-02 80.00 PATTERN ACCRUED",
    // 1,200.00 less 150.00 for April and the 160.00 of closed months, over twelve months.
    "2026-03 74.17 PATTERN ACCRUED",
    // 30.00 less leaves them 71.67.
    "2026-04 -2.50 CREDIT_MEMO ACCRUED for 2026-03",
    "2026-04 150.00 PIN ACCRUED",
  ]);
  await client.advance("2026-06-05T12:00:00Z");
  await closesAsShown(client, id, "2026-05");
});

for (const [name, change, later] of [
  ["served later", { revenueStartDate: "2026-05-01", revenueEndDate: "2026-12-31" }, "2026-05"],
  ["earned on one day", { recognitionPattern: "POINT_IN_TIME", revenueEndDate: "2026-12-31" }, "2026-12"],
] as const) {
  test(`what is ${name} reverses revenue from the first earned month on`, async () => {
    const { client, id, patch } = await service("2026-03-10T12:00:00Z", "2026-12-31");
    await close(client, "2026-02");
    await patch(change);
    const entries = await shown(client, id, later);
    assert.equal(entries[2], "2026-03 -200.00 CATCH_UP ACCRUED for 2026-01");
    await client.advance("2026-04-05T12:00:00Z");
    await closesAsShown(client, id, "2026-03");
  });
}

test("the catch-up of late usage names the month of the usage", async () => {
  const client = clientOf(api, await api.newMerchant("2026-03-31T12:00:00Z"));
  const metering = await meteringOn(client);
  await metering.addTerm("1");
  await metering.approve();
  await metering.use(["2026-01-05", "10"], ["2026-02-05", "20"], ["2026-03-05", "30"]);
  await client.advance("2026-05-05T12:00:00Z");
  await close(client, "2026-04");
  await metering.use(["2026-03-10", "4"]);
  await client.advance("2026-06-05T12:00:00Z");
  await reopen(client, "2026-02");
  assert.deepEqual(await shown(client, metering.contractId, "2026-12"), [
    "2026-01 10.00 CONSUMED POSTED",
    "2026-02 20.00 CONSUMED ACCRUED",
    "2026-03 30.00 CONSUMED ACCRUED",
    "2026-05 4.00 CATCH_UP ACCRUED for 2026-03",
  ]);
  const { entriesPosted } = await close(client, "2026-04");
  assert.equal(entriesPosted, 0);
  await closesAsShown(client, metering.contractId, "2026-05");
});

test("a month closed again with another catch-up shows the months that it corrects", async () => {
  const client = clientOf(api, await api.newMerchant("2026-03-31T12:00:00Z"));
  const metering = await meteringOn(client);
  await metering.addTerm("1");
  await metering.approve();
  await metering.use(["2026-01-05", "10"], ["2026-02-05", "20"]);
  await client.advance("2026-04-05T12:00:00Z");
  await close(client, "2026-02");
  const [late] = await metering.use(["2026-01-06", "4"]);
  await closesAsShown(client, metering.contractId, "2026-03");
  await reopen(client, "2026-03");
  await metering.forget(late?.id);
  await metering.use(["2026-02-06", "7"]);
  assert.deepEqual(await shown(client, metering.contractId, "2026-12"), [
    "2026-01 10.00 CONSUMED POSTED",
    "2026-02 20.00 CONSUMED POSTED",
    "2026-03 7.00 CATCH_UP ACCRUED for 2026-02",
  ]);
  await closesAsShown(client, metering.contractId, "2026-03");
});

test("breakage of prepaid value that is used after all is reversed in the month of the breakage", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-01T12:00:00Z"));
  const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const { id } = await metering.addTerm("1", { usageScope: "COMMITMENT" });
  const days = { startDate: "2026-01-01", endDate: "2026-06-30", commitmentInterval: "QUARTERLY" };
  const prepaid = { prepaidEnabled: true, prepaidValue: "300.00", prepaymentScheduleType: "FULL_UPFRONT" };
  const schedules = [{ ...days, ...prepaid, steps: [{ commitmentValue: "300.00", billingTermIds: [id] }] }];
  const path = `/v3/contracts/${metering.contractId}/commitments`;
  await client.ok("POST", path, { commitments: [{ commitmentUnitType: "CURRENCY", schedules }] });
  await metering.approve();
  await client.advance("2026-05-10T12:00:00Z");
  await close(client, "2026-04");
  await metering.use(["2026-02-15", "120"]);
  await client.advance("2026-07-10T12:00:00Z");
  await reopen(client, "2026-03");
  assert.deepEqual(await shown(client, metering.contractId, "2026-12"), [
    "2026-03 300.00 BREAKAGE ACCRUED",
    "2026-05 -120.00 BREAKAGE ACCRUED for 2026-03",
    "2026-05 120.00 CATCH_UP ACCRUED for 2026-02",
    "2026-06 300.00 BREAKAGE ACCRUED",
  ]);
  const { entriesPosted } = await close(client, "2026-04");
  assert.equal(entriesPosted, 0);
  await closesAsShown(client, metering.contractId, "2026-06");
});

test("a catch-up in a manual month is shown apart from the manual amount", async () => {
  const { client, id, path, patch } = await service("2026-01-20T12:00:00Z", "2026-12-31");
  await client.ok("POST", `${path}/custom-revenue`, [{ timeframe: "2026-02", total: "150.00" }]);
  await client.advance("2026-02-10T12:00:00Z");
  await close(client, "2026-01");
  await patch({ revenueEndDate: "2027-01-31" });
  assert.deepEqual(await shown(client, id, "2026-03"), [
    // 1,050.00 over eleven months, and then over twelve.
    "2026-01 95.45 PATTERN POSTED",
    "2026-02 -7.95 CATCH_UP ACCRUED for 2026-01",
    "2026-02 150.00 PIN ACCRUED",
    "2026-03 87.50 PATTERN PLANNED",
  ]);
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=1000`);
  const pinned = data.filter((entry: Json) => entry.pinned).map(({ timeframe, source }: Json) => [timeframe, source]);
  assert.deepEqual(pinned, [["2026-02", "PIN"]]);
  await client.advance("2026-03-10T12:00:00Z");
  await closesAsShown(client, id, "2026-02");
});

test("a month shows RECOGNIZE_AS_BILLED from the switch on, and the pattern in months closed before it", async () => {
  const { client, id, patch } = await service("2026-02-10T12:00:00Z", "2026-06-30");
  await close(client, "2026-01");
  await patch({ recognitionPattern: "RECOGNIZE_AS_BILLED" });
  await client.advance("2026-04-10T12:00:00Z");
  assert.deepEqual(await shown(client, id, "2026-04"), [
    "2026-01 100.00 PATTERN POSTED",
    // Billed on 1 January.
    "2026-02 200.00 CATCH_UP ACCRUED for 2026-01",
    "2026-04 300.00 BILLED ACCRUED",
  ]);
  await client.advance("2026-05-05T12:00:00Z");
  await closesAsShown(client, id, "2026-04");
});

test("a month shows reversals by credit memos apart from its other catch-ups", async () => {
  const { client, id, patch, credit } = await service("2026-04-10T12:00:00Z", "2026-12-31");
  await close(client, "2026-03");
  await patch({ revenueEndDate: "2027-03-31", reasonCode: "CORRECTION" });
  await credit("60.00", "2026-04-10");
  assert.deepEqual(await shown(client, id, "2026-05"), [
    "2026-01 100.00 PATTERN POSTED",
    "2026-02 100.00 PATTERN POSTED",
    "2026-03 100.00 PATTERN POSTED",
    // Three months at 80.00 instead of 100.00.
    "2026-04 -60.00 CATCH_UP ACCRUED for 2026-01",
    "2026-04 -60.00 CREDIT_MEMO ACCRUED for 2026-01",
    "2026-04 80.00 PATTERN ACCRUED",
    "2026-05 80.00 PATTERN PLANNED",
  ]);
  await client.advance("2026-05-05T12:00:00Z");
  await closesAsShown(client, id, "2026-04");
});
