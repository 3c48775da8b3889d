import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { matcher, type UsageTerm } from "./matching.ts";

function term(id: string, start: number, end: number | null, parts: Partial<UsageTerm> = {}): UsageTerm {
  return {
    id,
    contractId: "contract",
    customerId: "a",
    eventTypeId: "calls",
    start,
    end,
    usageScope: "STANDALONE",
    invoicedThrough: null,
    ...parts,
  };
}

const on = (day: number, parts: object = {}) => ({ customerId: "a", eventTypeId: "calls", day, ...parts });

test("an event belongs to the term whose days include its day: the first, the last, not the one after", () => {
  const find = matcher([term("2", 20, null), term("1", 10, 20)]);
  assert.deepEqual(
    [9, 10, 19, 20, 9_999].map((day) => find(on(day))?.id),
    [undefined, "1", "1", "2", "2"],
  );
});

test("terms of another customer or event type do not match", () => {
  const find = matcher([term("1", 10, null)]);
  assert.equal(find(on(10, { customerId: "b" })), undefined);
  assert.equal(find(on(10, { eventTypeId: "seats" })), undefined);
});

test("a standalone term precedes terms of a commitment, of which the first is named", () => {
  const steps = [
    term("s2", 12, null, { usageScope: "COMMITMENT" }),
    term("s1", 10, null, { usageScope: "COMMITMENT" }),
  ];
  assert.equal(matcher(steps)(on(12))?.id, "s1");
  assert.equal(matcher([...steps, term("1", 12, null)])(on(12))?.id, "1");
  assert.equal(matcher([...steps, term("1", 12, null)])(on(11))?.id, "s1");
});

test("property: the order of the terms does not matter, and a term is found where one covers the day", () => {
  const terms = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.option(fc.integer({ min: 1, max: 9 }))), { maxLength: 6 })
    .map((spans) =>
      spans.map(([start, days], index) => term(String(index), start, days === null ? null : start + days)),
    );
  const shuffled = terms.chain((of) => fc.tuple(fc.constant(of), fc.shuffledSubarray(of, { minLength: of.length })));
  fc.assert(
    fc.property(shuffled, fc.integer({ min: 0, max: 40 }), ([some, others], day) => {
      const found = matcher(some)(on(day));
      assert.equal(found?.id, matcher(others)(on(day))?.id);
      assert.equal(
        found !== undefined,
        some.some(({ start, end }) => start <= day && (end === null || day < end)),
      );
    }),
  );
});
