import assert from "node:assert/strict";
import { test } from "node:test";
import { commitmentOf, scheduleOf, stepOf } from "../../test/support/commitments.ts";
import { day } from "../../test/support/terms.ts";
import type { Commitment, Schedule } from "./commitment.ts";
import { firstDayPricedAnew } from "./commitment-difference.ts";

const first = scheduleOf();
const second = scheduleOf({ id: "second", start: day("2026-04-01"), end: day("2026-07-01") });
const third = scheduleOf({ id: "third", start: day("2026-07-01"), end: day("2026-10-01") });
const deal = (...schedules: readonly Schedule[]): Commitment => ({ ...commitmentOf(), schedules });
const before = deal(first, second);

const cases: readonly [what: string, before: Commitment | null, after: Commitment, expected: string | null][] = [
  ["one that is added", null, before, "2026-01-01"],
  ["one that stays as it is", before, deal(first, second), null],
  [
    "another name, and other names of lines",
    before,
    { ...deal(first, { ...second, netPaymentTerms: 5 }), name: "X" },
    null,
  ],
  ["the same step under another id", before, deal(first, { ...second, steps: [stepOf("x", "1000", "a")] }), null],
  ["another value", before, deal(first, { ...second, steps: [stepOf("step", "900", "a")] }), "2026-04-01"],
  ["another term", before, deal({ ...first, steps: [stepOf("step", "1000", "b")] }, second), "2026-01-01"],
  ["a schedule more", before, deal(first, second, third), "2026-07-01"],
  ["a schedule less", before, deal(first), "2026-04-01"],
  ["an earlier end", before, deal(first, { ...second, end: day("2026-05-01") }), "2026-05-01"],
  ["a later end", before, deal(first, { ...second, end: day("2026-10-01") }), "2026-07-01"],
  ["what is drawn first", before, { ...before, pricePriority: "HIGH" }, "2026-01-01"],
  [
    "what is prepaid",
    before,
    deal(first, {
      ...second,
      prepaid: { value: "1000", scheduleType: "FULL_UPFRONT", lineName: null, itemId: null },
    }),
    "2026-04-01",
  ],
];
for (const [what, was, is, expected] of cases) {
  test(`the first day with other prices after a change: ${what}`, () => {
    assert.equal(firstDayPricedAnew(was, is), expected === null ? null : day(expected));
  });
}
