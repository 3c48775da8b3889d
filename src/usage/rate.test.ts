import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { flatPrice } from "../../test/support/terms.ts";
import type { Price } from "../billing-terms/billing-term.ts";
import { required } from "../kernel/assert.ts";
import { parseDay } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { formatMoney, sum } from "../kernel/money.ts";
import { ratio, roundRatio } from "../kernel/ratio.ts";
import type { UsageQuantity } from "./aggregate.ts";
import { limitsOf } from "./period-limits.ts";
import { rateUsage } from "./rate.ts";
import type { UsageRule } from "./usage-rule.ts";

type Tier = readonly [tierMinimum: string, amount: string, amountType?: "PER_ITEM" | "TOTAL_INVOICE"];

function priceOf(pricingType: Price["pricingType"], tiers: readonly Tier[], parts: Partial<Price> = {}): Price {
  const pricing = tiers.map(([tierMinimum, amount, amountType = "PER_ITEM"], tier) => {
    return { tier, amount, amountType, tierMinimum };
  });
  return flatPrice("0", { pricingType, pricing, ...parts });
}

const day = (text: string) => required(parseDay(text), text);
const january = { start: day("2026-01-01"), end: day("2026-02-01"), anchor: day("2026-01-01") };
const firstTenDays = { start: january.start, end: day("2026-01-11") };

function rule(price: Price, parts: Partial<UsageRule> = {}): UsageRule {
  const billingPeriod = { index: 0, full: january, covered: january };
  const named = { tierScope: "TERM", prorationPolicy: "DAY", aggregation: "SUM" } as const;
  return { price, ...named, billingPeriod, termStart: january.start, days: january, ...parts };
}

const used = (quantity: string, differentiator: string | null = null): UsageQuantity => {
  return { differentiator, invoiceSplitKey: null, quantity: ratioFromDecimal(quantity) };
};

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const rate = (of: UsageRule, ...quantities: UsageQuantity[]) =>
  rateUsage([{ rule: of, quantities }], limitsOf([of]), context).flat();

/** Lines as people read them: "type differentiator quantity × unit price = subtotal − discount". */
const shown = (...of: Parameters<typeof rate>) =>
  rate(...of).map(({ type, differentiator, quantity, unitPrice, price }) => {
    const discount = price.discountTotal.minor === 0n ? "" : ` − ${formatMoney(price.discountTotal)}`;
    return `${type} ${differentiator ?? "-"} ${quantity} × ${unitPrice ?? "-"} = ${formatMoney(price.subtotal)}${discount}`;
  });

const perUnit = priceOf("SIMPLE", [["0", "0.335"]]);
const tiered = priceOf("TIERED", [
  ["0", "10"],
  ["100", "8"],
  ["1000", "5"],
]);

