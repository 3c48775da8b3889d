import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  commitmentOf,
  computeAllPeriods,
  earnedBy,
  overageOf,
  owedOf,
  scheduleOf,
  shown,
  stepOf,
  termsOf,
  usageTerm,
  used,
} from "../../test/support/commitments.ts";
import { day, unitPrice } from "../../test/support/terms.ts";
import { formatDay } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import type { Prepaid, PrepaymentScheduleType, TrueUpBehavior } from "./commitment.ts";
import { prepaidAccount } from "./period-computation.ts";

const prepaid = (value: string, scheduleType: PrepaymentScheduleType = "PER_COMMITMENT_PERIOD"): Prepaid => ({
  ...{ value, scheduleType, lineName: null, itemId: null },
});
const trueUp = (behavior: TrueUpBehavior) => ({ behavior, name: null, itemId: null });
const atOne = termsOf(usageTerm("a", "1"));

describe("rounding inside one commitment period", () => {
  const inThree = [used("2026-01", "0.335"), used("2026-02", "0.335"), used("2026-03", "0.330")];
  const ofOne = commitmentOf({ schedules: [scheduleOf({ steps: [stepOf("step", "1.00", "a")] })] });

  test("0.335 + 0.335 + 0.330 of 1.00 are billed as 0.34, 0.33, 0.33", () => {
    assert.deepEqual(shown(computeAllPeriods(ofOne, atOne, inThree).lines), [
      ["2026-02-01", "USAGE", "0.34"],
      ["2026-03-01", "USAGE", "0.33"],
      ["2026-04-01", "USAGE", "0.33"],
    ]);
  });

  test("lines of one invoice share its amount by largest remainder", () => {
    const types = ["x", "y", "z"];
    const terms = termsOf(...types.map((eventTypeId) => usageTerm(eventTypeId, "1", { eventTypeId })));
    const schedule = scheduleOf({ steps: [stepOf("step", "1.00", ...types)] });
    const facts = ["0.334", "0.333", "0.333"].map((quantity, index) =>
      used("2026-01", quantity, { eventTypeId: types[index] ?? "" }),
    );
    const { lines } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), terms, facts);
    assert.deepEqual(
      lines.map(({ billingTermId, price }) => [billingTermId, formatMoney(price.total)]),
      [
        ["x", "0.34"],
        ["y", "0.33"],
        ["z", "0.33"],
      ],
    );
  });

  test("HALF_EVEN may lower a line by a whole cent", () => {
    const facts = [used("2026-01", "0.015"), used("2026-02", "0.01"), used("2026-03", "0.01")];
    const { lines } = computeAllPeriods(ofOne, atOne, facts, { rounding: "HALF_EVEN" });
    assert.deepEqual(shown(lines), [
      ["2026-02-01", "USAGE", "0.02"],
      ["2026-03-01", "USAGE", "0.00"],
      ["2026-04-01", "USAGE", "0.02"],
      ["2026-04-01", "TRUE_UP", "0.96"],
    ]);
  });
});

