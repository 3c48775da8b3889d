import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { type Metering, meteringOn, usageBody } from "../support/usage-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

type Committed = Metering & { readonly client: Client; readonly commitment: Json; readonly terms: readonly Json[] };

/** A quarter from 2026-01-01 with the steps of the worked example (data model 8.10), and whatever a test wants else. */
async function committed(
  { schedule = {}, commitment = {}, prices = ["0.010", "0.008"] as readonly string[] } = {},
  { grace = 0, values = ["600.00", "600.00"] as readonly string[] } = {},
): Promise<Committed> {
  const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: grace });
  const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const terms: Json[] = [];
  for (const price of prices) {
    terms.push(await metering.addTerm(price, { name: `Calls at ${price}`, usageScope: "COMMITMENT" }));
  }
  const steps = prices.map((_, index) => ({ commitmentValue: values[index], billingTermIds: [terms[index]?.id] }));
  const body = {
    commitmentUnitType: "CURRENCY",
    ...commitment,
    schedules: [
      { startDate: "2026-01-01", endDate: "2026-03-31", commitmentInterval: "QUARTERLY", steps, ...schedule },
    ],
  };
  const path = `/v3/contracts/${metering.contractId}/commitments`;
  const made = await client.ok("POST", path, { commitments: [body] });
  await metering.approve();
  return { ...metering, client, terms, commitment: made.commitments[0] };
}

const example = {
  prepaidEnabled: true,
  prepaidValue: "600.00",
  prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
  trueUpBehavior: "EACH_PERIOD",
};
const overage = (eventTypeIdOf: string, tierPricingType = "USE_ALL_TIER_PRICES") => ({
  eventTypeId: eventTypeIdOf,
  tierPricingType,
  overagePricings: [
    { name: "first", tier: 0, conditionValue: "0", price: "0.009" },
    { name: "then", tier: 1, conditionValue: "50000", price: "0.007" },
  ],
});

/** Uses in the middle of each month, and lets the first day of the next one come. */
async function useMonthly({ client, use }: Committed, ...quantities: readonly string[]): Promise<void> {
  for (const [index, quantity] of quantities.entries()) {
    const month = index + 1;
    await client.advance(`2026-0${month}-20T00:00:00Z`);
    if (quantity !== "0") await use([`2026-0${month}-15`, quantity]);
    await client.advance(`2026-0${month + 1}-01T00:00:00Z`);
  }
}

const totals = async ({ schedule }: Metering): Promise<string[]> =>
  (await schedule())
    .filter(({ status }) => status !== "PLANNED" && status !== "DRAFT")
    .map(({ issueDate, total }) => `${issueDate} ${total}`);