describe("one quantity", () => {
  for (const [what, price, quantity, expected] of [
    ["SIMPLE, rounded once", perUnit, "3", "USAGE - 3 × 0.335 = 1.01"],
    ["SIMPLE, less than a cent", priceOf("SIMPLE", [["0", "0.0000004"]]), "1000", "USAGE - 1000 × 0.0000004 = 0.00"],
    ["below zero", perUnit, "-3", "USAGE - -3 × 0.335 = -1.01"],
    ["below zero, TIERED: the first tier's price", tiered, "-150", "USAGE - -150 × 10 = -1500.00"],
    ["below zero, VOLUME", { ...tiered, pricingType: "VOLUME" }, "-2000", "USAGE - -2000 × 10 = -20000.00"],
    [
      "below zero, whole packages",
      priceOf("PACKAGE", [["0", "7"]], { packageSize: "10" }),
      "-29",
      "USAGE - -29 × - = -14.00",
    ],
    [
      "below zero, a package due in any case",
      priceOf("PACKAGE", [["0", "7"]], { packageSize: "10", minimumPackages: 1 }),
      "-29",
      "USAGE - -29 × - = 7.00",
    ],
    ["below zero, a flat amount", priceOf("SIMPLE", [["0", "50", "TOTAL_INVOICE"]]), "-3", "USAGE - -3 × - = 50.00"],
    ["TIERED over all tiers", tiered, "1500", "USAGE - 1500 × - = 10700.00"],
    ["TIERED inside the first tier", tiered, "99", "USAGE - 99 × 10 = 990.00"],
    ["VOLUME", { ...tiered, pricingType: "VOLUME" }, "1000", "USAGE - 1000 × 5 = 5000.00"],
    ["PACKAGE", priceOf("PACKAGE", [["0", "7"]], { packageSize: "1000" }), "1001", "USAGE - 1001 × - = 14.00"],
    ["a flat amount", priceOf("SIMPLE", [["0", "50", "TOTAL_INVOICE"]]), "8", "USAGE - 8 × - = 50.00"],
  ] as const) {
    test(what, () => assert.deepEqual(shown(rule(price), used(quantity)), [expected]));
  }

  test("below zero only a SUM has a negative amount, and never where a minimum is due", () => {
    assert.deepEqual(shown(rule(perUnit, { aggregation: "MAX" }), used("-3")), ["USAGE - -3 × 0.335 = 0.00"]);
    assert.deepEqual(shown(rule({ ...perUnit, minimumAmount: "2.00" }), used("-3")), [
      "USAGE - -3 × 0.335 = 0.00",
      "MINIMUM - 1 × - = 2.00",
    ]);
  });

  test("percentages apply to a negative amount too, fixed discounts do not", () => {
    const discount = { note: null, start: null, end: null };
    const half = { ...discount, type: "PERCENTAGE", amount: "0.5" } as const;
    const fixed = { ...discount, type: "FIXED", amount: "5.00" } as const;
    const discounted = priceOf("SIMPLE", [["0", "10"]], { discounts: [half, fixed] });
    assert.deepEqual(shown(rule(discounted), used("-3")), ["USAGE - -3 × 10 = -30.00 − -15.00"]);
    assert.deepEqual(shown(rule(discounted), used("3")), ["USAGE - 3 × 10 = 30.00 − 20.00"]);
  });

  test("a line without usage is dropped, unless an amount is due at quantity zero", () => {
    const [nothing] = rate(rule(perUnit));
    assert.equal(nothing?.isDropped, true);
    const [flat] = rate(rule(priceOf("SIMPLE", [["0", "50", "TOTAL_INVOICE"]])));
    assert.deepEqual([flat?.isDropped, formatMoney(required(flat, "a line").price.total)], [false, "50.00"]);
    assert.equal(rate(rule(priceOf("SIMPLE", [["0", "0"]])), used("3"))[0]?.isDropped, false);
  });
});

describe("minimum and maximum", () => {
  const limited = { ...perUnit, minimumAmount: "10.00", maximumAmount: "20.00" };

  test("a minimum adds a line of its own, a maximum caps the amount", () => {
    assert.deepEqual(shown(rule(limited), used("20")), ["USAGE - 20 × 0.335 = 6.70", "MINIMUM - 1 × - = 3.30"]);
    assert.deepEqual(shown(rule(limited), used("40")), ["USAGE - 40 × 0.335 = 13.40"]);
    assert.deepEqual(shown(rule(limited), used("80")), ["USAGE - 80 × - = 20.00"]);
    assert.deepEqual(shown(rule(limited)), ["USAGE - 0 × 0.335 = 0.00", "MINIMUM - 1 × - = 10.00"]);
  });

  test("a short period has its share of both and of flat amounts; usage is never prorated", () => {
    const short = (price: Price) => {
      const billingPeriod = { index: 0, full: january, covered: firstTenDays };
      return rule(price, { billingPeriod, days: firstTenDays });
    };
    // 10 of 31 days: 3.2258… and 6.4516…
    assert.deepEqual(shown(short(limited), used("3")), ["USAGE - 3 × 0.335 = 1.01", "MINIMUM - 1 × - = 2.22"]);
    assert.deepEqual(shown(short(limited), used("80")), ["USAGE - 80 × - = 6.45"]);
    const withFee = priceOf("TIERED", [
      ["0", "31", "TOTAL_INVOICE"],
      ["100", "1"],
    ]);
    assert.deepEqual(shown(short(withFee), used("110")), ["USAGE - 110 × - = 20.00"]);
    assert.deepEqual(shown({ ...short(limited), prorationPolicy: "NONE" }, used("80")), ["USAGE - 80 × - = 20.00"]);
  });

  test("discounts are applied after the maximum and before the minimum", () => {
    const half = { type: "PERCENTAGE", amount: "0.5", note: null, start: null, end: null } as const;
    const discounted = { ...limited, discounts: [half] };
    assert.deepEqual(shown(rule(discounted), used("80")), ["USAGE - 80 × - = 20.00 − 10.00"]);
    assert.deepEqual(shown(rule(discounted), used("40")), [
      "USAGE - 40 × 0.335 = 13.40 − 6.70",
      "MINIMUM - 1 × - = 3.30",
    ]);
  });
});

