import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, rejection } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { runDoctor } from "../support/doctor.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const timeframes = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];
const months = (...totals: readonly string[]) => totals.map((total, at) => ({ timeframe: timeframes[at], total }));

/** 1,200.00 for 2026, 300.00 a quarter in advance, and its opening as of 30 June: two quarters billed, 540.00 recognized. */
async function drafted(client: Client, parts: object = {}) {
  const contractId = await client.contract();
  const { billingTermId, performanceObligationId } = await client.add(contractId, obligationBody(parts));
  const path = `/v3/contracts/${contractId}/opening`;
  const body = (remainingRevenue: Json) => ({
    asOf: "2026-06-30",
    billingTerms: [{ billingTermId, invoicedThrough: "2026-06-30", billed: "600.00" }],
    performanceObligations: [{ performanceObligationId, recognized: "540.00", remainingRevenue }],
  });
  return { contractId, billingTermId, performanceObligationId, path, body };
}

async function scheduleOf(client: Client, contractId: string): Promise<string[]> {
  const path = `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=100`;
  const { data } = await client.ok("GET", path);
  return data.map(({ timeframe, amount }: Json) => `${timeframe} ${amount}`).toSorted();
}

const uneven = ["120.00", "100.00", "100.00", "100.00", "100.00", "140.00"];

test("remaining revenue of the old books is earned in their months, and closes post it", async () => {
  const client = clientOf(api, await api.newMerchant("2026-07-05T12:00:00Z"));
  const { contractId, performanceObligationId, path, body } = await drafted(client);
  await dryThenReal(api, client, { contractId, method: "POST", path, body: body(months(...uneven)) });
  const { performanceObligations } = await client.ok("GET", path);
  assert.deepEqual(performanceObligations, [
    {
      ...{ performanceObligationId, recognized: "540.00", difference: "60.00" },
      differenceByMonth: [
        { timeframe: "2026-07", total: "20.00" },
        { timeframe: "2026-12", total: "40.00" },
      ],
    },
  ]);
  const data = await scheduleOf(client, contractId);
  assert.deepEqual(data, ["2026-06 540.00", ...uneven.map((amount, at) => `${timeframes[at]} ${amount}`)]);
  await client.advance("2027-01-05T12:00:00Z");
  await client.drainOutbox();
  await close(client, "2026-12");
  for (const [at, month] of timeframes.entries()) {
    const earned = sumOf(uneven.slice(0, at + 1));
    assert.equal((await client.balances(month))("REVENUE"), `-${earned}`, month);
  }
});

test("the doctor finds a month of an opening that was changed past the program", async () => {
  const client = clientOf(api, await api.newMerchant("2026-07-05T12:00:00Z"));
  const { contractId, performanceObligationId, path, body } = await drafted(client);
  await client.ok("POST", path, body(months(...uneven)));
  await client.drainOutbox();
  const { merchantId } = client.merchant;
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId }), []);
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  const say = (differences: string) =>
    owner.query("update opening_obligation set difference_by_month = $2 where performance_obligation_id = $1", [
      ...[performanceObligationId, differences],
    ]);
  try {
    await owner.query("set session_replication_role = replica");
    await say('[["2026-07-01", "3000"], ["2026-12-01", "3000"]]');
    const found = await runDoctor(api.platform.db, { merchantId });
    const [ofOpening] = found.filter(({ id }) => id === "INV-41");
    assert.ok(
      ofOpening?.sample.some((each) => each.includes(contractId)),
      JSON.stringify(found),
    );
  } finally {
    await say('[["2026-07-01", "2000"], ["2026-12-01", "4000"]]');
    await owner.end();
  }
});

for (const [words, remaining, endedOn, expected] of [
  // 900.00 are billed, of which 540.00 are recognized: 360.00 are left for three months.
  ["in the first month", uneven, "2026-07-10", ["133.33", "113.34", "113.33"]],
  [
    "with less than the pattern later",
    ["200.00", "120.00", "120.00", "120.00", "100.00", "0.00"],
    "2026-07-10",
    ["173.33", "93.34", "93.33"],
  ],
  // July is closed with its 120.00.
  ["from a later month", uneven, "2026-08-10", ["120.00", "120.00", "120.00"]],
] as const)
  test(`an earlier end ${words} keeps the months before it, and its last months share what the others differ by`, async () => {
    const client = clientOf(api, await api.newMerchant("2026-07-05T12:00:00Z"));
    const { contractId, billingTermId, path, body } = await drafted(client);
    await client.ok("POST", path, body(months(...remaining)));
    await client.advance(`${endedOn}T12:00:00Z`);
    await client.drainOutbox();
    if (endedOn >= "2026-08") await close(client, "2026-07");
    await client.ok("PATCH", `/v3/contracts/${contractId}/billing-terms/${billingTermId}/terminate`, {
      ...{ endDate: "2026-09-30", creditUnused: true },
    });
    await client.drainOutbox();
    const earned = expected.map((amount, at) => `${timeframes[at]} ${amount}`);
    assert.deepEqual(await scheduleOf(client, contractId), ["2026-06 540.00", ...earned]);
  });

for (const [words, remaining, expected] of [
  ["that do not add up", months("1.00"), " CONFLICT"],
  ["long after the service", [{ timeframe: "2062-12", total: "660.00" }], "/0/timeframe RANGE"],
  ["that are over", [{ timeframe: "2026-06", total: "660.00" }], "/0/timeframe RANGE"],
  ["listed twice", [...months("60.00"), ...months("600.00")], "/1/timeframe DUPLICATE"],
  ["with too many decimals", months("660.001"), "/0/total AMOUNT_INVALID"],
] as const)
  test(`months ${words} are rejected`, async () => {
    const client = clientOf(api, await api.newMerchant("2026-07-05T12:00:00Z"));
    const { path, body } = await drafted(client);
    const [, , ...issues] = rejection(await client.send("POST", path, body(remaining)));
    assert.ok(issues.includes(`/performanceObligations/0/remainingRevenue${expected}`), issues.join());
  });

test("months of an obligation that earns what is billed are rejected", async () => {
  const client = clientOf(api, await api.newMerchant("2026-07-05T12:00:00Z"));
  const { path, body } = await drafted(client, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
  assert.deepEqual(rejection(await client.send("POST", path, body(months("660.00")))), [
    ...[400, "VALIDATION_FAILED", "/performanceObligations/0/remainingRevenue CONFLICT"],
  ]);
});