describe("the worked example (data model 8.10)", () => {
  test("March a, graduated overage: 600.00, 0.00, 240.00, 985.00", async () => {
    const found = await committed({ schedule: example });
    const path = `/v3/contracts/${found.contractId}/commitments/${found.commitment.id}/schedules/${found.commitment.schedules[0].id}`;
    assert.equal(
      (await found.client.send("PATCH", path, { overageConfigs: [overage(found.eventTypeId)] })).body.error?.errorCode,
      "SCHEDULE_INVOICE_GATE",
      "the prepayment is invoiced",
    );
  });

  for (const [name, tierPricingType, march, expected] of [
    ["a, graduated", "USE_ALL_TIER_PRICES", "120000", "985.00"],
    ["a, by the tier that is reached", "USE_TOP_TIER_PRICE_ONLY", "120000", "885.00"],
    ["b", "USE_ALL_TIER_PRICES", "10000", "360.00"],
  ] as const) {
    test(`March ${name}`, async () => {
      const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
      await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
      const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
      const first = await metering.addTerm("0.010", { usageScope: "COMMITMENT" });
      const second = await metering.addTerm("0.008", { usageScope: "COMMITMENT" });
      const made = await client.ok("POST", `/v3/contracts/${metering.contractId}/commitments`, {
        commitments: [
          {
            commitmentUnitType: "CURRENCY",
            schedules: [
              {
                ...{ startDate: "2026-01-01", endDate: "2026-03-31", commitmentInterval: "QUARTERLY", ...example },
                overageConfigs: [overage(metering.eventTypeId, tierPricingType)],
                steps: [
                  { commitmentValue: "600.00", billingTermIds: [first.id] },
                  { commitmentValue: "600.00", billingTermIds: [second.id] },
                ],
              },
            ],
          },
        ],
      });
      await metering.approve();
      const found: Committed = { ...metering, client, terms: [first, second], commitment: made.commitments[0] };
      await useMonthly(found, "40000", "50000", march);
      assert.deepEqual(await totals(found), [
        "2026-01-01 600.00",
        "2026-02-01 0.00",
        "2026-03-01 240.00",
        `2026-04-01 ${expected}`,
      ]);
      const lines = await found.invoices();
      assert.deepEqual(lines.slice(0, 3), [
        "2026-01-01 | PREPAYMENT 01-01–03-31 1 = 600.00",
        "2026-02-01 | USAGE 01-01–01-31 40000 = 400.00, PREPAID_APPLIED 01-01–01-31 1 = -400.00",
        "2026-03-01 | USAGE 02-01–02-28 20000 = 200.00, USAGE 02-01–02-28 30000 = 240.00, PREPAID_APPLIED 02-01–02-28 1 = -200.00",
      ]);
      const last = {
        a: `2026-04-01 | USAGE 03-01–03-31 45000 = 360.00, OVERAGE 03-01–03-31 75000 = ${tierPricingType === "USE_ALL_TIER_PRICES" ? "625.00" : "525.00"}`,
        b: "2026-04-01 | USAGE 03-01–03-31 10000 = 80.00, TRUE_UP 01-01–03-31 1 = 280.00",
      };
      assert.equal(lines[3], name === "b" ? last.b : last.a);

      for (const month of ["01", "02", "03"])
        await client.ok("POST", `/v3/month-end-close/close-period?month=2026-${month}`);
      const revenue = await found.revenue();
      const marchRevenue = name === "b" ? "360.00" : expected;
      assert.deepEqual(revenue, [
        "2026-01 CONSUMED 400.00 POSTED",
        "2026-02 CONSUMED 200.00 POSTED",
        "2026-02 CONSUMED 240.00 POSTED",
        ...(name === "b"
          ? ["2026-03 CONSUMED 280.00 POSTED", "2026-03 CONSUMED 80.00 POSTED"]
          : [`2026-03 CONSUMED ${marchRevenue} POSTED`]),
      ]);
      const balance = await client.balances("2026-03");
      const unbilled = name === "b" ? "360.00" : expected;
      assert.deepEqual(["UNBILLED_RECEIVABLE", "CONTRACT_LIABILITY", "CONTRACT_ASSET"].map(balance), [
        unbilled,
        "0.00",
        "0.00",
      ]);
    });
  }
});

