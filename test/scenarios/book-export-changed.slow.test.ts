import { deepEqual } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { required } from "../../src/kernel/assert.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { exported, moved, ranOn } from "../support/exported-book.ts";
import { allOf } from "../support/moved-book.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Contracts that were changed while they ran are exported as they stand, where that goes on as what they are; else they are named.

let api: TestApi;
let root: string;
before(async () => {
  api = await startApi();
  root = await mkdtemp(join(tmpdir(), "accord-export-"));
});
after(async () => {
  await rm(root, { recursive: true });
  await closeWithSoundBooks(api);
});

const year = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" };
const schedule = (name: string, more: Json = {}) => ({
  ...{
    name,
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "MONTH",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
  },
  ...{ billingType: "FLAT", pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }], ...more },
});
const seats = (more: Json = {}) => ({
  ...{ billingType: "UNIT", quantity: "7", seatConfig: { defaultProrationPolicy: "DAY", ...more } },
  pricing: [{ amount: "10.00", amountType: "PER_ITEM" }],
});

async function agreed(
  client: Client,
  name: string,
  billingSchedule: Json,
  more: Json = {},
  of?: string,
): Promise<string> {
  const [customer] = await allOf(client, "/v3/customers?filter=name:eq:Acme");
  const body = {
    name,
    customerId: of ?? customer?.id,
    obligations: [{ ...year, ...more, billingSchedule }],
    approve: true,
  };
  return (await client.ok("POST", "/v3/contracts", body)).id;
}

async function firstTerm(client: Client, contractId: string): Promise<string> {
  const [term] = await allOf(client, `/v3/contracts/${contractId}/billing-terms`);
  return required(term, "a term").id;
}

async function started() {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  const client = clientOf(api, merchant);
  await client.ok("POST", "/v3/customers", { name: "Acme" });
  const to = async (day: string) => {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  };
  const pathOf = async (id: string) => `/v3/contracts/${id}/billing-terms/${await firstTerm(client, id)}`;
  return { merchant, client, to, pathOf };
}

const months = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];

async function runOn(client: Client) {
  for (const day of ["2026-08-05", "2026-10-05", "2027-01-05"]) {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  }
  await close(client, "2026-12");
  return ranOn(client, { asOf: "2026-06", months });
}

test("changed seats, dates and obligations are billed and recognized in the loaded book as in the source", async () => {
  const { merchant, client, to, pathOf } = await started();
  const later = await agreed(client, "Seats billed later", schedule("Seats", { ...seats(), interval: "QUARTER" }));
  const atEnd = await agreed(client, "Seats billed at the end", schedule("Seats", { ...seats(), interval: "YEAR" }));
  const monthly = await agreed(client, "Seats a month", schedule("Seats", seats()));
  const yearly = await agreed(client, "Seats a year", schedule("Seats", { ...seats(), interval: "YEAR" }));
  const arrears = await agreed(
    client,
    "Seats in arrears",
    schedule("Seats", { ...seats(), invoiceDateStrategy: "ARREARS" }),
  );
  const grown = await agreed(client, "With an addition", schedule("Platform"));
  const ended = await agreed(client, "Ended early", schedule("Platform"));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Beta" });
  const credited = await agreed(
    client,
    "Ended with a credit",
    schedule("Platform", { interval: "YEAR" }),
    {},
    customerId,
  );
  const longer = await agreed(client, "Extended", schedule("Platform"));
  const priced = await agreed(client, "Another price", schedule("Platform"));
  const settled = await agreed(client, "Another price, settled", schedule("Platform", { interval: "QUARTER" }));
  const cheaper = await agreed(
    client,
    "Discount from May",
    schedule("Platform", { discounts: [{ type: "PERCENTAGE", amount: "0.10" }] }),
  );
  await to("2026-03-10");
  await client.ok("PATCH", await pathOf(priced), {
    ...{ pricing: [{ amount: "150.00", amountType: "TOTAL_INVOICE" }], effectiveDate: "2026-05-16" },
  });
  await client.ok("POST", `${await pathOf(settled)}/amendments`, {
    ...{ pricing: [{ amount: "133.33", amountType: "TOTAL_INVOICE" }], effectiveDate: "2026-02-12" },
    settlement: "IMMEDIATE",
  });
  await client.ok("PATCH", await pathOf(cheaper), { discounts: [], effectiveDate: "2026-05-01" });
  const amend = async (id: string, body: Json) =>
    client.ok("POST", `${await pathOf(id)}/seat-amendment`, { trueUpTiming: "IMMEDIATE", ...body });
  await amend(monthly, { effectiveDate: "2026-03-11", delta: "3" });
  await amend(atEnd, { effectiveDate: "2026-04-01", delta: "3", trueUpTiming: "CO_TERM" });
  await amend(yearly, { effectiveDate: "2026-03-01", quantity: "9" });
  await amend(arrears, { effectiveDate: "2026-03-16", delta: "2" });
  await client.ok("POST", `/v3/contracts/${grown}/obligations`, {
    ...{ ...year, serviceStartDate: "2026-04-01" },
    billingSchedule: schedule("Support", { startDate: "2026-04-01", interval: "QUARTER" }),
  });
  await to("2026-05-02");
  // An open invoice and an open true-up of one period would be one line where they are loaded; those that are paid are told as one.
  for (const { id } of await allOf(client, `/v3/invoices?filter=contractId:eq:${settled},status:eq:ISSUED`))
    await client.ok("POST", `/v3/invoices/${id}/payments`, { receivedAt: "2026-05-02" });
  await amend(monthly, { effectiveDate: "2026-06-01", quantity: "12" });
  await client.ok("PATCH", await pathOf(priced), {
    ...{ pricing: [{ amount: "175.00", amountType: "TOTAL_INVOICE" }], effectiveDate: "2026-09-01" },
  });
  await amend(arrears, { effectiveDate: "2026-08-10", delta: "-4" });
  await amend(later, { effectiveDate: "2026-05-16", delta: "5", trueUpTiming: "CO_TERM" });
  await client.ok("PATCH", `${await pathOf(ended)}/terminate`, { endDate: "2026-09-30" });
  const [paid] = await allOf(client, `/v3/invoices?filter=contractId:eq:${credited},status:eq:ISSUED`);
  await client.ok("POST", `/v3/invoices/${paid?.id}/payments`, { receivedAt: "2026-05-02" });
  await client.ok("PATCH", `${await pathOf(credited)}/terminate`, { endDate: "2026-09-30", creditUnused: true });
  await client.ok("PATCH", await pathOf(longer), { endDate: "2027-02-28" });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z" });
  const [expected, actual] = [await runOn(client), await runOn(there)];
  deepEqual(actual.books, expected.books);
  deepEqual(actual.invoices, expected.invoices);
});

