import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Data model 6.6: the price of a term and the price that is stated of it change one after the other, and are one
// modification of the contract.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const days = { serviceStartDate: "2028-01-01", serviceEndDate: "2028-12-31" };
const monthly = {
  ...{ name: "Service", startDate: "2028-01-01", endDate: "2028-12-31", interval: "MONTH" },
  ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT", ...priced("100.00") },
};
const measured = {
  ...{ transactionPrice: "1200.00", standaloneSellingPrice: "1200.00", ...days },
  ...{ recognitionPattern: "PERCENT_COMPLETE", progress: [{ asOf: "2028-01-04", percentComplete: "0.5" }] },
};

/** What is 1,200.00 for 2028, with March closed, on 10 April. */
async function begun(term: object = {}, pob: object = measured, contract: object = {}) {
  const client = clientOf(api, await withPobs(api, "2028-01-05T12:00:00Z"));
  const path = `/v3/contracts/${await client.contract(contract)}`;
  const { id, billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, { ...monthly, ...term });
  const batch = { billingTermGroupId, toCreate: [pob] };
  const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
  await client.approve(path.slice("/v3/contracts/".length));
  await client.advance("2028-04-10T12:00:00Z");
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2028-03");
  return { client, term: `${path}/billing-terms/${id}`, pob: `${path}/performance-obligations/${created[0].id}` };
}

const effectiveDate = "2028-05-01";

/** All that is earned from April on, by anybody. */
async function fromApril(client: Client): Promise<string[]> {
  const { data } = await client.ok("GET", "/v3/revenue-schedules?limit=1000");
  const later = data.filter(({ timeframe }: Json) => timeframe > "2028-03");
  return later.map(({ timeframe, amount, source }: Json) => `${timeframe} ${amount} ${source}`).sort();
}

for (const [amount, transactionPrice, catchUps, asset] of [
  ["85.00", "1080.00", "-60.00", "140.00"],
  ["115.00", "1320.00", "60.00", "260.00"],
] as const) {
  for (const isTermFirst of [true, false]) {
    test(`term and stated price change to ${transactionPrice}, the ${isTermFirst ? "term" : "stated price"} first: half of it catches up, once`, async () => {
      const { client, term, pob } = await begun();
      const writes = [
        () => client.ok("PATCH", term, { ...priced(amount), effectiveDate }),
        () => client.ok("PATCH", pob, { transactionPrice, effectiveDate }),
      ];
      for (const write of isTermFirst ? writes : writes.toReversed()) await write();
      assert.deepEqual(await fromApril(client), [`2028-04 ${catchUps} CATCH_UP`]);
      await client.advance("2028-05-02T12:00:00Z");
      await client.drainOutbox();
      await client.ok("POST", "/v3/month-end-close/close-period?month=2028-04");
      assert.equal(await client.balances("2028-04").then((of) => of("CONTRACT_ASSET")), asset);
    });
  }
}

test("in an allocated contract term and stated price fall by 240.00: half of it catches up, once", async () => {
  const { client, term, pob } = await begun({}, measured, { allocationMethod: "RELATIVE_SSP" });
  await client.ok("PATCH", term, { ...priced("85.00"), effectiveDate });
  await client.ok("PATCH", pob, { transactionPrice: "1080.00", effectiveDate });
  assert.deepEqual(await fromApril(client), ["2028-04 -60.00 CATCH_UP"]);
});

test("seats are removed and the stated price falls by 240.00: half of it catches up, once", async () => {
  const seats = { billingType: "UNIT", quantity: "10", seatConfig: {}, ...priced("10.00", "PER_ITEM") };
  const { client, term, pob } = await begun(seats);
  await client.ok("POST", `${term}/seat-amendment`, { effectiveDate, delta: "-3" });
  await client.ok("PATCH", pob, { transactionPrice: "960.00", effectiveDate });
  // 8 × 30.00 are no longer billed; 0.5 × 960.00 less 600.00.
  assert.deepEqual(await fromApril(client), ["2028-04 -120.00 CATCH_UP"]);
});

test("term and stated price with manual months fall by 240.00: the other months share the rest", async () => {
  const { client, term, pob } = await begun({}, { transactionPrice: "1200.00", ...days });
  const id = pob.split("/").at(-1);
  const manual = [
    { timeframe: "2028-05", total: "300.00" },
    { timeframe: "2028-06", total: "-60.00" },
  ];
  await client.ok("POST", `/v3/performance-obligations/${id}/recognized`, manual);
  await client.ok("PATCH", term, { ...priced("70.00"), effectiveDate });
  await client.ok("PATCH", pob, { transactionPrice: "960.00", effectiveDate });
  // 960.00 less 300.00 until March and 240.00 by hand over seven months.
  const others = ["04", "07", "08", "09", "10", "11", "12"].map((at) => `2028-${at} 60.00 PATTERN`);
  const set = ["2028-05 300.00 PATTERN", "2028-06 -60.00 PATTERN"];
  const earned = (await fromApril(client)).map((line) => line.replace(/[A-Z_]+$/, "PATTERN"));
  assert.deepEqual(earned, [...others, ...set].sort());
});

