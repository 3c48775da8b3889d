import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { linesOf, payloadOf, revenueOf, seatBody, type TermClient, termOn } from "../support/term-client.ts";

// Seats that are removed are credited once, whatever billed them (rules 5, 6; data model 5.7, 7.2): what was billed,
// less what is credited, is the price of the days on which each seat was there.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

/** Seats at 1.00 a day, for 2026 in advance, that are credited when they are removed. */
async function seats(clock: string, quantity: string): Promise<TermClient & { readonly client: Client }> {
  const client = clientOf(api, await api.newMerchant(clock));
  const body = seatBody({ quantity, ...priced("365", "PER_ITEM") }, { creditOnDecrease: "PRORATED" });
  return { ...(await termOn(client, body)), client };
}

const creditMemosOf = async (client: Client): Promise<Json[]> => (await client.ok("GET", "/v3/credit-memos")).data;
const totalsOf = (creditMemos: readonly Json[]): string[] => creditMemos.map(({ total }) => total).toReversed();

/** Lines less credit memos, which must be what is earned in all. */
async function netOf({ client, contractId, schedule }: TermClient & { readonly client: Client }): Promise<string> {
  const billed = (await schedule()).flatMap(({ status, total }) => (status === "VOID" ? [] : [total]));
  const net = sumOf([...billed, ...totalsOf(await creditMemosOf(client)).map((total) => `-${total}`)]);
  const earned = (await revenueOf(client, contractId)).map((month) => month.split(" ")[1] ?? "");
  assert.equal(sumOf(earned), net, "what is billed less what is credited is earned");
  return net;
}

test("fewer seats credit what true-ups billed as well", async () => {
  const term = await seats("2026-01-10T12:00:00Z", "3");
  payloadOf(await term.amend({ effectiveDate: "2026-01-02", delta: "5" }));
  payloadOf(await term.amend({ effectiveDate: "2026-01-03", delta: "-6" }));
  const creditMemos = await creditMemosOf(term.client);
  assert.deepEqual(totalsOf(creditMemos), ["2178.00"]);
  // By what is billed: 1,095.00 and 1,820.00.
  assert.deepEqual(
    creditMemos[0].items.map(({ amount, serviceStartDate }: Json) => [amount, serviceStartDate]).toSorted(),
    [
      ["1359.85", "2026-01-03"],
      ["818.15", "2026-01-03"],
    ],
  );
  assert.equal(await netOf(term), "737.00", "3 + 8 + 2 × 363 days");
});

test("fewer seats credit at most what is billed net", async () => {
  const term = await seats("2026-01-10T12:00:00Z", "3");
  payloadOf(await term.amend({ effectiveDate: "2026-01-01", delta: "5" }));
  payloadOf(await term.amend({ effectiveDate: "2026-01-01", quantity: "1" }));
  payloadOf(await term.amend({ effectiveDate: "2026-01-01", quantity: "0" }));
  assert.deepEqual(totalsOf(await creditMemosOf(term.client)), ["2555.00", "365.00"]);
  assert.equal(await netOf(term), "0.00");
});

test("annual recurring revenue falls on the day from which seats are credited, as of the day asked for", async () => {
  const term = await seats("2026-03-15T12:00:00Z", "10");
  const arr = async (asOf = ""): Promise<string[]> =>
    (await term.client.ok("GET", `/v3/reports/arr?startMonth=2026-02&endMonth=2026-04${asOf}`)).rows.map((row: Json) =>
      [row.contraction, row.churn, row.closing].join(" "),
    );
  payloadOf(await term.amend({ effectiveDate: "2026-03-15", delta: "-2" }));
  const fewer = ["0.00 0.00 3650.00", "-730.00 0.00 2920.00", "0.00 0.00 2920.00"];
  assert.deepEqual(await arr(), fewer);
  await term.client.advance("2026-04-10T12:00:00Z");
  payloadOf(await term.amend({ effectiveDate: "2026-04-01", quantity: "0" }));
  assert.deepEqual(await arr(), [...fewer.slice(0, 2), "0.00 -2920.00 0.00"]);
  assert.deepEqual(await arr("&asOf=2026-03-31"), fewer);
});

