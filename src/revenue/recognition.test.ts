import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { pricedPeriods } from "../../test/support/billing-periods.ts";
import {
  amended,
  anyObligation,
  creditOf,
  day,
  decimal,
  flat,
  flatPrice,
  invoicedByPeriod,
  known,
  month,
  obligationOf,
  recordOf,
  seatConfig,
  seatTermOf,
  termOf,
  unitPrice,
  usd,
} from "../../test/support/terms.ts";
import type { BillingTerm, PriceLayer } from "../billing-terms/billing-term.ts";
import { chargesOf } from "../billing-terms/charges.ts";
import type { PerformanceObligation, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { present } from "../kernel/assert.ts";
import { firstDayOf, formatMonth, type Month, monthOf } from "../kernel/day.ts";
import { formatMoney, subtract, sum } from "../kernel/money.ts";
import { allKnown, type KnownPromise, knownIn } from "./known-promise.ts";
import { earnedPart } from "./pattern.ts";
import {
  firstMonth,
  lastMonth,
  monthlyRevenue,
  revenueBefore,
  revenueThrough,
  transactionPrice,
} from "./recognition.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const table = (obligation: PerformanceObligation, last: string) =>
  monthlyRevenue(known(obligation), month(last), context).map(
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
    assert.deepEqual([firstMonth(known(point)), lastMonth(known(point))], [month("2026-04"), month("2026-04")]);
  });

  test("has no last month and no price while it is open-ended", () => {
    const evergreen = obligationOf(termOf({ end: null }));
    assert.equal(lastMonth(known(evergreen)), null);
    assert.equal(transactionPrice(known(evergreen), context), null);
    assert.equal(lastMonth(known(obligationOf(termOf()))), month("2026-12"));
  });

  test("leaves months without revenue out", () => {
    assert.deepEqual(table(obligationOf(termOf(flat("0"))), "2026-12"), []);
    assert.deepEqual(table(obligationOf(termOf(flat("0.02")), { recognitionPattern: "STRAIGHT_LINE" }), "2026-12"), [
      "2026-03 0.01",
      "2026-09 0.01",
    ]);
  });
});