describe("prepayments", () => {
  const months = { interval: "MONTHLY", trueUp: trueUp("NONE"), steps: [stepOf("step", "100", "a")] } as const;
  const paid = (scheduleType: PrepaymentScheduleType, parts = {}) => {
    const schedule = scheduleOf({ ...months, prepaid: prepaid("100", scheduleType), ...parts });
    return computeAllPeriods(commitmentOf({ schedules: [schedule] }), atOne, []).lines;
  };

  test("all at the start of the schedule, each for its own period", () => {
    const lines = paid("FULL_UPFRONT");
    assert.deepEqual(shown(lines), Array(3).fill(["2026-01-01", "PREPAYMENT", "100.00"]));
    assert.deepEqual(
      lines.map(({ service }) => formatDay(service.start)),
      ["2026-01-01", "2026-02-01", "2026-03-01"],
    );
  });

  test("at the start of each commitment period", () => {
    assert.deepEqual(shown(paid("PER_COMMITMENT_PERIOD")), [
      ["2026-01-01", "PREPAYMENT", "100.00"],
      ["2026-02-01", "PREPAYMENT", "100.00"],
      ["2026-03-01", "PREPAYMENT", "100.00"],
    ]);
  });

  test("in equal parts at the start of each billing period, rounded cumulatively", () => {
    assert.deepEqual(shown(paid("SPLIT_ACROSS_BILLING_PERIODS", { interval: "QUARTERLY" })), [
      ["2026-01-01", "PREPAYMENT", "33.33"],
      ["2026-02-01", "PREPAYMENT", "33.34"],
      ["2026-03-01", "PREPAYMENT", "33.33"],
    ]);
  });

  test("are applied on the invoice of the usage, and remaining prepaid value does not roll over", () => {
    const schedule = scheduleOf({ ...months, prepaid: prepaid("80") });
    const facts = [used("2026-01", "30"), used("2026-02", "90")];
    const { lines, periods } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), atOne, facts);
    assert.deepEqual(
      shown(lines).filter(([, type]) => type !== "PREPAYMENT"),
      [
        ["2026-02-01", "USAGE", "30.00"],
        ["2026-02-01", "PREPAID_APPLIED", "-30.00"],
        ["2026-03-01", "USAGE", "90.00"],
        ["2026-03-01", "PREPAID_APPLIED", "-80.00"],
      ],
    );
    assert.deepEqual(
      periods.map(({ computation }) => formatMoney(prepaidAccount(computation).lapsed)),
      ["50.00", "0.00", "80.00"],
    );
  });

  test("and true-ups have the names, items and net terms of the schedule", () => {
    const schedule = scheduleOf({
      prepaid: { ...prepaid("10"), lineName: "Deposit", itemId: "item 1" },
      trueUp: { behavior: "EACH_PERIOD", name: "Shortfall", itemId: "item 2" },
      netPaymentTerms: 45,
    });
    const { lines } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), atOne, [used("2026-01", "4")]);
    assert.deepEqual(
      lines.map(({ name, itemId, netPaymentTerms }) => [name, itemId, netPaymentTerms]),
      [
        ["Deposit", "item 1", 45],
        ["a", null, 30],
        ["Deposit applied", "item 1", 30],
        ["Shortfall", "item 2", 45],
      ],
    );
  });
});

describe("true-ups", () => {
  const facts = [used("2026-01", "60"), used("2026-02", "150"), used("2026-03", "70")];
  const billed = (behavior: TrueUpBehavior) => {
    const steps = [stepOf("step", "100", "a")];
    const schedule = scheduleOf({ interval: "MONTHLY", steps, trueUp: trueUp(behavior) });
    const { lines } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), atOne, facts);
    return shown(lines).filter(([, type]) => type === "TRUE_UP");
  };

  test("of each period are on the day after it", () => {
    assert.deepEqual(billed("EACH_PERIOD"), [
      ["2026-02-01", "TRUE_UP", "40.00"],
      ["2026-04-01", "TRUE_UP", "30.00"],
    ]);
  });

  test("after the schedule are one sum of the shortfalls, without netting February's overage", () => {
    assert.deepEqual(billed("END_OF_SCHEDULE"), [["2026-04-01", "TRUE_UP", "70.00"]]);
  });

  test("are left out with NONE", () => {
    assert.deepEqual(billed("NONE"), []);
  });
});

describe("prices inside a drawdown", () => {
  const amounts = (term: ReturnType<typeof usageTerm>, unitType: "CURRENCY" | "UNITS" = "CURRENCY") => {
    const facts = [used("2026-01-31", "10"), used("2026-02-01", "10"), used("2026-02-20", "10")];
    const { lines } = computeAllPeriods(commitmentOf({ unitType }), termsOf(term), facts);
    return lines.filter(({ type }) => type === "USAGE").map(({ price }) => formatMoney(price.total));
  };
  const discounted = unitPrice("10", "1", {
    discounts: [
      { type: "PERCENTAGE", amount: "0.10", note: null, start: null, end: null },
      { type: "PERCENTAGE", amount: "0.50", note: null, start: day("2026-02-01"), end: null },
    ],
  });
  const escalated = unitPrice("10", "1", {
    escalator: { type: "PERCENTAGE", amount: "0.05", everyMonths: 12, firstDate: day("2026-02-01") },
  });
  const layers = [{ price: unitPrice("20", "1"), effectiveFrom: day("2026-02-15"), bookMonth: null }];

  test("percentage discounts lower the unit price, by the first day of the billing period", () => {
    assert.deepEqual(amounts(usageTerm("a", discounted)), ["90.00", "90.00"]);
  });

  test("so do escalators", () => {
    assert.deepEqual(amounts(usageTerm("a", escalated)), ["100.00", "210.00"]);
    const escalator = { type: "PERCENTAGE", amount: "0.05", everyMonths: 1, firstDate: null } as const;
    assert.deepEqual(amounts(usageTerm("a", unitPrice("10", "1", { escalator }))), ["100.00", "210.00"]);
  });

  test("a new price applies to usage from its own day on", () => {
    assert.deepEqual(amounts(usageTerm("a", "10", { layers })), ["100.00", "300.00"]);
  });

  test("a new price too is escalated by the first day of the billing period", () => {
    const price = unitPrice("20", "1", {
      escalator: { type: "PERCENTAGE", amount: "0.05", everyMonths: 12, firstDate: day("2026-02-10") },
    });
    const later = [{ price, effectiveFrom: day("2026-02-15"), bookMonth: null }];
    assert.deepEqual(amounts(usageTerm("a", "10", { layers: later })), ["100.00", "300.00"]);
  });

  test("units have the prices of the first day of their commitment period", () => {
    assert.deepEqual(amounts(usageTerm("a", discounted), "UNITS"), ["90.00", "180.00"]);
    assert.deepEqual(amounts(usageTerm("a", "10", { layers }), "UNITS"), ["100.00", "200.00"]);
  });
});

