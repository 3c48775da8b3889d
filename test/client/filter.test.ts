import assert from "node:assert/strict";
import { test } from "node:test";
import { filterText } from "@accord/client";
import { stringField } from "../../src/platform/http/filter.ts";
import { parseListQuery } from "../../src/platform/http/list-query.ts";

for (const [filter, text] of [
  [{ status: "ISSUED" }, "status:eq:ISSUED"],
  [
    { status: ["ISSUED", "PAID"], total: { gte: "10.00", lt: 20 } },
    "status:in:ISSUED|PAID,total:gte:10.00,total:lt:20",
  ],
  [{ poNumber: null, name: { isnotnull: true } }, "poNumber:isnull,name:isnotnull"],
  [{ at: { gt: "2026-01-31T09:30:00Z" } }, "at:gt:2026-01-31T09:30:00Z"],
  [{ name: { like: "Acme, Inc." } }, 'name:like:"Acme, Inc."'],
  [{ name: "", code: { eq: undefined }, rest: undefined }, 'name:eq:""'],
] as const) {
  test(`a filter is written ${text}`, () => assert.equal(filterText(filter), text));
}

for (const value of ['say "so"', "back\\slash", "a|b;c,d", " spaces ", "", "name:eq:x", "ünï", '"']) {
  test(`the server reads back ${JSON.stringify(value)}`, () => {
    const declaration = { fields: { name: stringField() } };
    const text = filterText({ name: [value, "other"] });
    const { filters } = parseListQuery(declaration, new Map([["filter", [text]]]));
    assert.deepEqual(
      filters.map(({ test }) => test),
      [{ op: "any-of", values: [value, "other"], negated: false }],
    );
  });
}