/** Revenue of each obligation by month, after a term for 2028 is ended with May, recorded on 31 March. */
async function endedInMay(contract: object, term: object, toCreate: readonly object[]) {
  const client = clientOf(api, await withPobs(api, "2028-01-05T12:00:00Z"));
  const path = `/v3/contracts/${await client.contract(contract)}`;
  const { id, billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, { ...monthly, ...term });
  const { created } = await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(path.slice("/v3/contracts/".length));
  await client.advance("2028-03-31T12:00:00Z");
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2028-02");
  await client.ok("PATCH", `${path}/billing-terms/${id}/terminate`, { endDate: "2028-05-31", creditUnused: true });
  const { data } = await client.ok("GET", "/v3/revenue-schedules?limit=1000");
  return (name: string) => {
    const pob = created.find((one: Json) => one.name === name);
    const months = data.filter(({ performanceObligationId }: Json) => performanceObligationId === pob.id);
    return months.map(({ timeframe, amount }: Json) => `${timeframe.slice(5)} ${amount}`).sort();
  };
}
const overTheYear = { ...days, recognitionPattern: "STRAIGHT_LINE" };
const setup = { ...days, name: "setup", recognitionPattern: "POINT_IN_TIME", recognitionDate: "2028-01-20" };

test("an early end that leaves less than the satisfied and served part of a shared price lowers all parts", async () => {
  const earnedOf = await endedInMay({ allocationMethod: "RELATIVE_SSP" }, {}, [
    { ...overTheYear, name: "year", transactionPrice: "300.00", standaloneSellingPrice: "900.00" },
    { ...setup, transactionPrice: "300.00", standaloneSellingPrice: "300.00" },
    {
      ...{ ...overTheYear, name: "nine", serviceEndDate: "2028-09-30" },
      ...{ transactionPrice: "600.00", standaloneSellingPrice: "200.00" },
    },
  ]);
  // 1,200.00 by 900, 300 and 200: 771.43, 257.14 and 171.43. Setup, and 152 of 366 and of 274 days, come to 672.62, and 500.00 are billed. By 30 March 190.78
  // and 56.53 are earned of the year and of nine months; the rest of 321.43 and of 71.43 is left for 63/31 months.
  assert.deepEqual(earnedOf("setup"), ["01 257.14", "03 -150.00"]);
  assert.deepEqual(earnedOf("year"), ["01 64.29", "02 64.28", "03 64.28", "04 64.29", "05 64.29"]);
  assert.deepEqual(earnedOf("nine"), ["01 19.05", "02 19.05", "03 18.67", "04 7.33", "05 7.33"]);
});

test("an early end that leaves the satisfied and served part but for a cent of rounding keeps delivered prices", async () => {
  const earnedOf = await endedInMay({}, { interval: "YEAR", ...priced("300.08") }, [
    { ...setup, transactionPrice: "100.00" },
    { ...overTheYear, name: "first", transactionPrice: "100.04" },
    { ...overTheYear, name: "second", transactionPrice: "100.04" },
  ]);
  // 152 of 366 days of 100.04 are 41.5467, and of both 83.093: 183.09 are billed.
  assert.deepEqual(earnedOf("setup"), ["01 100.00"]);
});

test("a price raised on the day of approval is a later change: an early end lowers the stated price by the agreed part alone", async () => {
  const client = clientOf(api, await withPobs(api, "2028-01-05T12:00:00Z"));
  const path = `/v3/contracts/${await client.contract()}`;
  const { id, billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, monthly);
  const stated = {
    ...{ transactionPrice: "1200.00", standaloneSellingPrice: "1200.00", ...days },
    recognitionPattern: "STRAIGHT_LINE",
  };
  const batch = { billingTermGroupId, toCreate: [stated] };
  const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
  await client.approve(path.slice("/v3/contracts/".length));
  const term = `${path}/billing-terms/${id}`;
  await client.ok("PATCH", term, { ...priced("150.00"), effectiveDate: "2028-04-01" });
  await client.ok("PATCH", `${term}/terminate`, { endDate: "2028-09-30" });
  const { data } = await client.ok("GET", `${path}/performance-obligations`);
  const { transactionPrice } = data.find((pob: Json) => pob.id === created[0].id);
  // Nine months of what was agreed; six times what was raised is the residual's.
  assert.equal(transactionPrice, "900.00");
});
