import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalDecimal, ratioFromDecimal } from "./decimal.ts";
import {
  add,
  compare,
  equals,
  formatMoney,
  isNegative,
  isZero,
  type Money,
  max,
  min,
  money,
  negate,
  parseMoney,
  ratioFromMoney,
  roundToMoney,
  subtract,
  sum,
  sumAmounts,
  zero,
} from "./money.ts";
import { compareRatios, multiplyRatios, ratio, roundings } from "./ratio.ts";

// One currency for each number of minor digits that ISO 4217 knows.
const digitsOf = { JPY: 0, USD: 2, KWD: 3, CLF: 4 } as const;
const currencies = fc.constantFrom("JPY", "USD", "KWD", "CLF");
// JSON allows fifteen digits before the point; in yen every one of them is a minor digit.
const minors = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n });

test("an amount is written with exactly the minor digits of its currency", () => {
  assert.equal(formatMoney(money(120000n, "USD")), "1200.00");
  assert.equal(formatMoney(money(1200n, "JPY")), "1200");
  assert.equal(formatMoney(money(1n, "KWD")), "0.001");
  assert.equal(formatMoney(money(-5n, "CLF")), "-0.0005");
  assert.equal(formatMoney(zero("USD")), "0.00");
  assert.equal(formatMoney(zero("JPY")), "0");
});

test("fewer decimals than the currency has are filled up", () => {
  assert.deepEqual(parseMoney("12.3", "USD"), money(1230n, "USD"));
  assert.deepEqual(parseMoney("12", "KWD"), money(12000n, "KWD"));
  assert.deepEqual(parseMoney("-0.5", "USD"), money(-50n, "USD"));
});

for (const { text, currency } of [
  { text: "0.5", currency: "JPY" },
  { text: "0.005", currency: "USD" },
  { text: "1.0001", currency: "KWD" },
  { text: "1.00001", currency: "CLF" },
]) {
  test(`${text} ${currency} has too many decimals and is rejected, not rounded`, () => {
    assert.equal(parseMoney(text, currency), undefined);
  });
}

for (const text of ["", " 1", "1 ", "+1", "1e3", "1,000", "1.", ".5", "--1", "NaN", "１", "1234567890123456"]) {
  test(`the text "${text}" is not an amount`, () => {
    assert.equal(parseMoney(text, "USD"), undefined);
  });
}

test("zero has one form, whatever its sign was", () => {
  const parsed = parseMoney("-0.00", "USD");
  assert.deepEqual(parsed, zero("USD"));
  assert.equal(formatMoney(negate(zero("USD"))), "0.00");
});

test("PRE-1: a tenth and two tenths are three tenths", () => {
  const total = add(parseMoney("0.1", "USD") as Money, parseMoney("0.2", "USD") as Money);
  assert.equal(formatMoney(total), "0.30");
});

const lineTable = [
  { unitPrice: "33.333333333333", quantity: "3", currency: "USD", line: "100.00" },
  { unitPrice: "0.0000000001", quantity: "1000000000", currency: "USD", line: "0.10" },
  { unitPrice: "1000000000", quantity: "1000000000", currency: "USD", line: "1000000000000000000.00" },
  { unitPrice: "0.5", quantity: "1", currency: "JPY", line: "1" },
  { unitPrice: "-0.5", quantity: "1", currency: "JPY", line: "-1" },
  { unitPrice: "0.0025", quantity: "2", currency: "USD", line: "0.01" },
  { unitPrice: "0.0005", quantity: "1", currency: "KWD", line: "0.001" },
  { unitPrice: "0.00004", quantity: "1", currency: "CLF", line: "0.0000" },
] as const;

for (const { unitPrice, quantity, currency, line } of lineTable) {
  test(`${quantity} at ${unitPrice} make a line of ${line} ${currency}`, () => {
    const exact = multiplyRatios(ratioFromDecimal(unitPrice), ratioFromDecimal(quantity));
    assert.equal(formatMoney(roundToMoney(exact, currency, "HALF_UP")), line);
  });
}

test("half a cent is rounded away from zero, or to the even cent under HALF_EVEN", () => {
  for (const [text, halfUp, halfEven] of [
    ["0.005", "0.01", "0.00"],
    ["0.015", "0.02", "0.02"],
    ["0.025", "0.03", "0.02"],
    ["-0.005", "-0.01", "0.00"],
    ["-0.025", "-0.03", "-0.02"],
  ] as const) {
    assert.equal(formatMoney(roundToMoney(ratioFromDecimal(text), "USD", "HALF_UP")), halfUp);
    assert.equal(formatMoney(roundToMoney(ratioFromDecimal(text), "USD", "HALF_EVEN")), halfEven);
  }
});

test("amounts of two currencies are never mixed", () => {
  const [dollars, yen] = [money(100n, "USD"), money(100n, "JPY")];
  for (const mix of [add, subtract, compare, equals, min, max]) {
    assert.throws(() => mix(dollars, yen), { name: "AssertionError" }, mix.name);
  }
  assert.throws(() => sum([dollars, yen], "USD"), { name: "AssertionError" });
});