test("the decision log shows the revenue effect of fewer seats that are credited", async () => {
  const term = await seats("2026-03-15T12:00:00Z", "10");
  payloadOf(await term.amend({ effectiveDate: "2026-07-01", delta: "-5" }));
  payloadOf(await term.amend({ effectiveDate: "2026-10-01", delta: "-2" }));
  const { data } = await term.client.ok("GET", `/v3/contracts/${term.contractId}/modifications`);
  assert.deepEqual(
    data.map(({ kind, effect }: Json) => `${kind} ${effect.total} from ${effect.months[0]?.timeframe}`),
    ["SEATS -920.00 from 2026-07", "SEATS -184.00 from 2026-10"],
    "5 × 184 days and 2 × 92 days at 1.00",
  );
  assert.equal(await netOf(term), "2546.00");
});

test("credited seats are not billed again on the days by which the term is extended", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const days = { endDate: "2026-09-30", quantity: "10" };
  const body = seatBody({ ...days, ...priced("365", "PER_ITEM") }, { creditOnDecrease: "PRORATED" });
  const term = { ...(await termOn(client, body)), client };
  payloadOf(await term.amend({ effectiveDate: "2026-02-01", delta: "-4" }));
  payloadOf(await term.patch({ endDate: "2026-12-31" }));
  await client.drainOutbox();
  assert.equal(await netOf(term), "2314.00", "10 × 31 days and 6 × 334 days at 1.00");
});

const credited = { endDate: "2026-06-30", creditUnused: true };

test("termination after fewer seats credits each seat-day once", async () => {
  const term = await seats("2026-01-01T12:00:00Z", "10");
  payloadOf(await term.amend({ effectiveDate: "2026-01-02", delta: "-4" }));
  await term.client.advance("2026-07-01T12:00:00Z");
  payloadOf(await term.terminate(credited));
  const creditMemos = await creditMemosOf(term.client);
  assert.deepEqual(totalsOf(creditMemos), ["1456.00", "1104.00"]);
  const [{ serviceStartDate, serviceEndDate }] = creditMemos[0].items;
  assert.deepEqual([serviceStartDate, serviceEndDate], ["2026-07-01", "2026-12-31"]);
  assert.equal(await netOf(term), "1090.00", "10 + 6 × 180 days");
  await term.client.advance("2026-08-01T00:00:00Z");
  await term.client.ok("POST", "/v3/month-end-close/close-period?month=2026-07");
  const balance = await term.client.balances("2026-07");
  assert.deepEqual(["REVENUE", "CONTRACT_LIABILITY", "CONTRACT_ASSET"].map(balance), ["-1090.00", "0.00", "0.00"]);
});

for (const [name, quantity, amendments, net] of [
  [
    "fewer than true-ups billed",
    "3",
    [
      ["02", "5"],
      ["03", "-6"],
    ],
    "369.00",
  ], // 3 + 8 + 2 × 179
  [
    "added and removed just before the end",
    "3",
    [
      ["06-20", "5"],
      ["06-21", "-6"],
    ],
    "538.00",
  ], // 3 × 170 + 8 + 2 × 10
  [
    "more again after fewer",
    "10",
    [
      ["02", "-4"],
      ["12", "2"],
    ],
    "1430.00",
  ], // 10 + 6 × 10 + 8 × 170
  [
    "fewer and fewer",
    "10",
    [
      ["02", "-4"],
      ["12", "-2"],
    ],
    "750.00",
  ], // 10 + 6 × 10 + 4 × 170
  ["fewer beyond the end only", "10", [["09-01", "-4"]], "1810.00"], // 10 × 181
  [
    "more beyond the end, and fewer",
    "3",
    [
      ["09-01", "5"],
      ["02", "-2"],
    ],
    "183.00",
  ], // 3 + 180
] as const) {
  test(`termination after changed seats, ${name}: billing of later days is credited once`, async () => {
    const term = await seats("2026-10-10T12:00:00Z", quantity);
    for (const [on, delta] of amendments) {
      const effectiveDate = on.length === 2 ? `2026-01-${on}` : `2026-${on}`;
      payloadOf(await term.amend({ effectiveDate, delta }));
    }
    payloadOf(await term.terminate(credited));
    assert.equal(await netOf(term), net);
  });
}

