import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { present } from "../kernel/assert.ts";
import { type Day, formatDay, parseDay } from "../kernel/day.ts";
import { type Interval, intervals } from "../kernel/periods.ts";
import {
  type BillingScheduleDraft,
  type ContractTerms,
  checkObligation,
  isTooLong,
  maximumPeriods,
  type ObligationDraft,
  obligationFacts,
} from "./obligation.ts";

const day = (text: string): Day => present(parseDay(text), text);

const contract: ContractTerms = {
  currency: "USD",
  netPaymentTerms: 30,
  straightLineDefault: "STRAIGHT_LINE",
  today: day("2026-01-15"),
};

const yearly: BillingScheduleDraft = {
  name: "Platform",
  description: null,
  start: day("2026-01-01"),
  last: day("2026-12-31"),
  duration: 0,
  interval: "YEAR",
  intervalFrequency: 1,
  isRecurring: undefined,
  isArrears: undefined,
  invoiceDateStrategy: "FIRST_OF_PERIOD",
  netPaymentTerms: undefined,
  billingType: "FLAT",
  pricing: [{ amount: "1200", amountType: "TOTAL_INVOICE", tierMinimum: "0" }],
  quantity: undefined,
  invoiceGroup: null,
};

const openEnded = { last: null, duration: 0 } as const;

type Parts = { readonly schedule?: Partial<BillingScheduleDraft> } & Partial<Omit<ObligationDraft, "schedule">>;

function draftOf({ schedule, ...rest }: Parts = {}): ObligationDraft {
  return {
    serviceStart: day("2026-01-01"),
    serviceLast: day("2026-12-31"),
    categoryId: null,
    recognitionPattern: undefined,
    discounts: [],
    ...rest,
    schedule: { ...yearly, ...schedule },
  };
}

const evergreen = (parts: Parts = {}) =>
  draftOf({ serviceLast: null, ...parts, schedule: { ...openEnded, ...parts.schedule } });
const problems = (draft: ObligationDraft, terms = contract) =>
  checkObligation(draft, terms).map(({ path, code }) => `${path} ${code}`);

