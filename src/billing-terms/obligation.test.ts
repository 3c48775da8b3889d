import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openEnded, termDefaults, termDraft } from "../../test/support/term-drafts.ts";
import { day } from "../../test/support/terms.ts";
import {
  checkObligation,
  impliedPob,
  type ObligationDefaults,
  type ObligationDraft,
  obligationFacts,
  type ScheduleDraft,
} from "./obligation.ts";
import { termFacts } from "./term-draft.ts";

const defaults: ObligationDefaults = {
  ...termDefaults,
  straightLineDefault: "STRAIGHT_LINE",
  productPattern: null,
  productSellingPrice: null,
};

type Parts = { readonly schedule?: Partial<ScheduleDraft> } & Partial<Omit<ObligationDraft, "schedule">>;

function draftOf({ schedule, ...rest }: Parts = {}): ObligationDraft {
  return {
    serviceStart: day("2026-01-01"),
    serviceLast: day("2026-12-31"),
    categoryId: null,
    classId: undefined,
    recognitionPattern: undefined,
    standaloneSellingPrice: undefined,
    ...rest,
    schedule: { ...termDraft(), isArrears: undefined, ...schedule },
  };
}

const evergreen = (parts: Parts = {}) =>
  draftOf({ serviceLast: null, ...parts, schedule: { ...openEnded, ...parts.schedule } });
const problems = (draft: ObligationDraft, others = defaults) =>
  checkObligation(draft, others).map(({ path, code }) => `${path} ${code}`);

const metered = {
  eventTypeId: "calls",
  billingType: "UNIT",
  interval: "MONTH",
  invoiceDateStrategy: "ARREARS",
} as const;
const percent = (amount: string) => ({ type: "PERCENTAGE", amount, note: null, start: null, last: null }) as const;
const fixed = (amount: string) => ({ type: "FIXED", amount, note: null, start: null, last: null }) as const;

