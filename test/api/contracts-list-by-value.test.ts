import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection } from "../support/client.ts";
import { termBody } from "../support/term-client.ts";

// Contracts by their first and last day and by what they are worth: the list is filtered and sorted by what its rows show.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

/** Billed once, so that its amount is the value of its contract, or each year without an end. */
const billed = (amount: string, startDate: string, endDate: string | null) =>
  termBody({ startDate, endDate, interval: endDate === null ? "YEAR" : "NONE", ...priced(amount) });

/** Contracts whose days are stated, those of their terms, or neither; one has no end and one no term. */
async function book(): Promise<Client> {
  const client = clientOf(api, await api.newMerchant("2026-01-15T00:00:00Z"));
  for (const [name, header, term] of [
    ["Ends in June", {}, billed("900.00", "2026-01-01", "2026-06-30")],
    ["Stated", { startDate: "2025-11-01", endDate: "2027-03-31" }, billed("1200.00", "2026-01-01", "2026-12-31")],
    ["Evergreen", {}, billed("500.00", "2026-02-01", null)],
    ["Yen", { currency: "JPY" }, billed("1000", "2026-03-01", "2027-02-28")],
    ["Dinar", { currency: "KWD" }, billed("999.999", "2026-04-01", "2026-12-31")],
    ["No term", {}, undefined],
  ] as const) {
    const contractId = await client.contract({ name, ...header });
    if (term !== undefined) await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, term);
  }
  return client;
}

const named = async (client: Client, query: string): Promise<string[]> => {
  const { data, totalItems } = await client.ok("GET", `/v3/contracts?${query}`);
  assert.equal(totalItems, data.length, query);
  return data.map(({ name }: Json) => name);
};
const found = async (client: Client, filter: string) =>
  (await named(client, `sort=name&filter=${encodeURIComponent(filter)}`)).join(", ");

test("filters of dates use the days that a contract shows, end dates inclusive", async () => {
  const client = await book();
  assert.equal(await found(client, "startDate:gte:2025-11-01,startDate:lte:2026-01-01"), "Ends in June, Stated");
  assert.equal(await found(client, "startDate:eq:2026-02-01"), "Evergreen");
  assert.equal(await found(client, "startDate:isnull"), "No term");
  assert.equal(await found(client, "endDate:eq:2026-06-30"), "Ends in June");
  assert.equal(await found(client, "endDate:gt:2026-06-30,endDate:lte:2027-03-31"), "Dinar, Stated, Yen");
  assert.equal(await found(client, "endDate:isnull"), "Evergreen, No term");
  assert.equal(await found(client, "endDate:isnull,startDate:isnotnull"), "Evergreen");
});

test("rows are sorted by dates and by contract value, nulls last", async () => {
  const client = await book();
  assert.deepEqual(await named(client, "sort=startDate:asc"), [
    ...["Stated", "Ends in June", "Evergreen", "Yen", "Dinar", "No term"],
  ]);
  assert.deepEqual(await named(client, "sort=endDate:asc,name:asc"), [
    ...["Ends in June", "Dinar", "Yen", "Stated", "Evergreen", "No term"],
  ]);
  assert.deepEqual(await named(client, "sort=totalContractValue:asc,name:asc"), [
    ...["Ends in June", "Dinar", "Yen", "Stated", "Evergreen", "No term"],
  ]);
  const pages: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await client.ok("GET", `/v3/contracts?limit=2&sort=totalContractValue:desc${cursor}`);
    pages.push(...page.data.map(({ totalContractValue }: Json) => totalContractValue));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  assert.deepEqual(pages, [null, null, "1200.00", "1000", "999.999", "900.00"]);
});

test("a value filter compares amounts in major units, whatever the decimals of the currency", async () => {
  const client = await book();
  assert.equal(await found(client, "totalContractValue:gte:999.999,totalContractValue:lt:1200"), "Dinar, Yen");
  assert.equal(await found(client, "totalContractValue:eq:1200"), "Stated");
  assert.equal(await found(client, "totalContractValue:isnull"), "Evergreen, No term");
  assert.equal(await found(client, "currency:eq:JPY"), "Yen");
  assert.equal(await found(client, "currency:in:JPY|KWD,totalContractValue:gt:999.999"), "Yen");
});

test("a changed term changes the filtered value in the same write, and deleted contracts are filtered the same way", async () => {
  const client = await book();
  const [{ id }] = (await client.ok("GET", "/v3/contracts?filter=name:eq:Ends in June")).data;
  const [{ id: termId }] = (await client.ok("GET", `/v3/contracts/${id}/billing-terms`)).data;
  await client.ok("PATCH", `/v3/contracts/${id}/billing-terms/${termId}`, {
    endDate: "2026-07-31",
    ...priced("5000.00"),
  });
  assert.equal(await found(client, "endDate:eq:2026-06-30"), "");
  assert.equal(await found(client, "endDate:eq:2026-07-31,totalContractValue:eq:5000"), "Ends in June");
  await client.ok("DELETE", `/v3/contracts/${id}`);
  assert.equal(await found(client, "endDate:eq:2026-07-31"), "");
  const { data, totals } = await client.ok(
    "GET",
    "/v3/contracts/deleted?totals=true&filter=endDate:eq:2026-07-31&sort=totalContractValue:desc",
  );
  assert.deepEqual(
    [data.map(({ name }: Json) => name), totals],
    [["Ends in June"], [{ currency: "USD", count: 1, totalContractValue: "5000.00" }]],
  );
});

test("an invalid day, amount or sort order is rejected, and another merchant's contracts are not listed", async () => {
  const [client, other] = [await book(), clientOf(api, await api.newMerchant())];
  for (const [query, code] of [
    ["filter=startDate:gte:soon", "FILTER_VALUE_INVALID"],
    ["filter=endDate:in:2026-01-01", "FILTER_RULE_NOT_ALLOWED"],
    ["filter=totalContractValue:gt:much", "FILTER_VALUE_INVALID"],
    ["filter=currency:like:US", "FILTER_RULE_NOT_ALLOWED"],
    ["sort=value", "SORT_INVALID"],
  ] as const) {
    assert.deepEqual(rejection(await client.send("GET", `/v3/contracts?${query}`)), [400, code], query);
  }
  assert.deepEqual(await named(other, "filter=startDate:gte:1900-01-01&sort=totalContractValue"), []);
});