for (const [prorationPolicy, net] of [
  ["DAY", "4346.30"], // 12000 × 59/365 + 7200 × 122/365
  ["MONTH", "4400.00"], // 12000 × 2/12 + 7200 × 4/12
] as const) {
  test(`each credit is prorated by its amendment's policy, to the cent: ${prorationPolicy}`, async () => {
    const client = clientOf(api, await api.newMerchant("2026-03-10T12:00:00Z"));
    const config = { creditOnDecrease: "PRORATED", defaultProrationPolicy: prorationPolicy };
    const term = { ...(await termOn(client, seatBody({ prorationPolicy }, config))), client };
    payloadOf(await term.amend({ effectiveDate: "2026-03-01", delta: "-4" }));
    payloadOf(await term.terminate(credited));
    assert.equal(await netOf(term), net);
  });
}

test("after the void of a decrease's credit memo a termination credits those seats as well", async () => {
  const term = await seats("2026-07-01T12:00:00Z", "10");
  payloadOf(await term.amend({ effectiveDate: "2026-01-02", delta: "-4" }));
  const [memo] = await creditMemosOf(term.client);
  await term.client.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Not agreed" });
  payloadOf(await term.terminate(credited));
  const [last] = await creditMemosOf(term.client);
  assert.equal(last.total, "1840.00");
});

test("a manual credit stays: the termination credits all that is not credited yet", async () => {
  const term = await seats("2026-07-01T12:00:00Z", "10");
  payloadOf(await term.amend({ effectiveDate: "2026-01-02", delta: "-4" }));
  const [memo] = await creditMemosOf(term.client);
  await term.client.ok("POST", "/v3/credit-memos", {
    ...{ customerId: memo.customerId, issueDate: "2026-07-01", reason: "Outage" },
    items: [{ invoiceLineItemId: memo.items[0].invoiceLineItemId, amount: "90.00" }],
  });
  payloadOf(await term.terminate(credited));
  assert.deepEqual(totalsOf(await creditMemosOf(term.client)), ["1456.00", "90.00", "1104.00"]);
  assert.equal(await netOf(term), "1000.00");
});

test("termination in the first of several periods in which fewer seats were credited", async () => {
  const client = clientOf(api, await api.newMerchant("2026-03-10T12:00:00Z"));
  const monthly = { interval: "MONTH", ...priced("28", "PER_ITEM") };
  const term = { ...(await termOn(client, seatBody(monthly, { creditOnDecrease: "PRORATED" }))), client };
  payloadOf(await term.amend({ effectiveDate: "2026-02-15", delta: "-4" }));
  payloadOf(await term.terminate({ endDate: "2026-02-20", creditUnused: true }));
  // 4 × 14 days of February and 4 × 28.00 for March; then 6 × 8 days and 6 × 28.00.
  assert.deepEqual(totalsOf(await creditMemosOf(client)), ["168.00", "216.00"]);
  assert.equal(await netOf(term), "456.00", "280.00 + 10 × 14 + 6 × 6 days");
});

test("a decrease back-dated before a stated count credits the days up to that count", async () => {
  const term = await seats("2026-07-01T12:00:00Z", "10");
  payloadOf(await term.amend({ effectiveDate: "2026-03-01", quantity: "5" }));
  payloadOf(await term.amend({ effectiveDate: "2026-02-01", delta: "-2" }));
  // 5 × 306 days; 2 × 28 days, for from March on there are five seats in any case.
  assert.deepEqual(totalsOf(await creditMemosOf(term.client)), ["1530.00", "56.00"]);
  payloadOf(await term.terminate(credited));
  assert.equal(await netOf(term), "1144.00", "10 × 31 + 8 × 28 + 5 × 122 days");
});

/** Seats at 100.00 a month on 10 January, when all of 2026 is billed. */
async function seatsByMonth(quantity: string): Promise<TermClient & { readonly client: Client }> {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const config = { creditOnDecrease: "PRORATED", defaultProrationPolicy: "MONTH" };
  return { ...(await termOn(client, seatBody({ quantity }, config))), client };
}

