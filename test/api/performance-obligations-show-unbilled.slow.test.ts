import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Rules 8 and ADR 0010 for performance obligations with a stated price: what they have earned of a term in arrears
// waits for time alone.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const year = { startDate: "2026-01-01", endDate: "2026-12-31" };
const quarterly = {
  ...{ name: "Service", ...year, interval: "QUARTER", invoiceDateStrategy: "ARREARS", billingType: "FLAT" },
  ...priced("300.00"),
};
const yearly = {
  ...{ name: "Platform", ...year, interval: "YEAR", invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
  ...priced("1200.00"),
};
const stated = (transactionPrice: string, parts: object = {}) => ({
  ...{ transactionPrice, serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
  ...parts,
});
const milestone = (transactionPrice: string, reachedDate?: string) =>
  stated(transactionPrice, {
    recognitionPattern: "MILESTONE",
    milestones: [{ name: "Go-live", weight: "1", ...(reachedDate === undefined ? {} : { reachedDate }) }],
  });

/** An approved contract of one group. */
async function bundle(terms: readonly Json[], toCreate: readonly object[], contract: object = {}) {
  const client = clientOf(api, await withPobs(api, "2026-01-01T09:00:00Z"));
  const path = `/v3/contracts/${await client.contract(contract)}`;
  const made: Json[] = [];
  for (const term of terms) {
    const billingTermGroupId = made[0]?.billingTermGroupId;
    made.push(await client.ok("POST", `${path}/billing-terms`, { ...term, billingTermGroupId }));
  }
  const batch = { billingTermGroupId: made[0].billingTermGroupId, toCreate };
  const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
  await client.approve(path.slice("/v3/contracts/".length));
  return { client, path, terms: made, pobs: created as Json[] };
}

/** What closing months leaves at the end of each: unbilled receivable, contract asset and contract liability. */
async function closed(client: Client, ...months: readonly string[]): Promise<string[]> {
  const ends: string[] = [];
  for (const month of months) {
    const [number] = month.split("-").slice(1).map(Number);
    await client.advance(`2026-${String((number ?? 0) + 1).padStart(2, "0")}-01T09:00:00Z`);
    await client.drainOutbox();
    await client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
    const of = await client.balances(month);
    const roles = ["UNBILLED_RECEIVABLE", "CONTRACT_ASSET", "CONTRACT_LIABILITY"];
    ends.push([month, ...roles.map(of)].join(" "));
  }
  return ends;
}

test("two performance obligations of a term in arrears: served days are unbilled receivable until the invoice", async () => {
  const { client } = await bundle([quarterly], [stated("900.00"), stated("300.00")]);
  assert.deepEqual(await closed(client, "2026-01", "2026-02", "2026-03", "2026-04"), [
    "2026-01 100.00 0.00 0.00",
    "2026-02 200.00 0.00 0.00",
    "2026-03 300.00 0.00 0.00",
    "2026-04 100.00 0.00 0.00",
  ]);
  await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01");
  const again = await client.ok("POST", "/v3/month-end-close/close-period?month=2026-04");
  assert.equal(again.entriesPosted, 0, "closing again posts nothing");
});

test("an open milestone has no unbilled receivable, and revenue ahead of the days is a contract asset", async () => {
  const { client, path, pobs } = await bundle([quarterly], [milestone("1200.00")]);
  assert.deepEqual(await closed(client, "2026-01", "2026-04"), ["2026-01 0.00 0.00 0.00", "2026-04 0.00 0.00 -300.00"]);
  await client.ok("PATCH", `${path}/performance-obligations/${pobs[0]?.id}`, {
    milestones: [{ name: "Go-live", weight: "1", reachedDate: "2026-05-01" }],
  });
  // 1,200.00 earned, 300.00 billed: April and May wait for their invoice alone, the rest for service.
  assert.deepEqual(await closed(client, "2026-05"), ["2026-05 200.00 700.00 0.00"]);
});

test("an open milestone of an open-ended term has no unbilled receivable", async () => {
  const { endDate: _, ...openEnded } = quarterly;
  const { client } = await bundle([openEnded], [milestone("1200.00")]);
  assert.deepEqual(await closed(client, "2026-01"), ["2026-01 0.00 0.00 0.00"]);
});

test("one performance obligation of terms in advance and in arrears: the receivable is not netted with the liability", async () => {
  const { client } = await bundle([yearly, quarterly], [stated("2400.00")]);
  assert.deepEqual(await closed(client, "2026-01", "2026-02", "2026-04"), [
    "2026-01 100.00 0.00 -1100.00",
    "2026-02 200.00 0.00 -1000.00",
    "2026-04 100.00 0.00 -800.00",
  ]);
});

test("half of a bundle is a milestone: days without revenue have no unbilled receivable", async () => {
  const { client } = await bundle([yearly, quarterly], [stated("1200.00"), milestone("1200.00")]);
  assert.deepEqual(await closed(client, "2026-02"), ["2026-02 0.00 0.00 -1000.00"]);
});

test("prices allocated between groups: the receivable is the price of the served days", async () => {
  const client = clientOf(api, await withPobs(api, "2026-01-01T09:00:00Z"));
  const id = await client.contract({ allocationMethod: "RELATIVE_SSP" });
  const path = `/v3/contracts/${id}`;
  for (const [term, standaloneSellingPrice] of [
    [yearly, "1600.00"],
    [quarterly, "800.00"],
  ] as const) {
    const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, term);
    const toCreate = [stated("1200.00", { standaloneSellingPrice })];
    await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  }
  await client.approve(id);
  assert.deepEqual(await closed(client, "2026-01", "2026-02"), [
    "2026-01 100.00 0.00 -1100.00",
    "2026-02 200.00 0.00 -1000.00",
  ]);
});

test("added seats are unbilled receivable with the rest, until their invoice", async () => {
  const seats = { ...quarterly, billingType: "UNIT", quantity: "10", seatConfig: {}, ...priced("30.00", "PER_ITEM") };
  const { client, path, terms } = await bundle([seats], [stated("1200.00")]);
  await client.advance("2026-02-01T08:00:00Z");
  await client.ok("POST", `${path}/billing-terms/${terms[0].id}/seat-amendment`, {
    ...{ effectiveDate: "2026-04-01", delta: "5" },
  });
  assert.deepEqual(await closed(client, "2026-03", "2026-04"), [
    "2026-03 300.00 0.00 0.00",
    "2026-04 150.00 0.00 0.00",
  ]);
});

test("a terminated term is unbilled receivable until its last invoice", async () => {
  const { client, path, terms } = await bundle([quarterly], [stated("1200.00")]);
  assert.deepEqual(await closed(client, "2026-01"), ["2026-01 100.00 0.00 0.00"]);
  // April and May cost 300.00 × 61/91 = 201.10. 501.10 less the 100.00 of January are earned over four months: 200.28, 400.83.
  await client.ok("PATCH", `${path}/billing-terms/${terms[0].id}/terminate`, { endDate: "2026-05-31" });
  assert.deepEqual(await closed(client, "2026-02", "2026-04", "2026-05", "2026-06"), [
    "2026-02 200.00 0.28 0.00",
    "2026-04 100.55 0.28 0.00",
    "2026-05 201.10 0.00 0.00",
    "2026-06 0.00 0.00 0.00",
  ]);
});

test("a credit of billed days does not change the unbilled receivable of others", async () => {
  const { client } = await bundle([quarterly], [stated("900.00"), stated("300.00")]);
  assert.deepEqual(await closed(client, "2026-03"), ["2026-03 300.00 0.00 0.00"]);
  await client.advance("2026-04-10T09:00:00Z");
  await client.drainOutbox();
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  const [{ customerId, lineItems }] = data;
  await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId, issueDate: "2026-04-10", reason: "Outage" },
    items: [{ invoiceLineItemId: lineItems[0].id, amount: "60.00" }],
  });
  assert.deepEqual(await closed(client, "2026-04"), ["2026-04 100.00 0.00 0.00"]);
});
