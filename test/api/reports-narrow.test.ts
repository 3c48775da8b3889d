import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced } from "../support/client.ts";

// Reports of one contract or of one customer: the rows that the whole report has of them, and their own totals.

let api: TestApi;
let client: Client;
let contracts: { id: string; customerId: string }[];
const today = "2026-03-10";

before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-01-10T09:00:00Z"));
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Software" });
  contracts = [];
  for (const [customer, names] of [
    ["Glasshouse", ["Platform", "Support"]],
    ["Harbour", ["Cranes"]],
  ] as const) {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: customer });
    for (const name of names) {
      const id = await client.contract({ name, customerId });
      await client.add(id, obligationBody({ categoryId }, priced(`${100 * (contracts.length + 12)}.00`)));
      await client.approve(id);
      contracts.push({ id, customerId });
    }
  }
  await client.drainOutbox();
  await client.advance(`${today}T09:00:00Z`);
  await client.drainOutbox();
  await close(client, "2026-02");
});
after(() => api.close());

const paths = [
  "contract-balances?month=2026-02",
  "contract-liability-roll-forward?startMonth=2026-01&endMonth=2026-03&groupBy=contract",
  "remaining-performance-obligations?month=2026-02&groupBy=contract",
];
/** What is kept of contracts, and what is computed. */
const knowledge = ["", `&asOf=${today}`];

const ask = (path: string): Promise<Json> => client.ok("GET", `/v3/reports/${path}`);
const cents = (amount: string) => Math.round(Number(amount) * 100);
const totalOf = (rows: Json[], key: string) => rows.reduce((sum, row) => sum + cents(row[key]), 0);

/** The totals of a report are those of its rows. */
function addsUp({ rows, totals, columns }: Json, at: string): void {
  for (const { key, kind } of columns) {
    if (kind === "money") assert.equal(cents(totals[key]), totalOf(rows, key), `${at}: ${key}`);
  }
}

test("a report filtered by contract has its row, filtered by customer those of its contracts", async () => {
  const [first] = contracts;
  for (const path of paths) {
    for (const asOf of knowledge) {
      const whole = await ask(path + asOf);
      assert.equal(whole.rows.length, 3, path);
      const narrowed = await ask(`${path}${asOf}&contractId=${first?.id}`);
      assert.deepEqual(
        narrowed.rows,
        whole.rows.filter(({ id }: Json) => id === first?.id),
        path + asOf,
      );
      addsUp(narrowed, path + asOf);
      const ofCustomer = await ask(`${path}${asOf}&customerId=${first?.customerId}`);
      const own = contracts.filter(({ customerId }) => customerId === first?.customerId).map(({ id }) => id);
      assert.deepEqual(
        ofCustomer.rows,
        whole.rows.filter(({ id }: Json) => own.includes(id)),
        path + asOf,
      );
      assert.equal(ofCustomer.rows.length, 2, path + asOf);
      addsUp(ofCustomer, path + asOf);
    }
  }
});

test("the row of a customer or a category is the sum of its contracts", async () => {
  const harbour = contracts[2]?.customerId ?? "";
  for (const asOf of knowledge) {
    for (const report of [
      "contract-liability-roll-forward?startMonth=2026-01&endMonth=2026-03",
      "remaining-performance-obligations?month=2026-02",
    ]) {
      const narrow = `&customerId=${harbour}${asOf}`;
      const { totals } = await ask(`${report}&groupBy=contract${narrow}`);
      for (const groupBy of ["customer", "category"]) {
        const { rows } = await ask(`${report}&groupBy=${groupBy}${narrow}`);
        assert.equal(rows.length, 1, `${report} ${groupBy}`);
        const { id: _id, name, values: _values, ...amounts } = rows[0];
        assert.equal(name, groupBy === "customer" ? "Harbour" : "Software");
        for (const [key, amount] of Object.entries(amounts)) assert.equal(amount, totals[key], `${report} ${key}`);
      }
    }
  }
});

test("an unknown id has no rows, nor has a contract of another customer", async () => {
  const nobody = "00000000-0000-4000-8000-000000000000";
  const [first, , third] = contracts;
  for (const path of paths) {
    for (const asOf of knowledge) {
      for (const narrow of [
        `contractId=${nobody}`,
        `customerId=${nobody}`,
        `contractId=${first?.id}&customerId=${third?.customerId}`,
      ]) {
        assert.deepEqual((await ask(`${path}${asOf}&${narrow}`)).rows, [], `${path}${asOf} ${narrow}`);
      }
    }
  }
});

test("movements of recurring revenue by customer sum to those of the month, and lead from opening to closing", async () => {
  const monthly = await ask("arr?startMonth=2025-12&endMonth=2026-03");
  const keys = ["opening", "new", "reactivation", "expansion", "contraction", "churn", "closing"];
  for (const row of monthly.rows) {
    const { rows, totals } = await ask(`arr-by-customer?month=${row.month}`);
    for (const key of keys) assert.equal(totals[key], row[key], `${row.month} ${key}`);
    const expected = row.month === "2025-12" ? [] : ["Glasshouse", "Harbour"];
    assert.deepEqual(
      rows.map(({ name }: Json) => name),
      expected,
    );
  }
  const { rows } = await ask("arr-by-customer?startMonth=2025-12&endMonth=2026-03");
  for (const row of rows) {
    const moved = keys.slice(0, -1).reduce((sum, key) => sum + cents(row[key]), 0);
    assert.equal(moved, cents(row.closing), row.name);
  }
  const january = await ask("arr-by-customer?month=2026-01");
  assert.deepEqual(
    january.rows.map(({ name, new: grown, closing }: Json) => [name, grown, closing]),
    rows.map(({ name, closing }: Json) => [name, closing, closing]),
  );
});