describe("prepaid value", () => {
  const half = (prepaymentScheduleType: string, trueUpBehavior = "NONE") => ({
    ...{ startDate: "2026-01-01", endDate: "2026-06-30", commitmentInterval: "QUARTERLY" },
    ...{ prepaidEnabled: true, prepaidValue: "300.00", prepaymentScheduleType, trueUpBehavior },
  });
  for (const [type, expected] of [
    ["FULL_UPFRONT", ["2026-01-01 600.00"]],
    ["PER_COMMITMENT_PERIOD", ["2026-01-01 300.00", "2026-04-01 300.00"]],
    ["SPLIT_ACROSS_BILLING_PERIODS", ["01", "02", "03", "04", "05", "06"].map((month) => `2026-${month}-01 100.00`)],
  ] as const) {
    test(`of the schedule type ${type} is invoiced in advance, and unused value becomes breakage`, async () => {
      const found = await committed({ schedule: half(type), prices: ["1"] }, { values: ["600.00"] });
      await found.client.advance("2026-07-02T00:00:00Z");
      assert.deepEqual(await totals(found), expected);
      await found.client.ok("POST", "/v3/month-end-close/close-period?month=2026-06");
      assert.deepEqual(await found.revenue(), ["2026-03 BREAKAGE 300.00 POSTED", "2026-06 BREAKAGE 300.00 POSTED"]);
      const balance = await found.client.balances("2026-06");
      assert.deepEqual(["BREAKAGE_REVENUE", "REVENUE", "CONTRACT_LIABILITY"].map(balance), ["-600.00", "0.00", "0.00"]);
    });
  }

  test("late usage draws down lapsed value: breakage reverses in the first open month", async () => {
    const found = await committed({ schedule: half("FULL_UPFRONT"), prices: ["1"] }, { values: ["600.00"] });
    await found.client.advance("2026-04-02T00:00:00Z");
    await found.client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
    await found.use(["2026-02-15", "120"]);
    assert.deepEqual((await found.revenue()).slice(0, 3), [
      "2026-03 BREAKAGE 300.00 POSTED",
      "2026-04 BREAKAGE -120.00 ACCRUED",
      "2026-04 CATCH_UP 120.00 ACCRUED",
    ]);
    await found.client.advance("2026-05-02T00:00:00Z");
    await found.client.ok("POST", "/v3/month-end-close/close-period?month=2026-04");
    const balance = await found.client.balances("2026-04");
    assert.deepEqual(["BREAKAGE_REVENUE", "REVENUE", "CONTRACT_LIABILITY"].map(balance), [
      "-180.00",
      "-120.00",
      "-300.00",
    ]);
  });
});

describe("true-ups", () => {
  test("at the end of the schedule are one line of all shortfalls, without netting overage", async () => {
    const schedule = { endDate: "2026-03-31", commitmentInterval: "MONTHLY", trueUpBehavior: "END_OF_SCHEDULE" };
    const found = await committed({ schedule, prices: ["1"] }, { values: ["100.00"] });
    await useMonthly(found, "40", "250", "90");
    assert.deepEqual(await found.invoices(), [
      "2026-02-01 | USAGE 01-01–01-31 40 = 40.00",
      "2026-03-01 | USAGE 02-01–02-28 100 = 100.00, OVERAGE 02-01–02-28 150 = 150.00",
      "2026-04-01 | USAGE 03-01–03-31 90 = 90.00, TRUE_UP 01-01–03-31 1 = 70.00",
    ]);
    await found.client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
    const balance = await found.client.balances("2026-03");
    assert.deepEqual(["REVENUE", "UNBILLED_RECEIVABLE", "CONTRACT_LIABILITY"].map(balance), [
      "-450.00",
      "160.00",
      "0.00",
    ]);
  });

  test("of each period wait for its usage, and late usage reverses them", async () => {
    const schedule = { endDate: "2026-03-31", commitmentInterval: "MONTHLY" };
    const found = await committed({ schedule, prices: ["1"] }, { values: ["100.00"], grace: 3 });
    await found.client.advance("2026-02-03T00:00:00Z");
    assert.deepEqual(await found.invoices(), []);
    await found.use(["2026-01-20", "30"]);
    await found.client.advance("2026-02-10T00:00:00Z");
    assert.deepEqual(await found.invoices(), [
      "2026-02-01 | USAGE 01-01–01-31 30 = 30.00, TRUE_UP 01-01–01-31 1 = 70.00",
    ]);
    await found.use(["2026-01-21", "50"]);
    await found.client.advance("2026-03-10T00:00:00Z");
    assert.deepEqual((await found.invoices()).slice(1), [
      "2026-03-01 | LATE_USAGE 01-01–01-31 50 = 50.00, TRUE_UP 01-01–01-31 1 = -50.00, TRUE_UP 02-01–02-28 1 = 100.00",
    ]);
  });
});