describe("what is refused", () => {
  const percent = (amount: string) => ({ type: "PERCENTAGE", amount, note: null }) as const;
  const fixed = (amount: string) => ({ type: "FIXED", amount, note: null }) as const;
  const dearest = [{ amount: "999999999999999", amountType: "PER_ITEM", tierMinimum: "0" }] as const;

  for (const [name, draft, ...expected] of [
    ["a complete draft", draftOf()],
    ["an evergreen draft", evergreen()],
    ["no strategy", draftOf({ schedule: { invoiceDateStrategy: undefined } }), "/invoiceDateStrategy CONFLICT"],
    ["strategy and isArrears", draftOf({ schedule: { isArrears: true } }), "/invoiceDateStrategy CONFLICT"],
    [
      "every second one-off",
      draftOf({ schedule: { interval: "NONE", intervalFrequency: 2 } }),
      "/intervalFrequency RANGE",
    ],
    [
      "every second half month",
      draftOf({ schedule: { interval: "SEMI_MONTH", intervalFrequency: 2 } }),
      "/intervalFrequency RANGE",
    ],
    ["a recurring one-off", draftOf({ schedule: { interval: "NONE", isRecurring: true } }), "/isRecurring CONFLICT"],
    ["a yearly one that does not recur", draftOf({ schedule: { isRecurring: false } }), "/isRecurring CONFLICT"],
    ["billing that ends before it starts", draftOf({ schedule: { last: day("2025-12-31") } }), "/endDate RANGE"],
    ["billing of one day", draftOf({ schedule: { last: day("2026-01-01") } })],
    [
      "a one-off with a duration",
      draftOf({ schedule: { interval: "NONE", last: null, duration: 1 } }),
      "/duration CONFLICT",
    ],
    ["duration and end that differ", draftOf({ schedule: { duration: 2 } }), "/duration CONFLICT"],
    ["duration and end that agree", draftOf({ schedule: { duration: 1 } })],
    [
      "a second tier only",
      draftOf({
        schedule: { pricing: [{ ...yearly.pricing[0], amount: "1", amountType: "PER_ITEM", tierMinimum: "5" }] },
      }),
      "/pricing/0/tierMinimum RANGE",
    ],
    ["units without quantity", draftOf({ schedule: { billingType: "UNIT" } }), "/quantity REQUIRED"],
    ["no units", draftOf({ schedule: { billingType: "UNIT", quantity: "0" } }), "/quantity REQUIRED"],
    [
      "a price that no ledger holds",
      draftOf({ schedule: { billingType: "UNIT", quantity: "999999999999999", pricing: dearest } }),
      "/pricing/0/amount AMOUNT_INVALID",
    ],
    [
      "a price a period that no ledger holds",
      evergreen({ schedule: { billingType: "UNIT", quantity: "1000000", pricing: dearest } }),
      "/pricing/0/amount AMOUNT_INVALID",
    ],
    ["the dearest single price", draftOf({ schedule: { pricing: dearest } })],
    ["more years than a calendar has", draftOf({ schedule: { last: null, duration: 1200 } }), "/duration RANGE"],
    ["an end next to the end of days", draftOf({ schedule: { last: day("2200-12-31") } }), "/endDate RANGE"],
    ["a start at the beginning of days", draftOf({ schedule: { start: day("1900-01-01") } }), "/startDate RANGE"],
    [
      "open-ended periods of 100 years",
      evergreen({ schedule: { intervalFrequency: 100 } }),
      "/intervalFrequency RANGE",
    ],
  ] as const) {
    test(`the billing schedule: ${name}`, () => {
      assert.deepEqual(
        problems(draft),
        expected.map((problem) => `/billingSchedule${problem}`),
      );
    });
  }

  for (const [name, draft, ...expected] of [
    ["service that ends before it starts", draftOf({ serviceLast: day("2025-12-31") }), "/serviceEndDate RANGE"],
    ["billing that ends, service that does not", draftOf({ serviceLast: null }), "/serviceEndDate REQUIRED"],
    ["service that ends, billing that does not", draftOf({ schedule: openEnded }), "/billingSchedule/endDate REQUIRED"],
    [
      "open-ended service that starts with no period",
      evergreen({ serviceStart: day("2026-02-01") }),
      "/serviceStartDate CONFLICT",
    ],
    [
      "open-ended at a point in time",
      evergreen({ recognitionPattern: "POINT_IN_TIME" }),
      "/recognitionPattern CONFLICT",
    ],
    ["service to the end of days", draftOf({ serviceLast: day("2200-12-31") }), "/serviceEndDate RANGE"],
    ["service from the beginning of days", draftOf({ serviceStart: day("1900-06-01") }), "/serviceStartDate RANGE"],
    [
      "discounts out of range",
      draftOf({ discounts: [percent("1.01"), percent("0.123456789"), fixed("1.005"), percent("1"), fixed("1.05")] }),
      "/discounts/0/amount RANGE",
      "/discounts/1/amount RANGE",
      "/discounts/2/amount AMOUNT_INVALID",
    ],
  ] as const) {
    test(name, () => {
      assert.deepEqual(problems(draft), expected);
    });
  }

  test("a fixed discount has the decimals of its currency", () => {
    const decimals = { JPY: [true, false, false], USD: [true, true, false], KWD: [true, true, true] } as const;
    for (const [currency, expected] of Object.entries(decimals)) {
      const amounts = ["1", "1.05", "1.055"].map((amount) =>
        problems(draftOf({ discounts: [fixed(amount)] }), { ...contract, currency }),
      );
      assert.deepEqual(
        amounts.map((found) => found.length === 0),
        expected,
        currency,
      );
    }
  });

  test("everything is found at once, each with its place", () => {
    const draft = evergreen({
      serviceStart: day("2026-02-01"),
      recognitionPattern: "POINT_IN_TIME",
      discounts: [percent("2")],
      schedule: { invoiceDateStrategy: undefined, isRecurring: false, billingType: "UNIT" },
    });
    assert.deepEqual(problems(draft), [
      "/billingSchedule/invoiceDateStrategy CONFLICT",
      "/billingSchedule/isRecurring CONFLICT",
      "/billingSchedule/quantity REQUIRED",
      "/serviceStartDate CONFLICT",
      "/recognitionPattern CONFLICT",
      "/discounts/0/amount RANGE",
    ]);
  });

  test("every message tells what to do", () => {
    for (const { message } of checkObligation(
      draftOf({ serviceLast: null, schedule: { isRecurring: false } }),
      contract,
    )) {
      assert.match(message, /\w{3,}.*\.$/);
    }
  });
});

