import assert from "node:assert/strict";
import { test } from "node:test";
import { isCurrency, minorDigits } from "./currency.ts";

for (const [code, digits] of [
  ["JPY", 0],
  ["KRW", 0],
  ["CLP", 0],
  ["ISK", 0],
  ["USD", 2],
  ["EUR", 2],
  ["GBP", 2],
  ["INR", 2],
  ["XCG", 2],
  ["KWD", 3],
  ["BHD", 3],
  ["TND", 3],
  ["CLF", 4],
  ["UYW", 4],
] as const) {
  test(`${code} has ${digits} minor digits`, () => {
    assert.ok(isCurrency(code));
    assert.equal(minorDigits(code), digits);
  });
}

for (const [code, reason] of [
  ["XXX", "no currency"],
  ["XTS", "reserved for tests"],
  ["XAU", "a metal"],
  ["XDR", "no currency of a country"],
  ["DEM", "retired"],
  ["HRK", "retired"],
  ["ZWL", "retired"],
  ["BGN", "retired"],
  ["usd", "in lower case"],
  ["Usd", "in mixed case"],
  ["US", "too short"],
  ["USDX", "too long"],
  [" USD", "padded"],
  ["", "empty"],
  ["constructor", "a name every object has"],
] as const) {
  test(`"${code}" is not accepted: ${reason}`, () => {
    assert.equal(isCurrency(code), false);
    assert.throws(() => minorDigits(code), { name: "AssertionError" });
  });
}

test("no code of the runtime's own list is accepted with other minor digits", () => {
  // The runtime follows CLDR, which rounds some currencies for display; those are named here with ISO 4217's digits.
  const displayedOtherwise = "AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER".split(" ");
  let compared = 0;
  for (const code of Intl.supportedValuesOf("currency")) {
    if (!isCurrency(code) || displayedOtherwise.includes(code)) continue;
    const shown = new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions();
    assert.equal(minorDigits(code), shown.maximumFractionDigits, code);
    compared += 1;
  }
  assert.ok(compared > 100, `${compared} currencies compared`);
});
