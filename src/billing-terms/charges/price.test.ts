import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { pricedPeriods } from "../../../test/support/billing-periods.ts";
import { runs } from "../../../test/support/case-counts.ts";
import { anyBoundedTerm, day, decimal, flat, flatPrice, termOf, unitPrice } from "../../../test/support/terms.ts";
import { required } from "../../kernel/assert.ts";
import { minorDigits } from "../../kernel/currency.ts";
import { formatDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import type { Rounding } from "../../kernel/ratio.ts";
import type { BillingTerm, Discount } from "../billing-term.ts";

const percentage = (amount: string): Discount => ({ type: "PERCENTAGE", amount, note: null, start: null, end: null });
const fixed = (amount: string): Discount => ({ type: "FIXED", amount, note: null, start: null, end: null });

function prices(term: BillingTerm, currency = "USD", rounding: Rounding = "HALF_UP"): string[] {
  return [...pricedPeriods(term, { currency, rounding })].map(({ price }) =>
    [price.subtotal, price.discountTotal, price.total].map(formatMoney).join(" "),
  );
}

const unit = (amount: string, quantity: string) => termOf({ billingType: "UNIT", price: unitPrice(amount, quantity) });

describe("the price of a period", () => {
  for (const [name, term, ...expected] of [
    [
      "the amount of a flat price, whatever the quantity",
      termOf(flat("1200", { quantity: "5" })),
      "1200.00 0.00 1200.00",
    ],
    ["amount times quantity of a unit price", unit("0.0025", "12345"), "30.86 0.00 30.86"],
    ["a billion parts of nearly nothing", unit("0.0000000001", "1000000000"), "0.10 0.00 0.10"],
    ["0.1 three times", unit("0.1", "3"), "0.30 0.00 0.30"],
    ["no quantity", unit("10", "0"), "0.00 0.00 0.00"],
    [
      "percentages each on what the former left, then the fixed one, wherever it stands",
      termOf(flat("1200", { discounts: [fixed("100"), percentage("0.10"), percentage("0.50")] })),
      "1200.00 760.00 440.00",
    ],
    ["never below zero", termOf(flat("1200", { discounts: [fixed("1200.01")] })), "1200.00 1200.00 0.00"],
    [
      "all of it given away",
      termOf(flat("1200", { discounts: [percentage("1"), fixed("5")] })),
      "1200.00 1200.00 0.00",
    ],
    [
      "a short last period, its fixed discount short as well",
      termOf({ ...flat("1200", { discounts: [percentage("0.10"), fixed("365")] }), end: day("2027-02-01") }),
      "1200.00 485.00 715.00",
      "101.92 41.19 60.73",
    ],
    [
      "three thirds of a hundred",
      termOf({ ...flat("33.333333333333"), interval: "MONTH", end: day("2026-04-01") }),
      ...Array<string>(3).fill("33.33 0.00 33.33"),
    ],
  ] as const) {
    test(name, () => {
      assert.deepEqual(prices(term), expected);
    });
  }

  test("is rounded once, to the minor units of the currency", () => {
    const half = termOf(flat("0.5"));
    assert.deepEqual(
      ["JPY", "USD", "KWD", "CLF"].map((currency) => prices(half, currency)[0]),
      ["1 0 1", "0.50 0.00 0.50", "0.500 0.000 0.500", "0.5000 0.0000 0.5000"],
    );
    // Gross 1.005 and net 0.995: rounding each, and the discount as their difference, is 1.01 − 1.00 = 0.01.
    assert.deepEqual(prices(termOf(flat("1.005", { discounts: [fixed("0.01")] }))), ["1.01 0.01 1.00"]);
    assert.deepEqual(prices(termOf(flat("1.005")), "USD", "HALF_EVEN"), ["1.00 0.00 1.00"]);
  });

  test("of half months is full in every half month, and prorated by days for a start inside one", () => {
    const term = termOf({ ...flat("100"), interval: "SEMI_MONTH", start: day("2026-02-10"), end: day("2026-03-16") });
    assert.deepEqual(
      [...pricedPeriods(term, { currency: "USD", rounding: "HALF_UP" })].map(({ covered, price }) => [
        formatDay(covered.start),
        formatMoney(price.total),
      ]),
      [
        ["2026-02-10", "40.00"],
        ["2026-02-16", "100.00"],
        ["2026-03-01", "100.00"],
      ],
    );
  });
});

// A second calculation in plain fractions of big integers, put together another way than the engine does it.
type Fraction = readonly [numerator: bigint, denominator: bigint];

function fractionOf(text: string): Fraction {
  const [whole = "", decimals = ""] = text.split(".");
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

function rounded([numerator, denominator]: Fraction, places: number): bigint {
  const scaled = numerator * 10n ** BigInt(places);
  return (2n * scaled + denominator) / (2n * denominator);
}

function calculate(term: BillingTerm, currency: string): string[] {
  const places = minorDigits(currency);
  const { discounts, quantity } = term.price;
  const tier = required(term.price.pricing[0], "the tier");
  return [...pricedPeriods(term, { currency, rounding: "HALF_UP" })].map(({ covered, full }) => {
    const [days, whole] = [BigInt(covered.end - covered.start), BigInt(full.end - full.start)];
    const [amount, scale] = fractionOf(tier.amount);
    const [units, unitScale] = tier.amountType === "PER_ITEM" ? fractionOf(quantity) : [1n, 1n];
    const gross: Fraction = [amount * units * days, scale * unitScale * whole];
    let [left, base] = gross;
    for (const { type, amount: share } of discounts) {
      if (type !== "PERCENTAGE") continue;
      const [part, of] = fractionOf(share);
      [left, base] = [left * (of - part), base * of];
    }
    for (const { type, amount: sum } of discounts) {
      if (type !== "FIXED") continue;
      const [part, of] = fractionOf(sum);
      [left, base] = [left * of * whole - part * days * base, base * of * whole];
    }
    const [subtotal, total] = [rounded(gross, places), left < 0n ? 0n : rounded([left, base], places)];
    return [subtotal, subtotal - total, total].join(" ");
  });
}

const discounts = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 10 ** 8 }).map((parts) => percentage(decimal(parts, 8))),
    fc.integer({ min: 0, max: 500_000 }).map((parts) => fixed(decimal(parts, 2))),
  ),
  { maxLength: 5 },
);

