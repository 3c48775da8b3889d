import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { commitmentBody, commitmentsOn } from "../support/commitment-client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { termBody } from "../support/term-client.ts";
import { meteringOn } from "../support/usage-client.ts";

// What an invoice takes back has the tax of the line that billed it; what it bills has the rate of its issue date.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

/** A merchant whose rate changes on 1 March 2026. */
async function taxedClient(from: string, to: string): Promise<Client> {
  const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", {
    usageGraceDays: 0,
    address: { country: "ES" },
    taxRates: [
      { country: "ES", category: "S", rate: from, validFrom: "2020-01-01" },
      { country: "ES", category: "S", rate: to, validFrom: "2026-03-01" },
    ],
  });
  return client;
}

const inSpain = (client: Client, customerId: string) =>
  client.ok("PATCH", `/v3/customers/${customerId}`, { billingAddress: { country: "ES" } });

/** The lines of issued invoices, oldest first, as "issue date type total category rate tax". */
async function taxedLines(client: Client): Promise<string[]> {
  const { data } = await client.ok("GET", "/v3/invoices?limit=100&filter=status:neq:DRAFT");
  return data
    .toReversed()
    .flatMap(({ issueDate, lineItems }: Json) =>
      lineItems.map(
        (line: Json) => `${issueDate} ${line.type} ${line.total} ${line.taxCategory} ${line.taxRate} ${line.taxAmount}`,
      ),
    );
}

async function memosOf(client: Client): Promise<string[]> {
  const { data } = await client.ok("GET", "/v3/credit-memos");
  return data.toReversed().map(({ issueDate, total, taxTotal }: Json) => `${issueDate} ${total} ${taxTotal}`);
}

test("deleted usage is taxed at the rate of its line, late usage at that of the issue date", async () => {
  const client = await taxedClient("0.19", "0.21");
  const metered = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  await inSpain(client, metered.customerId);
  await metered.addTerm("1");
  await metered.approve();
  await client.advance("2026-01-20T00:00:00Z");
  const [forty] = await metered.use(["2026-01-18", "40"], ["2026-01-19", "60"]);
  await client.advance("2026-02-20T00:00:00Z");
  await metered.use(["2026-02-19", "105"]);
  await metered.forget(forty?.id);
  await client.advance("2026-03-10T00:00:00Z");
  await metered.use(["2026-02-18", "7"]);
  await client.advance("2026-04-01T00:00:00Z");

  assert.deepEqual(await taxedLines(client), [
    "2026-02-01 USAGE 100.00 S 0.19 19.00",
    "2026-03-01 LATE_USAGE -40.00 S 0.19 -7.60",
    "2026-03-01 USAGE 105.00 S 0.21 22.05",
    "2026-04-01 LATE_USAGE 7.00 S 0.21 1.47",
  ]);
});

