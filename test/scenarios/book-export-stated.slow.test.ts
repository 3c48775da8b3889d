import { deepEqual, ok } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { exported, moved, ranOn } from "../support/exported-book.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Stated performance obligations, where a book moves: a row that the import would reject would keep the whole book from being loaded.

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

const days = { startDate: "2026-01-01", endDate: "2026-12-31", interval: "QUARTER" };
const flat = (name: string, more: Json = {}) => ({
  ...{ name, ...days, invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
  ...{ pricing: [{ amount: "300.00", amountType: "TOTAL_INVOICE" }], ...more },
});

async function started() {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  await enablePobs(api, merchant);
  const client = clientOf(api, merchant);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Acme" });
  const to = async (day: string) => {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  };
  return { merchant, client, customerId, to };
}

async function runOn(client: Client, asOf = "2026-06") {
  for (const day of ["2026-08-05", "2026-10-05", "2027-01-05"]) {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  }
  await close(client, "2026-12");
  const months = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"].filter((month) => month > asOf);
  return ranOn(client, { asOf, months });
}

test("obligations that earn what is billed or used take their days from the terms in the loaded book too", async () => {
  const { merchant, client, customerId, to } = await started();
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Call", aggregation: "SUM" });
  const [billed, used] = ["0197f1a0-5c1e-7b9a-9a55-000000000081", "0197f1a0-5c1e-7b9a-9a55-000000000082"];
  const calls = { interval: "MONTH", invoiceDateStrategy: "ARREARS", billingType: "UNIT", eventTypeId };
  const perCall = { pricing: [{ amount: "0.01", amountType: "PER_ITEM" }], ...calls };
  await client.ok("POST", "/v3/contracts", {
    ...{ name: "As billed and as used", customerId, approve: true },
    billingTerms: [
      { ...flat("Support"), billingTermGroupId: billed },
      { ...flat("Calls", perCall), billingTermGroupId: used },
    ],
    performanceObligations: [
      { billingTermGroupId: billed, name: "Support", recognitionPattern: "RECOGNIZE_AS_BILLED" },
      { billingTermGroupId: used, name: "Calls", recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId },
    ],
  });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z", hasPobs: true });
  deepEqual(await runOn(there), await runOn(client));
});

/** A contract of 1,200.00 with stated prices, whose term bills 400.00 a quarter from July on, and 430.00 from October on. */
async function dearer({ client, customerId, to }: Awaited<ReturnType<typeof started>>, more: Json, pob: Json = {}) {
  const group = "0197f1a0-5c1e-7b9a-9a55-000000000083";
  const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", transactionPrice: "1200.00" };
  const { id } = await client.ok("POST", "/v3/contracts", {
    ...{ name: "Dearer", customerId, approve: true, ...more },
    billingTerms: [{ ...flat("Support"), billingTermGroupId: group }],
    performanceObligations: [{ billingTermGroupId: group, name: "Support", ...service, ...pob }],
  });
  await to("2026-03-10");
  const { data } = await client.ok("GET", `/v3/contracts/${id}/billing-terms`);
  const path = `/v3/contracts/${id}/billing-terms/${data[0].id}`;
  const costs = (amount: string) => ({ pricing: [{ amount, amountType: "TOTAL_INVOICE" }] });
  await client.ok("PATCH", path, { ...costs("400.00"), effectiveDate: "2026-07-01" });
  return async (effectiveDate: string, amount: string) => client.ok("PATCH", path, { ...costs(amount), effectiveDate });
}

for (const [words, again] of [
  ["", undefined],
  [", in two steps", "2026-10-01"],
] as const)
  test(`what a term bills beyond stated prices${words} is earned in the same months where it is loaded`, async () => {
    const book = await started();
    const { merchant, client, to } = book;
    const costs = await dearer(book, {});
    if (again !== undefined) await costs(again, "430.00");
    await to("2026-08-05");
    await close(client, "2026-07");
    const there = await moved(api, root, merchant, { asOf: "2026-07", now: "2026-08-05T09:00:00Z", hasPobs: true });
    deepEqual(await runOn(there, "2026-07"), await runOn(client, "2026-07"));
    const { data } = await there.ok("GET", "/v3/performance-obligations");
    const stated = data.map(({ name, transactionPrice, recognitionPattern }: Json) => [
      name,
      transactionPrice,
      recognitionPattern,
    ]);
    const beyond = again === undefined ? ["Support", "200.00", "STRAIGHT_LINE"] : ["Support", "230.00", "CUSTOM"];
    deepEqual(stated.toSorted(), [beyond, ["Support", "1200.00", "STRAIGHT_LINE"]].toSorted());
  });

test("prices that are stated anew from a later month keep their months where they are loaded", async () => {
  const { merchant, client, customerId, to } = await started();
  const billingTermGroupId = "0197f1a0-5c1e-7b9a-9a55-000000000084";
  const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", transactionPrice: "600.00" };
  const { id } = await client.ok("POST", "/v3/contracts", {
    ...{ name: "Stated anew", customerId, approve: true },
    billingTerms: [{ ...flat("Support"), billingTermGroupId }],
    performanceObligations: ["Platform", "Support"].map((name) => ({ billingTermGroupId, name, ...service })),
  });
  await to("2026-03-10");
  const { data } = await client.ok("GET", `/v3/contracts/${id}/performance-obligations`);
  const priced = (name: string, transactionPrice: string) => {
    const pob = data.find((each: Json) => each.name === name);
    return { id: pob.id, transactionPrice, effectiveDate: "2026-09-01" };
  };
  const toUpdate = [priced("Platform", "900.00"), priced("Support", "300.00")];
  await client.ok("POST", `/v3/contracts/${id}/performance-obligations`, {
    ...{ billingTermGroupId: data[0].billingTermGroupId, toUpdate },
  });
  await to("2026-07-05");
  await close(client, "2026-06");
  const at = { asOf: "2026-06", now: "2026-07-05T09:00:00Z", hasPobs: true };
  const there = await moved(api, root, merchant, at);
  const twice = await moved(api, root, there.merchant, { ...at, settings: { invoicePrefix: "M-" } });
  const expected = await runOn(client);
  deepEqual(await runOn(there), expected);
  deepEqual(await runOn(twice), expected);
  const { data: pobs } = await there.ok("GET", "/v3/performance-obligations");
  const platform = pobs.find(({ name }: Json) => name === "Platform").id;
  const path = `/v3/revenue-schedules?limit=100&filter=performanceObligationId:eq:${platform}`;
  const { data: ofPlatform } = await there.ok("GET", path);
  // 400.00 are earned by August, and 500.00 in the four months that are left.
  deepEqual(ofPlatform.map(({ timeframe, amount }: Json) => `${timeframe} ${amount}`).toSorted(), [
    ...["2026-06 300.00", "2026-07 50.00", "2026-08 50.00"],
    ...["2026-09 125.00", "2026-10 125.00", "2026-11 125.00", "2026-12 125.00"],
  ]);
});

test("a contract that could not be approved where it is loaded is left out by name", async () => {
  const book = await started();
  await dearer(book, { allocationMethod: "RELATIVE_SSP" }, { standaloneSellingPrice: "1200.00" });
  await book.to("2026-07-05");
  await close(book.client, "2026-06");
  const { result } = await exported(api, root, book.merchant);
  const [reason = ""] = result.notCarried.map((each) => `${each.name}: ${each.reason}`);
  ok(
    reason.startsWith(
      "Dearer: it would not be approved where it is loaded: Prices are allocated by standalone selling",
    ),
    reason,
  );
});

test("a contract that the last close left out is listed, until its hold is released", async () => {
  const { merchant, client, customerId, to } = await started();
  const { id } = await client.ok("POST", "/v3/contracts", { name: "Held", customerId });
  const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
  await client.ok("POST", `/v3/contracts/${id}/obligations`, { ...service, billingSchedule: flat("Support") });
  await client.approve(id);
  await client.ok("POST", `/v3/contracts/${id}/close-hold`, { reason: "The price is disputed" });
  await to("2026-07-05");
  await close(client, "2026-06");
  const reasons = async () => (await exported(api, root, merchant)).result.notCarried.map(({ reason }) => reason);
  deepEqual(await reasons(), ["the last close left it out; release its hold first"]);
  await client.ok("DELETE", `/v3/contracts/${id}/close-hold`);
  deepEqual(await reasons(), []);
  await to("2026-08-05");
  await close(client, "2026-07");
});
