import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesBetween } from "../../console/src/screens/close/entries-between.ts";

const numbered = (...numbers: number[]) => numbers.map((number) => ({ number: String(number) }));

for (const [what, entries, total, last, expected] of [
  ["those up to the last one of the other close", [8, 9, 12], 3, "9", { between: [8, 9], mayBeMore: false }],
  ["a number is compared as a number", [9, 10], 2, "10", { between: [9, 10], mayBeMore: false }],
  ["of many that were told in part there may be more", [8, 9], 300, "900", { between: [8, 9], mayBeMore: true }],
  ["of many that go beyond it there are no more", [8, 9], 300, "8", { between: [8], mayBeMore: false }],
  ["a close that had no entries", [8], 1, "0", { between: [], mayBeMore: false }],
] as const) {
  test(`entries between two closes: ${what}`, () => {
    const found = entriesBetween({ entriesSince: numbered(...entries), totalEntriesSince: total }, last);
    assert.deepEqual(
      { between: found.entries.map(({ number }) => Number(number)), mayBeMore: found.mayBeMore },
      expected,
    );
  });
}
