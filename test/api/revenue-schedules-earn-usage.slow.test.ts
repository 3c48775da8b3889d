import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { type Metering, meteringOn, tiered, usageBody } from "../support/usage-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

/** A book on 31 January 2026, before anything of the month is billed, and a contract whose usage is metered. */
async function metered(price: string | object, parts: object = {}): Promise<[Metering, Client]> {
  const client = clientOf(api, await api.newMerchant("2026-01-31T12:00:00Z"));
  const metering = await meteringOn(client);
  await metering.addTerm(price, parts);
  await metering.approve();
  return [metering, client];
}

const reopen = (client: Client, month: string) => client.ok("POST", `/v3/month-end-close/reopen-period?month=${month}`);

/** Revenue, receivable, unbilled receivable and contract liability at a month's end. */
async function position(client: Client, month: string): Promise<string[]> {
  const balance = await client.balances(month);
  return ["REVENUE", "RECEIVABLE", "UNBILLED_RECEIVABLE", "CONTRACT_LIABILITY"].map(balance);
}

test("usage is recognized in its own month, and is an unbilled receivable until it is billed", async () => {
  const [metering, client] = await metered("2");
  await metering.use(["2026-01-05", "10"], ["2026-01-31T11:00:00Z", "5"]);
  await client.advance("2026-02-01T12:00:00Z");
  await close(client, "2026-01");
  assert.deepEqual(await position(client, "2026-01"), ["-30.00", "0.00", "30.00", "0.00"]);
  assert.deepEqual(await metering.revenue(), ["2026-01 CONSUMED 30.00 POSTED"]);

  await client.advance("2026-02-28T12:00:00Z");
  await metering.use(["2026-02-27", "1"]);
  await client.advance("2026-03-05T00:00:00Z");
  await close(client, "2026-02");
  // January's invoice is dated February, where its period ends.
  assert.deepEqual(await position(client, "2026-02"), ["-32.00", "30.00", "2.00", "0.00"]);
});

test("usage of a quarter is recognized at its price to date, tiers included; the uplift to a minimum on the last day", async () => {
  const volume = tiered("VOLUME", [
    ["0", "1"],
    ["100", "0.5"],
  ]);
  const [metering, client] = await metered(volume, { interval: "QUARTER", minimumAmount: "90.00" });
  await metering.use(["2026-01-05", "80"]);
  await client.advance("2026-03-31T12:00:00Z");
  await metering.use(["2026-02-05", "40"], ["2026-03-05", "20"]);
  await client.advance("2026-04-05T00:00:00Z");
  assert.deepEqual((await metering.revenue()).slice(0, 3), [
    "2026-01 CONSUMED 80.00 ACCRUED",
    // 120 at 0.50 are worth 60.00.
    "2026-02 CONSUMED -20.00 ACCRUED",
    // 140 at 0.50, lifted to 90.00.
    "2026-03 CONSUMED 30.00 ACCRUED",
  ]);
  await close(client, "2026-03");
  assert.deepEqual(await position(client, "2026-03"), ["-90.00", "0.00", "90.00", "0.00"]);
});

test("late and deleted usage of a closed month catches up in the first open one; closing again posts nothing", async () => {
  const [metering, client] = await metered("1");
  const [first] = await metering.use(["2026-01-05", "10"]);
  await client.advance("2026-02-10T00:00:00Z");
  await close(client, "2026-01");
  await metering.use(["2026-01-06", "4"], ["2026-02-05", "1"]);
  await metering.forget(first?.id);
  assert.deepEqual((await metering.revenue()).slice(0, 3), [
    "2026-01 CONSUMED 10.00 POSTED",
    "2026-02 CATCH_UP -6.00 ACCRUED",
    "2026-02 CONSUMED 1.00 ACCRUED",
  ]);
  await client.advance("2026-03-10T00:00:00Z");
  await close(client, "2026-02");
  const before = [await position(client, "2026-01"), await position(client, "2026-02")];
  assert.deepEqual(before[1]?.[0], "-5.00");

  await reopen(client, "2026-01");
  const { entriesPosted } = await close(client, "2026-02");
  assert.equal(entriesPosted, 0);
  assert.deepEqual([await position(client, "2026-01"), await position(client, "2026-02")], before);
});

test("a deleted usage term that was alone with its event type does not block a close", async () => {
  const [metering, client] = await metered("2");
  const { id: other } = await client.ok("POST", "/v3/events/types", { name: "Storage" });
  const path = `/v3/contracts/${metering.contractId}/billing-terms`;
  const { id } = await client.ok("POST", path, usageBody(other, "1"));
  await metering.use(["2026-01-05", "10"], ["2026-01-06", "4", { eventTypeId: other }]);
  assert.equal((await client.send("DELETE", `${path}/${id}`)).status, 200);
  await client.drainOutbox();
  await client.advance("2026-02-10T12:00:00Z");
  await close(client, "2026-01");
  assert.deepEqual(await position(client, "2026-01"), ["-20.00", "0.00", "20.00", "0.00"]);
});

