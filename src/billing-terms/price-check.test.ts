import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { termDraft } from "../../test/support/term-drafts.ts";
import { day } from "../../test/support/terms.ts";
import { checkDiscounts, checkPrice, type PricedSpan } from "./price-check.ts";
import type { DiscountDraft, PriceDraft } from "./price-draft.ts";

const span: PricedSpan = {
  start: day("2026-01-01"),
  end: day("2027-01-01"),
  billingType: "UNIT",
  eventTypeId: null,
  interval: "MONTH",
  currency: "USD",
};
const usage = { ...span, eventTypeId: "calls" };

const price = (parts: Partial<PriceDraft>): PriceDraft => ({ ...termDraft(), quantity: "10", ...parts });
const problems = (parts: Partial<PriceDraft>, where: Partial<PricedSpan> = {}) =>
  checkPrice(price(parts), { ...span, ...where }, "").map((issue) => `${issue.path} ${issue.code}`);

const tier = (tierMinimum: string, amount = "5", number?: number) => {
  return { tier: number, amount, amountType: "PER_ITEM" as const, tierMinimum };
};
const tiered = (...pricing: ReturnType<typeof tier>[]) => ({ pricingType: "TIERED" as const, pricing });
const packaged = { pricingType: "PACKAGE", pricing: [tier("0")], packageSize: "20" } as const;
const escalator = { type: "PERCENTAGE", amount: "0.05", everyMonths: 12, firstDate: null } as const;

describe("what is rejected of a price", () => {
  for (const [name, parts, where, ...expected] of [
    ["a flat amount", {}, { billingType: "FLAT" }],
    ["an amount a unit", { pricing: [tier("0")] }, {}],
    ["a SIMPLE tier of any number", { pricing: [tier("0", "5", 1)] }, {}],
    ["no tier", { pricing: [] }, {}, "/pricing TIER_INVALID"],
    ["two tiers of a SIMPLE price", { pricing: [tier("0"), tier("0")] }, {}, "/pricing TIER_INVALID"],
    ["a SIMPLE tier from 5", { pricing: [tier("5")] }, {}, "/pricing/0/tierMinimum RANGE"],
    ["a SIMPLE tier from 0.00", { pricing: [tier("0.00")] }, {}],
    ["tiers", tiered(tier("0"), tier("100"), tier("100.5")), {}],
    ["numbered tiers", tiered(tier("0", "5", 0), tier("100", "4", 1)), {}],
    ["tiers in the flat", tiered(tier("0"), tier("9")), { billingType: "FLAT" }, "/pricingType CONFLICT"],
    ["packages in the flat", packaged, { billingType: "FLAT" }, "/pricingType CONFLICT"],
    ["one tier", tiered(tier("0")), {}, "/pricing TIER_INVALID"],
    ["100 tiers", tiered(...Array.from({ length: 100 }, (_, index) => tier(String(index)))), {}],
    [
      "101 tiers",
      tiered(...Array.from({ length: 101 }, (_, index) => tier(String(index)))),
      {},
      "/pricing TIER_INVALID",
    ],
    ["a first tier from 1", tiered(tier("1"), tier("2")), {}, "/pricing/0/tierMinimum TIER_INVALID"],
    ["tiers that do not rise", tiered(tier("0"), tier("9"), tier("9.0")), {}, "/pricing/2/tierMinimum TIER_INVALID"],
    [
      "tiers that fall as numbers, not as texts",
      tiered(tier("0"), tier("10"), tier("9")),
      {},
      "/pricing/2/tierMinimum TIER_INVALID",
    ],
    [
      "tiers numbered from 1",
      tiered(tier("0", "5", 1), tier("9", "5", 2)),
      {},
      "/pricing/0/tier TIER_INVALID",
      "/pricing/1/tier TIER_INVALID",
    ],
    ["packages", packaged, {}],
    ["packages, one at least", { ...packaged, minimumPackages: 1 }, {}],
    ["packages without a size", { ...packaged, packageSize: null }, {}, "/packageSize REQUIRED"],
    ["packages of nothing", { ...packaged, packageSize: "0.0" }, {}, "/packageSize REQUIRED"],
    [
      "a flat amount for packages",
      { ...packaged, pricing: [{ ...tier("0"), amountType: "TOTAL_INVOICE" }] },
      {},
      "/pricing/0/amountType CONFLICT",
    ],
    ["two prices for packages", { ...packaged, pricing: [tier("0"), tier("0")] }, {}, "/pricing TIER_INVALID"],
    ["a size without packages", { packageSize: "20" }, {}, "/packageSize CONFLICT"],
    ["a least number without packages", { minimumPackages: 1 }, {}, "/minimumPackages CONFLICT"],
    ["bounds of usage", { pricing: [tier("0")], minimumAmount: "10", maximumAmount: "10.00" }, usage],
    ["a minimum without usage", { minimumAmount: "10" }, {}, "/minimumAmount CONFLICT"],
    ["a maximum without usage", { maximumAmount: "10" }, {}, "/maximumAmount CONFLICT"],
    ["a minimum of tenths of cents", { minimumAmount: "0.105" }, usage, "/minimumAmount AMOUNT_INVALID"],
    [
      "a maximum of cents of yen",
      { maximumAmount: "0.1" },
      { ...usage, currency: "JPY" },
      "/maximumAmount AMOUNT_INVALID",
    ],
    ["a maximum below the minimum", { minimumAmount: "10", maximumAmount: "9.99" }, usage, "/maximumAmount RANGE"],
    ["an uplift", { escalator }, {}],
    ["an uplift of all", { escalator: { ...escalator, amount: "1" } }, {}],
    ["an uplift by an amount", { escalator: { ...escalator, type: "FIXED", amount: "20.123" } }, {}],
    ["an uplift of a one-off", { escalator }, { interval: "NONE" }, "/escalator CONFLICT"],
    ["an uplift above all", { escalator: { ...escalator, amount: "1.01" } }, {}, "/escalator/amount RANGE"],
    [
      "an uplift of nine decimals",
      { escalator: { ...escalator, amount: "0.123456789" } },
      {},
      "/escalator/amount RANGE",
    ],
    [
      "an uplift on the first day",
      { escalator: { ...escalator, firstDate: day("2026-01-01") } },
      {},
      "/escalator/firstDate RANGE",
    ],
    ["an uplift on the second day", { escalator: { ...escalator, firstDate: day("2026-01-02") } }, {}],
    ["1,000,000,000,000,000.00 a period", { pricing: [tier("0", "100000000000000")] }, {}],
    ["a cent more", { pricing: [tier("0", "100000000000000.001")] }, {}, "/pricing/0/amount AMOUNT_INVALID"],
    [
      "more than that in all tiers together",
      tiered(tier("0", "50000000000000"), tier("1", "50000000000000.01")),
      {},
      "/pricing/0/amount AMOUNT_INVALID",
    ],
    [
      "more than that after the uplifts of 50 years",
      { pricing: [tier("0", "1000")], escalator: { ...escalator, amount: "1" } },
      { end: null },
      "/pricing/0/amount AMOUNT_INVALID",
    ],
    ["that much, which ends before the uplift", { pricing: [tier("0", "100000000000000")], escalator }, {}],
    [
      "that much, and one uplift within it",
      { pricing: [tier("0", "100000000000000")], escalator },
      { end: day("2027-01-02") },
      "/pricing/0/amount AMOUNT_INVALID",
    ],
  ] as const) {
    test(name, () => {
      assert.deepEqual(problems(parts as Partial<PriceDraft>, where as Partial<PricedSpan>), expected);
    });
  }

  test("every issue at once, each with its path, and every message says what to do", () => {
    const draft = price({
      ...tiered(tier("1", "5", 3)),
      packageSize: "5",
      minimumPackages: 1,
      minimumAmount: "0.001",
      maximumAmount: "0.001",
      escalator: { ...escalator, amount: "2", firstDate: day("2025-01-01") },
    });
    const found = checkPrice(draft, { ...span, billingType: "FLAT", interval: "NONE" }, "/billingSchedule");
    assert.deepEqual(
      found.map(({ path, code }) => `${path.replace("/billingSchedule", "")} ${code}`),
      [
        "/pricingType CONFLICT",
        "/pricing TIER_INVALID",
        "/pricing/0/tier TIER_INVALID",
        "/pricing/0/tierMinimum TIER_INVALID",
        "/packageSize CONFLICT",
        "/minimumPackages CONFLICT",
        "/minimumAmount CONFLICT",
        "/minimumAmount AMOUNT_INVALID",
        "/maximumAmount CONFLICT",
        "/maximumAmount AMOUNT_INVALID",
        "/escalator CONFLICT",
        "/escalator/amount RANGE",
        "/escalator/firstDate RANGE",
      ],
    );
    for (const { message } of found) assert.match(message, /\w{3,}.*\.$/);
  });
});

