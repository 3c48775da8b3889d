import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { termBody } from "../support/term-client.ts";
import { type Metering, meteringOn, usageBody } from "../support/usage-client.ts";

// What is credited with a bill, and what a credit memo has of it because the bill would be below zero.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

async function metered(): Promise<Metering & { readonly client: Client }> {
  const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  return { client, ...(await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" })) };
}

const address = { line1: "Main Street 1", city: "Berlin", postalCode: "10115", country: "DE" };

/** Charges tax in Germany, and bills one more kind of usage under an item of another category. */
async function withOtherTax({ client, customerId, contractId }: Metering & { readonly client: Client }, parts: object) {
  const taxRates = [{ country: "DE", category: "S", rate: "0.19", validFrom: "2020-01-01" }];
  await client.ok("PATCH", "/v3/merchant", { address, taxRates });
  await client.ok("PATCH", `/v3/customers/${customerId}`, { billingAddress: address });
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Lessons", taxCategory: "E" });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: crypto.randomUUID() });
  await client.ok(
    "POST",
    `/v3/contracts/${contractId}/billing-terms`,
    usageBody(eventTypeId, "1", { itemId, ...parts }),
  );
  return { eventTypeId, itemId };
}

/** Totals of issued invoices by day, and of credit memos, in the order of their numbers. */
async function documents({ client, schedule }: Metering & { readonly client: Client }) {
  const issued = (await schedule()).filter(({ status }) => status !== "PLANNED" && status !== "DRAFT");
  const memos: Json[] = (await client.ok("GET", "/v3/credit-memos")).data;
  return {
    invoices: issued.map(({ issueDate, lineItems, total }) => {
      return `${issueDate} ${total} = ${lineItems.map((line: Json) => `${line.type} ${line.total}`).join(", ")}`;
    }),
    memos: memos.map(({ total }) => total).toSorted(),
  };
}

test("an invoice keeps the amount that it nets for a replaced term when deleted usage is credited", async () => {
  const found = await metered();
  const { client, contractId } = found;
  await found.addTerm("1");
  const path = `/v3/contracts/${contractId}/billing-terms`;
  const small = await client.ok("POST", path, termBody({ name: "Small", interval: "YEAR", ...priced("1200.00") }));
  await found.approve();
  await client.advance("2026-01-20T00:00:00Z");
  const [event] = await found.use(["2026-01-19", "500"]);
  await client.advance("2026-02-20T00:00:00Z");
  const { startDate: _, ...newTerm } = termBody({ name: "Large", interval: "MONTH", ...priced("100.00") });
  await client.ok("POST", `${path}/${small.id}/swap`, { effectiveDate: "2026-03-01", newTerm });
  await client.ok("DELETE", `/v3/events/${event?.id}`);
  await client.advance("2026-03-01T00:00:00Z");

  const { invoices, memos } = await documents(found);
  assert.deepEqual(invoices, [
    "2026-01-01 1200.00 = FLAT 1200.00",
    "2026-02-01 500.00 = USAGE 500.00",
    "2026-03-01 0.00 = FLAT 100.00, ADJUSTMENT -100.00",
  ]);
  assert.deepEqual(memos, ["500.00", "906.03"]);
});

test("an amount that can be netted before tax but not after it is a credit memo", async () => {
  const found = await metered();
  const { client, customerId } = found;
  await found.addTerm("1");
  const other = await withOtherTax(found, {});
  await found.approve();
  await client.advance("2026-01-20T00:00:00Z");
  const [event] = await found.use(["2026-01-19", "100"]);
  await client.advance("2026-02-20T00:00:00Z");
  const lesson = { idempotencyKey: crypto.randomUUID(), customerId, eventTypeId: other.eventTypeId };
  await client.ok("POST", "/v3/events", { ...lesson, datetime: "2026-02-19T00:00:00Z", value: "105" });
  await found.forget(event?.id);
  await client.advance("2026-03-01T00:00:00Z");

  assert.deepEqual(await documents(found), {
    invoices: ["2026-02-01 119.00 = USAGE 100.00", "2026-03-01 105.00 = USAGE 105.00"],
    memos: ["119.00"],
  });
});

test("what was billed of a replaced term is credited when the new term has another tax rate", async () => {
  const found = await metered();
  const { client, contractId } = found;
  await found.addTerm("1");
  const { itemId } = await withOtherTax(found, {});
  const path = `/v3/contracts/${contractId}/billing-terms`;
  const small = await client.ok("POST", path, termBody({ name: "Small", interval: "YEAR", ...priced("1200.00") }));
  await found.approve();
  await client.advance("2026-02-20T00:00:00Z");
  const { startDate: _, ...newTerm } = termBody({ name: "Large", interval: "MONTH", ...priced("100.00"), itemId });
  await client.ok("POST", `${path}/${small.id}/swap`, { effectiveDate: "2026-03-01", newTerm });
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/invoice-schedule`);
  const ofMarch = data.filter(({ issueDate }: Json) => issueDate === "2026-03-01");
  assert.deepEqual(
    ofMarch.flatMap(({ lineItems }: Json) => lineItems.map(({ type, total }: Json) => `${type} ${total}`)),
    ["FLAT 100.00"],
    "no bill takes it off, as the schedule says at once",
  );
  await client.advance("2026-03-01T00:00:00Z");

  // 1,200.00 × 306 ÷ 365 = 1,006.03, and 191.15 of tax.
  assert.deepEqual(await documents(found), {
    invoices: ["2026-01-01 1428.00 = FLAT 1200.00", "2026-03-01 100.00 = FLAT 100.00"],
    memos: ["1197.18"],
  });
});

test("an invoice of 0.00 posts the amounts that it moves between the accounts of two categories", async () => {
  const found = await metered();
  const { client, contractId } = found;
  await found.addTerm("1");
  const productOf = async (account: string): Promise<string> => {
    const category = { name: `Sold ${account}`, contractLiabilityAccount: account };
    const { id: categoryId } = await client.ok("POST", "/v3/categories", category);
    return (await client.ok("POST", "/v3/products", { name: `Product ${account}`, categoryId })).id;
  };
  const path = `/v3/contracts/${contractId}/billing-terms`;
  const yearly = termBody({
    name: "Small",
    interval: "YEAR",
    ...priced("1200.00"),
    productId: await productOf("2410"),
  });
  const small = await client.ok("POST", path, yearly);
  await found.approve();
  await client.advance("2026-02-20T00:00:00Z");
  const monthly = { name: "Large", interval: "MONTH", ...priced("100.00"), productId: await productOf("2420") };
  const { startDate: _, ...newTerm } = termBody(monthly);
  await client.ok("POST", `${path}/${small.id}/swap`, { effectiveDate: "2026-03-01", newTerm });
  await client.advance("2026-03-01T00:00:00Z");

  assert.deepEqual((await documents(found)).invoices, [
    "2026-01-01 1200.00 = FLAT 1200.00",
    "2026-03-01 0.00 = FLAT 100.00, ADJUSTMENT -100.00",
  ]);
  const { currencies } = await client.ok("GET", "/v3/reports/trial-balance?month=2026-03");
  const liabilities = currencies[0].accounts.filter(({ role }: Json) => role === "CONTRACT_LIABILITY");
  // Of 1,200.00 the memo took 906.03 and the bill 100.00.
  assert.deepEqual(
    liabilities.map(({ account, balance }: Json) => `${account} ${balance}`),
    ["2410 -193.97", "2420 -100.00"],
  );
});

test("a period whose credits exceed its new charges has one credit memo of the difference", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  const found = { client, ...(await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" })) };
  const term = await found.addTerm("1", { usageScope: "COMMITMENT" });
  const steps = [{ commitmentValue: "1000.00", billingTermIds: [term.id] }];
  const schedule = {
    ...{ startDate: "2026-01-01", endDate: "2026-01-31", trueUpBehavior: "EACH_PERIOD", steps },
    ...{ prepaidEnabled: true, prepaidValue: "600.00", prepaymentScheduleType: "FULL_UPFRONT" },
  };
  const commitments = [{ commitmentUnitType: "CURRENCY", schedules: [schedule] }];
  await client.ok("POST", `/v3/contracts/${found.contractId}/commitments`, { commitments });
  await found.approve();
  await client.advance("2026-01-20T00:00:00Z");
  const [, event] = await found.use(["2026-01-18", "300"], ["2026-01-19", "900"]);
  await client.advance("2026-02-10T00:00:00Z");
  await found.forget(event?.id);
  await client.advance("2026-03-01T00:00:00Z");

  // 1,200 used: 1,000.00 and 200.00 beyond it. 300 used: 300.00 of the prepaid 600.00, and 400.00 of true-up: 1,200.00 − 1,000.00.
  assert.deepEqual(await documents(found), {
    invoices: [
      "2026-01-01 600.00 = PREPAYMENT 600.00",
      "2026-02-01 600.00 = USAGE 1000.00, PREPAID_APPLIED -600.00, OVERAGE 200.00",
      "2026-03-01 0.00 = LATE_USAGE -700.00, PREPAID_APPLIED 300.00, TRUE_UP 400.00",
    ],
    memos: ["200.00"],
  });
});

test("usage that falls below a minimum has one credit memo of the difference", async () => {
  const found = await metered();
  const { client } = found;
  await found.addTerm("1", { minimumAmount: "50.00", endDate: "2026-01-31" });
  await found.approve();
  await client.advance("2026-01-20T00:00:00Z");
  const [event] = await found.use(["2026-01-19", "80"]);
  await client.advance("2026-02-10T00:00:00Z");
  await found.forget(event?.id);
  await client.advance("2026-03-01T00:00:00Z");

  assert.deepEqual(await documents(found), {
    invoices: ["2026-02-01 80.00 = USAGE 80.00", "2026-02-10 0.00 = MINIMUM 50.00, LATE_USAGE -50.00"],
    memos: ["30.00"],
  });
});