for (const isStated of [false, true]) {
  const earner = isStated
    ? "that a performance obligation of its group earns"
    : "that an implied performance obligation earns";
  test(`a manual credit of usage ${earner} lowers revenue, and the usage is not billed again`, async () => {
    const merchant = await api.newMerchant("2026-01-31T12:00:00Z");
    if (isStated) await enablePobs(api, merchant);
    const client = clientOf(api, merchant);
    const metering = await meteringOn(client);
    const { eventTypeId, contractId } = metering;
    const { billingTermGroupId } = await metering.addTerm("1");
    const pob = { name: "Calls", recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId };
    const body = { billingTermGroupId, toCreate: [pob] };
    if (isStated) await client.ok("POST", `/v3/contracts/${contractId}/performance-obligations`, body);
    await metering.approve();
    await metering.use(["2026-01-05", "10"]);
    await client.advance("2026-02-10T00:00:00Z");
    const [invoice] = await metering.schedule();
    await client.ok("POST", "/v3/credit-memos", {
      customerId: metering.customerId,
      issueDate: "2026-02-10",
      reason: "Outage",
      items: [{ invoiceLineItemId: invoice?.lineItems[0].id, amount: "4.00" }],
    });
    await client.advance("2026-03-10T00:00:00Z");
    assert.equal((await metering.invoices()).length, 1);
    await close(client, "2026-02");
    assert.deepEqual(await position(client, "2026-02"), ["-6.00", "10.00", "0.00", "0.00"]);
  });
}

for (const [name, pob, expected] of [
  [
    "by its event type, in the month of the usage",
    (eventTypeId: string) => ({ name: "Calls", recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId }),
    ["2026-01 CONSUMED 10.00 POSTED", "2026-02 CONSUMED 6.00 POSTED"],
  ],
  [
    "as billed, in the month of the invoice",
    () => ({ name: "Calls", recognitionPattern: "RECOGNIZE_AS_BILLED" }),
    ["2026-02 BILLED 10.00 POSTED", "2026-03 BILLED 6.00 ACCRUED"],
  ],
] as const) {
  test(`a performance obligation of a group earns its usage ${name}`, async () => {
    const merchant = await api.newMerchant("2026-01-31T12:00:00Z");
    await enablePobs(api, merchant);
    const client = clientOf(api, merchant);
    const metering = await meteringOn(client);
    const { billingTermGroupId } = await metering.addTerm("1");
    const toCreate = [pob(metering.eventTypeId)];
    const path = `/v3/contracts/${metering.contractId}/performance-obligations`;
    await client.ok("POST", path, { billingTermGroupId, toCreate });
    await metering.approve();
    await metering.use(["2026-01-05", "10"]);
    await client.advance("2026-02-28T12:00:00Z");
    await metering.use(["2026-02-27", "6"]);
    await client.advance("2026-03-05T00:00:00Z");
    await close(client, "2026-02");
    assert.deepEqual(await metering.revenue(), expected);
  });
}

for (const [name, february, billed] of [
  ["carried by the next invoice", "500", "460.00"],
  ["credited", "0", "0.00"],
] as const) {
  test(`usage credited manually and deleted later is credited once, ${name}`, async () => {
    const [metering, client] = await metered("1");
    const [event] = await metering.use(["2026-01-05", "100"]);
    await client.advance("2026-02-10T00:00:00Z");
    const [invoice] = await metering.schedule();
    await client.ok("POST", "/v3/credit-memos", {
      customerId: metering.customerId,
      issueDate: "2026-02-10",
      reason: "Outage",
      items: [{ invoiceLineItemId: invoice?.lineItems[0].id, amount: "60.00" }],
    });
    if (february !== "0") await metering.use(["2026-02-09", february]);
    await metering.forget(event?.id);
    await client.advance("2026-04-10T00:00:00Z");
    const totals = (await metering.schedule()).filter(({ status }) => status !== "PLANNED" && status !== "DRAFT");
    assert.deepEqual(totals.map(({ total }) => total).slice(1), february === "0" ? [] : [billed]);
    const creditMemos = (await client.ok("GET", "/v3/credit-memos")).data.map(({ total }: Json) => total);
    assert.deepEqual(creditMemos.toSorted(), february === "0" ? ["40.00", "60.00"] : ["60.00"]);
    await close(client, "2026-03");
    const [revenue, , unbilled, liability] = await position(client, "2026-03");
    assert.deepEqual([revenue, unbilled, liability], [february === "0" ? "0.00" : "-500.00", "0.00", "0.00"]);
  });
}