describe("usage", () => {
  test("has a line for each differentiator and split key, which share each step by units", () => {
    const schedule = scheduleOf({ steps: [stepOf("step", "60", "a")], overageConfigs: [overageOf("2")] });
    const facts = [
      used("2026-01", "10", { differentiator: "us", invoiceSplitKey: "team" }),
      used("2026-01", "60", { differentiator: "eu" }),
      used("2026-01", "20", { differentiator: "us" }),
    ];
    const { lines } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), atOne, facts);
    assert.deepEqual(
      lines.map(({ type, differentiator, invoiceSplitKey, price }) => [
        type,
        differentiator,
        invoiceSplitKey,
        formatMoney(price.total),
      ]),
      [
        ["USAGE", "eu", null, "40.00"],
        ["USAGE", "us", null, "13.33"],
        ["USAGE", "us", "team", "6.67"],
        ["OVERAGE", "eu", null, "40.00"],
        ["OVERAGE", "us", null, "13.33"],
        ["OVERAGE", "us", "team", "6.67"],
      ],
    );
  });

  test("that is deleted is deducted from earlier days first, and no billing period is negative", () => {
    const quarterly = termsOf(usageTerm("a", "1", { interval: "QUARTER" }));
    const facts = [used("2026-01", "10"), used("2026-02", "5"), used("2026-03", "-8")];
    const { lines } = computeAllPeriods(commitmentOf(), quarterly, facts);
    assert.deepEqual(shown(lines), [
      ["2026-04-01", "USAGE", "7.00"],
      ["2026-04-01", "TRUE_UP", "993.00"],
    ]);
    const earned = (today: string) => earnedBy(today, commitmentOf(), quarterly, facts)[0]?.[0];
    assert.deepEqual(["2026-02-01", "2026-03-01", "2026-03-31", "2026-04-01"].map(earned), [
      ...["10.00", "15.00", "7.00", "1000.00"],
    ]);
    const negative = computeAllPeriods(commitmentOf(), atOne, [used("2026-01", "-10"), used("2026-02", "3")]);
    assert.deepEqual(shown(negative.lines)[0], ["2026-03-01", "USAGE", "3.00"]);
  });

  test("at volume overage prices reverses the price of a lower tier: a negative line", () => {
    const tiers = [
      ["0", "1"],
      ["100", "0.1"],
    ] as const;
    const top = overageOf(tiers, { tierPricingType: "USE_TOP_TIER_PRICE_ONLY" });
    const schedule = scheduleOf({ steps: [stepOf("step", "1", "a")], overageConfigs: [top] });
    const facts = [used("2026-01", "91"), used("2026-02", "60")];
    const { lines } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), atOne, facts);
    assert.deepEqual(shown(lines).slice(1), [
      ["2026-02-01", "OVERAGE", "90.00"],
      ["2026-03-01", "OVERAGE", "-75.00"],
    ]);
    assert.deepEqual(lines.at(-1)?.tiers, [
      { tier: 0, quantity: "-90", unitPrice: "1", amount: "-90" },
      { tier: 1, quantity: "150", unitPrice: "0.1", amount: "15" },
    ]);
  });

  test("with billing periods of other lengths draws down when they end", () => {
    const terms = termsOf(
      usageTerm("monthly", "5", { eventTypeId: "m" }),
      usageTerm("quarterly", "1", { eventTypeId: "q", interval: "QUARTER" }),
    );
    const schedule = scheduleOf({ steps: [stepOf("step", "100", "monthly", "quarterly")] });
    const facts = [used("2026-01", "90", { eventTypeId: "q" }), used("2026-02", "15", { eventTypeId: "m" })];
    const { lines } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), terms, facts);
    assert.deepEqual(shown(lines), [
      ["2026-03-01", "USAGE", "75.00"],
      ["2026-04-01", "USAGE", "25.00"],
      ["2026-04-01", "OVERAGE", "65.00"],
    ]);
  });
});