describe("what is rejected", () => {
  for (const [name, draft, ...expected] of [
    ["a complete draft", draftOf()],
    ["an evergreen draft", evergreen()],
    ["no strategy", draftOf({ schedule: { invoiceDateStrategy: undefined } }), "/invoiceDateStrategy CONFLICT"],
    ["strategy and isArrears", draftOf({ schedule: { isArrears: true } }), "/invoiceDateStrategy CONFLICT"],
    ["isArrears alone", draftOf({ schedule: { isArrears: true, invoiceDateStrategy: undefined } })],
    ["what is wrong with any term", draftOf({ schedule: { duration: 2 } }), "/duration CONFLICT"],
    ["what is wrong with any price", draftOf({ schedule: { packageSize: "5" } }), "/packageSize CONFLICT"],
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
      draftOf({
        schedule: { discounts: [percent("1.01"), percent("0.123456789"), fixed("1.005"), percent("1"), fixed("1.05")] },
      }),
      "/discounts/0/amount RANGE",
      "/discounts/1/amount RANGE",
      "/discounts/2/amount AMOUNT_INVALID",
    ],
    ["two classes", draftOf({ classId: "a", schedule: { classId: "b" } }), "/classId CONFLICT"],
    ["a class and none", draftOf({ classId: "a", schedule: { classId: null } }), "/classId CONFLICT"],
    ["the same class twice", draftOf({ classId: "a", schedule: { classId: "a" } })],
    ["a stated price's pattern", draftOf({ recognitionPattern: "MILESTONE" }), "/recognitionPattern CONFLICT"],
    ["as billed", draftOf({ recognitionPattern: "RECOGNIZE_AS_BILLED" })],
    [
      "as consumed without usage",
      draftOf({ recognitionPattern: "RECOGNIZE_AS_CONSUMED" }),
      "/recognitionPattern CONFLICT",
    ],
    ["usage", draftOf({ schedule: metered })],
    ["open-ended usage", evergreen({ schedule: metered })],
    [
      "usage in a straight line",
      draftOf({ schedule: metered, recognitionPattern: "STRAIGHT_LINE" }),
      "/recognitionPattern CONFLICT",
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
        problems(draftOf({ schedule: { discounts: [fixed(amount)] } }), { ...defaults, currency }),
      );
      assert.deepEqual(
        amounts.map((found) => found.length === 0),
        expected,
        currency,
      );
    }
  });

  test("every issue is listed at once, each with its path", () => {
    const draft = evergreen({
      serviceStart: day("2026-02-01"),
      recognitionPattern: "POINT_IN_TIME",
      schedule: {
        invoiceDateStrategy: undefined,
        isRecurring: false,
        billingType: "UNIT",
        discounts: [percent("2")],
      },
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

  test("every message says what to do", () => {
    for (const { message } of checkObligation(
      draftOf({ serviceLast: null, classId: "a", schedule: { isRecurring: false, classId: "b" } }),
      defaults,
    )) {
      assert.match(message, /\w{3,}.*\.$/);
    }
  });
});

describe("derived fields", () => {
  const facts = (draft: ObligationDraft, others = defaults) => obligationFacts(draft, others);

  test("defaults come from the contract and the merchant", () => {
    const { term, pob } = facts(draftOf(), {
      ...defaults,
      netPaymentTerms: 14,
      straightLineDefault: "STRAIGHT_LINE_DAILY",
    });
    assert.equal(term.netPaymentTerms, 14);
    assert.equal(term.price.quantity, "1");
    assert.deepEqual(pob, {
      recognitionPattern: "STRAIGHT_LINE_DAILY",
      service: { start: day("2026-01-01"), end: day("2027-01-01") },
      recognitionDate: null,
      categoryId: null,
      standaloneSellingPrice: null,
    });
    assert.equal(facts(draftOf({ schedule: { netPaymentTerms: 0 } })).term.netPaymentTerms, 0);
  });

  test("isArrears is an alias of an invoice date strategy", () => {
    const strategyOf = (isArrears: boolean) =>
      facts(draftOf({ schedule: { invoiceDateStrategy: undefined, isArrears } })).term.invoiceDateStrategy;
    assert.deepEqual([strategyOf(true), strategyOf(false)], ["ARREARS", "FIRST_OF_PERIOD"]);
  });

  test("the class may be stated in the schedule or beside it", () => {
    const classOf = (parts: Parts) => facts(draftOf(parts)).term.classId;
    assert.deepEqual(
      [classOf({ classId: "a" }), classOf({ schedule: { classId: "b" } }), classOf({ classId: null }), classOf({})],
      ["a", "b", null, null],
    );
  });

  const oneDay = { serviceLast: day("2026-01-01"), schedule: { interval: "NONE", last: null } } as const;

  test("a one-off of one day is recognized at a point in time, any other obligation over time", () => {
    assert.deepEqual(
      [
        draftOf(oneDay),
        draftOf({ schedule: { interval: "NONE" } }),
        draftOf(),
        draftOf({ ...oneDay, recognitionPattern: "STRAIGHT_LINE" }),
      ].map((draft) => facts(draft).pob.recognitionPattern),
      ["POINT_IN_TIME", "STRAIGHT_LINE", "STRAIGHT_LINE", "STRAIGHT_LINE"],
    );
    assert.equal(facts(draftOf(oneDay)).pob.recognitionDate, day("2026-01-01"));
  });

  test("a product's pattern precedes the default, a stated one both, and usage is always as consumed", () => {
    const daily = { ...defaults, productPattern: "STRAIGHT_LINE_DAILY" } as const;
    assert.deepEqual(
      [
        facts(draftOf(oneDay), daily),
        facts(draftOf({ recognitionPattern: "STRAIGHT_LINE" }), daily),
        facts(draftOf({ schedule: metered }), daily),
      ].map(({ pob }) => pob.recognitionPattern),
      ["STRAIGHT_LINE_DAILY", "STRAIGHT_LINE", "RECOGNIZE_AS_CONSUMED"],
    );
  });

  test("control transfers on the last day of service", () => {
    const { pob } = facts(draftOf({ recognitionPattern: "POINT_IN_TIME" }));
    assert.equal(pob.recognitionDate, day("2026-12-31"));
  });

  test("an implied performance obligation is served over the days that are billed", () => {
    const behind = (parts: Parameters<typeof termDraft>[0]) => {
      const { recognitionPattern, service, recognitionDate } = impliedPob(termFacts(termDraft(parts), defaults), {
        ...defaults,
        categoryId: "category",
        standaloneSellingPrice: undefined,
      });
      return [recognitionPattern, service.start, service.end, recognitionDate];
    };
    const [start, end] = [day("2026-01-01"), day("2027-01-01")];
    assert.deepEqual(behind({}), ["STRAIGHT_LINE", start, end, null]);
    assert.deepEqual(behind(openEnded), ["STRAIGHT_LINE", start, null, null]);
    assert.deepEqual(behind({ interval: "NONE", last: null }), ["POINT_IN_TIME", start, start + 1, start]);
    assert.deepEqual(behind(metered), ["RECOGNIZE_AS_CONSUMED", start, end, null]);
  });
});