const dearer = (startDate: string, interval: string) =>
  schedule("Enterprise", { startDate, interval, pricing: [{ amount: "200.00", amountType: "TOTAL_INVOICE" }] });

test("a swapped term is exported once its credit is netted and that invoice settled, and then continues as in the source", async () => {
  const { merchant, client, to, pathOf } = await started();
  const yearly = await agreed(client, "Swapped", schedule("Platform", { interval: "YEAR" }));
  const monthly = await agreed(client, "Swapped within a month", schedule("Platform"));
  await to("2026-03-10");
  const swap = async (id: string, effectiveDate: string, interval: string) =>
    client.ok("POST", `${await pathOf(id)}/swap`, { newTerm: dearer(effectiveDate, interval), effectiveDate });
  await swap(yearly, "2026-04-01", "YEAR");
  await swap(monthly, "2026-03-16", "MONTH");
  await to("2026-06-20");
  // Where an invoice is open its old lines are not those that the terms bill as they stand.
  for (const { id } of await allOf(client, "/v3/invoices?filter=status:eq:ISSUED"))
    await client.ok("POST", `/v3/invoices/${id}/payments`, { receivedAt: "2026-06-20" });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z" });
  const [expected, actual] = [await runOn(client), await runOn(there)];
  deepEqual(actual, expected);
});

