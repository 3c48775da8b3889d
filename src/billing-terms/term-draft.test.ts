import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { openEnded, seatConfigDraft, termDefaults, termDraft } from "../../test/support/term-drafts.ts";
import { day } from "../../test/support/terms.ts";
import { required } from "../kernel/assert.ts";
import { formatDay } from "../kernel/day.ts";
import { type Interval, intervals } from "../kernel/periods.ts";
import { checkTerm, checkTermDiscounts, isTooLong, maximumPeriods, type TermDraft, termFacts } from "./term-draft.ts";

const problems = (parts: Partial<TermDraft>, defaults = termDefaults) =>
  checkTerm(termDraft(parts), defaults, "").map(({ path, code }) => `${path} ${code}`);
const facts = (parts: Partial<TermDraft> = {}, defaults = termDefaults) => termFacts(termDraft(parts), defaults);

const dearest = [{ amount: "999999999999999", amountType: "PER_ITEM", tierMinimum: "0" }] as const;
const perItem = [{ amount: "5", amountType: "PER_ITEM", tierMinimum: "0" }] as const;
const units = { billingType: "UNIT", pricing: perItem, quantity: "3" } as const;
const usage = {
  ...units,
  quantity: undefined,
  eventTypeId: "calls",
  interval: "MONTH",
  invoiceDateStrategy: "ARREARS",
} as const;
const seats = { ...units, seatConfig: seatConfigDraft } as const;
const oneOff = { interval: "NONE", last: null } as const;