describe("revenue of a price that changes", () => {
  const layer = (from: string, price: PriceLayer["price"]): PriceLayer => {
    return { price, effectiveFrom: day(from), bookMonth: null };
  };
  const year = { end: day("2027-01-01"), prorationPolicy: "MONTH" } as const;
  /** Month by month of 2026, equal neighbours counted. */
  const runs = (promise: KnownPromise) => {
    const amounts = Array.from({ length: 12 }, (_, index) => {
      const at = month("2026-01") + index;
      return formatMoney(subtract(revenueThrough(promise, at, context), revenueThrough(promise, at - 1, context)));
    });
    const found: [count: number, amount: string][] = [];
    for (const amount of amounts) {
      const last = found.at(-1);
      if (last !== undefined && last[1] === amount) last[0]++;
      else found.push([1, amount]);
    }
    return found.map(([count, amount]) => `${count} × ${amount}`);
  };
  const seats = (parts: Partial<BillingTerm>) =>
    seatTermOf({ ...year, interval: "MONTH", price: unitPrice("10", "10"), invoiceDateStrategy: "ARREARS", ...parts });

  test("is that of each day at the price of the day", () => {
    const term = termOf({ ...year, layers: [layer("2026-07-01", flatPrice("2400"))] });
    assert.deepEqual(runs(known(obligationOf(term))), ["6 × 100.00", "6 × 200.00"]);
    const cheaper = termOf({ ...year, layers: [layer("2026-10-01", flatPrice("600"))] });
    assert.deepEqual(runs(known(obligationOf(cheaper))), ["9 × 100.00", "3 × 50.00"]);
  });

  test("with seats added before and after it, is that of the seats of the day at the price of the day", () => {
    const amendments = [amended("2026-03-01", { delta: "5" }), amended("2026-11-01", { delta: "-5" })];
    const term = seats({ amendments, layers: [layer("2026-09-01", unitPrice("20", "10"))] });
    assert.deepEqual(runs(known(obligationOf(term))), ["2 × 100.00", "6 × 150.00", "2 × 300.00", "2 × 200.00"]);
  });

  test("of seats that were said in another order than they count", () => {
    const amendments = [
      amended("2026-04-01", { quantity: "15", createdAt: "2026-03-01T00:00:00.000Z" }),
      amended("2026-07-01", { quantity: "20", createdAt: "2026-02-01T00:00:00.000Z" }),
    ];
    assert.deepEqual(runs(known(obligationOf(seats({ amendments })))), ["3 × 100.00", "3 × 150.00", "6 × 200.00"]);
  });

  test("within a period of an evergreen term is that of the days at the price of the day", () => {
    const term = termOf({
      ...flat("300"),
      interval: "QUARTER",
      end: null,
      prorationPolicy: "MONTH",
      invoiceDateStrategy: "ARREARS",
      layers: [layer("2026-03-01", flatPrice("600"))],
    });
    assert.deepEqual(runs(known(obligationOf(term))), ["2 × 100.00", "10 × 200.00"]);
    const evergreen = seats({ end: null, interval: "YEAR", prorationPolicy: "DAY", price: unitPrice("365", "1") });
    const grown = { ...evergreen, amendments: [amended("2026-07-02", { quantity: "3" })] };
    const promise = known(obligationOf(grown, { recognitionPattern: "STRAIGHT_LINE_DAILY" }));
    const through = (text: string) => formatMoney(revenueBefore(promise, day(text), context));
    assert.deepEqual(
      [through("2026-07-02"), through("2026-07-03"), through("2027-01-01")],
      ["182.00", "185.00", "731.00"],
    );
  });

  test("that waits for no day, because a short period owes all of it, is earned evenly", () => {
    const term = termOf({ ...flat("300"), interval: "QUARTER", end: null, prorationPolicy: "NONE" });
    const promise = known(obligationOf({ ...term, layers: [layer("2026-03-01", flatPrice("600"))] }));
    assert.deepEqual(runs(promise), ["3 × 100.00", "9 × 200.00"]);
  });

  test("less what was taken back of its days", () => {
    const service = { start: day("2026-04-01"), end: day("2026-07-01") };
    const reductions = [creditOf(usd(9_000), { service })];
    assert.deepEqual(runs(known(obligationOf(termOf(year)), { reductions })), [
      "3 × 100.00",
      "3 × 70.00",
      "6 × 100.00",
    ]);
    const recognitionDate = day("2026-12-31");
    const point = obligationOf(termOf(year), { recognitionPattern: "POINT_IN_TIME", recognitionDate });
    assert.deepEqual(runs(known(point, { reductions })), ["11 × 0.00", "1 × 1110.00"]);
  });

  test("as it is billed, in the months of the invoices", () => {
    const billed = [
      { date: day("2025-12-20"), amount: usd(5_000) },
      { date: day("2026-02-01"), amount: usd(7_000) },
      { date: day("2026-02-10"), amount: usd(-1_000) },
    ];
    const promise = known(obligationOf(termOf(), { recognitionPattern: "RECOGNIZE_AS_BILLED" }), { billed });
    assert.deepEqual(
      monthlyRevenue(promise, month("2026-12"), context).map((each) => formatMoney(each.amount)),
      ["50.00", "60.00"],
    );
    assert.equal(transactionPrice(promise, context), null);
  });
});

/** Months in which changes are booked, counted from the first month of revenue. */
const lastBookMonth = 40;
const bookMonths = fc.integer({ min: -2, max: lastBookMonth });
const layers = fc.array(fc.record({ at: fc.nat(900), amount: fc.nat(200_000), book: bookMonths }), { maxLength: 4 });
const credits = fc.array(
  fc.record({ at: fc.nat(900), days: fc.integer({ min: 1, max: 90 }), minor: fc.integer({ min: -900, max: 900 }) }),
  { maxLength: 3 },
);
const amendments = fc.array(
  fc.record({
    at: fc.nat(900),
    quantity: fc.nat(30),
    through: fc.option(fc.nat(900)),
    book: bookMonths,
  }),
  { maxLength: 4 },
);

/** Promises that follow terms with later prices, seats that change and credits, each with its own book month. */
const changedRecord = fc
  .record({ obligation: anyObligation, layers, credits, amendments, seats: fc.boolean() })
  .map((parts): PerformanceObligationRecord => {
    const { obligation } = parts;
    const hasSeats = parts.seats && obligation.billingTerm.interval !== "NONE";
    const term = obligation.billingTerm;
    const days = (term.end ?? term.start + 900) - term.start;
    const bookMonth = (book: number) => firstMonth(known(obligation)) + book;
    const priceOf = (amount: string) => (hasSeats ? unitPrice(amount, "10") : flatPrice(amount));
    const changed: BillingTerm = {
      ...term,
      price: priceOf(term.price.pricing[0]?.amount ?? "1"),
      billingType: hasSeats ? "UNIT" : "FLAT",
      seatConfig: hasSeats ? seatConfig() : null,
      layers: parts.layers
        .map(({ at, amount, book }) => {
          return {
            price: priceOf(decimal(amount, 2)),
            effectiveFrom: term.start + (at % days),
            bookMonth: bookMonth(book),
          };
        })
        .sort((a, b) => a.effectiveFrom - b.effectiveFrom),
      amendments: (hasSeats ? parts.amendments : [])
        .map(({ at, quantity, through, book }, index) => ({
          ...amended("2026-01-01", {
            id: `amendment ${index}`,
            quantity: String(quantity),
            bookMonth: bookMonth(book),
          }),
          effectiveDate: term.start + (at % days),
          invoicedThrough: through === null ? null : term.start + through,
          createdAt: `2026-01-01T00:00:0${index}.000Z`,
        }))
        .sort((a, b) => a.effectiveDate - b.effectiveDate || (a.createdAt < b.createdAt ? -1 : 1)),
    };
    const reductions = parts.credits
      .filter(({ minor }) => minor !== 0)
      .map(({ at, days: length, minor }, index) => {
        const start = term.start + at;
        return creditOf(usd(minor), {
          id: `memo ${index}`,
          service: { start, end: start + length },
          bookMonth: bookMonth(index),
        });
      });
    return recordOf({ ...obligation, billingTerm: invoicedByPeriod(changed) }, { reductions });
  });

