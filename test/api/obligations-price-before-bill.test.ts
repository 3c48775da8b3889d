import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { payloadOf, revenueOf } from "../support/term-client.ts";

// What is billed once, or from a later day on, may be served before it (rules 13). A price that changes before the bill is earned from
// the day of the change over what is left to serve (ASC 606-10-25-13(a)), not from the day of the bill.
let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

/** 300.00 for January to March, billed once on the last day. */
async function quarter(service: object = {}, bill: object = {}) {
  const client: Client = clientOf(api, await api.newMerchant("2026-01-01T09:00:00Z"));
  const contractId = await client.contract();
  const path = `/v3/contracts/${contractId}`;
  const body = obligationBody(
    { serviceStartDate: "2026-01-01", serviceEndDate: "2026-03-31", recognitionPattern: "STRAIGHT_LINE", ...service },
    { interval: "NONE", startDate: "2026-03-31", endDate: "2026-03-31", ...priced("300.00"), ...bill },
  );
  const { billingTermId } = await client.add(contractId, body);
  return {
    client,
    approve: () => client.approve(contractId),
    contractId,
    to: (day: string) => client.advance(`${day}T09:00:00Z`),
    say: async (patch: object) => {
      const answer = await client.send("PATCH", `${path}/billing-terms/${billingTermId}`, patch);
      await client.drainOutbox();
      return answer;
    },
    treat: async (treatment: string) => {
      const { data } = await client.ok("GET", `${path}/modifications`);
      await client.ok("PATCH", `${path}/modifications/${data.at(-1).id}`, { treatment, reason: "Not distinct" });
    },
    log: async () =>
      (await client.ok("GET", `${path}/modifications`)).data.map(
        ({ effectiveDate, effect }: Json) =>
          `${effectiveDate} ${effect.months.map((each: Json) => `${each.timeframe} ${each.amount}`).join(" ")}`,
      ),
    revenue: () => revenueOf(client, contractId),
    billed: async () =>
      (await client.ok("GET", `${path}/invoice-schedule?until=2026-12-31`)).data.map((row: Json) => row.total),
  };
}

