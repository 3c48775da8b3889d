import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { pricedPeriods } from "../../../test/support/billing-periods.ts";
import {
  context,
  earnedBy,
  earnedMonths,
  earnedThrough,
  factsOf,
  revenueNow,
  revenueOf,
  shownMonths,
} from "../../../test/support/contract-facts.ts";
import {
  amended,
  anyObligation,
  anyTerm,
  day,
  flat,
  flatPrice,
  month,
  obligationOf,
  seatTermOf,
  statedOf,
  termOf,
  unitPrice,
  usd,
} from "../../../test/support/terms.ts";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import { required } from "../../kernel/assert.ts";
import { firstDayOf, type Month, monthOf } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { type EarningSegment, earnedBefore, onDay } from "../earning-segment.ts";

const table = (term: BillingTerm, last: string) =>
  shownMonths(revenueOf(obligationOf(term), {}, month(last)), month(last));

describe("an open-ended obligation", () => {
  test("has no price, and starts again with each billing period", () => {
    const term = termOf({ ...flat("1200"), start: day("2026-01-15"), end: null });
    assert.equal(revenueOf(obligationOf(term)).price, null);
    assert.deepEqual(table(term, "2027-02").slice(-3), ["2026-12 100.00", "2027-01 100.00", "2027-02 100.00"]);
    const monthly = termOf({ ...flat("100"), interval: "MONTH", start: day("2026-01-31"), end: null });
    // 31 January to 27 February weighs 1/31 + 27/28 of a month: 3.24 and 96.76. 28 February to 30 March weighs 1/28 + 30/31:
    // 3.56 of the second 100.00 falls in February.
    assert.deepEqual(table(monthly, "2026-02"), ["2026-01 3.24", "2026-02 100.32"]);
  });

  test("recognizes in a period each day at its price", () => {
    const term = termOf({
      ...flat("300"),
      interval: "QUARTER",
      end: null,
      prorationPolicy: "MONTH",
      invoiceDateStrategy: "ARREARS",
      layers: [{ price: flatPrice("600"), effectiveFrom: day("2026-03-01"), bookMonth: null }],
    });
    const months = table(term, "2026-12").map((text) => text.slice(8));
    assert.deepEqual(months, [...Array<string>(2).fill("100.00"), ...Array<string>(10).fill("200.00")]);
    const amendments = [amended("2026-07-02", { quantity: "3" })];
    const seats = { interval: "YEAR", prorationPolicy: "DAY", invoiceDateStrategy: "ARREARS" } as const;
    const grown = seatTermOf({ ...seats, end: null, price: unitPrice("365", "1"), amendments });
    const daily = revenueOf(obligationOf(grown, { recognitionPattern: "STRAIGHT_LINE_DAILY" }), {}, month("2026-12"));
    assert.deepEqual(
      ["2026-07-02", "2026-07-03", "2027-01-01"].map((before) => formatMoney(earnedBy(daily, day(before)))),
      ["182.00", "185.00", "731.00"],
    );
  });

  test("recognizes a period evenly if a short one owes its whole price", () => {
    const layers = [{ price: flatPrice("600"), effectiveFrom: day("2026-03-01"), bookMonth: null }];
    const term = termOf({ ...flat("300"), interval: "QUARTER", end: null, prorationPolicy: "NONE", layers });
    const months = table(term, "2026-12").map((text) => text.slice(8));
    assert.deepEqual(months, [...Array<string>(3).fill("100.00"), ...Array<string>(9).fill("200.00")]);
  });

  test("recognizes the same amounts for nearly two hundred years", () => {
    const last = month("2200-12");
    const revenue = revenueOf(obligationOf(termOf({ ...flat("100"), interval: "MONTH", end: null })), {}, last);
    const months = earnedMonths(revenue, last);
    assert.equal(months.length, 2_100);
    assert.ok(months.every(({ amount }) => amount.minor === 10_000n));
  });
});

test("property: revenue up to a day does not depend on how far the obligation is computed", () => {
  const pattern = fc.constantFrom("STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME");
  const days = fc.array(fc.integer({ min: day("2024-12-01"), max: day("2028-12-31") }), { maxLength: 4 });
  const stated = fc.option(fc.integer({ min: 0, max: 5_000_000 }));
  const evergreen = anyTerm.map((term) => ({ ...term, end: null }));
  fc.assert(
    fc.property(evergreen, pattern, stated, days, (term, recognitionPattern, minor, asked) => {
      const { billingTermGroupId } = term;
      const others = minor === null ? [] : [statedOf(usd(minor), { id: "stated", billingTermGroupId })];
      const own = obligationOf(term, { id: "own", recognitionPattern, isResidual: minor !== null });
      const facts = factsOf([...others, own]);
      const followedThrough = (last: Month) => required(revenueNow(facts, last).get("own"), "its revenue");
      const whole = followedThrough(month("2028-12"));
      for (const before of asked) {
        assert.deepEqual(earnedBy(followedThrough(monthOf(before)), before), earnedBy(whole, before));
      }
    }),
    { numRuns: 40 },
  );
});

const open = anyObligation.filter(({ service }) => service.end === null);

test("property: recognized and remaining revenue of a billing period sum to its price at every month end", () => {
  fc.assert(
    fc.property(open, fc.integer({ min: 0, max: 40 }), (obligation, ahead) => {
      const last = monthOf(obligation.service.start) + ahead;
      const through = firstDayOf(last + 1);
      const begun: bigint[] = [];
      const remaining: bigint[] = [];
      for (const { covered, price } of pricedPeriods(obligation.billingTerm, context)) {
        if (covered.start >= through) break;
        const { recognitionPattern: pattern } = obligation;
        const reason = { of: "INCEPTION" } as const;
        const by = pattern === "STRAIGHT_LINE" ? "MONTHS" : "DAYS";
        const even: EarningSegment = { amount: price.total, days: covered, curve: { by }, until: null, reason };
        const segment = pattern === "POINT_IN_TIME" ? onDay(price.total, covered.start, reason) : even;
        const part = earnedBefore(segment, through, context.rounding);
        begun.push(price.total.minor);
        remaining.push(price.total.minor - part.minor);
        assert.ok(covered.end > through || part.minor === price.total.minor, "a period that is over is all earned");
        assert.ok(part.minor <= price.total.minor);
      }
      const recognized = earnedThrough(revenueOf(obligation, {}, last), last).minor;
      const total = (minors: bigint[]) => minors.reduce((a, b) => a + b, 0n);
      assert.equal(recognized + total(remaining), total(begun));
    }),
    { numRuns: 40 },
  );
});
