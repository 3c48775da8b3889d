import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced, rejection } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";
import { termBody } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

/** 1,200.00 for 2026, billed once; June is closed, and it is 10 July. */
async function inJuly() {
  const client = clientOf(api, await api.newMerchant("2026-01-01T09:00:00Z"));
  const id = await client.contract();
  const once = { interval: "NONE", endDate: "2026-01-01", ...priced("1200.00") };
  const { id: obligation } = await client.add(id, obligationBody({}, once));
  await client.approve(id);
  await client.advance("2026-07-10T09:00:00Z");
  await close(client, "2026-06");
  const change = (body: object) => client.ok("PATCH", `/v3/contracts/${id}/obligation/${obligation}`, body);
  return { client, id, change, path: `/v3/contracts/${id}/obligation/${obligation}` };
}

const monthsOf = async (client: Client, contractId: string): Promise<Record<string, string>> => {
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
  return Object.fromEntries(data.map(({ timeframe, amount }: Json) => [timeframe, amount]));
};
const lastOf = async (client: Client, contractId: string): Promise<Json> =>
  (await client.ok("GET", `/v3/contracts/${contractId}/modifications`)).data.at(-1);

describe("a change of the days of service", () => {
  test("to come is proposed as prospective: added free months leave earned revenue as it was", async () => {
    const { client, id, change } = await inJuly();
    await change({ revenueEndDate: "2027-03-31" });
    const log = await lastOf(client, id);
    assert.deepEqual(
      [log.kind, log.treatment, log.effect.catchUp],
      ["PERFORMANCE_OBLIGATION_DATES", "PROSPECTIVE", "0.00"],
    );
    // By 10 July 600.00 and 9/31 of 100.00 are earned; the rest is earned over 22/31 of July and eight months.
    const months = await monthsOf(client, id);
    assert.deepEqual([months["2026-06"], months["2026-07"], months["2026-08"]], ["100.00", "75.55", "65.56"]);
  });

  test("that are over is a correction: revenue is as if the days had been right from the start", async () => {
    const { client, id, change } = await inJuly();
    await change({ revenueStartDate: "2026-04-01" });
    const log = await lastOf(client, id);
    assert.deepEqual([log.treatment, log.bookMonth, log.agreedOn], ["CUMULATIVE_CATCH_UP", "2026-07", null]);
    const months = await monthsOf(client, id);
    assert.deepEqual([months["2026-06"], months["2026-08"]], ["100.00", "133.34"]);
  });

  test("is treated as its reason says, and added or sold days count from the day of agreement", async () => {
    for (const [reasonCode, treatment, agreedOn] of [
      ["CORRECTION", "CUMULATIVE_CATCH_UP", null],
      ["CONCESSION", "PROSPECTIVE", "2026-07-10"],
      ["RENEWAL", "PROSPECTIVE", "2026-07-10"],
    ] as const) {
      const { client, id, change } = await inJuly();
      await change({ revenueEndDate: "2027-03-31", reasonCode });
      const log = await lastOf(client, id);
      assert.deepEqual([log.treatment, log.agreedOn, log.bookMonth], [treatment, agreedOn, "2026-07"], reasonCode);
    }
  });

  test("that adds free days from a day on leaves revenue before it as it was", async () => {
    const { client, id, change } = await inJuly();
    await change({ revenueEndDate: "2027-03-31", reasonCode: "CONCESSION", effectiveDate: "2026-08-01" });
    const log = await lastOf(client, id);
    assert.deepEqual([log.treatment, log.effectiveDate, log.agreedOn], ["PROSPECTIVE", "2026-08-01", "2026-07-10"]);
    // The 500.00 of August to December are earned over eight months.
    const months = await monthsOf(client, id);
    assert.deepEqual([months["2026-07"], months["2026-08"], months["2027-03"]], ["100.00", "62.50", "62.50"]);
  });

  test("sold at standalone selling price is a separate contract; sold for less it is not", async () => {
    for (const [added, treatment, august, february] of [
      ["200.00", "SEPARATE_CONTRACT", "100.00", "100.00"],
      ["150.00", "PROSPECTIVE", "93.75", "93.75"],
    ] as const) {
      const client = clientOf(api, await withPobs(api, "2026-01-01T09:00:00Z"));
      const contractId = await client.contract();
      const path = `/v3/contracts/${contractId}`;
      const once = { startDate: "2026-01-01", endDate: "2026-01-01", interval: "NONE", ...priced("1200.00") };
      const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, termBody(once));
      const year = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
      const prices = { transactionPrice: "1200.00", standaloneSellingPrice: "1500.00" };
      const toCreate = [{ name: "Support", ...year, ...prices }];
      const batch = { billingTermGroupId, toCreate };
      const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
      await client.approve(contractId);
      await client.advance("2026-07-01T09:00:00Z");
      await close(client, "2026-06");
      const total = `${1200 + Number(added)}.00`;
      await client.ok("POST", `${path}/billing-terms`, {
        ...termBody({ ...once, name: "Renewal", ...priced(added), startDate: "2026-07-01", endDate: "2026-07-01" }),
        billingTermGroupId,
      });
      await client.ok("PATCH", `${path}/performance-obligations/${created[0].id}`, {
        ...{ serviceEndDate: "2027-02-28", transactionPrice: total, standaloneSellingPrice: "1700.00" },
        reasonCode: "RENEWAL",
      });
      await client.drainOutbox();
      assert.equal((await lastOf(client, contractId)).treatment, treatment);
      const months = await monthsOf(client, contractId);
      assert.deepEqual([months["2026-08"], months["2027-02"]], [august, february], added);
    }
  });

  test("with an unknown reason is rejected", async () => {
    const { client, path } = await inJuly();
    const answer = await client.send("PATCH", path, { revenueEndDate: "2027-03-31", reasonCode: "GIFT" });
    assert.deepEqual(rejection(answer).slice(0, 2), [400, "VALIDATION_FAILED"]);
  });
});

