import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { exportBook } from "../../src/integrations/book-export/service.ts";
import { readBook } from "../../src/integrations/book-import/files-service.ts";
import { importBook } from "../../src/integrations/book-import/service.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { allOf, booksByContract } from "../support/moved-book.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// A book that is exported at the end of June and loaded into another merchant goes on as the one that it comes from: balances, revenue
// by month, invoices to come.

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

let folders = 0;
const newFolder = () => join(root, String(++folders));

async function exported(merchant: TestMerchant, folder = newFolder()) {
  const result = await exportBook(api.platform, { merchantId: merchant.merchantId, folder });
  return { folder, result };
}

async function imported(merchant: TestMerchant, folder: string) {
  const actor = { kind: "SYSTEM", id: "accord import" } as const;
  return importBook(api.platform, { merchantId: merchant.merchantId, book: await readBook(folder), actor });
}

const schedule = (name: string, more: Json = {}) => ({
  ...{ name, startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", invoiceDateStrategy: "FIRST_OF_PERIOD" },
  ...{ billingType: "FLAT", pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }], ...more },
});
const year = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" };

async function approved(
  client: Client,
  name: string,
  customerId: string,
  obligations: readonly Json[],
  more: Json = {},
) {
  const contract = await client.ok("POST", "/v3/contracts", { name, customerId, obligations, approve: true, ...more });
  return contract.id as string;
}

/** All kinds of what an export carries: setup, a customer below another, prices in tiers, discounts, seats, arrears, usage. */
async function bookOf(client: Client): Promise<void> {
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Subscriptions" });
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Platform", taxCategory: "S" });
  const { id: productId } = await client.ok("POST", "/v3/products", { name: "Support", categoryId, itemId });
  const address = { line1: "1 Main Street", city: "Springfield", country: "US" };
  const acme = (
    await client.ok("POST", "/v3/customers", { name: "Acme", billingAddress: address, netPaymentTerms: 14 })
  ).id;
  const sub = (await client.ok("POST", "/v3/customers", { name: "Acme Europe", parentCustomerId: acme })).id;
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Call", aggregation: "SUM" });
  await approved(client, "Prepaid", acme, [
    {
      ...year,
      categoryId,
      billingSchedule: schedule("Platform", { itemId, discounts: [{ type: "PERCENTAGE", amount: "0.10" }] }),
    },
  ]);
  await approved(client, "Two parts", sub, [
    {
      ...year,
      recognitionPattern: "STRAIGHT_LINE_DAILY",
      billingSchedule: schedule("Quarterly", { interval: "QUARTER", invoiceDateStrategy: "ARREARS" }),
    },
    {
      ...year,
      billingSchedule: schedule("Support", { productId, interval: "MONTH", invoiceDateStrategy: "LAST_OF_PERIOD" }),
    },
  ]);
  const perSeat = {
    billingType: "UNIT",
    quantity: "7",
    seatConfig: {},
    pricing: [{ amount: "10.00", amountType: "PER_ITEM" }],
  };
  await approved(client, "Seats", acme, [
    {
      serviceStartDate: "2026-02-15",
      billingSchedule: schedule("Seats", { ...perSeat, startDate: "2026-02-15", endDate: null, interval: "MONTH" }),
    },
  ]);
  await approved(client, "Term alone", acme, [], { billingTerms: [schedule("Licence", { interval: "MONTH" })] });
  await approved(client, "Begins in August", sub, [
    {
      ...year,
      serviceStartDate: "2026-08-01",
      billingSchedule: schedule("Later", { startDate: "2026-08-01", endDate: "2026-12-31", interval: "NONE" }),
    },
  ]);
  const calls = { eventTypeId, billingType: "UNIT", interval: "MONTH", invoiceDateStrategy: "ARREARS" };
  await approved(client, "Usage from July", sub, [], {
    billingTerms: [
      schedule("Calls", { ...calls, startDate: "2026-07-01", pricing: [{ amount: "0.01", amountType: "PER_ITEM" }] }),
    ],
  });
  await client.ok("POST", "/v3/contracts", {
    name: "Not signed",
    customerId: acme,
    obligations: [{ ...year, billingSchedule: schedule("Draft") }],
  });
}

async function toEndOfJune(client: Client): Promise<void> {
  for (const day of ["2026-02-05", "2026-04-05", "2026-06-05", "2026-07-05"]) {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  }
}

async function callsOfJuly(client: Client): Promise<void> {
  const [sub] = (await allOf(client, "/v3/customers")).filter(({ name }) => name === "Acme Europe");
  const [type] = await allOf(client, "/v3/events/types");
  const event = { customerId: sub?.id, eventTypeId: type?.id, datetime: "2026-07-03T12:00:00Z", value: "5000" };
  await client.ok("POST", "/v3/events", { ...event, idempotencyKey: "july", differentiator: "north" });
}

const months = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];

async function runOn(client: Client) {
  for (const day of ["2026-08-05", "2026-10-05", "2027-01-05"]) {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  }
  await close(client, "2026-12");
  const invoices = (await allOf(client, "/v3/invoices")).filter(
    ({ status, issueDate }) => status !== "DRAFT" && issueDate > "2026-06-30",
  );
  const names = new Map((await allOf(client, "/v3/contracts")).map(({ id, name }) => [id, name]));
  return {
    books: [...(await booksByContract(client, months))].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    invoices: invoices
      // What was due before the book moved is issued again when it did: its days to pay begin then.
      .map(({ contractId, issueDate, dueDate, total }) =>
        [names.get(contractId), issueDate, issueDate > "2026-07-05" ? dueDate : "late", total].join(" "),
      )
      .toSorted(),
  };
}