test("an unknown currency throws an assertion", () => {
  assert.throws(() => formatMoney(money(1n, "XYZ")), { name: "AssertionError" });
  assert.throws(() => parseMoney("1", "XYZ"), { name: "AssertionError" });
});

test("the amounts of parts are summed like amounts alone, in one currency", () => {
  const [one, other] = [money(1_050n, "USD"), money(-50n, "USD")];
  assert.deepEqual(sumAmounts([{ amount: one }, { amount: other }], "USD"), sum([one, other], "USD"));
  assert.deepEqual(sumAmounts([], "EUR"), zero("EUR"));
  assert.throws(() => sumAmounts([{ amount: one }], "EUR"), { name: "AssertionError" });
});

test("the sum of no amounts is zero in the requested currency", () => {
  assert.deepEqual(sum([], "EUR"), zero("EUR"));
});

test("smaller, larger, zero and negative compare the amounts", () => {
  const [less, more] = [money(-1n, "USD"), money(1n, "USD")];
  assert.ok(compare(less, more) < 0 && compare(more, less) > 0 && compare(more, more) === 0);
  assert.deepEqual([min(less, more), max(less, more)], [less, more]);
  assert.deepEqual([isNegative(less), isNegative(more), isNegative(zero("USD"))], [true, false, false]);
  assert.deepEqual([isZero(zero("USD")), isZero(more)], [true, false]);
});

test("property: a formatted amount is parsed as the same amount", () => {
  fc.assert(
    fc.property(minors, currencies, (minor, currency) => {
      const amount = money(minor, currency);
      const text = formatMoney(amount);
      assert.deepEqual(parseMoney(text, currency), amount);
      assert.equal(text.split(".")[1]?.length ?? 0, digitsOf[currency]);
      assert.equal(compareRatios(ratioFromMoney(amount), ratioFromDecimal(canonicalDecimal(text))), 0);
    }),
  );
});

test("property: one decimal more than the currency has is rejected", () => {
  fc.assert(
    fc.property(minors, currencies, fc.integer({ min: 0, max: 9 }), (minor, currency, digit) => {
      const text = formatMoney(money(minor, currency));
      assert.equal(parseMoney(text.includes(".") ? `${text}${digit}` : `${text}.${digit}`, currency), undefined);
    }),
  );
});

test("property: addition loses nothing, in any order", () => {
  fc.assert(
    fc.property(fc.array(minors), fc.array(minors), (left, right) => {
      const amounts = [...left, ...right].map((minor) => money(minor, "USD"));
      const halves = add(sum(amounts.slice(0, left.length), "USD"), sum(amounts.slice(left.length), "USD"));
      const total = sum(amounts.toReversed(), "USD");
      assert.ok(equals(total, halves));
      assert.ok(isZero(subtract(total, halves)));
      assert.ok(isZero(add(total, negate(total))));
    }),
  );
});

/**
 * Price × quantity calculated with decimal digits only: the product of the two digit strings is cut after the minor digits, and the
 * digits cut off determine whether the last remaining one is raised.
 */
function lineByDigits(price: string, quantity: string, digits: number): string {
  const [whole, decimals] = [price, quantity].reduce(
    ([product, places], text) => {
      const [integer = "", fraction = ""] = text.replace("-", "").split(".");
      return [product * BigInt(integer + fraction), places + fraction.length];
    },
    [1n, 0],
  );
  const text = whole.toString().padStart(decimals + 1, "0") + "0".repeat(digits);
  const cut = text.length - decimals;
  const kept = BigInt(text.slice(0, cut)) + ((text[cut] ?? "0") >= "5" ? 1n : 0n);
  const negative = price.startsWith("-") !== quantity.startsWith("-");
  return (negative ? -kept : kept).toString();
}

const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 12 }), fc.nat())
  .map(([negative, whole, places, seed]) => {
    const fraction = places === 0 ? "" : `.${String(seed).padStart(places, "7").slice(0, places)}`;
    return `${negative ? "-" : ""}${whole}${fraction}`;
  });

test("property: a line equals the one worked out digit by digit", () => {
  fc.assert(
    fc.property(decimals, decimals, currencies, (price, quantity, currency) => {
      const exact = multiplyRatios(ratioFromDecimal(price), ratioFromDecimal(quantity));
      const line = roundToMoney(exact, currency, "HALF_UP");
      assert.equal(line.minor.toString(), lineByDigits(price, quantity, digitsOf[currency]));
    }),
  );
});

test("property: an amount converted to an exact value and back is unchanged", () => {
  fc.assert(
    fc.property(minors, currencies, fc.constantFrom(...roundings), (minor, currency, rounding) => {
      const amount = money(minor, currency);
      assert.deepEqual(roundToMoney(ratioFromMoney(amount), currency, rounding), amount);
      const scaled = multiplyRatios(ratioFromMoney(amount), ratio(7n, 7n));
      assert.deepEqual(roundToMoney(scaled, currency, rounding), amount);
    }),
  );
});
