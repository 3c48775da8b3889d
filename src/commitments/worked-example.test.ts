import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  commitmentOf,
  computeAllPeriods,
  overageOf,
  owedOf,
  scheduleOf,
  shown,
  stepOf,
  termsOf,
  usageTerm,
  used,
} from "../../test/support/commitments.ts";
import { formatMoney, sum } from "../kernel/money.ts";
import type { TierPricingType } from "./commitment.ts";
import { prepaidAccount } from "./period-computation.ts";

// The worked example of the data model (8.10): a quarter of 600.00 at 0.010 and 600.00 at 0.008, of which 600.00 is prepaid;
// overage at 0.009, and 0.007 from 50,000 on; billed monthly in arrears, trued up.

const terms = termsOf(usageTerm("a", "0.010"), usageTerm("b", "0.008"));
const january = used("2026-01", "40000");
const february = used("2026-02", "50000");
const marchA = used("2026-03", "120000");
const marchB = used("2026-03", "10000");

function example(tierPricingType: TierPricingType = "USE_ALL_TIER_PRICES") {
  const tiers = [
    ["0", "0.009"],
    ["50000", "0.007"],
  ] as const;
  const schedule = scheduleOf({
    interval: "QUARTERLY",
    prepaid: { value: "600", scheduleType: "PER_COMMITMENT_PERIOD", lineName: null, itemId: null },
    overageConfigs: [overageOf(tiers, { tierPricingType })],
    steps: [stepOf("1", "600", "a"), stepOf("2", "600", "b")],
  });
  return commitmentOf({ schedules: [schedule] });
}

const beforeMarch = [
  ["2026-01-01", "PREPAYMENT", "600.00"],
  ["2026-02-01", "USAGE", "400.00"],
  ["2026-02-01", "PREPAID_APPLIED", "-400.00"],
  ["2026-03-01", "USAGE", "200.00"],
  ["2026-03-01", "USAGE", "240.00"],
  ["2026-03-01", "PREPAID_APPLIED", "-200.00"],
];

const total = (computed: ReturnType<typeof computeAllPeriods>) =>
  formatMoney(
    sum(
      computed.lines.map(({ price }) => price.total),
      "USD",
    ),
  );

describe("the worked example, invoice by invoice", () => {
  test("a: March is 75,000 calls above the commitment", () => {
    const computed = computeAllPeriods(example(), terms, [january, february, marchA]);
    assert.deepEqual(shown(computed.lines), [
      ...beforeMarch,
      ["2026-04-01", "USAGE", "360.00"],
      ["2026-04-01", "OVERAGE", "625.00"],
    ]);
    assert.equal(total(computed), "1825.00");
    const overage = computed.lines.find(({ type }) => type === "OVERAGE");
    assert.deepEqual(overage?.tiers, [
      { tier: 0, quantity: "50000", unitPrice: "0.009", amount: "450" },
      { tier: 1, quantity: "25000", unitPrice: "0.007", amount: "175" },
    ]);
  });

  test("a, with one price for all overage: 75,000 × 0.007", () => {
    const computed = computeAllPeriods(example("USE_TOP_TIER_PRICE_ONLY"), terms, [january, february, marchA]);
    assert.deepEqual(shown(computed.lines).at(-1), ["2026-04-01", "OVERAGE", "525.00"]);
    assert.equal(total(computed), "1725.00");
  });

  test("b: March is below the commitment, and the rest is a true-up", () => {
    const computed = computeAllPeriods(example(), terms, [january, february, marchB]);
    assert.deepEqual(shown(computed.lines), [
      ...beforeMarch,
      ["2026-04-01", "USAGE", "80.00"],
      ["2026-04-01", "TRUE_UP", "280.00"],
    ]);
    assert.equal(total(computed), "1200.00");
    assert.deepEqual(
      Object.values(prepaidAccount(computed.periods[0]?.computation ?? assert.fail())).map(formatMoney),
      ["600.00", "600.00", "0.00", "0.00"],
    );
  });

  test("lines show units, prices and days of the step, and every amount is explained", () => {
    const { lines } = computeAllPeriods(example(), terms, [january, february, marchB]);
    const [, first, , second, third] = lines;
    assert.deepEqual([first?.quantity, first?.unitPrice, first?.billingTermId], ["40000", "0.01", "a"]);
    assert.deepEqual([second?.quantity, second?.unitPrice, second?.billingTermId], ["20000", "0.01", "a"]);
    assert.deepEqual([third?.quantity, third?.unitPrice, third?.billingTermId], ["30000", "0.008", "b"]);
    assert.deepEqual(second?.explanation, {
      commitmentPeriod: { from: "2026-01-01", to: "2026-03-31" },
      service: { from: "2026-02-01", to: "2026-02-28" },
      ...{ committed: "1200", consumed: "920", remaining: "280", prepaid: "600.00", shortfall: "280.00" },
      parts: [{ units: "20000", unitPrice: "0.01", amount: "200" }],
      exact: "200",
      through: { before: "400.00", after: "840.00" },
      ...{ rounding: "HALF_UP", total: "200.00", billed: null },
    });
  });

  test("1,000 late calls of January shift the drawdown: each line is new less billed", () => {
    const before = computeAllPeriods(example(), terms, [january, february, marchB]);
    const after = computeAllPeriods(example(), terms, [january, february, marchB, used("2026-01-31", "1000")]);
    const through = before.periods[0]?.computation.period.end ?? 0;
    const late = owedOf(after, terms, before.lines, through);
    assert.deepEqual(
      late.map(({ type, billingTermId, quantity, price }) => [type, billingTermId, quantity, formatMoney(price.total)]),
      [
        ["LATE_USAGE", "a", "1000", "10.00"],
        ["PREPAID_APPLIED", "a", "1", "-10.00"],
        ["LATE_USAGE", "a", "-1000", "-10.00"],
        ["LATE_USAGE", "b", "1000", "8.00"],
        ["PREPAID_APPLIED", "a", "1", "10.00"],
        ["TRUE_UP", "a", "1", "-8.00"],
      ],
    );
    assert.deepEqual(owedOf(after, terms, [...before.lines, ...late], through), []);
  });
});
