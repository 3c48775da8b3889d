import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyObligation, day, flat, obligationOf, termOf } from "../../test/support/terms.ts";
import type { PerformanceObligation } from "../billing-terms/obligation.ts";
import { pricedPeriods } from "../billing-terms/price.ts";
import { present } from "../kernel/assert.ts";
import { firstDayOf, formatMonth, type Month, monthOf, parseMonth } from "../kernel/day.ts";
import { formatMoney, sum } from "../kernel/money.ts";
import { earnedPart } from "./pattern.ts";
import { firstMonth, lastMonth, monthlyRevenue, revenueThrough, transactionPrice } from "./recognition.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const month = (text: string): Month => present(parseMonth(text), text);
const table = (obligation: PerformanceObligation, last: string) =>
  monthlyRevenue(obligation, month(last), context).map(
    (each) => `${formatMonth(each.month)} ${formatMoney(each.amount)}`,
  );

describe("revenue by month", () => {
  test("of a year that is billed by quarter is the year's, wherever the invoices fall", () => {
    const term = termOf({ ...flat("300"), interval: "QUARTER", start: day("2026-01-15"), end: day("2027-01-15") });
    for (const invoiceDateStrategy of ["FIRST_OF_PERIOD", "ARREARS"] as const) {
      const months = table(obligationOf({ ...term, invoiceDateStrategy }), "2030-12");
      assert.deepEqual(
        [months.length, months[0], months[1], months[12]],
        [13, "2026-01 54.84", "2026-02 100.00", "2027-01 45.16"],
      );
    }
  });

  test("of an evergreen term restarts with each period", () => {
    const term = termOf({ ...flat("1200"), start: day("2026-01-15"), end: null });
    assert.deepEqual(table(obligationOf(term), "2027-02").slice(-3), [
      "2026-12 100.00",
      "2027-01 100.00",
      "2027-02 100.00",
    ]);
    const monthly = termOf({ ...flat("100"), interval: "MONTH", start: day("2026-01-31"), end: null });
    // 31 January to 27 February weighs 1/31 + 27/28 of a month: 3.24 and 96.76. 28 February to 30 March weighs 1/28 + 30/31:
    // 3.56 of the second 100.00 falls in February.
    assert.deepEqual(table(obligationOf(monthly), "2026-02"), ["2026-01 3.24", "2026-02 100.32"]);
  });

  test("follows the service where billing lies beside it", () => {
    const term = termOf({ ...flat("90"), interval: "NONE", end: day("2026-01-02") });
    const service = { start: day("2026-03-01"), end: day("2026-06-01") };
    assert.deepEqual(table(obligationOf(term, { service }), "2030-12"), [
      "2026-03 30.00",
      "2026-04 30.00",
      "2026-05 30.00",
    ]);
    const recognitionDate = day("2026-04-30");
    const point = obligationOf(term, { service, recognitionPattern: "POINT_IN_TIME", recognitionDate });
    assert.deepEqual(table(point, "2030-12"), ["2026-04 90.00"]);
    assert.deepEqual([firstMonth(point), lastMonth(point)], [month("2026-04"), month("2026-04")]);
  });

  test("has no last month and no price while it is open-ended", () => {
    const evergreen = obligationOf(termOf({ end: null }));
    assert.equal(lastMonth(evergreen), null);
    assert.equal(transactionPrice(evergreen, context), null);
    assert.equal(lastMonth(obligationOf(termOf())), month("2026-12"));
  });

  test("leaves months without revenue out", () => {
    assert.deepEqual(table(obligationOf(termOf(flat("0"))), "2026-12"), []);
    assert.deepEqual(table(obligationOf(termOf(flat("0.02")), { recognitionPattern: "STRAIGHT_LINE" }), "2026-12"), [
      "2026-03 0.01",
      "2026-09 0.01",
    ]);
  });
});

test("property: the months of an obligation with an end sum to its transaction price", () => {
  fc.assert(
    fc.property(anyObligation, (obligation) => {
      fc.pre(obligation.service.end !== null);
      const price = present(transactionPrice(obligation, context), "the price");
      const months = monthlyRevenue(obligation, month("2200-12"), context);
      assert.deepEqual(
        sum(
          months.map(({ amount }) => amount),
          "USD",
        ),
        price,
      );
      const billed = [...pricedPeriods(obligation.billingTerm, context)].map((period) => period.price.total);
      assert.deepEqual(sum(billed, "USD"), price);
    }),
  );
});

test("property: recognized and remaining of an evergreen period are the period's price at every month end", () => {
  fc.assert(
    fc.property(anyObligation, fc.integer({ min: 0, max: 40 }), (obligation, ahead) => {
      fc.pre(obligation.service.end === null);
      const through = firstDayOf(firstMonth(obligation) + ahead + 1);
      const begun: bigint[] = [];
      const remaining: bigint[] = [];
      for (const { covered, price } of pricedPeriods(obligation.billingTerm, context)) {
        if (covered.start >= through) break;
        const { recognitionPattern: pattern } = obligation;
        const part = earnedPart(price.total, pattern, covered, null, through, context.rounding);
        begun.push(price.total.minor);
        remaining.push(price.total.minor - part.minor);
        assert.ok(covered.end > through || part.minor === price.total.minor, "a period that is over is all earned");
        assert.ok(part.minor <= price.total.minor);
      }
      const recognized = revenueThrough(obligation, monthOf(through - 1), context).minor;
      const total = (minors: bigint[]) => minors.reduce((a, b) => a + b, 0n);
      assert.equal(recognized + total(remaining), total(begun));
    }),
  );
});

test("property: revenue through a month is the sum of its months and never falls", () => {
  fc.assert(
    fc.property(anyObligation, fc.integer({ min: 0, max: 40 }), (obligation, ahead) => {
      const last = firstMonth(obligation) + ahead;
      const months = monthlyRevenue(obligation, last, context);
      assert.deepEqual(
        sum(
          months.map(({ amount }) => amount),
          "USD",
        ),
        revenueThrough(obligation, last, context),
      );
      assert.ok(months.every(({ amount }) => amount.minor > 0n));
      assert.equal(revenueThrough(obligation, firstMonth(obligation) - 1, context).minor, 0n);
    }),
  );
});
