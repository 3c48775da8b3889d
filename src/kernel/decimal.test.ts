import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalDecimal, decimalFromWire, decimalPlaces, ratioFromDecimal } from "./decimal.ts";
import { compareRatios, ratio } from "./ratio.ts";

const accepted: readonly (readonly [unknown, string])[] = [
  ["1200.00", "1200"],
  ["0.0025", "0.0025"],
  ["0.10", "0.1"],
  ["007", "7"],
  ["000.500", "0.5"],
  ["-0", "0"],
  ["-0.000", "0"],
  ["-12.50", "-12.5"],
  ["999999999999999.999999999999", "999999999999999.999999999999"],
  [0.1, "0.1"],
  [1200, "1200"],
  [-12.5, "-12.5"],
  [-0, "0"],
  [0.000001, "0.000001"],
  [999999999999999, "999999999999999"],
  [12345678.9012345, "12345678.9012345"],
];

for (const [value, canonical] of accepted) {
  test(`${JSON.stringify(value)} (${typeof value}) is read as ${canonical}`, () => {
    assert.equal(decimalFromWire(value), canonical);
  });
}

const rejected: readonly (readonly [unknown, string])[] = [
  ["+1", "a plus sign"],
  ["1e3", "an exponent"],
  ["1E-3", "an exponent"],
  ["1,000", "a thousands separator"],
  ["1 000", "a thousands separator"],
  ["1_000", "a thousands separator"],
  ["1'000", "a thousands separator"],
  ["１２", "full-width digits"],
  ["١٢", "Arabic-Indic digits"],
  ["−1", "a typographic minus"],
  ["", "no digits"],
  ["-", "no digits"],
  [".5", "no digit before the point"],
  ["5.", "no digit after the point"],
  ["1.2.3", "two points"],
  ["--1", "two signs"],
  [" 1", "a space before"],
  ["1 ", "a space after"],
  ["1\n", "a line end after"],
  ["0x10", "another base"],
  ["NaN", "no number"],
  ["Infinity", "no number"],
  ["1000000000000000", "16 digits before the point"],
  ["0.0000000000001", "13 decimals"],
  ["1".repeat(40), "40 digits"],
  [1e15, "a number of 16 digits"],
  [1e21, "a number whose text has an exponent"],
  [1e-7, "a number whose text has an exponent"],
  [0.1 + 0.2, "a number of 17 significant digits"],
  [100 / 3, "a number of 16 significant digits"],
  [123456789012.3456, "a number of 16 significant digits"],
  [Number.NaN, "no number"],
  [Number.POSITIVE_INFINITY, "no number"],
  [null, "no decimal"],
  [undefined, "no decimal"],
  [true, "no decimal"],
  [12n, "no decimal"],
  [["1"], "no decimal"],
  [{ value: "1" }, "no decimal"],
];

for (const [value, reason] of rejected) {
  const shown = typeof value === "bigint" || typeof value === "number" ? String(value) : JSON.stringify(value);
  test(`${shown} (${typeof value}) is rejected: ${reason}`, () => {
    assert.equal(decimalFromWire(value), undefined);
  });
}

test("decimal places are counted on the canonical text", () => {
  assert.equal(decimalPlaces("12"), 0);
  assert.equal(decimalPlaces("0.0025"), 4);
});

test("a text that is no decimal has no exact value", () => {
  for (const text of ["", "1.", "1e3", "abc"]) {
    assert.throws(() => ratioFromDecimal(text), { name: "AssertionError" }, text);
    assert.throws(() => canonicalDecimal(text), { name: "AssertionError" }, text);
  }
});

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
const wireTexts = fc
  .tuple(fc.boolean(), digits(1, 15), digits(0, 12))
  .map(([negative, whole, fraction]) => `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`);

test("property: every spelling has one canonical form of the same value", () => {
  fc.assert(
    fc.property(wireTexts, (text) => {
      const canonical = decimalFromWire(text);
      assert.ok(canonical !== undefined);
      assert.equal(compareRatios(ratioFromDecimal(canonical), ratioFromDecimal(text)), 0);
      assert.equal(decimalFromWire(canonical), canonical);
      assert.match(canonical, /^(0|-?(0\.\d*[1-9]|[1-9]\d*(\.\d*[1-9])?))$/);
    }),
  );
});

test("property: a decimal is its digits over a power of ten", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 27n }), fc.integer({ min: 0, max: 12 }), (scaled, places) => {
      const padded = scaled.toString().padStart(places + 1, "0");
      const cut = padded.length - places;
      const text = places === 0 ? padded : `${padded.slice(0, cut)}.${padded.slice(cut)}`;
      assert.equal(compareRatios(ratioFromDecimal(text), ratio(scaled, 10n ** BigInt(places))), 0);
      assert.equal(compareRatios(ratioFromDecimal(`-${text}`), ratio(-scaled, 10n ** BigInt(places))), 0);
    }),
  );
});

test("property: a number of up to 15 digits and 6 decimals means what its text says", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 15 - 1), max: 10 ** 15 - 1 }),
      fc.integer({ min: 0, max: 6 }),
      (n, places) => {
        const text = canonicalDecimal(
          `${n < 0 ? "-" : ""}${String(Math.abs(n))
            .padStart(places + 1, "0")
            .replace(new RegExp(`(\\d{${places}})$`), places === 0 ? "$1" : ".$1")}`,
        );
        assert.equal(decimalFromWire(Number(text)), text);
        assert.equal(decimalFromWire(text), text);
      },
    ),
  );
});
