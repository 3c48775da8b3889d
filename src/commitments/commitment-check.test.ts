import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commitmentOf, overageOf, scheduleOf, stepOf, termsOf, usageTerm } from "../../test/support/commitments.ts";
import { day, flatPrice, unitPrice } from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Issue } from "../kernel/errors.ts";
import { type Commitment, type Schedule, trueUpOf } from "./commitment.ts";
import { checkCommitment } from "./commitment-check.ts";
import { checkTerms, type TermContext } from "./eligibility.ts";

const y2026 = { start: day("2026-01-01"), end: day("2027-01-01") };
const terms = termsOf(
  usageTerm("a", "1"),
  usageTerm("a2", "1"),
  usageTerm("b", "1", { eventTypeId: "messages" }),
  usageTerm("dear", "2", { eventTypeId: "messages" }),
);
const found = (issues: readonly Issue[]) => issues.map(({ path, code }) => `${code} ${path}`);

const later = { start: day("2026-04-01"), end: day("2026-07-01") };
const prepaid = (value: string) => ({ value, scheduleType: "FULL_UPFRONT", lineName: null, itemId: null }) as const;
const trueUp = (behavior: "NONE" | "EACH_PERIOD") => ({ behavior, name: null, itemId: null });

const rejections: readonly [
  what: string,
  schedules: readonly Partial<Schedule>[],
  issues: readonly string[],
  Partial<Commitment>?,
][] = [
  ["no schedule", [], ["SCHEDULE_STRUCTURE_INVALID /schedules"]],
  ["a gap", [{}, { ...later, start: day("2026-04-02") }], ["SCHEDULE_NOT_CONTIGUOUS /schedules/1/startDate"]],
  ["an overlap", [{}, { ...later, start: day("2026-03-31") }], ["SCHEDULE_NOT_CONTIGUOUS /schedules/1/startDate"]],
  ["days before the contract", [{ start: day("2025-12-01") }], ["SCHEDULE_STRUCTURE_INVALID /schedules/0/startDate"]],
  ["days after it", [{ end: day("2027-02-01") }], ["SCHEDULE_STRUCTURE_INVALID /schedules/0/endDate"]],
  ["no day", [{ end: day("2026-01-01") }], ["SCHEDULE_STRUCTURE_INVALID /schedules/0/endDate"]],
  [
    "a part of a period",
    [{ interval: "MONTHLY", end: day("2026-03-15") }],
    ["SCHEDULE_ALIGNMENT_INVALID /schedules/0/endDate"],
  ],
  ["no step", [{ steps: [] }], ["STEP_CONFIG_INVALID /schedules/0/steps"]],
  [
    "21 steps",
    [{ steps: Array.from({ length: 21 }, (_, index) => stepOf(String(index), "1", "a")) }],
    ["STEP_CONFIG_INVALID /schedules/0/steps"],
  ],
  [
    "a step of nothing",
    [{ steps: [stepOf("1", "0", "a")] }],
    ["STEP_CONFIG_INVALID /schedules/0/steps/0/commitmentValue"],
  ],
  [
    "a tenth of a cent",
    [{ steps: [stepOf("1", "1.001", "a")] }],
    ["STEP_CONFIG_INVALID /schedules/0/steps/0/commitmentValue"],
  ],
  [
    "a step without terms",
    [{ steps: [stepOf("1", "1")] }],
    ["STEP_CONFIG_INVALID /schedules/0/steps/0/billingTermIds"],
  ],
  [
    "two terms of one event type",
    [{ steps: [stepOf("1", "1", "a", "a2")] }],
    ["STEP_EVENT_TYPE_MISMATCH /schedules/0/steps/0/billingTermIds"],
  ],
  [
    "another event type in a second step: one missing, one extra",
    [{ steps: [stepOf("1", "1", "a"), stepOf("2", "1", "b")] }],
    Array(2).fill("STEP_EVENT_TYPE_MISMATCH /schedules/0/steps/1/billingTermIds"),
  ],
  [
    "more event types in a second schedule",
    [{}, { ...later, steps: [stepOf("1", "1", "a", "b")] }],
    ["SCHEDULE_EVENT_TYPE_MISMATCH /schedules/1/steps/0/billingTermIds"],
  ],
  ["a prepayment of nothing", [{ prepaid: prepaid("0") }], ["SCHEDULE_STRUCTURE_INVALID /schedules/0/prepaidValue"]],
  ["one above the steps", [{ prepaid: prepaid("1000.01") }], ["SCHEDULE_STRUCTURE_INVALID /schedules/0/prepaidValue"]],
  [
    "one in tenths of a cent",
    [{ prepaid: prepaid("1.001") }],
    ["SCHEDULE_STRUCTURE_INVALID /schedules/0/prepaidValue"],
  ],
  ["net terms of 366 days", [{ netPaymentTerms: 366 }], ["RANGE /schedules/0/netPaymentTerms"]],
  [
    "overage of another event type",
    [{ overageConfigs: [overageOf("1", { eventTypeId: "messages" })] }],
    ["SCHEDULE_EVENT_TYPE_MISMATCH /schedules/0/overageConfigs/0"],
  ],
  [
    "two overage prices of one",
    [{ overageConfigs: [overageOf("1"), overageOf("2")] }],
    ["SCHEDULE_STRUCTURE_INVALID /schedules/0/overageConfigs/1"],
  ],
  [
    "tiers that begin late, do not rise, and pay the customer: all at once",
    [
      {
        overageConfigs: [
          overageOf([
            ["1", "1"],
            ["1", "-1"],
          ]),
        ],
      },
    ],
    [
      "TIER_INVALID /schedules/0/overageConfigs/0/overagePricings/0/conditionValue",
      "TIER_INVALID /schedules/0/overageConfigs/0/overagePricings/1/conditionValue",
      "TIER_INVALID /schedules/0/overageConfigs/0/overagePricings/1/price",
    ],
  ],
  ["no tiers", [{ overageConfigs: [overageOf([])] }], ["TIER_INVALID /schedules/0/overageConfigs/0/overagePricings"]],
  [
    "straight-line revenue that is never billed",
    [{ trueUp: trueUp("NONE") }],
    ["SCHEDULE_STRUCTURE_INVALID /schedules/0/trueUpBehavior"],
    { pattern: "STRAIGHT_LINE" },
  ],
  [
    "a full duration that is not full",
    [{ start: day("2026-02-01") }],
    ["SCHEDULE_STRUCTURE_INVALID /schedules/0/startDate", "SCHEDULE_STRUCTURE_INVALID /schedules/0/endDate"],
    { isFullDuration: true },
  ],
];

