import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection, unknownId } from "../support/client.ts";
import { termBody } from "../support/term-client.ts";

// The invoices behind a cell of the ageing report: what was owed of each at the end of a day, whatever was paid since.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const monthly = (parts: object = {}) => termBody({ interval: "MONTH", ...priced("100.00"), ...parts });

type Book = { readonly client: Client; readonly first: string; readonly second: string };

/**
 * Two customers who owe 100.00 USD a month from January on, and one 50.00 EUR; it is 20 June. Some of January is paid in February and
 * the rest in May, February is credited in part today, March was written off on 15 June, and April is void.
 */
async function book(): Promise<Book> {
  const client = clientOf(api, await api.newMerchant("2026-01-05T00:00:00Z"));
  const contracts = [
    [await client.contract(), monthly()],
    [await client.contract(), monthly({ startDate: "2026-03-01" })],
    [await client.contract({ currency: "EUR" }), monthly(priced("50.00"))],
  ] as const;
  for (const [contractId, term] of contracts) {
    await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, term);
    await client.approve(contractId);
  }
  await client.advance("2026-06-20T00:00:00Z");
  await client.drainOutbox();
  const customerOf = async (id: string) => (await client.ok("GET", `/v3/contracts/${id}`)).customerId;
  const [first, second] = [await customerOf(contracts[0][0]), await customerOf(contracts[1][0])];
  const filter = `customerId:eq:${first}`;
  const { data } = await client.ok("GET", `/v3/invoices?filter=${filter}&sort=issueDate&limit=100`);
  const [january, february, march, april] = data;
  const pay = (amount: string, receivedAt: string) =>
    client.ok("POST", "/v3/payments", {
      ...{ customerId: first, amount, receivedAt, applications: [{ invoiceId: january.id, amount }] },
    });
  await pay("30.00", "2026-02-10");
  await pay("70.00", "2026-05-02");
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId: first, issueDate: "2026-06-20", reason: "Goodwill", items: [{ itemId, amount: "25.00" }] },
    applyOnCreate: { invoiceId: february.id, amount: "25.00" },
  });
  const act = (invoice: Json, body: object) => client.ok("POST", `/v3/invoices/${invoice.id}/actions`, body);
  await act(march, { action: "MARK_UNCOLLECTIBLE", date: "2026-06-15" });
  await act(april, { action: "VOID" });
  return { client, first, second };
}

const listed = async ({ client }: Book, filter: string, path = "/v3/invoices") =>
  client.ok("GET", `${path}?limit=100&totals=true&sort=issueDate,total&filter=${encodeURIComponent(filter)}`);
const sumOf = (payload: Json, currency = "USD"): string =>
  payload.totals.find((each: Json) => each.currency === currency)?.amountOwed ?? "0.00";

/** The days past due at which a column of the report begins and ends. */
const columns = [
  ["current", undefined, 0],
  ["days1To30", 1, 30],
  ["days31To60", 31, 60],
  ["days61To90", 61, 90],
  ["daysOver90", 91, undefined],
] as const;

const daysBefore = (day: string, days: number) => Temporal.PlainDate.from(day).subtract({ days }).toString();

test("the invoices of each cell of the ageing report sum to the cell, on any day and in every currency", async () => {
  const of = await book();
  let cells = 0;
  for (const date of [
    "2026-01-31",
    "2026-02-09",
    "2026-02-10",
    "2026-04-30",
    "2026-05-31",
    "2026-06-20",
    "2026-09-30",
  ]) {
    for (const currency of ["USD", "EUR"]) {
      const report = await of.client.ok("GET", `/v3/reports/receivables-ageing?date=${date}&currency=${currency}`);
      const within = `owedOn:eq:${date},currency:eq:${currency}`;
      assert.equal(sumOf(await listed(of, within), currency), report.totals?.total ?? "0.00", within);
      for (const row of report.rows) {
        const ofCustomer = `${within},customerId:eq:${row.id}`;
        const all = await listed(of, ofCustomer);
        assert.deepEqual([all.totalItems, sumOf(all, currency)], [row.invoices, row.total], ofCustomer);
        for (const [column, late, latest] of columns) {
          const from = latest === undefined ? "" : `,dueDate:gte:${daysBefore(date, latest)}`;
          const to = late === undefined ? "" : `,dueDate:lte:${daysBefore(date, late)}`;
          const cell = await listed(of, `${ofCustomer}${from}${to}`);
          assert.equal(sumOf(cell, currency), row[column], `${ofCustomer} ${column}`);
          cells += /[1-9]/.test(row[column]) ? 1 : 0;
        }
      }
    }
  }
  assert.ok(cells >= 20, `${cells} cells that are not zero`);
});

