import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "../../kernel/day.ts";
import { money } from "../../kernel/money.ts";
import {
  percentOf,
  printedAddress,
  printedAmount,
  printedDecimal,
  printedIban,
  printedPeriod,
  printedPrice,
} from "./printed.ts";

for (const [minor, currency, text] of [
  [0n, "EUR", "0.00"],
  [99999n, "EUR", "999.99"],
  [100000n, "EUR", "1,000.00"],
  [-123456789n, "EUR", "−1,234,567.89"],
  [1234567n, "JPY", "1,234,567"],
  [1234567n, "KWD", "1,234.567"],
] as const) {
  test(`${minor} minor units of ${currency} are printed as ${text}`, () => {
    assert.equal(printedAmount(money(minor, currency)), text);
  });
}

test("quantities keep their decimals, and prices have at least the decimals of the currency", () => {
  assert.equal(printedDecimal("1250.50"), "1,250.5");
  assert.equal(printedDecimal("1234567"), "1,234,567");
  assert.equal(printedPrice("10", "EUR"), "10.00");
  assert.equal(printedPrice("0.000125", "EUR"), "0.000125");
  assert.equal(printedPrice("1200", "JPY"), "1,200");
  assert.equal(printedPrice("-12.5", "EUR"), "−12.50");
});

test("a fraction is printed as an exact percentage", () => {
  const fractions = ["0", "1", "0.2", "0.19", "0.081", "0.14975", "0.00000001"];
  assert.deepEqual(fractions.map(percentOf), ["0", "100", "20", "19", "8.1", "14.975", "0.000001"]);
});

test("a period is printed with its last day", () => {
  assert.equal(printedPeriod({ start: dayOf(2026, 1, 31), end: dayOf(2026, 3, 1) }), "31 Jan 2026 – 28 Feb 2026");
  assert.equal(printedPeriod({ start: dayOf(2026, 1, 31), end: dayOf(2026, 2, 1) }), "31 Jan 2026");
});

test("an address leaves out unknown parts", () => {
  const nothing = {
    line1: null,
    line2: null,
    city: null,
    state: null,
    postalCode: null,
    country: null,
    addressee: null,
  };
  assert.deepEqual(printedAddress(null), []);
  assert.deepEqual(printedAddress(nothing), []);
  assert.deepEqual(printedAddress({ ...nothing, city: "Montréal", state: "QC", country: "CA" }), [
    "Montréal QC",
    "Canada",
  ]);
});

test("an IBAN is printed in groups of four", () => {
  assert.equal(printedIban("DE89370400440532013000"), "DE89 3704 0044 0532 0130 00");
  assert.equal(printedIban("NO9386011117947"), "NO93 8601 1117 947");
});
