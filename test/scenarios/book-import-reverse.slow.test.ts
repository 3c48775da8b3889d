import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { reverseBook } from "../../src/integrations/book-import/reverse-service.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { imported } from "../support/exported-book.ts";
import { allOf } from "../support/moved-book.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// An imported book is reversed as a whole: its contracts go, with the setup that nothing else uses, and it can be imported again.

let api: TestApi;
let root: string;
before(async () => {
  api = await startApi();
  root = await mkdtemp(join(tmpdir(), "accord-reverse-"));
});
after(async () => {
  await rm(root, { recursive: true });
  await closeWithSoundBooks(api);
});

const lines = (rows: readonly Json[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const platform = {
  ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", itemId: "platform" },
  ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
  pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
};
const files: Readonly<Record<string, string>> = {
  "book.json": JSON.stringify({ name: "acme" }),
  "categories.csv": "id,name\nsubs,Subscriptions\nspare,Spare\n",
  "items.csv": "id,name\nplatform,Platform\n",
  "event-types.csv": "id,name,aggregation\ncalls,Call,SUM\nspare,Spare,SUM\n",
  "products.jsonl": lines([{ id: "support", name: "Support", categoryId: "subs", itemId: "platform" }]),
  "customers.csv": "id,name,parentCustomerId\nacme,Acme,\nsub,Acme Europe,acme\nused,With usage,\nunused,Unused,\n",
  "contracts.csv": "id,name,customerId\nruns,Runs,sub\n",
  "obligations.jsonl": lines([
    {
      ...{ id: "one", contract: "runs", serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
      ...{ categoryId: "subs", recognitionPattern: "STRAIGHT_LINE", billingSchedule: platform },
    },
  ]),
  "openings.jsonl": lines([
    {
      ...{ contract: "runs", asOf: "2026-06-30" },
      billingTerms: [{ billingTermId: "one", invoicedThrough: "2026-12-31", billed: "1200.00" }],
      performanceObligations: [{ performanceObligationId: "one", recognized: "600.00" }],
      openInvoices: [
        {
          ...{ invoiceNumber: "R-1", issueDate: "2026-01-01", dueDate: "2026-01-31" },
          ...{ total: "1200.00", balance: "400.00" },
        },
      ],
    },
  ]),
  "usage-totals.jsonl": lines([
    {
      ...{ idempotencyKey: "july", customerId: "used", eventTypeId: "calls" },
      ...{ datetime: "2026-07-02T00:00:00Z", value: "5" },
    },
  ]),
};

async function loaded() {
  const folder = await mkdtemp(join(root, "book-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const merchant = await api.newMerchant("2026-07-05T09:00:00Z");
  const result = await imported(api, merchant, folder);
  assert.deepEqual([result.refused, result.isStored], [[], true]);
  const client = clientOf(api, merchant);
  await client.drainOutbox();
  return { merchant, client, folder };
}

const actor = { kind: "SYSTEM", id: "accord import" } as const;
const reverse = ({ merchantId }: TestMerchant, isDryRun = false) =>
  reverseBook(api.platform, { merchantId, name: "acme", actor, isDryRun });

const setup = async (client: Client) => {
  const paths = ["customers", "categories", "events/types", "products", "items"];
  const names = await Promise.all(paths.map((path) => allOf(client, `/v3/${path}`)));
  return Object.fromEntries(paths.map((path, at) => [path, (names[at] ?? []).map(({ name }) => name).toSorted()]));
};

test("what only the book used goes with it, what stays is listed with the reason, and a dry run says so before", async () => {
  const { merchant, client } = await loaded();
  const before = await setup(client);
  const shown = await reverse(merchant, true);
  assert.equal(shown.isReversed, false);
  assert.deepEqual(await setup(client), before);
  const done = await reverse(merchant);
  assert.deepEqual([done.isReversed, done.records], [true, shown.records]);
  assert.deepEqual(
    done.records.map(({ kind, name, reason }) => `${kind} ${name}: ${reason ?? "deleted"}`),
    [
      "contract Runs: deleted",
      "customer Unused: deleted",
      "customer Acme Europe: deleted",
      "customer Acme: deleted",
      "customer With usage: Usage events were recorded for it, and their keys are not free again.",
      "category Spare: deleted",
      "category Subscriptions: Performance obligations or recognized revenue use this category; move the obligations to another one first.",
      "event-type Spare: deleted",
      "event-type Call: This event type is in use by what it has billed or will bill.",
      "product Support: Products and items are not deleted.",
      "item Platform: Products and items are not deleted.",
    ],
  );
  await client.drainOutbox();
  assert.deepEqual(await setup(client), {
    ...{ customers: ["With usage"], categories: ["Subscriptions"], "events/types": ["Call"] },
    ...{ products: ["Support"], items: ["Platform"] },
  });
  assert.equal((await client.balances("2026-06"))("RECEIVABLE"), "0.00");
  await assert.rejects(reverse(merchant), { code: "BOOK_IMPORT_NOT_FOUND" });
});

test("the same folder can be imported again, uses what stayed, and gives the same book", async () => {
  const { merchant, client, folder } = await loaded();
  const before = await setup(client);
  await reverse(merchant);
  await client.drainOutbox();
  const again = await imported(api, merchant, folder);
  assert.deepEqual([again.refused, again.isStored], [[], true]);
  await client.drainOutbox();
  assert.deepEqual(await setup(client), before);
  await close(client, "2026-06");
  assert.equal((await client.balances("2026-06"))("RECEIVABLE"), "400.00");
  assert.equal((await client.balances("2026-06"))("CONTRACT_LIABILITY"), "-600.00");
  const { data } = await client.ok("GET", "/v3/book-imports");
  assert.deepEqual(
    data.map(({ name, reversedAt }: Json) => [name, reversedAt === null]),
    [
      ["acme", true],
      ["acme", false],
    ],
  );
});

test("a customer that another contract uses by now stays, and setup of others is never touched", async () => {
  const { merchant, client } = await loaded();
  const [sub] = await allOf(client, "/v3/customers?filter=name:eq:Acme Europe");
  await client.ok("POST", "/v3/customers", { name: "Another" });
  await client.ok("POST", "/v3/contracts", { name: "Mine", customerId: sub?.id });
  const { records } = await reverse(merchant);
  assert.deepEqual(
    records.flatMap(({ kind, name, reason }) => (kind === "customer" && reason !== null ? [`${name}: ${reason}`] : [])),
    [
      "Acme Europe: Contracts name this customer; delete them or give them another customer first.",
      "Acme: This customer has sub-customers; delete them or give them another parent first.",
      "With usage: Usage events were recorded for it, and their keys are not free again.",
    ],
  );
  await client.drainOutbox();
  assert.deepEqual((await setup(client)).customers, ["Acme", "Acme Europe", "Another", "With usage"]);
});

test("a book stays as a whole while one of its contracts cannot be deleted, which is named with the reason", async () => {
  const { merchant, client } = await loaded();
  const before = await setup(client);
  const [invoice] = await allOf(client, "/v3/invoices?filter=status:eq:PARTIALLY_PAID");
  await client.ok("POST", `/v3/invoices/${invoice?.id}/payments`, { amount: "1.00", receivedAt: "2026-07-05" });
  const { isReversed, records } = await reverse(merchant);
  assert.equal(isReversed, false);
  assert.deepEqual(
    records.map(({ name, reason }) => `${name}: ${reason}`),
    [
      "Runs: The opening of the contract cannot be reversed. Reverse the payments and credits that old invoice R-1 got since first.",
    ],
  );
  assert.deepEqual(await setup(client), before);
});
