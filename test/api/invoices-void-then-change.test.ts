import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced } from "../support/client.ts";
import { payloadOf, revenueOf, seatBody, termBody, termOn } from "../support/term-client.ts";

// Modifications of a contract that meet: each is right by itself, and together they must still add up.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const book = async (clock: string): Promise<Client> => clientOf(api, await api.newMerchant(clock));
const monthly = (parts: object) => termBody({ interval: "MONTH", ...priced("100"), ...parts });

async function lineOf(client: Client, month: string): Promise<Json> {
  const { data } = await client.ok("GET", `/v3/invoices?filter=issueDate:eq:${month}-01`);
  return data[0].lineItems[0];
}

for (const [name, credited, endDate, recognized] of [
  ["whole", "100.00", "2026-01-31", "-100.00"],
  ["in part", "80.00", "2026-01-31", "-100.00"],
  ["more than what is still owed for it", "80.00", "2026-02-14", "-100.00"],
  ["less than what is still owed for it", "20.00", "2026-02-14", "-130.00"],
] as const) {
  test(`a period credited ${name} and then terminated with creditUnused is credited once`, async () => {
    const client = await book("2026-01-01T12:00:00Z");
    const { terminate } = await termOn(client, monthly({ startDate: "2026-01-01", endDate: "2026-03-31" }));
    await client.advance("2026-02-10T00:00:00Z");
    const { data } = await client.ok("GET", "/v3/invoices");
    const line = await lineOf(client, "2026-02");
    await client.ok("POST", "/v3/credit-memos", {
      customerId: data[0].customerId,
      issueDate: "2026-02-10",
      reason: "Outage",
      items: [{ invoiceLineItemId: line.id, amount: credited }],
    });
    payloadOf(await terminate({ endDate, creditUnused: true }));
    await client.advance("2026-04-02T00:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
    const balance = await client.balances("2026-03");
    assert.deepEqual(
      [balance("REVENUE"), balance("CONTRACT_LIABILITY"), balance("CONTRACT_ASSET")],
      [recognized, "0.00", "0.00"],
    );
  });
}

test("a void reopens its periods: the term can be corrected, and is billed again as corrected", async () => {
  const client = await book("2026-05-02T12:00:00Z");
  const { patch, schedule, view } = await termOn(client, monthly({ startDate: "2026-05-01", endDate: "2026-07-31" }));
  const [first] = await schedule();
  await client.ok("POST", `/v3/invoices/${first?.invoiceId}/actions`, { action: "VOID" });
  assert.equal((await view()).invoicedThrough, null);
  payloadOf(await patch({ ...priced("90"), effectiveDate: "2026-05-01" }));
  const billed = (await schedule()).filter(({ status }) => status !== "VOID");
  assert.deepEqual(
    billed.map(({ status, total }) => `${status} ${total}`),
    ["ISSUED 90.00", "PLANNED 90.00", "PLANNED 90.00"],
  );
});

test("a contract whose only invoice is void can be deleted", async () => {
  const client = await book("2026-05-02T12:00:00Z");
  const { schedule, contractPath } = await termOn(client, monthly({ startDate: "2026-05-01", endDate: "2026-07-31" }));
  const [first] = await schedule();
  await client.ok("POST", `/v3/invoices/${first?.invoiceId}/actions`, { action: "VOID" });
  assert.equal((await client.send("DELETE", contractPath)).status, 200);
});

test("as-billed revenue is in the months of the invoices", async () => {
  const client = await book("2026-01-15T12:00:00Z");
  const contractId = await client.contract();
  await client.add(contractId, obligationBody({ recognitionPattern: "RECOGNIZE_AS_BILLED" }));
  await client.approve(contractId);
  await client.advance("2026-04-02T00:00:00Z");
  assert.deepEqual(await revenueOf(client, contractId), ["2026-01 300.00", "2026-04 300.00"]);
});

test("fewer seats apply from the first period that is not invoiced: paid seats are recognized", async () => {
  const client = await book("2026-05-02T12:00:00Z");
  const body = seatBody({
    interval: "MONTH",
    ...priced("30"),
    quantity: "10",
    startDate: "2026-05-01",
    endDate: "2026-07-31",
  });
  const { amend, contractId } = await termOn(client, { ...body, pricing: [{ amount: "30", amountType: "PER_ITEM" }] });
  payloadOf(await amend({ effectiveDate: "2026-05-02", quantity: "0" }));
  assert.deepEqual(await revenueOf(client, contractId), ["2026-05 300.00"]);
});

test("the dry run of a void shows no invoice due", async () => {
  const client = await book("2026-05-02T12:00:00Z");
  const { schedule } = await termOn(client, monthly({ startDate: "2026-05-01", endDate: "2026-07-31" }));
  const [first] = await schedule();
  const dry = await client.ok("POST", `/v3/invoices/${first?.invoiceId}/actions?dryRun=true`, { action: "VOID" });
  assert.equal(dry.summary.invoicesDueNow.count, 0);
});
