import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";

// The size of a list is kept, and has to be what a walk through its pages finds: after each kind of write, for other merchants, after
// what was rolled back, and while many write at once.

let api: TestApi;
let client: Client;
let owner: pg.Client;

before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-03-15T00:00:00Z"));
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner?.end();
  await api?.close();
});

const lists = [
  ...["/v3/customers", "/v3/contracts", "/v3/billing-terms", "/v3/invoices"],
  ...["/v3/payments", "/v3/credit-memos", "/v3/journal-entries", "/v3/events"],
];

/** How many rows a list says it has, which are as many as it shows. */
async function sizeOf(path: string, of = client): Promise<number> {
  const { data, totalItems } = await of.ok("GET", `${path}?limit=1000`);
  assert.equal(totalItems, data.length, path);
  return totalItems;
}

async function sizes(of = client): Promise<Record<string, number>> {
  return Object.fromEntries(await Promise.all(lists.map(async (path) => [path, await sizeOf(path, of)] as const)));
}

const platform = (name: string) => ({
  ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
  billingSchedule: {
    ...{ name, startDate: "2026-01-01", endDate: "2026-12-31", interval: "MONTH", billingType: "FLAT" },
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }],
  },
});

test("totalItems is the number of rows, after any additions and deletions", async () => {
  const contractId = await client.contract();
  await client.add(contractId, platform("Platform"));
  const { billingTermId } = await client.add(contractId, platform("Support"));
  await client.ok("DELETE", `/v3/contracts/${contractId}/billing-terms/${billingTermId}`);
  await client.approve(contractId);
  const gone = await client.contract();
  await client.add(gone, platform("Gone"));
  await client.ok("DELETE", `/v3/contracts/${gone}`);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Southwind" });
  await client.ok("POST", "/v3/payments", { customerId, amount: "5.00" });
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId, issueDate: "2026-03-10", reason: "Service was down" },
    items: [{ itemId, amount: "9.00" }],
  });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
  const events = [1, 2, 3].map((day) => ({
    ...{ idempotencyKey: `call-${day}`, customerId, eventTypeId, value: "1" },
    datetime: `2026-03-0${day}T10:00:00Z`,
  }));
  await client.ok("POST", "/v3/events/bulk", { events });
  assert.deepEqual(await sizes(), {
    ...{ "/v3/customers": 3, "/v3/contracts": 1, "/v3/billing-terms": 1, "/v3/payments": 1, "/v3/credit-memos": 1 },
    ...{ "/v3/invoices": 4, "/v3/journal-entries": 5, "/v3/events": 3 },
  });
  // Drafts are rows that are deleted and created again by a price change.
  const [{ id: termId }] = (await client.ok("GET", "/v3/billing-terms")).data;
  await client.ok("PATCH", `/v3/contracts/${contractId}/billing-terms/${termId}/terminate`, {
    endDate: "2026-04-30",
  });
  await client.drainOutbox();
  await sizes();
});

test("another merchant's rows and dry runs do not change totalItems", async () => {
  const known = await sizes();
  const other = clientOf(api, await api.newMerchant("2026-03-15T00:00:00Z"));
  await other.contract();
  await client.ok("POST", "/v3/contracts?dryRun=true", { name: "Tried" });
  const rejected = await client.send("POST", "/v3/contracts", { name: "" });
  assert.equal(rejected.status, 400);
  assert.deepEqual(await sizes(), known);
  assert.equal(await sizeOf("/v3/contracts", other), 1);
});

test("totalItems of a filtered list counts the matching rows", async () => {
  const { totalItems, data } = await client.ok("GET", "/v3/contracts?filter=status:eq:NEW");
  assert.equal(totalItems, data.length);
});

test("during concurrent writes every totalItems is a number of rows that was true at some moment", async () => {
  const before = await sizeOf("/v3/customers");
  const many = 160;
  const names = Array.from({ length: many }, (_, index) => `Customer ${index}`);
  const seen: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) seen.push(await sizeOf("/v3/customers"));
  })();
  const writers = Array.from({ length: 8 }, async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop())
      await client.ok("POST", "/v3/customers", { name });
  });
  await Promise.all(writers);
  isOver = true;
  await watching;
  assert.deepEqual(
    seen,
    seen.toSorted((one, next) => one - next),
  );
  assert.equal(await sizeOf("/v3/customers"), before + many);
});

test("recorded changes of a list size are merged into one total", async () => {
  const many = 1000;
  const before = await sizeOf("/v3/payments");
  const note =
    "select note_growth($1, 'payment', case when number % 2 = 0 then 1 else -1 end) from generate_series(1, $2) as number";
  await owner.query(note, [client.merchant.merchantId, many]);
  const { rows } = await owner.query<{ notes: number }>(
    "select count(*)::int as notes from list_growth where merchant_id = $1 and list = 'payment'",
    [client.merchant.merchantId],
  );
  // Half of them would be left once in eight million times.
  assert.ok((rows[0]?.notes ?? many) < many / 2, `${rows[0]?.notes} notes`);
  assert.equal(await sizeOf("/v3/payments"), before);
});

test("the doctor finds a stored list size that is wrong", async () => {
  const { merchantId } = client.merchant;
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId }), []);
  await owner.query("insert into list_growth (merchant_id, list, growth) values ($1, 'invoice', 1)", [merchantId]);
  const findings = await runDoctor(api.platform.db, { merchantId });
  assert.deepEqual(
    findings.map(({ id, sample }) => ({ id, sample })),
    [{ id: "INV-38", sample: ["invoice"] }],
  );
});
