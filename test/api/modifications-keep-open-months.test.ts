import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced, rejection } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

/** 1,000.00 a month for 2026 in arrears, approved; May is closed, June is open, and it is 3 July. */
async function inJuly() {
  const client = clientOf(api, await api.newMerchant("2026-01-01T09:00:00Z"));
  const id = await client.contract();
  const monthly = { interval: "MONTH", invoiceDateStrategy: "ARREARS", ...priced("1000.00") };
  const added = await client.add(id, obligationBody({}, monthly));
  await client.approve(id);
  await client.advance("2026-07-03T09:00:00Z");
  await close(client, "2026-05");
  const path = `/v3/contracts/${id}`;
  return { client, id, path, term: `${path}/billing-terms/${added.billingTermId}` };
}

const logOf = async (client: Client, path: string): Promise<Json[]> =>
  (await client.ok("GET", `${path}/modifications`)).data;
const remaining = async (client: Client, month: string): Promise<string> => {
  const { rows } = await client.ok("GET", `/v3/reports/remaining-performance-obligations?month=${month}`);
  return rows[0].total;
};
const revenueOf = async (client: Client, contractId: string): Promise<Record<string, string>> => {
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
  return Object.fromEntries(data.map(({ timeframe, amount }: Json) => [timeframe, amount]));
};

describe("a modification agreed in July, while June is open, changes nothing of June", () => {
  test("an obligation added from 3 July is not in the remaining obligations of 30 June", async () => {
    const { client, id, path } = await inJuly();
    const before = await remaining(client, "2026-06");
    const service = { serviceStartDate: "2026-07-03", serviceEndDate: "2026-12-31" };
    const schedule = { startDate: "2026-07-03", interval: "NONE", ...priced("3000.00") };
    await client.add(id, obligationBody(service, { ...schedule, endDate: "2026-07-03" }));
    await client.drainOutbox();
    const [added] = await logOf(client, path);
    assert.deepEqual([added?.kind, added?.agreedOn, added?.bookMonth], ["TERM_ADDED", "2026-07-03", "2026-07"]);
    assert.deepEqual([before, await remaining(client, "2026-06")], ["6000.00", "6000.00"]);
    // 5,000.00, and 3,000.00 less what July earns of it: 29/31 of a month, of 5 29/31.
    assert.equal(await remaining(client, "2026-07"), "7527.17");
  });

  test("nor is a termination, by its last day", async () => {
    const { client, id, path, term } = await inJuly();
    await client.ok("PATCH", `${term}/terminate`, { endDate: "2026-07-31" });
    await client.drainOutbox();
    const [ended] = await logOf(client, path);
    assert.deepEqual([ended?.agreedOn, ended?.bookMonth], ["2026-07-03", "2026-07"]);
    assert.equal(await remaining(client, "2026-06"), "6000.00");
    assert.deepEqual(Object.keys(await revenueOf(client, id)).at(-1), "2026-07");
  });

  test("unless agreedOn is earlier: then it counts in the first open month, never in a closed one", async () => {
    const { client, path, term } = await inJuly();
    for (const [agreedOn, bookMonth] of [
      ["2026-06-30", "2026-06"],
      ["2026-04-15", "2026-06"],
      ["2026-07-03", "2026-07"],
    ] as const) {
      const price = { ...priced(`1${agreedOn.slice(5, 7)}0.00`), effectiveDate: "2026-07-01", agreedOn };
      await client.ok("PATCH", term, price);
      const change = (await logOf(client, path)).at(-1);
      assert.deepEqual([change?.agreedOn, change?.bookMonth], [agreedOn, bookMonth]);
    }
  });
});

test("without agreedOn a change is agreed on its effective day, and today at the latest", async () => {
  const { client, path, term } = await inJuly();
  for (const [effectiveDate, agreedOn, bookMonth] of [
    ["2026-07-01", "2026-07-01", "2026-07"],
    ["2026-09-01", "2026-07-03", "2026-07"],
  ] as const) {
    await client.ok("PATCH", term, { ...priced(`1${effectiveDate.slice(5, 7)}0.00`), effectiveDate });
    const change = (await logOf(client, path)).at(-1);
    assert.deepEqual([change?.agreedOn, change?.bookMonth], [agreedOn, bookMonth]);
  }
});

test("other dates and patterns are corrections of recorded facts and count in the first open month", async () => {
  const { client, path, term } = await inJuly();
  await client.ok("PATCH", term, { endDate: "2027-01-31", agreedOn: "2026-07-03" });
  const [change] = await logOf(client, path);
  assert.deepEqual([change?.kind, change?.agreedOn, change?.bookMonth], ["TERM_DATES", null, "2026-06"]);
});

test("a treatment chosen later counts from the month in which its modification was agreed", async () => {
  const { client, path, term } = await inJuly();
  await client.ok("PATCH", term, { ...priced("1300.00"), effectiveDate: "2026-07-01" });
  const [change] = await logOf(client, path);
  const chosen = { treatment: "CUMULATIVE_CATCH_UP", reason: "One service." };
  const { choices } = await client.ok("PATCH", `${path}/modifications/${change?.id}`, chosen);
  assert.deepEqual(
    choices.map(({ bookMonth }: Json) => bookMonth),
    ["2026-07"],
  );
});

test("agreedOn after today is rejected, in a body and in a query, and nothing is changed", async () => {
  const { client, path, term } = await inJuly();
  const price = { ...priced("1300.00"), effectiveDate: "2026-08-01" };
  const tomorrow = "2026-07-04";
  const changed = await client.send("PATCH", term, { ...price, agreedOn: tomorrow });
  const rejected = [400, "INVALID_DATE", "/agreedOn RANGE"];
  assert.deepEqual(rejection(changed), rejected);
  assert.deepEqual(rejection(await client.send("DELETE", `${term}?agreedOn=${tomorrow}`)), rejected);
  assert.deepEqual(rejection(await client.send("DELETE", `${term}?agreedOn=July`)).slice(0, 2), [400, "INVALID_DATE"]);
  assert.deepEqual(await logOf(client, path), []);
});