describe("differentiators", () => {
  const three = [used("50", "a"), used("50", "b"), used("50", "c")];

  test("share the tiers of the term, the cents by largest remainder", () => {
    // 100 × 10 + 50 × 8 = 1,400.
    assert.deepEqual(shown(rule(tiered), ...three), [
      "USAGE a 50 × - = 466.67",
      "USAGE b 50 × - = 466.67",
      "USAGE c 50 × - = 466.66",
    ]);
  });

  test("have tiers, minimum and maximum of their own where the term says so", () => {
    const own = rule({ ...tiered, minimumAmount: "600.00" }, { tierScope: "DIFFERENTIATOR" });
    assert.deepEqual(shown(own, used("50", "a"), used("110", "b")), [
      "USAGE a 50 × 10 = 500.00",
      "MINIMUM a 1 × - = 100.00",
      "USAGE b 110 × - = 1080.00",
    ]);
  });

  test("a negative one counts for the others and has no amount; a flat amount without usage is on the first one", () => {
    assert.deepEqual(shown(rule(tiered), used("120", "a"), used("-20", "b")), [
      "USAGE a 120 × 10 = 1000.00",
      "USAGE b -20 × 10 = 0.00",
    ]);
    assert.deepEqual(shown(rule(tiered), used("3", "a"), used("-8", "b"), used("-2", "c")), [
      "USAGE a 3 × 10 = 0.00",
      "USAGE b -8 × 10 = -56.00",
      "USAGE c -2 × 10 = -14.00",
    ]);
    const flat = priceOf("SIMPLE", [["0", "50", "TOTAL_INVOICE"]]);
    assert.deepEqual(shown(rule(flat), used("0", "a"), used("0", "b")), [
      "USAGE a 0 × - = 50.00",
      "USAGE b 0 × - = 0.00",
    ]);
  });
});

test("the explanation of a line", () => {
  assert.equal(rate(rule(perUnit), used("3"))[0]?.explanation.net, "1.005");
  const [line] = rate(rule({ ...tiered, maximumAmount: "1000.00" }), used("120", "a"), used("30", "b"));
  assert.deepEqual(line?.explanation, {
    period: { from: "2026-01-01", to: "2026-01-31" },
    fullPeriod: { from: "2026-01-01", to: "2026-01-31" },
    share: "1",
    pricedQuantity: "150",
    ownQuantity: "120",
    tiers: [
      { tier: 0, quantity: "100", unitPrice: "10", amount: "1000" },
      { tier: 1, quantity: "50", unitPrice: "8", amount: "400" },
    ],
    gross: "1400",
    maximum: "1000",
    minimum: null,
    discounts: [],
    net: "1000",
    rounding: "HALF_UP",
    total: "800.00",
    billed: null,
  });
});

const quantities = fc.array(
  fc.tuple(fc.bigInt(-1_000n, 100_000n), fc.constantFrom(null, "a", "b"), fc.constantFrom(null, "k")),
  { minLength: 1, maxLength: 6 },
);
const asUsed = (parts: readonly (readonly [bigint, string | null, string | null])[]): UsageQuantity[] =>
  parts.map(([hundredths, differentiator, invoiceSplitKey]) => {
    return { differentiator, invoiceSplitKey, quantity: ratio(hundredths, 100n) };
  });
const totalMinor = (lines: ReturnType<typeof rate>) =>
  sum(
    lines.map(({ price }) => price.total),
    "USD",
  ).minor;

test("property: lines of a term sum to the price of the whole, however usage is divided", () => {
  fc.assert(
    fc.property(
      quantities,
      fc.constantFrom(perUnit, tiered, { ...tiered, pricingType: "VOLUME" } as const),
      (parts, price) => {
        const whole = parts.reduce((total, [hundredths]) => total + hundredths, 0n);
        const alone = rate(rule(price), { differentiator: null, invoiceSplitKey: null, quantity: ratio(whole, 100n) });
        assert.equal(totalMinor(rate(rule(price), ...asUsed(parts))), totalMinor(alone));
      },
    ),
  );
});

test("property: a unit price is exact to the cent, and a period stays within minimum and maximum", () => {
  fc.assert(
    fc.property(quantities, fc.nat(50_000), fc.nat(50_000), (parts, low, more) => {
      const whole = parts.reduce((total, [hundredths]) => total + hundredths, 0n);
      assert.equal(
        totalMinor(rate(rule(perUnit), ...asUsed(parts))),
        roundRatio(ratio(whole * 335n, 1_000n), "HALF_UP"),
      );
      const exact = roundRatio(ratio((whole > 0n ? whole : 0n) * 335n, 1_000n), "HALF_UP");
      const cents = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
      const limited = { ...perUnit, minimumAmount: cents(low), maximumAmount: cents(low + more) };
      const bounded = [exact, BigInt(low + more)].reduce((a, b) => (a < b ? a : b));
      const expected = bounded > BigInt(low) ? bounded : BigInt(low);
      assert.equal(totalMinor(rate(rule(limited), ...asUsed(parts))), expected);
    }),
  );
});
