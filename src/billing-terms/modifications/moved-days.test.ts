import assert from "node:assert/strict";
import { test } from "node:test";
import { day, obligationOf, termOf } from "../../../test/support/terms.ts";
import { formatDay } from "../../kernel/day.ts";
import { movedWith } from "./moved-days.ts";

for (const [what, date, [start, end], expected] of [
  ["the last day follows a later end", "2026-12-31", ["2026-01-01", "2027-04-01"], "2027-03-31"],
  ["the last day follows an earlier end", "2026-12-31", ["2026-01-01", "2026-07-01"], "2026-06-30"],
  ["the last day follows days that are all later", "2026-12-31", ["2026-03-01", "2027-03-01"], "2027-02-28"],
  ["the first day follows an earlier start", "2026-01-01", ["2025-11-01", "2027-01-01"], "2025-11-01"],
  ["the first day stays where the end moves", "2026-01-01", ["2026-01-01", "2027-04-01"], "2026-01-01"],
  ["another day stays a day of the service", "2026-05-10", ["2026-03-01", "2027-03-01"], "2026-05-10"],
  [
    "another day is the first one where service begins after it",
    "2026-05-10",
    ["2026-06-01", "2027-01-01"],
    "2026-06-01",
  ],
] as const) {
  test(`an obligation at a point in time moves with its term: ${what}`, () => {
    const term = termOf({ start: day("2026-01-01"), end: day("2027-01-01") });
    const pob = obligationOf(term, { recognitionPattern: "POINT_IN_TIME", recognitionDate: day(date) });
    const { recognitionDate } = movedWith(pob, term, { ...term, start: day(start), end: day(end) });
    assert.equal(recognitionDate === null ? null : formatDay(recognitionDate), expected);
  });
}