test("STRAIGHT_LINE recognizes the committed amount by months, and usage within it earns nothing more", async () => {
  const commitment = { revenueRecognitionPattern: "STRAIGHT_LINE" };
  const found = await committed({ commitment, prices: ["1"] }, { values: ["900.00"] });
  await useMonthly(found, "500", "0", "600");
  for (const month of ["01", "02", "03"]) {
    await found.client.ok("POST", `/v3/month-end-close/close-period?month=2026-${month}`);
  }
  assert.deepEqual(await found.revenue(), [
    "2026-01 CONSUMED 300.00 POSTED",
    "2026-02 CONSUMED 300.00 POSTED",
    "2026-03 CONSUMED 500.00 POSTED",
  ]);
  assert.deepEqual(await totals(found), ["2026-02-01 500.00", "2026-04-01 600.00"]);
});

test("a volume tier that makes earlier overage cheaper: the invoice nets what it can, the rest is credited", async () => {
  const schedule = {
    overageConfigs: [],
    trueUpBehavior: "NONE",
  };
  const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const term = await metering.addTerm("1", { usageScope: "COMMITMENT" });
  await client.ok("POST", `/v3/contracts/${metering.contractId}/commitments`, {
    commitments: [
      {
        commitmentUnitType: "CURRENCY",
        schedules: [
          {
            ...{ startDate: "2026-01-01", endDate: "2026-03-31", commitmentInterval: "QUARTERLY", ...schedule },
            overageConfigs: [overage(metering.eventTypeId, "USE_TOP_TIER_PRICE_ONLY")],
            steps: [{ commitmentValue: "1.00", billingTermIds: [term.id] }],
          },
        ],
      },
    ],
  });
  await metering.approve();
  const found: Committed = { ...metering, client, terms: [term], commitment: {} };
  await useMonthly(found, "49001", "1000");
  const shown = await found.invoices();
  assert.deepEqual(shown, ["2026-02-01 | USAGE 01-01–01-31 1 = 1.00, OVERAGE 01-01–01-31 49000 = 441.00"]);
  // 50,000 at 0.007 are 350.00.
  const creditMemos = (await client.ok("GET", "/v3/credit-memos")).data.map(
    ({ status, total }: Json) => `${status} ${total}`,
  );
  assert.deepEqual(creditMemos, ["OPEN 91.00"]);
});

test("late usage of a month without usage draws down the prepayment too, on the invoice that bills it", async () => {
  const schedule = { prepaidEnabled: true, prepaidValue: "300.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" };
  const found = await committed({ schedule, prices: ["1"] }, { values: ["300.00"] });
  await useMonthly(found, "0", "50");
  await found.use(["2026-01-20", "120", { differentiator: "eu" }]);
  await found.client.advance("2026-04-01T00:00:00Z");
  assert.deepEqual(await found.invoices(), [
    "2026-01-01 | PREPAYMENT 01-01–03-31 1 = 300.00",
    "2026-03-01 | USAGE 02-01–02-28 50 = 50.00, PREPAID_APPLIED 02-01–02-28 1 = -50.00",
    "2026-04-01 | LATE_USAGE eu 01-01–01-31 120 = 120.00, PREPAID_APPLIED eu 01-01–01-31 1 = -120.00",
  ]);
});

test("another invoice group applies to future invoices; issued lines stay", async () => {
  const found = await committed({ schedule: example });
  await useMonthly(found, "40000");
  const before = await totals(found);
  const path = `/v3/contracts/${found.contractId}/billing-terms/${found.terms[0]?.id}`;
  await found.client.ok("PATCH", path, { invoiceGroup: "G" });
  await found.client.drainOutbox();
  assert.deepEqual(await totals(found), before);
  assert.deepEqual((await found.client.ok("GET", "/v3/credit-memos")).data, []);
});