describe("what is rejected of a term", () => {
  for (const [name, parts, ...expected] of [
    ["a complete draft", {}],
    ["an open-ended draft", openEnded],
    ["no name and no product", { name: undefined }, "/name REQUIRED"],
    ["every second one-off", { interval: "NONE", intervalFrequency: 2 }, "/intervalFrequency RANGE"],
    ["every second half month", { interval: "SEMI_MONTH", intervalFrequency: 2 }, "/intervalFrequency RANGE"],
    ["a recurring one-off", { interval: "NONE", isRecurring: true }, "/isRecurring CONFLICT"],
    ["a yearly one that does not recur", { isRecurring: false }, "/isRecurring CONFLICT"],
    ["a yearly one that recurs", { isRecurring: true }],
    ["billing that ends before it starts", { last: day("2025-12-31") }, "/endDate RANGE"],
    ["billing of one day", { last: day("2026-01-01") }],
    ["a one-off with a duration", { ...oneOff, duration: 1 }, "/duration CONFLICT"],
    ["duration and end that differ", { duration: 2 }, "/duration CONFLICT"],
    ["duration and end that agree", { duration: 1 }],
    [
      "a second tier only",
      { pricing: [{ amount: "1", amountType: "PER_ITEM", tierMinimum: "5" }] },
      "/pricing/0/tierMinimum RANGE",
    ],
    ["units without quantity", { billingType: "UNIT" }, "/quantity REQUIRED"],
    ["no units", { billingType: "UNIT", quantity: "0" }, "/quantity REQUIRED"],
    ["no units, written at length", { billingType: "UNIT", quantity: "0.000" }, "/quantity REQUIRED"],
    [
      "a price that no ledger holds",
      { billingType: "UNIT", quantity: "999999999999999", pricing: dearest },
      "/pricing/0/amount AMOUNT_INVALID",
    ],
    [
      "a price a period that no ledger holds",
      { ...openEnded, billingType: "UNIT", quantity: "1000000", pricing: dearest },
      "/pricing/0/amount AMOUNT_INVALID",
    ],
    ["the dearest single price", { pricing: dearest }],
    ["more years than a calendar has", { last: null, duration: 1200 }, "/duration RANGE"],
    ["an end next to the end of days", { last: day("2200-12-31") }, "/endDate RANGE"],
    ["a start at the beginning of days", { start: day("1900-01-01") }, "/startDate RANGE"],
    ["open-ended periods of 100 years", { ...openEnded, intervalFrequency: 100 }, "/intervalFrequency RANGE"],
    ["metered usage", usage],
    ["metered usage of a commitment", { ...usage, usageScope: "COMMITMENT" }],
    ["metered usage in the flat", { ...usage, billingType: "FLAT" }, "/billingType CONFLICT"],
    ["usage billed in advance", { ...usage, invoiceDateStrategy: "FIRST_OF_PERIOD" }, "/invoiceDateStrategy CONFLICT"],
    [
      "usage billed ahead of its start",
      { ...usage, invoiceDateStrategy: "ADVANCED_DUE_START" },
      "/invoiceDateStrategy CONFLICT",
    ],
    ["usage on the last day", { ...usage, invoiceDateStrategy: "LAST_OF_PERIOD" }],
    ["usage once", { ...usage, interval: "NONE" }, "/interval CONFLICT"],
    ["usage with a quantity", { ...usage, quantity: "1" }, "/quantity CONFLICT"],
    ["usage with quantity 0", { ...usage, quantity: "0" }],
    ["a scope of usage without usage", { usageScope: "STANDALONE" }, "/usageScope CONFLICT"],
    ["seats", seats],
    ["no seats at first", { ...seats, quantity: "0" }],
    ["seats without a first count", { ...seats, quantity: undefined }, "/quantity REQUIRED"],
    ["seats in the flat", { ...seats, billingType: "FLAT" }, "/billingType CONFLICT"],
    ["seats that are metered", { ...usage, seatConfig: seatConfigDraft }, "/seatConfig CONFLICT"],
    ["seats once", { ...seats, ...oneOff }, "/interval CONFLICT"],
    ["a milestone", { ...oneOff, trigger: "MILESTONE" }],
    ["a milestone every year", { trigger: "MILESTONE" }, "/trigger CONFLICT"],
  ] as const) {
    test(name, () => {
      assert.deepEqual(problems(parts as Partial<TermDraft>), expected);
    });
  }

  test("every issue at once, each with its path, and every message says what to do", () => {
    const draft = termDraft({
      ...openEnded,
      name: undefined,
      isRecurring: false,
      billingType: "UNIT",
      trigger: "MILESTONE",
      packageSize: "10",
    });
    const found = checkTerm(draft, termDefaults, "/billingSchedule");
    assert.deepEqual(
      found.map(({ path, code }) => `${path} ${code}`),
      [
        "/billingSchedule/name REQUIRED",
        "/billingSchedule/isRecurring CONFLICT",
        "/billingSchedule/quantity REQUIRED",
        "/billingSchedule/trigger CONFLICT",
        "/billingSchedule/packageSize CONFLICT",
      ],
    );
    for (const { message } of found) assert.match(message, /\w{3,}.*\.$/);
  });

  test("discounts outside the days of the term, whose end is stated or computed", () => {
    const discount = { type: "PERCENTAGE", amount: "0.1", note: null, start: null } as const;
    const found = (last: string, parts: Partial<TermDraft> = {}) =>
      checkTermDiscounts(termDraft({ discounts: [{ ...discount, last: day(last) }], ...parts }), "USD", "").length;
    assert.deepEqual([found("2026-12-31"), found("2027-01-01"), found("2027-01-01", openEnded)], [0, 1, 0]);
    assert.deepEqual([found("2027-12-31", { last: null, duration: 2 }), found("2026-01-02", oneOff)], [0, 1]);
  });
});