describe("late usage", () => {
  test("is usage of a billing period invoiced without its line, not of a later one", () => {
    const facts = [used("2026-01", "5"), used("2026-02", "7")];
    const owed = owedOf(computeAllPeriods(commitmentOf(), atOne, facts), atOne, [], day("2026-02-01"));
    assert.deepEqual(shown(owed), [
      ["2026-02-01", "LATE_USAGE", "5.00"],
      ["2026-03-01", "USAGE", "7.00"],
      ["2026-04-01", "TRUE_UP", "988.00"],
    ]);
  });

  test("that is deleted is credited completely, with its tiers", () => {
    const billed = computeAllPeriods(commitmentOf(), atOne, [used("2026-01", "5")]).lines.filter(
      ({ type }) => type === "USAGE",
    );
    const [trueUp, back] = owedOf(computeAllPeriods(commitmentOf(), atOne, []), atOne, billed, null);
    assert.equal(trueUp?.type, "TRUE_UP");
    assert.deepEqual(
      [back?.type, back?.quantity, formatMoney(back?.price.total ?? assert.fail())],
      ["LATE_USAGE", "-5", "-5.00"],
    );
    assert.deepEqual(back?.tiers, [{ tier: 0, quantity: "-5", unitPrice: "1", amount: "-5" }]);
    assert.deepEqual([back?.explanation.total, back?.explanation.billed], ["0.00", "5.00"]);
  });

  test("that is credited has the name and item of the billed line", () => {
    const named = overageOf("2", { lineName: "Extra calls", itemId: "extra" });
    const schedule = scheduleOf({ overageConfigs: [named], steps: [stepOf("step", "5", "a")], trueUp: trueUp("NONE") });
    const commitment = commitmentOf({ schedules: [schedule] });
    const billed = computeAllPeriods(commitment, atOne, [used("2026-01", "6")]).lines;
    const owed = owedOf(computeAllPeriods(commitment, atOne, []), atOne, billed, null);
    assert.deepEqual(
      owed.map(({ type, name, itemId }) => [type, name, itemId]),
      billed.map(({ type, name, itemId }) => [type === "USAGE" ? "LATE_USAGE" : type, name, itemId]),
    );
    assert.deepEqual(owed.at(-1)?.itemId, "extra");
  });
});

describe("revenue", () => {
  const schedule = scheduleOf({ prepaid: prepaid("600"), steps: [stepOf("step", "600", "a")], trueUp: trueUp("NONE") });
  const commitment = commitmentOf({ schedules: [schedule] });
  const facts = [used("2026-01", "100"), used("2026-02", "150")];
  const earned = (today: string) => earnedBy(today, commitment, atOne, facts);

  test("as consumed follows the usage; lapsed value is breakage on the last day, and not before", () => {
    assert.deepEqual(earned("2026-02-01"), [["100.00", "0.00", "0.00"]]);
    assert.deepEqual(earned("2026-03-31"), [["250.00", "0.00", "0.00"]]);
    assert.deepEqual(earned("2026-04-01"), [["250.00", "350.00", "0.00"]]);
  });

  test("leaves unused prepaid value as a balance until the period is over", () => {
    const account = (today: string) => {
      const { periods } = computeAllPeriods(commitment, atOne, facts, { today: day(today) });
      return Object.values(prepaidAccount(periods[0]?.computation ?? assert.fail())).map(formatMoney);
    };
    assert.deepEqual(account("2026-03-31"), ["600.00", "250.00", "0.00", "350.00"]);
    assert.deepEqual(account("2026-04-01"), ["600.00", "250.00", "350.00", "0.00"]);
  });

  test("with STRAIGHT_LINE is the committed amount over the period, whatever is used", () => {
    const even = { ...commitment, pattern: "STRAIGHT_LINE" as const };
    assert.deepEqual(earnedBy("2026-02-01", even, atOne, facts), [["0.00", "0.00", "600.00"]]);
  });
});