for (const trueUpTiming of ["IMMEDIATE", "CO_TERM"] as const) {
  const later = { effectiveDate: "2026-10-01", delta: "1", trueUpTiming };

  test(`added seats removed before their true-up is billed are never billed: ${trueUpTiming}`, async () => {
    const term = await seatsByMonth("0");
    payloadOf(await term.amend(later));
    payloadOf(await term.amend({ effectiveDate: "2026-10-01", quantity: "0" }));
    assert.equal(await netOf(term), "0.00");
    await term.client.advance("2027-02-01T12:00:00Z");
    assert.deepEqual([linesOf(await term.schedule()), await creditMemosOf(term.client)], [[], []]);
    assert.equal(await netOf(term), "0.00");
    assert.deepEqual(await revenueOf(term.client, term.contractId), []);
  });

  test(`added seats removed later are billed for the days until then: ${trueUpTiming}`, async () => {
    const term = await seatsByMonth("0");
    payloadOf(await term.amend({ ...later, delta: "3" }));
    payloadOf(await term.amend({ effectiveDate: "2026-12-01", delta: "-2" }));
    const billedOn = trueUpTiming === "IMMEDIATE" ? "2026-10-01" : "2027-01-01";
    const lines = [`${billedOn} | 2026-10-01 – 2026-12-31 | 700.00`];
    assert.deepEqual(linesOf(await term.schedule()), lines);
    await term.client.advance("2027-02-01T12:00:00Z");
    assert.deepEqual([linesOf(await term.schedule()), await creditMemosOf(term.client)], [lines, []]);
    assert.equal(await netOf(term), "700.00", "3 × 2 + 1 months");
    assert.deepEqual(await revenueOf(term.client, term.contractId), [
      "2026-10 300.00",
      "2026-11 300.00",
      "2026-12 100.00",
    ]);
  });

  test(`a larger decrease first removes seats that are not billed yet, then credits: ${trueUpTiming}`, async () => {
    const term = await seatsByMonth("2");
    payloadOf(await term.amend(later));
    payloadOf(await term.amend({ effectiveDate: "2026-12-01", quantity: "0" }));
    assert.deepEqual(totalsOf(await creditMemosOf(term.client)), ["200.00"]);
    assert.equal(await netOf(term), "2400.00", "2 × 11 + 2 months");
    const months = await revenueOf(term.client, term.contractId);
    assert.deepEqual(months.slice(-4), ["2026-08 200.00", "2026-09 200.00", "2026-10 300.00", "2026-11 300.00"]);
    await term.client.advance("2027-02-01T12:00:00Z");
    assert.equal(await netOf(term), "2400.00");
  });

  test(`a deleted decrease restores the true-up that is billed later: ${trueUpTiming}`, async () => {
    const term = await seatsByMonth("0");
    payloadOf(await term.amend(later));
    const seen = async () => JSON.stringify([await term.schedule(), await revenueOf(term.client, term.contractId)]);
    const before = await seen();
    const fewer = { effectiveDate: "2026-11-01", delta: "-1" };
    const { id } = payloadOf(await term.amend(fewer));
    assert.notEqual(await seen(), before);
    await term.client.ok("DELETE", `${term.path}/seat-amendments/${id}`);
    await term.client.drainOutbox();
    assert.equal(await seen(), before);
    await dryThenReal(api, term.client, {
      ...{ method: "POST", path: `${term.path}/seat-amendment`, body: fewer, contractId: term.contractId },
    });
  });
}

test("the billed part of a true-up is credited, a part freed by a void is not billed again", async () => {
  const term = await seats("2026-01-10T12:00:00Z", "0");
  payloadOf(await term.amend({ effectiveDate: "2026-01-05", delta: "1" }));
  payloadOf(await term.amend({ effectiveDate: "2026-02-01", delta: "1" }));
  await term.client.advance("2026-02-10T12:00:00Z");
  const [, invoice] = await term.schedule();
  await term.client.ok("POST", `/v3/invoices/${invoice.invoiceId}/actions`, { action: "VOID" });
  payloadOf(await term.amend({ effectiveDate: "2026-03-01", delta: "-2" }));
  assert.deepEqual(totalsOf(await creditMemosOf(term.client)), ["306.00"]);
  assert.equal(await netOf(term), "83.00", "1 × 27 + 2 × 28 days");
});