describe("what is rejected of discounts", () => {
  const discount = { type: "PERCENTAGE", amount: "0.1", note: null, start: null, last: null } as const;
  const window = (start: string | null, last: string | null) => {
    return { ...discount, start: start === null ? null : day(start), last: last === null ? null : day(last) };
  };
  const found = (discounts: readonly DiscountDraft[], where: Partial<PricedSpan> = {}) =>
    checkDiscounts(discounts, { ...span, ...where }, "").map(({ path, code }) => `${path} ${code}`);

  for (const [name, one, ...expected] of [
    ["a percentage", discount],
    ["all of it", { ...discount, amount: "1" }],
    ["more than all of it", { ...discount, amount: "1.00000001" }, "amount RANGE"],
    ["nine decimals", { ...discount, amount: "0.123456789" }, "amount RANGE"],
    ["an amount", { ...discount, type: "FIXED", amount: "20.50" }],
    ["an amount of tenths of cents", { ...discount, type: "FIXED", amount: "20.505" }, "amount AMOUNT_INVALID"],
    ["the whole term", window("2026-01-01", "2026-12-31")],
    ["from the day before it", window("2025-12-31", null), "startDate RANGE"],
    ["to the day after it", window(null, "2027-01-01"), "endDate RANGE"],
    ["one day", window("2026-03-01", "2026-03-01")],
    ["an end before its start", window("2026-03-02", "2026-03-01"), "endDate RANGE"],
  ] as const) {
    test(name, () => {
      assert.deepEqual(
        found([discount, one as DiscountDraft]),
        expected.map((problem) => `/discounts/1/${problem}`),
      );
    });
  }

  test("an open-ended term allows discounts of any length", () => {
    assert.deepEqual(found([window(null, "2190-01-01")], { end: null }), []);
  });

  test("every issue at once", () => {
    const all = [{ ...window("2025-01-01", "2028-01-01"), amount: "2" }, window("2026-03-02", "2026-03-01")];
    assert.deepEqual(found(all), [
      "/discounts/0/amount RANGE",
      "/discounts/0/startDate RANGE",
      "/discounts/0/endDate RANGE",
      "/discounts/1/endDate RANGE",
    ]);
  });
});
