import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { sumOf } from "../support/plan.ts";
import { payloadOf, revenueOf, seatBody, type TermClient, termOn } from "../support/term-client.ts";

// Seats that are given back are credited once, whatever billed them (rules 5, 6; data model 5.7, 7.2): what was billed, less
// what is credited, is the price of the days on which each seat was there.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

/** Seats at 1.00 a day, for 2026 in advance, that are credited when they are given back. */
async function seats(clock: string, quantity: string): Promise<TermClient & { readonly client: Client }> {
  const client = clientOf(api, await api.newMerchant(clock));
  const body = seatBody({ quantity, ...priced("365", "PER_ITEM") }, { creditOnDecrease: "PRORATED" });
  return { ...(await termOn(client, body)), client };
}

const memosOf = async (client: Client): Promise<Json[]> => (await client.ok("GET", "/v3/credit-memos")).data;
const totalsOf = (memos: readonly Json[]): string[] => memos.map(({ total }) => total).toReversed();

/** Lines less memos, which must be what is earned in all. */
async function netOf({ client, contractId, schedule }: TermClient & { readonly client: Client }): Promise<string> {
  const billed = (await schedule()).map(({ total }) => total);
  const net = sumOf([...billed, ...totalsOf(await memosOf(client)).map((total) => `-${total}`)]);
  const earned = (await revenueOf(client, contractId)).map((month) => month.split(" ")[1] ?? "");
  assert.equal(sumOf(earned), net, "what is billed less what is credited is earned");
  return net;
}

test("fewer seats give back what true-ups billed as well", async () => {
  const term = await seats("2026-01-10T12:00:00Z", "3");
  payloadOf(await term.amend({ effectiveDate: "2026-01-02", delta: "5" }));
  payloadOf(await term.amend({ effectiveDate: "2026-01-03", delta: "-6" }));
  const memos = await memosOf(term.client);
  assert.deepEqual(totalsOf(memos), ["2178.00"]);
  // By what is billed: 1,095.00 and 1,820.00.
  assert.deepEqual(memos[0].items.map(({ amount, serviceStartDate }: Json) => [amount, serviceStartDate]).toSorted(), [
    ["1359.85", "2026-01-03"],
    ["818.15", "2026-01-03"],
  ]);
  assert.equal(await netOf(term), "737.00", "3 + 8 + 2 × 363 days");
});

test("fewer seats give back at most what is billed net", async () => {
  const term = await seats("2026-01-10T12:00:00Z", "3");
  payloadOf(await term.amend({ effectiveDate: "2026-01-01", delta: "5" }));
  payloadOf(await term.amend({ effectiveDate: "2026-01-01", quantity: "1" }));
  payloadOf(await term.amend({ effectiveDate: "2026-01-01", quantity: "0" }));
  assert.deepEqual(totalsOf(await memosOf(term.client)), ["2555.00", "365.00"]);
  assert.equal(await netOf(term), "0.00");
});