test("an exported and loaded book has the same later invoices, revenue and balances as its source", async () => {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  const client = clientOf(api, merchant);
  await bookOf(client);
  await toEndOfJune(client);
  const [first, second] = (await allOf(client, "/v3/invoices"))
    .filter(({ status }) => status === "ISSUED")
    .toSorted((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
  await client.ok("POST", `/v3/invoices/${first?.id}/payments`, { amount: "100.00", receivedAt: "2026-06-20" });
  await client.ok("POST", `/v3/invoices/${second?.id}/payments`, { receivedAt: "2026-06-20" });
  await client.drainOutbox();
  await close(client, "2026-06");
  await callsOfJuly(client);
  const { folder, result } = await exported(merchant);
  assert.deepEqual(result.notCarried, []);
  assert.equal(result.asOf, "2026-06-30");

  const other = await api.newMerchant("2026-07-05T09:00:00Z");
  const there = clientOf(api, other);
  await there.ok("PATCH", "/v3/merchant", { invoicePrefix: "N-" });
  const loaded = await imported(other, folder);
  assert.deepEqual(loaded.refused, []);
  assert.ok(loaded.tieOut?.length);
  assert.deepEqual(
    loaded.tieOut?.filter(({ difference }) => difference !== "0.00"),
    [],
  );
  assert.equal(loaded.isStored, true);
  await there.drainOutbox();
  await close(there, "2026-06");
  const statuses = async (each: Client) =>
    (await allOf(each, "/v3/contracts")).map(({ name, status }) => `${name} ${status}`).toSorted();
  assert.deepEqual(await statuses(there), await statuses(client));
  assert.deepEqual(await runOn(there), await runOn(client));
});

test("a first escalation without a stated day follows the first day of its term, a stated one stays", async () => {
  const merchant = await api.newMerchant("2026-07-05T09:00:00Z");
  const client = clientOf(api, merchant);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Acme" });
  const escalator = { type: "PERCENTAGE", amount: "0.05" };
  const later = { startDate: "2026-10-01", endDate: "2028-09-30", interval: "MONTH" };
  await approved(client, "By default", customerId, [], {
    billingTerms: [schedule("By default", { ...later, escalator })],
  });
  await approved(client, "Named", customerId, [], {
    billingTerms: [schedule("Named", { ...later, escalator: { ...escalator, firstDate: "2027-10-01" } })],
  });
  await close(client, "2026-06");
  const { folder } = await exported(merchant);
  const other = await api.newMerchant("2026-07-05T09:00:00Z");
  const there = clientOf(api, other);
  await there.ok("PATCH", "/v3/merchant", { invoicePrefix: "N-" });
  assert.equal((await imported(other, folder)).isStored, true);
  const firstUplifts = async () =>
    (await allOf(there, "/v3/billing-terms")).map((term) => `${term.name} ${term.escalator.firstDate}`).toSorted();
  assert.deepEqual(await firstUplifts(), ["By default 2027-10-01", "Named 2027-10-01"]);
  for (const { id, contractId } of await allOf(there, "/v3/billing-terms")) {
    const earlier = { startDate: "2026-09-01" };
    await there.ok("PATCH", `/v3/contracts/${contractId}/billing-terms/${id}`, earlier);
  }
  assert.deepEqual(await firstUplifts(), ["By default 2027-09-01", "Named 2027-10-01"]);
});

test("records that an export has no rows for are listed with the reason, and the rest can be loaded", async () => {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  const client = clientOf(api, merchant);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Acme" });
  await approved(client, "Sound", customerId, [{ ...year, billingSchedule: schedule("Platform") }]);
  const ended = await approved(client, "Ended", customerId, [{ ...year, billingSchedule: schedule("Platform") }]);
  await toEndOfJune(client);
  const [term] = await allOf(client, `/v3/contracts/${ended}/billing-terms`);
  await client.ok("PATCH", `/v3/contracts/${ended}/billing-terms/${term?.id}/terminate`, {
    endDate: "2026-09-30",
    creditUnused: true,
  });
  await client.drainOutbox();
  await close(client, "2026-06");
  const { folder, result } = await exported(merchant);
  assert.deepEqual(
    result.notCarried.filter(({ kind }) => kind === "contract").map(({ name }) => name),
    ["Ended"],
  );
  assert.match(await readFile(join(folder, "not-carried.csv"), "utf8"), /^contract,[0-9a-f-]+,Ended,/m);
  const other = await api.newMerchant("2026-07-05T09:00:00Z");
  await clientOf(api, other).ok("PATCH", "/v3/merchant", { invoicePrefix: "N-" });
  const loaded = await imported(other, folder);
  assert.deepEqual([loaded.refused, loaded.isStored], [[], true]);
});

test("an export needs an empty folder, and a merchant without records can be exported", async () => {
  const merchant = await api.newMerchant("2026-07-05T09:00:00Z");
  const { folder, result } = await exported(merchant);
  assert.deepEqual([result.asOf, result.rows, result.notCarried], [null, {}, []]);
  await assert.rejects(exported(merchant, folder), /has files; name an empty/);
});