test("a term cannot be terminated before its commitment, and both end with a period", async () => {
  const schedule = { ...example, endDate: "2026-06-30", prepaymentScheduleType: "SPLIT_ACROSS_BILLING_PERIODS" };
  const found = await committed({ schedule, prices: ["1"] }, { values: ["600.00"] });
  const contract = `/v3/contracts/${found.contractId}`;
  const term = `${contract}/billing-terms/${found.terms[0]?.id}/terminate`;
  const rejected = await found.client.send("PATCH", term, { endDate: "2026-03-31" });
  assert.deepEqual(rejection(rejected), [400, "SCHEDULE_ALIGNMENT_INVALID", "/endDate SCHEDULE_ALIGNMENT_INVALID"]);
  await found.client.ok("POST", `${contract}/commitments/${found.commitment.id}/terminate`, { endDate: "2026-03-31" });
  await found.client.ok("PATCH", term, { endDate: "2026-03-31" });
  await found.client.advance("2026-07-02T00:00:00Z");
  assert.deepEqual(
    (await totals(found)).map((text) => text.slice(0, 7)),
    ["2026-01", "2026-02", "2026-03"],
  );
});

test("usage drawn down by a commitment is billed by no other term", async () => {
  const found = await committed({ prices: ["1"] }, { values: ["600.00"] });
  const path = `/v3/contracts/${found.contractId}/billing-terms`;
  const twin = await found.client.send("POST", path, usageBody(found.eventTypeId, "0.010"));
  assert.deepEqual(rejection(twin), [400, "VALIDATION_FAILED", "/eventTypeId OVERLAPPING_USAGE_TERMS"]);
  const later = usageBody(found.eventTypeId, "0.010", { startDate: "2026-04-01" });
  assert.equal((await found.client.send("POST", path, later)).status, 201);
});

test("overage that became cheaper is netted on the next invoice, also where no invoice had a line for the usage", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const term = await metering.addTerm("1", { usageScope: "COMMITMENT" });
  const overageConfigs = [overage(metering.eventTypeId, "USE_TOP_TIER_PRICE_ONLY")];
  const steps = [{ commitmentValue: "1.00", billingTermIds: [term.id] }];
  const schedule = {
    startDate: "2026-01-01",
    endDate: "2026-03-31",
    commitmentInterval: "QUARTERLY",
    trueUpBehavior: "NONE",
  };
  const commitment = { commitmentUnitType: "CURRENCY", schedules: [{ ...schedule, overageConfigs, steps }] };
  await client.ok("POST", `/v3/contracts/${metering.contractId}/commitments`, { commitments: [commitment] });
  await metering.approve();
  for (const [month, quantity, differentiator] of [
    ["01", "49001", "eu"],
    ["02", "1000", "us"],
    ["03", "20000", "us"],
  ] as const) {
    await client.advance(`2026-${month}-20T00:00:00Z`);
    await metering.use([`2026-${month}-15`, quantity, { differentiator }]);
  }
  await client.advance("2026-04-01T00:00:00Z");
  assert.deepEqual(await metering.invoices(), [
    "2026-02-01 | USAGE eu 01-01–01-31 1 = 1.00, OVERAGE eu 01-01–01-31 49000 = 441.00",
    "2026-04-01 | OVERAGE us 02-01–02-28 1000 = -91.00, OVERAGE us 03-01–03-31 20000 = 140.00",
  ]);
  assert.deepEqual((await client.ok("GET", "/v3/credit-memos")).data, []);
});

test("a period is finalized also when a credit memo credited an amount billed in excess", async () => {
  const found = await committed({ schedule: { trueUpBehavior: "NONE" }, prices: ["1"] }, { values: ["600.00"] });
  await found.client.advance("2026-03-20T00:00:00Z");
  const [event] = await found.use(["2026-03-10", "50"], ["2026-03-11", "20"]);
  await found.client.advance("2026-04-02T00:00:00Z");
  await found.forget(event?.id);
  assert.deepEqual(
    (await found.client.ok("GET", "/v3/credit-memos")).data.map(({ total }: Json) => total),
    ["50.00"],
  );
  const { periods } = await found.client.ok("GET", `/v3/commitments/${found.commitment.id}`);
  assert.deepEqual(
    periods.map(({ status }: Json) => status),
    ["FINALIZED"],
  );
});