describe("a commitment is rejected for", () => {
  for (const [what, schedules, issues, parts = {}] of rejections) {
    test(what, () => {
      const commitment = commitmentOf({ ...parts, schedules: schedules.map(scheduleOf) });
      assert.deepEqual(found(checkCommitment(commitment, { contract: y2026, terms }, "")), issues);
    });
  }

  test("a full duration of a contract without an end", () => {
    const open = { contract: { start: y2026.start, end: null }, terms };
    const issues = checkCommitment(commitmentOf({ isFullDuration: true }), open, "/commitments/0");
    assert.deepEqual(found(issues), ["SCHEDULE_STRUCTURE_INVALID /commitments/0/isFullDuration"]);
  });

  test("nothing, where it is valid", () => {
    const schedules = [
      scheduleOf({ prepaid: prepaid("1000"), trueUp: trueUp("NONE"), overageConfigs: [overageOf("1")] }),
      scheduleOf({ ...later, interval: "MONTHLY" }),
    ];
    const commitment = commitmentOf({ pattern: "STRAIGHT_LINE", schedules });
    assert.deepEqual(checkCommitment(commitment, { contract: y2026, terms }, ""), []);
  });
});

test("a fully prepaid schedule has no true-up unless one is stated", () => {
  const trueUp = { behavior: null, name: null, itemId: null };
  assert.equal(trueUpOf(scheduleOf({ trueUp, prepaid: prepaid("1000.00") })), "NONE");
  assert.equal(trueUpOf(scheduleOf({ trueUp, prepaid: prepaid("999") })), "EACH_PERIOD");
  assert.equal(trueUpOf(scheduleOf({ trueUp })), "EACH_PERIOD");
  assert.equal(trueUpOf(scheduleOf({ prepaid: prepaid("1000.00") })), "EACH_PERIOD");
});

const tiers = (...amountTypes: readonly ("PER_ITEM" | "TOTAL_INVOICE")[]) =>
  amountTypes.map((amountType, tier) => ({ tier, amount: "1", amountType, tierMinimum: String(10 * tier) }));
const tiered = flatPrice("1", { pricingType: "TIERED", pricing: tiers("PER_ITEM", "PER_ITEM") });

const ineligible: readonly [what: string, parts: Partial<BillingTerm>][] = [
  ["another contract's", { contractId: "other" }],
  ["flat", { eventTypeId: null, billingType: "FLAT" }],
  ["terminated", { terminatedAt: "2026-01-01T00:00:00.000Z" }],
  ["one that begins later", { start: day("2026-02-01") }],
  ["one that ends earlier", { end: day("2026-03-01") }],
  ["VOLUME", { price: { ...tiered, pricingType: "VOLUME" } }],
  ["PACKAGE", { price: unitPrice("1", "1", { pricingType: "PACKAGE", packageSize: "10" }) }],
  ["one with a flat tier", { price: { ...tiered, pricing: tiers("TOTAL_INVOICE", "PER_ITEM") } }],
  ["one with a fixed discount", { price: fixed() }],
  ["one with a minimum", { price: unitPrice("1", "1", { minimumAmount: "5" }) }],
  [
    "one with a maximum in a later price",
    { layers: [{ ...layer(), price: unitPrice("1", "1", { maximumAmount: "5" }) }] },
  ],
  ["tiers of each differentiator", { price: tiered, tierScope: "DIFFERENTIATOR" }],
  ["one billed by the year", { interval: "YEAR" }],
  ["one billed across the quarter's end", { start: day("2025-12-15") }],
  ["one billed across its start alone", { start: day("2025-12-15"), end: day("2026-04-01") }],
];