test("property: later prices, seats and credits sum to the transaction price, which is what is billed less the credits", () => {
  fc.assert(
    fc.property(changedRecord, (record) => {
      const promise = allKnown(record);
      const price = transactionPrice(promise, context);
      fc.pre(price !== null && record.obligation.billingTerm !== null);
      const months = monthlyRevenue(promise, month("2200-12"), context).map(({ amount }) => amount);
      assert.deepEqual(sum(months, "USD"), price);
      const { billingTerm } = record.obligation;
      const billed =
        billingTerm === null ? [] : [...chargesOf(billingTerm, context)].map((charge) => charge.price.total);
      const credited = record.reductions.map(({ amount }) => amount);
      assert.deepEqual(subtract(sum(billed, "USD"), sum(credited, "USD")), price);
    }),
  );
});

test("property: a month before a change's book month is as if it had never been said", () => {
  fc.assert(
    fc.property(changedRecord, fc.integer({ min: -2, max: 40 }), (record, ahead) => {
      const at = firstMonth(known(record.obligation)) + ahead;
      const counts = ({ bookMonth }: { bookMonth: Month | null }) => bookMonth === null || bookMonth <= at;
      const term = record.obligation.billingTerm;
      if (term === null) return;
      const unsaid = { ...term, layers: term.layers.filter(counts), amendments: term.amendments.filter(counts) };
      const before = recordOf(
        { ...record.obligation, billingTerm: unsaid },
        { reductions: record.reductions.filter(counts) },
      );
      assert.deepEqual(revenueThrough(knownIn(record, at), at, context), revenueThrough(allKnown(before), at, context));
    }),
  );
});

test("property: what months get one after another, each by what it knows, comes to what all that is known says", () => {
  fc.assert(
    fc.property(changedRecord, fc.integer({ min: lastBookMonth + 2, max: 60 }), (record, ahead) => {
      const first = firstMonth(known(record.obligation)) - 2;
      let posted = 0n;
      let caughtUp = 0n;
      let corrected = 0n;
      for (let at = first; at <= first + ahead; at++) {
        const promise = knownIn(record, at);
        const before = revenueThrough(promise, at - 1, context).minor;
        caughtUp += before - posted;
        corrected += before - revenueThrough(knownIn(record, at - 1), at - 1, context).minor;
        posted = revenueThrough(promise, at, context).minor;
      }
      assert.equal(caughtUp, corrected);
      assert.equal(posted, revenueThrough(allKnown(record), first + ahead, context).minor);
    }),
    { numRuns: 12 },
  );
});

test("property: the months of an obligation with an end sum to its transaction price", () => {
  fc.assert(
    fc.property(anyObligation, (obligation) => {
      fc.pre(obligation.service.end !== null);
      const price = present(transactionPrice(known(obligation), context), "the price");
      const months = monthlyRevenue(known(obligation), month("2200-12"), context);
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
      const through = firstDayOf(firstMonth(known(obligation)) + ahead + 1);
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
      const recognized = revenueThrough(known(obligation), monthOf(through - 1), context).minor;
      const total = (minors: bigint[]) => minors.reduce((a, b) => a + b, 0n);
      assert.equal(recognized + total(remaining), total(begun));
    }),
  );
});

test("property: revenue through a month is the sum of its months and never falls", () => {
  fc.assert(
    fc.property(anyObligation, fc.integer({ min: 0, max: 40 }), (obligation, ahead) => {
      const last = firstMonth(known(obligation)) + ahead;
      const months = monthlyRevenue(known(obligation), last, context);
      assert.deepEqual(
        sum(
          months.map(({ amount }) => amount),
          "USD",
        ),
        revenueThrough(known(obligation), last, context),
      );
      assert.ok(months.every(({ amount }) => amount.minor > 0n));
      assert.equal(revenueThrough(known(obligation), firstMonth(known(obligation)) - 1, context).minor, 0n);
    }),
  );
});