describe("added seats", () => {
  // 10.00 a month, 12.00 from 1 July on for those who were there at first, and 10 % more each January: 13.20 in 2027.
  for (const [effectiveDate, sellingPrice, treatment] of [
    ["2026-05-01", "10.00", "SEPARATE_CONTRACT"],
    ["2026-05-01", "12.00", "PROSPECTIVE"],
    ["2026-08-01", "12.00", "SEPARATE_CONTRACT"],
    ["2027-02-15", "13.20", "SEPARATE_CONTRACT"],
    ["2027-02-15", "12.00", "PROSPECTIVE"],
  ] as const) {
    test(`on ${effectiveDate} are compared with ${sellingPrice} at the price of their day`, async () => {
      const client = clientOf(api, await api.newMerchant("2026-01-01T09:00:00Z"));
      const id = await client.contract();
      const standaloneSellingPrices = [{ currency: "USD", amount: sellingPrice, validFrom: "2026-01-01" }];
      const product = await client.ok("POST", "/v3/products", { name: "Seat", standaloneSellingPrices });
      const escalator = { type: "PERCENTAGE", amount: "0.10", everyMonths: 12, firstDate: "2027-01-01" };
      const seats = { billingType: "UNIT", quantity: "5", interval: "MONTH", seatConfig: {}, productId: product.id };
      const term = termBody({ ...seats, escalator, endDate: "2027-12-31", ...priced("10.00", "PER_ITEM") });
      const path = `/v3/contracts/${id}/billing-terms`;
      const { id: termId } = await client.ok("POST", path, term);
      await client.approve(id);
      await client.ok("PATCH", `${path}/${termId}`, { ...priced("12.00", "PER_ITEM"), effectiveDate: "2026-07-01" });
      await client.ok("POST", `${path}/${termId}/seat-amendment`, { effectiveDate, delta: "2" });
      assert.equal((await lastOf(client, id)).treatment, treatment);
    });
  }
});

describe("a price change of an obligation that is fully served", () => {
  test("is spread over what other obligations still serve of a shared price, also where they follow their terms", async () => {
    const client = clientOf(api, await withPobs(api, "2026-01-01T09:00:00Z"));
    const id = await client.contract({ allocationMethod: "RELATIVE_SSP" });
    const path = `/v3/contracts/${id}`;
    const fee = (amount: string, day: string) =>
      termBody({ interval: "NONE", startDate: day, endDate: day, ...priced(amount) });
    const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, fee("300.00", "2026-01-01"));
    const onboarding = {
      ...{ name: "Onboarding", serviceStartDate: "2026-01-01", serviceEndDate: "2026-03-31" },
      ...{ recognitionPattern: "STRAIGHT_LINE", transactionPrice: "300.00", standaloneSellingPrice: "300.00" },
    };
    const batch = { billingTermGroupId, toCreate: [onboarding] };
    const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
    const once = { interval: "NONE", endDate: "2026-01-01", ...priced("1200.00") };
    await client.add(id, obligationBody({ standaloneSellingPrice: "1200.00" }, once));
    await client.approve(id);
    await client.advance("2026-07-01T09:00:00Z");
    await close(client, "2026-06");
    await client.ok("POST", `${path}/billing-terms`, { ...fee("60.00", "2026-07-01"), billingTermGroupId });
    await client.ok("PATCH", `${path}/performance-obligations/${created[0].id}`, {
      ...{ transactionPrice: "360.00", effectiveDate: "2026-07-01" },
    });
    const log = await lastOf(client, id);
    assert.deepEqual(
      [log.kind, log.treatment, log.effect.catchUp],
      ["PERFORMANCE_OBLIGATION_PRICE", "PROSPECTIVE", "0.00"],
    );
    const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=1000`);
    const of = (month: string) =>
      data.filter(({ timeframe }: Json) => timeframe === month).map(({ amount }: Json) => amount);
    // 60.00 more over the six months that the subscription is still served.
    assert.deepEqual([of("2026-06"), of("2026-07"), of("2026-12")], [["100.00"], ["110.00"], ["110.00"]]);
  });
});