function fixed() {
  const discounts = [{ type: "FIXED" as const, amount: "1", note: null, start: null, end: null }];
  return unitPrice("1", "1", { discounts });
}

function layer() {
  return { effectiveFrom: day("2026-02-01"), bookMonth: null };
}

describe("a term is rejected when it is", () => {
  const context: TermContext = { terms, others: [], issuedOf: new Map() };
  const issuesWith = (term: BillingTerm, schedule = scheduleOf(), unitType: Commitment["unitType"] = "CURRENCY") =>
    found(checkTerms(commitmentOf({ unitType }), schedule, { ...context, terms: termsOf(term) }, ""));
  const rejected = ["BILLING_TERM_INELIGIBLE /steps/0/billingTermIds/0"];

  for (const [what, parts] of ineligible) {
    test(what, () => assert.deepEqual(issuesWith(usageTerm("a", "1", parts)), rejected));
  }

  test("counted by MAX", () => {
    const byMaximum = new Map([["a", { term: usageTerm("a", "1"), aggregation: "MAX" as const }]]);
    assert.deepEqual(found(checkTerms(commitmentOf(), scheduleOf(), { ...context, terms: byMaximum }, "")), rejected);
  });

  test("TIERED with two steps, or in UNITS; with one step of CURRENCY it is not", () => {
    const term = usageTerm("a", tiered);
    const two = scheduleOf({ steps: [stepOf("1", "1", "a"), stepOf("2", "1", "a")] });
    assert.deepEqual(issuesWith(term), []);
    assert.deepEqual(issuesWith(term, scheduleOf(), "UNITS"), rejected);
    assert.deepEqual(issuesWith(term, two), [...rejected, "BILLING_TERM_INELIGIBLE /steps/1/billingTermIds/0"]);
  });

  test("unknown", () => {
    assert.deepEqual(found(checkTerms(commitmentOf(), scheduleOf(), { ...context, terms: new Map() }, "")), rejected);
  });

  test("out of line with the commitment periods of a schedule that is appended or changed", () => {
    const yearly = { ...context, terms: termsOf(usageTerm("a", "1", { interval: "YEAR" })) };
    assert.deepEqual(found(checkTerms(commitmentOf(), scheduleOf(), yearly, "", "SCHEDULE_ALIGNMENT_INVALID")), [
      "SCHEDULE_ALIGNMENT_INVALID /steps/0/billingTermIds/0",
    ]);
  });

  test("in another commitment on the same days, itself or by its event type", () => {
    const other = { ...later, start: day("2026-03-31"), billingTermIds: ["a"], eventTypeIds: ["calls"] };
    const check = (parts: object) =>
      found(checkTerms(commitmentOf(), scheduleOf(), { ...context, others: [{ ...other, ...parts }] }, ""));
    assert.deepEqual(check({}), rejected);
    assert.deepEqual(check({ billingTermIds: ["x"] }), rejected);
    assert.deepEqual(check({ start: later.start }), []);
  });

  test("invoiced inside the schedule", () => {
    const issued = (start: string, end: string) => {
      const issuedOf = new Map([["a", [{ start: day(start), end: day(end) }]]]);
      return found(checkTerms(commitmentOf(), scheduleOf(), { ...context, issuedOf }, ""));
    };
    assert.deepEqual(issued("2025-12-01", "2026-01-02"), ["BILLING_TERM_LOCKED /steps/0/billingTermIds/0"]);
    assert.deepEqual(issued("2025-12-01", "2026-01-01"), []);
  });

  test("billed in other periods than the event type's term in another step", () => {
    const both = { ...context, terms: termsOf(usageTerm("a", "1"), usageTerm("q", "1", { interval: "QUARTER" })) };
    const schedule = scheduleOf({ steps: [stepOf("1", "1", "a"), stepOf("2", "1", "q")] });
    assert.deepEqual(found(checkTerms(commitmentOf(), schedule, both, "")), [
      "BILLING_TERM_INELIGIBLE /steps/1/billingTermIds/0",
    ]);
  });

  test("of another price than the step's other terms, in UNITS", () => {
    const check = (unitType: Commitment["unitType"], ...ids: readonly string[]) => {
      const schedule = scheduleOf({ steps: [stepOf("1", "1", ...ids)] });
      return found(checkTerms(commitmentOf({ unitType }), schedule, context, ""));
    };
    assert.deepEqual(check("UNITS", "a", "dear"), ["STEP_CONFIG_INVALID /steps/0/billingTermIds"]);
    assert.deepEqual(check("UNITS", "a", "b"), []);
    assert.deepEqual(check("CURRENCY", "a", "dear"), []);
  });

  test("wrong in several ways: every reason is listed", () => {
    const term = usageTerm("a", { ...fixed(), minimumAmount: "1" }, { terminatedAt: "x", end: day("2026-02-01") });
    assert.equal(issuesWith(term).length, 4);
  });
});
