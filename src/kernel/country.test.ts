import assert from "node:assert/strict";
import { test } from "node:test";
import { countries, isCountry } from "./country.ts";

test("ISO 3166-1 has 249 assigned codes, each once and in order", () => {
  assert.equal(countries.length, 249);
  assert.deepEqual(countries, [...new Set(countries)].toSorted());
});

test("only assigned codes in capitals are countries", () => {
  for (const code of ["DE", "US", "GB", "ZW"]) assert.ok(isCountry(code), code);
  for (const code of ["de", "UK", "EU", "XK", "ZZ", "DEU", "", "D", "__proto__"]) assert.ok(!isCountry(code), code);
});