describe("derived fields of a term", () => {
  const product = { displayName: "Suite", description: "All of it", itemId: "item", erpClassId: "class" };
  const namesOf = (parts: Partial<TermDraft>, from: typeof product | null = product) => {
    const { name, description, itemId, classId } = facts(parts, { ...termDefaults, product: from });
    return [name, description, itemId, classId];
  };

  test("have the contract's payment terms and one unit as defaults", () => {
    assert.deepEqual([facts().netPaymentTerms, facts().price.quantity], [30, "1"]);
    assert.equal(facts({}, { ...termDefaults, netPaymentTerms: 14 }).netPaymentTerms, 14);
    assert.equal(facts({ netPaymentTerms: 0 }).netPaymentTerms, 0);
    assert.equal(facts(usage).price.quantity, "0");
    assert.equal(facts({ ...units, quantity: "03.50" }).price.quantity, "3.5");
  });

  test("come from its product where the request leaves them out, but not where it sends null", () => {
    const silent = { name: undefined, description: undefined, itemId: undefined, classId: undefined };
    assert.deepEqual(namesOf(silent), ["Suite", "All of it", "item", "class"]);
    assert.deepEqual(namesOf({ ...silent, name: "Own", description: null, itemId: null, classId: null }), [
      "Own",
      null,
      null,
      null,
    ]);
    assert.deepEqual(namesOf({ ...silent, name: "Own" }, null), ["Own", null, null, null]);
  });

  for (const [name, parts, expected] of [
    ["stated", {}, "2027-01-01"],
    ["counted", { last: null, duration: 3 }, "2029-01-01"],
    ["counted from the 31st", { start: day("2026-01-31"), interval: "MONTH", last: null, duration: 1 }, "2026-02-28"],
    ["of a one-off", oneOff, "2026-01-02"],
    ["of a long one-off", { interval: "NONE" }, "2027-01-01"],
    ["open", openEnded, null],
  ] as const) {
    test(`the end: ${name}`, () => {
      const { end } = facts(parts);
      assert.equal(end === null ? null : formatDay(end), expected);
    });
  }

  test("have discount windows with an exclusive end, tiers numbered from 0, numbers in one spelling", () => {
    const { price } = facts({
      discounts: [{ type: "FIXED", amount: "5", note: "Welcome", start: null, last: day("2026-03-31") }],
      pricing: [{ tier: 1, amount: "0012.50", amountType: "TOTAL_INVOICE", tierMinimum: "0.0" }],
    });
    assert.deepEqual(price.discounts, [
      { type: "FIXED", amount: "5", note: "Welcome", start: null, end: day("2026-04-01") },
    ]);
    assert.deepEqual(price.pricing, [{ tier: 0, amount: "12.5", amountType: "TOTAL_INVOICE", tierMinimum: "0" }]);
  });

  test("the first escalation is on the stated day; without one it follows the first day of the term", () => {
    const escalator = { type: "PERCENTAGE", amount: "0.05", everyMonths: 12, firstDate: null } as const;
    const first = (parts: Partial<TermDraft>) => facts(parts).price.escalator?.firstDate;
    assert.equal(first({ escalator }), null);
    assert.equal(first({ escalator: { ...escalator, firstDate: day("2026-07-01") } }), day("2026-07-01"));
  });

  test("seats have by default no minimum, and are billed by days with the next invoice", () => {
    assert.deepEqual(facts(seats).seatConfig, {
      minQuantity: "0",
      isMovingMinimum: false,
      defaultProrationPolicy: "DAY",
      defaultTrueUpTiming: "CO_TERM",
      creditOnDecrease: "NONE",
    });
    const stated = { ...seatConfigDraft, minQuantity: "5.0", defaultTrueUpTiming: "IMMEDIATE" } as const;
    const { seatConfig } = facts({ ...seats, seatConfig: stated });
    assert.deepEqual([seatConfig?.minQuantity, seatConfig?.defaultTrueUpTiming], ["5", "IMMEDIATE"]);
  });
});

describe("the number of periods", () => {
  const isLong = (parts: Partial<TermDraft>, today = day("2026-01-15")) => isTooLong(facts(parts), today);

  test("is limited, to the day", () => {
    const daily = { interval: "DAY", start: day("2026-01-01") } as const;
    const lastOfLimit = day("2026-01-01") + maximumPeriods - 1;
    assert.deepEqual(
      [isLong({ ...daily, last: lastOfLimit }), isLong({ ...daily, last: lastOfLimit + 1 })],
      [false, true],
    );
    assert.equal(isLong({ interval: "YEAR", last: day("2190-12-31") }), false);
  });

  test("of an open-ended term is counted up to a year from now", () => {
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

  test("property: an accepted term ends within the calendar, and its length is checked quickly", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const found = problems(schedule).filter((problem) => !problem.includes("/intervalFrequency"));
        const ends = required(facts(schedule).end, "the end of a counted term");
        assert.deepEqual(found, ends - 1 > day("2198-12-31") ? ["/duration RANGE"] : []);
        assert.equal(typeof isLong(schedule), "boolean");
      }),
    );
  });
});