test("deleted usage has the tax category of its line, even if its term has another one now", async () => {
  const client = await taxedClient("0.19", "0.19");
  const metered = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  await inSpain(client, metered.customerId);
  const { id: termId } = await metered.addTerm("1");
  await metered.approve();
  await client.advance("2026-01-20T00:00:00Z");
  const [forty] = await metered.use(["2026-01-18", "40"], ["2026-01-19", "60"]);
  await client.advance("2026-02-20T00:00:00Z");
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Lessons", taxCategory: "E" });
  await client.ok("PATCH", `/v3/contracts/${metered.contractId}/billing-terms/${termId}`, { itemId });
  await metered.use(["2026-02-19", "105"]);
  await metered.forget(forty?.id);
  const drafted = (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data[0];
  assert.equal(drafted.taxTotal, "-7.60", "a draft says so as well");
  await client.advance("2026-03-01T00:00:00Z");

  assert.deepEqual(await taxedLines(client), [
    "2026-02-01 USAGE 100.00 S 0.19 19.00",
    "2026-03-01 LATE_USAGE -40.00 S 0.19 -7.60",
    "2026-03-01 USAGE 105.00 E 0 0.00",
  ]);
});

test("a correction of lines with two tax rates has a line for each, the latest first", async () => {
  const client = await taxedClient("0.19", "0.21");
  const metered = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  await inSpain(client, metered.customerId);
  await metered.addTerm("1");
  await metered.approve();
  await client.advance("2026-01-20T00:00:00Z");
  const [hundred] = await metered.use(["2026-01-18", "100"]);
  await client.advance("2026-03-10T00:00:00Z");
  await metered.use(["2026-01-19", "30"], ["2026-03-09", "1"]);
  await client.advance("2026-04-10T00:00:00Z");
  await metered.use(["2026-04-09", "500"]);
  await metered.forget(hundred?.id);
  await client.advance("2026-05-01T00:00:00Z");

  assert.deepEqual(await taxedLines(client), [
    "2026-02-01 USAGE 100.00 S 0.19 19.00",
    "2026-04-01 LATE_USAGE 30.00 S 0.21 6.30",
    "2026-04-01 USAGE 1.00 S 0.21 0.21",
    "2026-05-01 LATE_USAGE -30.00 S 0.21 -6.30",
    "2026-05-01 LATE_USAGE -70.00 S 0.19 -13.30",
    "2026-05-01 USAGE 500.00 S 0.21 105.00",
  ]);
});

test("applied prepaid value reverses the tax that it was billed with", async () => {
  const client = await taxedClient("0.19", "0.21");
  const on = await commitmentsOn(client, { startDate: "2026-01-01", endDate: "2026-12-31" });
  await inSpain(client, on.customerId);
  await on.create(commitmentBody(on.first, { prepaidEnabled: true, prepaidValue: "1000.00" }));
  await client.ok("DELETE", `${on.path}/billing-terms/${on.second}`);
  await client.approve(on.contractId);
  await client.advance("2026-02-20T00:00:00Z");
  await on.use("2026-02-19", "40000");
  await client.advance("2026-03-20T00:00:00Z");
  await on.use("2026-03-19", "60000");
  await client.advance("2026-04-01T00:00:00Z");

  assert.deepEqual(await taxedLines(client), [
    "2026-01-01 PREPAYMENT 1000.00 S 0.19 190.00",
    "2026-03-01 USAGE 400.00 S 0.21 84.00",
    "2026-03-01 PREPAID_APPLIED -400.00 S 0.19 -76.00",
    "2026-04-01 USAGE 600.00 S 0.21 126.00",
    "2026-04-01 PREPAID_APPLIED -600.00 S 0.19 -114.00",
  ]);
});

/** 100.00 of vouchers, prepaid with 20 % of tax for lessons without, of which 60.00 are billed on 1 February. */
async function untaxedUse() {
  const client = await taxedClient("0.20", "0.20");
  const on = await commitmentsOn(client, { startDate: "2026-01-01", endDate: "2026-12-31" });
  await inSpain(client, on.customerId);
  const item = async (name: string, taxCategory: string): Promise<string> =>
    (await client.ok("POST", "/v3/items", { name, taxCategory })).id;
  await client.ok("PATCH", `${on.path}/billing-terms/${on.first}`, { itemId: await item("Lessons", "E") });
  await on.create(
    commitmentBody(on.first, {
      ...{ prepaidEnabled: true, prepaidValue: "100.00", trueUpBehavior: "NONE" },
      prepaymentIntegrationItem: await item("Vouchers", "S"),
    }),
  );
  await client.ok("DELETE", `${on.path}/billing-terms/${on.second}`);
  await client.approve(on.contractId);
  await client.advance("2026-01-20T00:00:00Z");
  await on.use("2026-01-19", "6000");
  await client.advance("2026-02-05T00:00:00Z");
  // The 60.00 are billed again without tax, and their billing with tax is credited at once.
  assert.deepEqual(await memosOf(client), ["2026-02-01 72.00 12.00"]);
  const positions = async (month: string) => {
    await client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
    const balance = await client.balances(month);
    return ["RECEIVABLE", "CUSTOMER_CREDIT", "TAX_PAYABLE", "CONTRACT_LIABILITY", "REVENUE"].map(balance);
  };
  return { client, on, positions };
}

test("prepaid value applied to untaxed usage credits its tax", async () => {
  const { client, on, positions } = await untaxedUse();
  await client.advance("2026-03-20T00:00:00Z");
  await on.use("2026-03-19", "4000");
  await client.advance("2026-05-01T00:00:00Z");

  assert.deepEqual(await taxedLines(client), [
    "2026-01-01 PREPAYMENT 100.00 S 0.2 20.00",
    "2026-02-01 USAGE 60.00 E 0 0.00",
    "2026-02-01 PREPAID_APPLIED -60.00 E 0 0.00",
    "2026-02-01 PREPAYMENT 60.00 E 0 0.00",
    "2026-04-01 USAGE 40.00 E 0 0.00",
    "2026-04-01 PREPAID_APPLIED -40.00 E 0 0.00",
    "2026-04-01 PREPAYMENT 40.00 E 0 0.00",
  ]);
  assert.deepEqual(await memosOf(client), ["2026-02-01 72.00 12.00", "2026-04-01 48.00 8.00"]);
  // 120.00, 60.00 and 40.00 are billed, 72.00 and 48.00 credited, and 100.00 of lessons are earned.
  assert.deepEqual(await positions("2026-04"), ["220.00", "-120.00", "0.00", "0.00", "-100.00"]);
});

test("a void invoice of untaxed usage is issued again beside the tax credit of its prepayment", async () => {
  const { client, on, positions } = await untaxedUse();
  const { data } = await client.ok("GET", "/v3/invoices?filter=issueDate:eq:2026-02-01");
  await client.ok("POST", `/v3/invoices/${data[0].id}/actions`, { action: "VOID" });
  await client.ok("PATCH", `${on.path}/billing-terms/${on.first}`, { description: "Billed anew" });
  await client.drainOutbox();

  assert.deepEqual((await taxedLines(client)).slice(4), [
    "2026-02-01 PREPAYMENT 60.00 S 0.2 12.00",
    "2026-02-01 USAGE 60.00 E 0 0.00",
    "2026-02-01 PREPAID_APPLIED -60.00 S 0.2 -12.00",
  ]);
  assert.deepEqual(await memosOf(client), ["2026-02-01 72.00 12.00"]);
  await client.advance("2026-03-01T00:00:00Z");
  // 100.00 are prepaid and 60.00 of them used; the tax of the other 40.00 is owed.
  assert.deepEqual(await positions("2026-02"), ["180.00", "-72.00", "-8.00", "-40.00", "-60.00"]);
});

async function swapped(from: string, to: string): Promise<Client> {
  const client = await taxedClient(from, to);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  await inSpain(client, customerId);
  const { id } = await client.ok("POST", "/v3/contracts", { name: "Plan", customerId });
  const path = `/v3/contracts/${id}/billing-terms`;
  const body = { interval: "QUARTER", startDate: "2026-01-01", endDate: "2026-12-31" };
  const small = await client.ok("POST", path, termBody({ name: "Small", ...body, ...priced("900.00") }));
  await client.approve(id);
  await client.advance("2026-02-20T00:00:00Z");
  const { startDate: _, ...newTerm } = termBody({ name: "Large", ...body, interval: "MONTH", ...priced("1000.00") });
  await client.ok("POST", `${path}/${small.id}/swap`, { effectiveDate: "2026-03-01", newTerm });
  await client.advance("2026-03-01T00:00:00Z");
  return client;
}

test("a swap credits the old term with the tax that it was billed with", async () => {
  const client = await swapped("0.19", "0.21");
  // 900.00 × 31/90 = 310.00 are of March.
  assert.deepEqual(await taxedLines(client), [
    "2026-01-01 FLAT 900.00 S 0.19 171.00",
    "2026-03-01 FLAT 1000.00 S 0.21 210.00",
    "2026-03-01 ADJUSTMENT -310.00 S 0.19 -58.90",
  ]);
  assert.deepEqual(await memosOf(client), []);
});

test("a swap to a lower tax rate credits the old term by a credit memo", async () => {
  const client = await swapped("0.21", "0.19");
  assert.deepEqual(await taxedLines(client), [
    "2026-01-01 FLAT 900.00 S 0.21 189.00",
    "2026-03-01 FLAT 1000.00 S 0.19 190.00",
  ]);
  assert.deepEqual(await memosOf(client), ["2026-02-20 375.10 65.10"]);
});
