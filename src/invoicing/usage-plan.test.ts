import assert from "node:assert/strict";
import { test } from "node:test";
import { day, usd } from "../../test/support/terms.ts";
import { billingChecker, daysOf } from "./usage-plan.ts";

const today = day("2026-05-10");
const span = (start: string, end: string | null) => ({ start: day(start), end: end === null ? null : day(end) });

test("usage is read for the days of the terms, of an open-ended term through tomorrow", () => {
  const [early, late] = [span("2025-01-01", "2026-01-01"), span("2026-01-01", "2027-01-01")];
  assert.deepEqual(daysOf([early, late], today), { start: early.start, end: late.end });
  assert.deepEqual(daysOf([early, span("2026-01-01", null)], today), { start: early.start, end: today + 2 });
});

test("a billing period has lines to bill even if later ones are invoiced, except for corrections and credits", () => {
  const [february, march] = [
    { start: day("2026-02-01"), end: day("2026-03-01") },
    { start: day("2026-03-01"), end: day("2026-04-01") },
  ];
  const line = (minor: number, isCorrection: boolean) => {
    const price = { subtotal: usd(minor), discountTotal: usd(0), total: usd(minor) };
    return { type: "USAGE", service: february, isCorrection, price } as const;
  };
  const of = (...owed: ReturnType<typeof line>[]) => billingChecker(march.end, owed)(february);
  assert.equal(of(line(3000, false), line(-3000, true)), "LINES");
  assert.deepEqual([of(line(3000, true)), of(line(-3000, false)), of()], ["INVOICED", "INVOICED", "INVOICED"]);
  assert.equal(billingChecker(null, [])(march), "NONE");
});