describe("a price changed before the only invoice of a quarter", () => {
  // 27 of 28 days of February and March: 60.00 × 27/55 = 29.45, and 30.55.
  test("is recognized from the day of the request", async () => {
    const { approve, to, say, revenue, billed, log } = await quarter();
    await approve();
    await to("2026-02-02");
    payloadOf(await say(priced("360.00")));
    assert.deepEqual(await revenue(), ["2026-01 100.00", "2026-02 129.45", "2026-03 130.55"]);
    assert.deepEqual([await billed(), await log()], [["360.00"], ["2026-02-02 2026-02 29.45 2026-03 30.55"]]);
  });

  test("is recognized from a stated day in the past, before the invoice", async () => {
    const { approve, to, say, revenue, log } = await quarter();
    await approve();
    await to("2026-02-20");
    payloadOf(await say({ ...priced("360.00"), effectiveDate: "2026-02-02" }));
    assert.deepEqual(await revenue(), ["2026-01 100.00", "2026-02 129.45", "2026-03 130.55"]);
    assert.deepEqual(await log(), ["2026-02-02 2026-02 29.45 2026-03 30.55"]);
  });

  // 59 of 90 days from 1 February on: 59.00 of 90.00 more by days; the 1.00 a day is that of 90 days.
  test("is recognized by days from its effective day", async () => {
    const { approve, to, say, revenue } = await quarter(
      { recognitionPattern: "STRAIGHT_LINE_DAILY" },
      priced("270.00"),
    );
    await approve();
    await to("2026-02-01");
    payloadOf(await say(priced("329.00")));
    assert.deepEqual(await revenue(), ["2026-01 93.00", "2026-02 112.00", "2026-03 124.00"]);
  });

  // 60.00 more from 2 February on as before; then 90.00 less from 16 March on, for 16 days of March alone.
  test("twice is recognized from each effective day", async () => {
    const { approve, to, say, revenue, billed } = await quarter();
    await approve();
    await to("2026-02-02");
    payloadOf(await say(priced("360.00")));
    await to("2026-03-16");
    payloadOf(await say(priced("270.00")));
    assert.deepEqual(await revenue(), ["2026-01 100.00", "2026-02 129.45", "2026-03 40.55"]);
    assert.deepEqual(await billed(), ["270.00"]);
  });

  // The price of the last request is billed: 270.00. February has that price alone: 30.00 less, 30.00 × 27/55 = 14.73 of them in February.
  // March earns the rest.
  test("twice, the later request with an earlier day, is billed at the price of the later request", async () => {
    const { approve, to, say, revenue, billed } = await quarter();
    await approve();
    await to("2026-03-02");
    payloadOf(await say({ ...priced("360.00"), effectiveDate: "2026-03-01" }));
    payloadOf(await say({ ...priced("270.00"), effectiveDate: "2026-02-02" }));
    assert.deepEqual(await revenue(), ["2026-01 100.00", "2026-02 85.27", "2026-03 84.73"]);
    assert.deepEqual(await billed(), ["270.00"]);
  });

  // As if 360.00 had been agreed at first; January is closed with 100.00, and 20.00 of it catch up.
  test("catches up where cumulative catch-up is chosen", async () => {
    const { approve, to, say, treat, revenue, client } = await quarter();
    await approve();
    await to("2026-02-02");
    await close(client, "2026-01");
    payloadOf(await say(priced("360.00")));
    await treat("CUMULATIVE_CATCH_UP");
    assert.deepEqual(await revenue(), ["2026-01 100.00", "2026-02 140.00", "2026-03 120.00"]);
  });

  // January and February are closed with 100.00 each. The 29.45 of February catch up in March: 100.00 + 29.45 + 30.55.
  test("with a day in a closed month catches up in the first open one", async () => {
    const { approve, to, say, revenue, client } = await quarter();
    await approve();
    await to("2026-03-02");
    await close(client, "2026-02");
    payloadOf(await say({ ...priced("360.00"), effectiveDate: "2026-02-02" }));
    assert.deepEqual(await revenue(), ["2026-01 100.00", "2026-02 100.00", "2026-03 160.00"]);
  });

  // 1 January: before the service begins all of it is another price; it is earned evenly.
  test("before service begins is recognized over the whole service", async () => {
    const later = { serviceStartDate: "2026-02-01", serviceEndDate: "2026-04-30" };
    const { approve, say, revenue, log } = await quarter(later, { startDate: "2026-04-30", endDate: "2026-04-30" });
    await approve();
    payloadOf(await say(priced("360.00")));
    assert.deepEqual(await revenue(), ["2026-02 120.00", "2026-03 120.00", "2026-04 120.00"]);
    assert.deepEqual(await log(), ["2026-02-01 2026-02 20.00 2026-03 20.00 2026-04 20.00"]);
  });

  test("with a day after the invoice is rejected", async () => {
    const { approve, say } = await quarter();
    await approve();
    const { status, body } = await say({ ...priced("360.00"), effectiveDate: "2026-04-01" });
    assert.deepEqual([status, body.error.details.issues[0].path], [400, "/effectiveDate"]);
  });
});

// Nine bills from April on pay for a year: 900.00, 75.00 a month. 120.00 instead of 100.00, said on 1 February: 180.00 more over
// February to December, 16.36 and 16.37 a month.
test("a price changed before the first of several invoices of a year is recognized from its effective day as well", async () => {
  const { approve, to, say, revenue, billed } = await quarter(
    { serviceEndDate: "2026-12-31" },
    { interval: "MONTH", startDate: "2026-04-01", endDate: "2026-12-31", ...priced("100.00") },
  );
  await approve();
  await to("2026-02-01");
  payloadOf(await say(priced("120.00")));
  const months = await revenue();
  assert.deepEqual(months.slice(0, 4), ["2026-01 75.00", "2026-02 91.36", "2026-03 91.37", "2026-04 91.36"]);
  assert.deepEqual([months.length, await billed()], [12, Array(9).fill("120.00")]);
});