test("a change that current terms cannot express leaves its contract out, with the reason", async () => {
  const { merchant, client, to, pathOf } = await started();
  const swapped = await agreed(client, "Swapped", schedule("Platform", { interval: "YEAR" }));
  await to("2026-06-10");
  await client.ok("POST", `${await pathOf(swapped)}/swap`, {
    ...{ newTerm: dearer("2026-08-01", "YEAR"), effectiveDate: "2026-08-01" },
  });
  await to("2026-07-05");
  await close(client, "2026-06");
  const { result } = await exported(api, root, merchant);
  const reasons = result.notCarried.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`);
  const open = "what it billed does not match its terms: Platform bills 58.08 through that day, and 100.00 was sent";
  deepEqual(reasons, [`contract Swapped: ${open}`]);
});

test("reached milestones are reached in the loaded book on their day; open ones are open there too", async () => {
  const { merchant, client, to } = await started();
  await enablePobs(api, merchant);
  const once = { interval: "NONE", trigger: "MILESTONE" };
  const onDay = (day: string, more: Json = {}) => ({
    ...{ serviceStartDate: day, serviceEndDate: day },
    billingSchedule: schedule("Design", { ...once, startDate: day, endDate: day, ...more }),
  });
  const [acme] = await allOf(client, "/v3/customers");
  const made = async (name: string, obligations: readonly Json[], more: Json = {}) =>
    (await client.ok("POST", "/v3/contracts", { name, customerId: acme?.id, obligations, approve: true, ...more })).id;
  const later = await made("Reached later", [onDay("2026-03-10"), { ...year, billingSchedule: schedule("Support") }]);
  const planned = await made("Reached as planned", [onDay("2026-04-01")]);
  const service = { serviceStartDate: "2026-02-01", serviceEndDate: "2026-11-30", recognitionPattern: "STRAIGHT_LINE" };
  const served = await made("Served on other days", [{ ...onDay("2026-03-01"), ...service }]);
  const waiting = await made("Waiting", [onDay("2026-06-01")]);
  const group = "0197f1a0-5c1e-7b9a-9a55-000000000077";
  const term = (name: string, day: string) => ({
    ...schedule(name, { ...once, startDate: day, endDate: day }),
    billingTermGroupId: group,
  });
  const stated = await made("Stated", [], {
    billingTerms: [term("Design", "2026-03-01"), term("Build", "2026-08-01")],
    performanceObligations: [
      {
        ...{ billingTermGroupId: group, name: "Project", transactionPrice: "200.00", recognitionPattern: "MILESTONE" },
        ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
        milestones: [
          { name: "Design", weight: "40" },
          { name: "Build", weight: "60" },
        ],
      },
    ],
  });
  const reach = async (each: Client, name: string, termName: string, reachedOn: string) => {
    const [contract] = (await allOf(each, "/v3/contracts")).filter((one) => one.name === name);
    const terms = await allOf(each, `/v3/contracts/${contract?.id}/billing-terms`);
    const { id } = required(
      terms.find((one) => one.name === termName),
      "a term",
    );
    await each.ok("POST", `/v3/contracts/${contract?.id}/billing-terms/${id}/milestone`, { reachedOn });
    await each.drainOutbox();
  };
  deepEqual(new Set([later, planned, served, waiting, stated]).size, 5);
  await to("2026-04-05");
  await reach(client, "Reached as planned", "Design", "2026-04-01");
  await reach(client, "Served on other days", "Design", "2026-04-02");
  await reach(client, "Stated", "Design", "2026-04-05");
  await to("2026-05-20");
  await reach(client, "Reached later", "Design", "2026-05-17");
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z", hasPobs: true });
  const days = async (each: Client) =>
    (await allOf(each, "/v3/billing-terms")).map(({ name, reachedOn }) => `${name} ${reachedOn}`).toSorted();
  deepEqual(await days(there), await days(client));
  for (const each of [client, there]) {
    await each.advance("2026-07-20T09:00:00Z");
    await reach(each, "Waiting", "Design", "2026-07-20");
    await reach(each, "Stated", "Build", "2026-07-19");
  }
  const [expected, actual] = [await runOn(client), await runOn(there)];
  deepEqual(actual, expected);
});

async function writeOff(client: Client, contractId: string, issueDate: string) {
  const invoices = await allOf(client, `/v3/invoices?filter=contractId:eq:${contractId}`);
  const { id } = required(
    invoices.find((one) => one.issueDate === issueDate),
    "an invoice",
  );
  await client.ok("POST", `/v3/invoices/${id}/actions`, { action: "MARK_UNCOLLECTIBLE", date: "2026-06-30" });
  await client.drainOutbox();
}

test("a contract with a write-off is exported with its settled invoices and continues as in the source", async () => {
  const { merchant, client, to, pathOf } = await started();
  const owed = await agreed(client, "Months", schedule("Support"));
  const ended = await agreed(client, "Ended with its year", schedule("Platform", { interval: "YEAR" }));
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls", aggregation: "SUM" });
  const calls = { ...seats(), eventTypeId, invoiceDateStrategy: "ARREARS", quantity: undefined, seatConfig: undefined };
  const used = await agreed(client, "Usage", schedule("Calls", calls), { recognitionPattern: undefined });
  const [acme] = await allOf(client, "/v3/customers");
  const event = { customerId: acme?.id, eventTypeId, datetime: "2026-01-03T12:00:00Z", value: "5" };
  await to("2026-01-04");
  await client.ok("POST", "/v3/events", { ...event, idempotencyKey: "january" });
  await to("2026-06-30");
  await writeOff(client, owed, "2026-02-01");
  await writeOff(client, ended, "2026-01-01");
  await writeOff(client, used, "2026-02-01");
  await client.ok("PATCH", `${await pathOf(ended)}/terminate`, { endDate: "2026-06-30", creditUnused: true });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z" });
  const [expected, actual] = [await runOn(client), await runOn(there)];
  deepEqual(actual, expected);
});

test("listed months are recognized in the loaded book as in the source", async () => {
  const { merchant, client, to } = await started();
  await enablePobs(api, merchant);
  const [acme] = await allOf(client, "/v3/customers");
  const group = "0197f1a0-5c1e-7b9a-9a55-000000000078";
  const listed = { "2026-02": "300.00", "2026-06": "100.10", "2026-07": "99.90", "2026-10": "700.00" };
  await client.ok("POST", "/v3/contracts", {
    ...{ name: "Listed", customerId: acme?.id, approve: true },
    billingTerms: [{ ...schedule("Project"), billingTermGroupId: group }],
    performanceObligations: [
      {
        ...{ billingTermGroupId: group, name: "Project", transactionPrice: "1200.00", recognitionPattern: "CUSTOM" },
        ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
        customRevenue: Object.entries(listed).map(([timeframe, total]) => ({ timeframe, total })),
      },
    ],
  });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z", hasPobs: true });
  const [expected, actual] = [await runOn(client), await runOn(there)];
  deepEqual(actual, expected);
});