const pricedTerms = fc
  .record({
    term: anyBoundedTerm,
    discounts,
    amount: fc.bigInt({ min: 0n, max: 10n ** 17n }),
    quantity: fc.bigInt({ min: 0n, max: 10n ** 16n }),
    amountType: fc.constantFrom("PER_ITEM" as const, "TOTAL_INVOICE" as const),
  })
  .map(({ term, amount, quantity, amountType, discounts }) => ({
    ...term,
    price: flatPrice("0", {
      discounts,
      quantity: decimal(quantity, 12),
      pricing: [{ tier: 0, amount: decimal(amount, 12), amountType, tierMinimum: "0" }],
    }),
  }));

test("property: a price is exact to the last minor unit", () => {
  fc.assert(
    fc.property(pricedTerms, fc.constantFrom("JPY", "USD", "KWD", "CLF"), (term, currency) => {
      const actual = [...pricedPeriods(term, { currency, rounding: "HALF_UP" })].map(({ price }) =>
        [price.subtotal, price.discountTotal, price.total].map(({ minor }) => minor).join(" "),
      );
      assert.deepEqual(actual, calculate(term, currency));
    }),
    { numRuns: runs(300) },
  );
});

test("property: the total is between zero and the subtotal, and the discount is the difference", () => {
  fc.assert(
    fc.property(pricedTerms, fc.constantFrom<Rounding>("HALF_UP", "HALF_EVEN"), (term, rounding) => {
      for (const { price } of pricedPeriods(term, { currency: "USD", rounding })) {
        const { subtotal, discountTotal, total } = price;
        assert.equal(subtotal.minor - discountTotal.minor, total.minor);
        assert.ok(total.minor >= 0n && discountTotal.minor >= 0n);
      }
    }),
  );
});

test("property: every full period costs the same, and the order of percentages does not matter", () => {
  fc.assert(
    fc.property(pricedTerms, (term) => {
      const context = { currency: "USD", rounding: "HALF_UP" } as const;
      const totals = (each: BillingTerm) => [...pricedPeriods(each, context)].map(({ price }) => price.total.minor);
      const isFull = [...pricedPeriods(term, context)].map(
        ({ covered, full }) => covered.end - covered.start === full.end - full.start,
      );
      const full = totals(term).filter((_, index) => isFull[index]);
      assert.ok(new Set(full).size <= 1);
      assert.deepEqual(
        totals({ ...term, price: { ...term.price, discounts: term.price.discounts.toReversed() } }),
        totals(term),
      );
    }),
  );
});