test("with tiers, fewer seats are credited at the price that they were charged", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const pricing = [
    { tier: 0, amount: "365", amountType: "PER_ITEM" },
    { tier: 1, amount: "182.5", amountType: "PER_ITEM", tierMinimum: "12" },
  ];
  const body = seatBody({ pricingType: "TIERED", pricing }, { creditOnDecrease: "PRORATED" });
  const term = { ...(await termOn(client, body)), client };
  payloadOf(await term.amend({ effectiveDate: "2026-07-01", delta: "5" }));
  payloadOf(await term.amend({ effectiveDate: "2026-01-10", delta: "3" }));
  payloadOf(await term.amend({ effectiveDate: "2026-07-01", delta: "-5" }));
  // Of the 3 at half the price that were billed of July on, and 2 of the 5 to come.
  assert.deepEqual(totalsOf(await creditMemosOf(client)), ["276.00"]);
  // 10 × 365 + 2.5 × 356 days.
  assert.equal(await netOf(term), "4540.00");
  await client.advance("2026-07-02T12:00:00Z");
  assert.equal(await netOf(term), "4540.00");
});

test("a future increase cannot be deleted when a later decrease was credited less because of it", async () => {
  const term = await seats("2026-01-10T12:00:00Z", "2");
  const { id } = payloadOf(await term.amend({ effectiveDate: "2026-10-01", delta: "1" }));
  payloadOf(await term.amend({ effectiveDate: "2026-10-01", delta: "-1" }));
  assert.deepEqual(await creditMemosOf(term.client), []);
  const answer = await term.client.send("DELETE", `${term.path}/seat-amendments/${id}`);
  assert.deepEqual(rejection(answer), [400, "SEAT_AMENDMENT_INVOICED"]);
  payloadOf(await term.amend({ effectiveDate: "2026-10-01", delta: "-1" }));
  assert.deepEqual(totalsOf(await creditMemosOf(term.client)), ["92.00"]);
  assert.equal(await netOf(term), "638.00", "2 × 273 + 92 days");
});

test("a credited decrease cannot be deleted until its credit memo is void", async () => {
  const term = await seats("2026-01-10T12:00:00Z", "10");
  const { id } = payloadOf(await term.amend({ effectiveDate: "2026-02-01", delta: "-4" }));
  const [memo] = await creditMemosOf(term.client);
  const answer = await term.client.send("DELETE", `${term.path}/seat-amendments/${id}`);
  assert.deepEqual(rejection(answer), [400, "SEAT_AMENDMENT_INVOICED"]);
  await term.client.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Not agreed" });
  await term.client.ok("DELETE", `${term.path}/seat-amendments/${id}`);
  await term.client.drainOutbox();
  const earned = (await revenueOf(term.client, term.contractId)).map((month) => month.split(" ")[1] ?? "");
  assert.equal(sumOf(earned), "3650.00");
});

test("closed months stay: revenue of seats served, not billed and removed back-dated catches up", async () => {
  const term = await seatsByMonth("2");
  payloadOf(await term.amend({ effectiveDate: "2026-02-01", delta: "3", trueUpTiming: "CO_TERM" }));
  await term.client.advance("2026-05-10T12:00:00Z");
  await term.client.ok("POST", "/v3/month-end-close/close-period?month=2026-04");
  payloadOf(await term.amend({ effectiveDate: "2026-03-01", delta: "-2" }));
  assert.equal(await netOf(term), "3700.00", "2 × 12 + 3 + 10 months");
  // Three seats, less two for March and April.
  const months = await revenueOf(term.client, term.contractId);
  assert.deepEqual(months.slice(2, 6), ["2026-03 500.00", "2026-04 500.00", "2026-05 -100.00", "2026-06 300.00"]);
  await term.client.advance("2027-02-01T12:00:00Z");
  await term.client.ok("POST", "/v3/month-end-close/close-period?month=2027-01");
  const balance = await term.client.balances("2027-01");
  const accounts = ["REVENUE", "CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"];
  assert.deepEqual(accounts.map(balance), ["-3700.00", "0.00", "0.00", "0.00"]);
});