test("the open amount as of a day counts payments, credits, write-offs and voids up to that day", async () => {
  const of = await book();
  const owed = async (date: string) =>
    (await listed(of, `owedOn:eq:${date},customerId:eq:${of.first}`)).data.map(
      ({ issueDate, amountOwed }: Json) => `${issueDate.slice(0, 7)} ${amountOwed}`,
    );
  assert.deepEqual(await owed("2025-12-31"), []);
  assert.deepEqual(await owed("2026-02-09"), ["2026-01 100.00", "2026-02 100.00"]);
  assert.deepEqual(await owed("2026-02-10"), ["2026-01 70.00", "2026-02 100.00"]);
  assert.deepEqual(await owed("2026-04-30"), ["2026-01 70.00", "2026-02 100.00", "2026-03 100.00"]);
  assert.deepEqual(await owed("2026-05-31"), ["2026-02 100.00", "2026-03 100.00", "2026-05 100.00"]);
  assert.deepEqual(await owed("2026-06-20"), ["2026-02 75.00", "2026-05 100.00", "2026-06 100.00"]);
  assert.deepEqual(await owed("2026-06-20T10:00:00Z"), [], "a moment within a day is the end of none");
  const { data } = await listed(of, `customerId:eq:${of.first}`);
  assert.ok(data.every((row: Json) => row.amountOwed === undefined));
});

test("owedOn narrows pages, a customer's list and files like any other filter", async () => {
  const of = await book();
  const filter = "owedOn:eq:2026-06-20,currency:eq:USD";
  const whole = await listed(of, filter);
  const walked: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await of.client.ok("GET", `/v3/invoices?limit=2&sort=issueDate,total&filter=${filter}${cursor}`);
    assert.equal(page.totalItems, whole.totalItems);
    walked.push(...page.data.map(({ id }: Json) => id));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  assert.deepEqual(
    walked,
    whole.data.map(({ id }: Json) => id),
  );
  const own = await listed(of, "owedOn:eq:2026-06-20", `/v3/customers/${of.first}/invoices`);
  assert.equal(sumOf(own), "275.00");
  const key = of.client.merchant.writeKey;
  const file = await fetch(`${api.url}/v3/invoices?format=csv&filter=${filter}`, { headers: { authorization: key } });
  assert.equal(file.status, 200);
  const [head = "", ...lines] = (await file.text()).trim().split(/\r?\n/);
  assert.equal(lines.length, whole.totalItems);
  assert.ok(head.split(",").includes("amountOwed"), head);
});

test("an invalid day is rejected, and another merchant's invoices are not listed", async () => {
  const of = await book();
  for (const [query, code] of [
    ["filter=owedOn:eq:soon", "FILTER_VALUE_INVALID"],
    ["filter=owedOn:lte:2026-06-20", "FILTER_RULE_NOT_ALLOWED"],
    ["sort=owedOn", "SORT_INVALID"],
  ] as const) {
    assert.deepEqual(rejection(await of.client.send("GET", `/v3/invoices?${query}`)), [400, code], query);
  }
  const missing = `/v3/customers/${unknownId}/invoices?filter=owedOn:eq:2026-06-20`;
  assert.deepEqual(rejection(await of.client.send("GET", missing)), [404, "CUSTOMER_NOT_FOUND"]);
  const other = clientOf(api, await api.newMerchant("2026-06-20T00:00:00Z"));
  const ofOther: Book = { ...of, client: other };
  assert.deepEqual((await listed(ofOther, "owedOn:eq:2026-06-20")).data, []);
  const foreign = `/v3/customers/${of.first}/invoices?filter=owedOn:eq:2026-06-20`;
  assert.deepEqual(rejection(await other.send("GET", foreign)), [404, "CUSTOMER_NOT_FOUND"]);
});