describe("what is worked out", () => {
  const facts = (draft: ObligationDraft, terms = contract) => obligationFacts(draft, terms);

  test("defaults come from the contract and the merchant", () => {
    const { term, promise } = facts(draftOf(), {
      ...contract,
      netPaymentTerms: 14,
      straightLineDefault: "STRAIGHT_LINE_DAILY",
    });
    assert.equal(term.netPaymentTerms, 14);
    assert.equal(term.quantity, "1");
    assert.deepEqual(promise, {
      recognitionPattern: "STRAIGHT_LINE_DAILY",
      service: { start: day("2026-01-01"), end: day("2027-01-01") },
      recognitionDate: null,
      categoryId: null,
    });
    assert.equal(facts(draftOf({ schedule: { netPaymentTerms: 0 } })).term.netPaymentTerms, 0);
  });

  test("isArrears stands for a strategy", () => {
    const strategyOf = (isArrears: boolean) =>
      facts(draftOf({ schedule: { invoiceDateStrategy: undefined, isArrears } })).term.invoiceDateStrategy;
    assert.deepEqual([strategyOf(true), strategyOf(false)], ["ARREARS", "FIRST_OF_PERIOD"]);
  });

  for (const [name, schedule, expected] of [
    ["stated", {}, "2027-01-01"],
    ["counted", { last: null, duration: 3 }, "2029-01-01"],
    ["counted from the 31st", { start: day("2026-01-31"), interval: "MONTH", last: null, duration: 1 }, "2026-02-28"],
    ["of a one-off", { interval: "NONE", last: null }, "2026-01-02"],
    ["of a long one-off", { interval: "NONE" }, "2027-01-01"],
    ["open", openEnded, null],
  ] as const) {
    test(`the end of a term: ${name}`, () => {
      const { end } = facts(draftOf({ schedule })).term;
      assert.equal(end === null ? null : formatDay(end), expected);
    });
  }

  test("a one-off of one day is earned at a point in time, anything else over time", () => {
    const oneDay = draftOf({ serviceLast: day("2026-01-01"), schedule: { interval: "NONE", last: null } });
    assert.deepEqual(
      [
        oneDay,
        draftOf({ schedule: { interval: "NONE" } }),
        draftOf(),
        { ...oneDay, recognitionPattern: "STRAIGHT_LINE" },
      ].map((draft) => facts(draft as ObligationDraft).promise.recognitionPattern),
      ["POINT_IN_TIME", "STRAIGHT_LINE", "STRAIGHT_LINE", "STRAIGHT_LINE"],
    );
    assert.equal(facts(oneDay).promise.recognitionDate, day("2026-01-01"));
  });

  test("control passes on the last day of service", () => {
    const { promise } = facts(draftOf({ recognitionPattern: "POINT_IN_TIME" }));
    assert.equal(promise.recognitionDate, day("2026-12-31"));
  });
});

describe("too long", () => {
  const isLong = (schedule: Partial<BillingScheduleDraft>, today = contract.today) =>
    isTooLong(obligationFacts(draftOf({ schedule }), contract).term, today);

  test("the limit counts periods, to the day", () => {
    const daily = { interval: "DAY", start: day("2026-01-01") } as const;
    const lastOfLimit = day("2026-01-01") + maximumPeriods - 1;
    assert.deepEqual(
      [isLong({ ...daily, last: lastOfLimit }), isLong({ ...daily, last: lastOfLimit + 1 })],
      [false, true],
    );
    assert.equal(isLong({ interval: "YEAR", last: day("2190-12-31") }), false);
  });

  test("an open-ended term is counted to a year from now", () => {
    const start = day("2020-01-01");
    assert.equal(isLong({ interval: "DAY", start, ...openEnded }, day("2026-01-15")), false);
    assert.equal(isLong({ interval: "DAY", start, ...openEnded }, day("2032-01-15")), true);
  });

  const schedules = fc.record({
    interval: fc.constantFrom<Interval>(...intervals.filter((interval) => interval !== "NONE")),
    intervalFrequency: fc.integer({ min: 1, max: 120 }),
    start: fc.integer({ min: day("1901-01-01"), max: day("2150-12-31") }),
    duration: fc.integer({ min: 1, max: 1200 }),
    last: fc.constant(null),
  });

  test("property: what passes the checks ends within the calendar and is soon known to be long or not", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const draft = draftOf({ schedule, serviceStart: schedule.start, serviceLast: schedule.start });
        const found = problems(draft).filter((problem) => !problem.includes("/intervalFrequency"));
        const { end } = obligationFacts(draft, contract).term;
        const ends = present(end, "the end of a counted term");
        assert.deepEqual(found, ends - 1 > day("2198-12-31") ? ["/billingSchedule/duration RANGE"] : []);
      }),
    );
  });
});
