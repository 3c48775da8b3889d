import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isBic, parseIban } from "./iban.ts";

// Examples of the IBAN Registry.
const examples = [
  "DE89370400440532013000",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "NO9386011117947",
  "MT84MALT011000012345MTLCAST001S",
  "CH9300762011623852957",
  "NL91ABNA0417164300",
];

test("the registry's examples are valid, in any case and with spaces", () => {
  for (const iban of examples) {
    assert.equal(parseIban(iban), iban);
    assert.equal(parseIban(iban.toLowerCase().replaceAll(/(.{4})/g, "$1 ")), iban);
  }
});

test("wrong length, country or characters are rejected", () => {
  for (const text of ["", "DE", "DE8937040044053201300", "ZZ89370400440532013000", "DE8937040044053201300é"]) {
    assert.equal(parseIban(text), undefined, text);
  }
});

test("property: one wrong digit is always found", () => {
  const place = fc.record({ iban: fc.constantFrom(...examples), at: fc.nat(33), digit: fc.nat(9) });
  fc.assert(
    fc.property(place, ({ iban, at, digit }) => {
      const index = 2 + (at % (iban.length - 2));
      fc.pre(/\d/.test(iban.charAt(index)) && iban.charAt(index) !== String(digit));
      assert.equal(parseIban(`${iban.slice(0, index)}${digit}${iban.slice(index + 1)}`), undefined);
    }),
  );
});

test("a BIC has 8 or 11 characters", () => {
  for (const text of ["DEUTDEFF", "DEUTDEFF500", "NEDSZAJJXXX"]) assert.ok(isBic(text), text);
  for (const text of ["DEUTDEF", "deutdeff", "DEUTDEFF5", "DEUT12FF", ""]) assert.ok(!isBic(text), text);
});
