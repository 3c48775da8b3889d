import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { pricedPeriods } from "../../test/support/billing-periods.ts";
import {
  context,
  earnedMonths,
  earnedThrough,
  factsOf,
  revenueAsOf,
  revenueNow,
  revenueOf,
  shownMonths,
  treated,
  yearOf,
} from "../../test/support/contract-facts.ts";
import {
  amended,
  anyObligation,
  corrected,
  creditOf,
  day,
  decimal,
  flat,
  flatPrice,
  invoicedByPeriod,
  month,
  obligationOf,
  recordOf,
  seatConfig,
  seatTermOf,
  statedOf,
  termOf,
  unitPrice,
  usd,
} from "../../test/support/terms.ts";
import type { BillingTerm, PriceLayer } from "../billing-terms/billing-term.ts";
import { chargesOf } from "../billing-terms/charges/charges.ts";
import type {
  PerformanceObligation,
  PerformanceObligationRecord,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { type Month, monthOf } from "../kernel/day.ts";
import { formatMoney, subtract, sum } from "../kernel/money.ts";
import type { BilledAmount } from "./contract-facts.ts";
import { firstMonthOf } from "./schedule.ts";

const table = (obligation: PerformanceObligation) => shownMonths(revenueOf(obligation));

describe("revenue by month", () => {
  test("of a year billed by quarter is that of the year, wherever the invoices fall", () => {
    const term = termOf({ ...flat("300"), interval: "QUARTER", start: day("2026-01-15"), end: day("2027-01-15") });
    for (const invoiceDateStrategy of ["FIRST_OF_PERIOD", "ARREARS"] as const) {
      const months = table(obligationOf({ ...term, invoiceDateStrategy }));
      assert.deepEqual(
        [months.length, months[0], months[1], months[12]],
        [13, "2026-01 54.84", "2026-02 100.00", "2027-01 45.16"],
      );
    }
  });

  test("follows the service where billing has other days", () => {
    const term = termOf({ ...flat("90"), interval: "NONE", end: day("2026-01-02") });
    const service = { start: day("2026-03-01"), end: day("2026-06-01") };
    assert.deepEqual(table(obligationOf(term, { service })), ["2026-03 30.00", "2026-04 30.00", "2026-05 30.00"]);
    const recognitionDate = day("2026-04-30");
    const point = obligationOf(term, { service, recognitionPattern: "POINT_IN_TIME", recognitionDate });
    assert.deepEqual(table(point), ["2026-04 90.00"]);
    assert.equal(firstMonthOf(revenueOf(point)), month("2026-04"));
  });

  test("leaves months without revenue out", () => {
    assert.deepEqual(table(obligationOf(termOf(flat("0")))), []);
    assert.deepEqual(table(obligationOf(termOf(flat("0.02")))), ["2026-03 0.01", "2026-09 0.01"]);
  });

  test("is that of the invoices where it is recognized as billed", () => {
    const billed = [
      { date: day("2025-12-20"), amount: usd(5_000) },
      { date: day("2026-02-01"), amount: usd(7_000) },
      { date: day("2026-02-10"), amount: usd(-1_000) },
    ].map((one): BilledAmount => ({ ...one, billingTermId: "fixed", eventTypeId: null }));
    const asBilled = statedOf(usd(0), { transactionPrice: null, recognitionPattern: "RECOGNIZE_AS_BILLED" });
    const revenue = revenueOf(asBilled, { billing: new Map([["group", billed]]) });
    assert.deepEqual(shownMonths(revenue), ["2025-12 50.00", "2026-02 60.00"]);
    assert.equal(revenue.price, null);
  });
});

describe("revenue of a changed price", () => {
  const layer = (from: string, price: PriceLayer["price"]): PriceLayer => {
    return { price, effectiveFrom: day(from), bookMonth: null };
  };
  const year = { end: day("2027-01-01"), prorationPolicy: "MONTH" } as const;
  /** Month by month of 2026, equal neighbours counted. */
  const runs = (term: BillingTerm) => {
    const found: [count: number, amount: string][] = [];
    for (const amount of yearOf(revenueOf(obligationOf(term)))) {
      const last = found.at(-1);
      if (last !== undefined && last[1] === amount) last[0]++;
      else found.push([1, amount]);
    }
    return found.map(([count, amount]) => `${count} × ${amount}`);
  };
  const seats = (parts: Partial<BillingTerm>) =>
    seatTermOf({ ...year, interval: "MONTH", price: unitPrice("10", "10"), invoiceDateStrategy: "ARREARS", ...parts });

  test("is for each day the price of that day", () => {
    const dearer = termOf({ ...year, layers: [layer("2026-07-01", flatPrice("2400"))] });
    assert.deepEqual(runs(dearer), ["6 × 100.00", "6 × 200.00"]);
    const cheaper = termOf({ ...year, layers: [layer("2026-10-01", flatPrice("600"))] });
    assert.deepEqual(runs(cheaper), ["9 × 100.00", "3 × 50.00"]);
  });

  test("with seats added before and after it, is for each day its seats at its price", () => {
    const amendments = [amended("2026-03-01", { delta: "5" }), amended("2026-11-01", { delta: "-5" })];
    const term = seats({ amendments, layers: [layer("2026-09-01", unitPrice("20", "10"))] });
    assert.deepEqual(runs(term), ["2 × 100.00", "6 × 150.00", "2 × 300.00", "2 × 200.00"]);
  });

  test("with seats recorded in another order than their effective days is the same", () => {
    const amendments = [
      amended("2026-04-01", { quantity: "15", createdAt: "2026-03-01T00:00:00.000Z" }),
      amended("2026-07-01", { quantity: "20", createdAt: "2026-02-01T00:00:00.000Z" }),
    ];
    assert.deepEqual(runs(seats({ amendments })), ["3 × 100.00", "3 × 150.00", "6 × 200.00"]);
  });
});

describe("billing of a group that its as-billed obligation earns", () => {
  const recognitionPattern = "RECOGNIZE_AS_BILLED" as const;
  const asBilled = statedOf(usd(0), { id: "as billed", transactionPrice: null, recognitionPattern });
  const [fixed, usage] = [
    { date: day("2026-01-01"), amount: usd(500), billingTermId: "fixed", eventTypeId: null },
    { date: day("2026-02-01"), amount: usd(70), billingTermId: "usage", eventTypeId: "calls" },
  ];
  const facts = (...others: Parameters<typeof factsOf>[0]) =>
    factsOf([asBilled, ...others], { billing: new Map([[asBilled.billingTermGroupId, [fixed, usage]]]) });
  const all = ["2026-01 5.00", "2026-02 0.70"];
  const [ofFixed, ofUsage] = [["2026-01 5.00"], ["2026-02 0.70"]];

  test("is all where the obligation is alone", () => {
    assert.deepEqual(shownMonths(revenueNow(facts()).get("as billed") ?? assert.fail()), all);
  });

  test("leaves out fixed terms beside stated prices, usage with an obligation of its event type, and terms that another obligation earns", () => {
    const asConsumed = { recognitionPattern: "RECOGNIZE_AS_CONSUMED", considerationType: "VARIABLE" } as const;
    const consumed = { ...asConsumed, transactionPrice: null, eventTypeId: "calls" };
    const rows = [
      [statedOf(usd(500)), ofUsage],
      [statedOf(usd(500), { considerationType: "VARIABLE" }), all],
      [statedOf(usd(0), consumed), ofFixed],
      [statedOf(usd(0), { ...consumed, eventTypeId: "seats" }), all],
      [obligationOf(termOf({ id: "fixed" })), ofUsage],
      [obligationOf(termOf({ id: "another" })), all],
    ] as const;
    for (const [other, left] of rows) {
      assert.deepEqual(shownMonths(revenueNow(facts(other)).get("as billed") ?? assert.fail()), left);
    }
  });

  const leftIn = (timeframe: string, other: PerformanceObligationRecord) => {
    const revenue = revenueAsOf(facts(other), month(timeframe)).get("as billed") ?? assert.fail();
    return shownMonths(revenue).length;
  };

  test("leaves out the part of another obligation from the month it was added to the month it was deleted", () => {
    const deleted = { isDeleted: true, deletionBookMonth: month("2026-05") };
    const other = recordOf(statedOf(usd(500)), { bookMonth: month("2026-03"), ...deleted });
    assert.deepEqual(
      ["2026-02", "2026-03", "2026-04", "2026-05"].map((timeframe) => leftIn(timeframe, other)),
      [2, 1, 1, 2],
    );
  });

  test("is all in the months before a correction gave another obligation a price", () => {
    const changes = { recognitionPattern: { from: "RECOGNIZE_AS_BILLED", to: "STRAIGHT_LINE" } };
    const corrections = [corrected({ of: "POB", changes, bookMonth: month("2026-03") })];
    const former = recordOf(statedOf(usd(500)), { corrections });
    assert.deepEqual(
      ["2026-02", "2026-03"].map((timeframe) => leftIn(timeframe, former)),
      [2, 1],
    );
  });
});

/**
 * Stated obligations of 600.00 each, what was credited of the term that they earn, and in June one of 1,200.00 for the autumn
 * with a term of its own. Their residuals earn nothing.
 */
function credited(count: number, minor: number, isAllocated: boolean) {
  const stated = Array.from({ length: count }, (_, index) => {
    const service = { start: day("2026-01-01"), end: day(index % 2 === 0 ? "2026-04-01" : "2026-05-01") };
    return statedOf(usd(60_000), { id: `pob ${index}`, service, standaloneSellingPrice: usd(60_000) });
  });
  const february = { start: day("2026-02-01"), end: day("2026-03-01") };
  const term = termOf(flat(String(600 * count)));
  const residual = recordOf(obligationOf(term, { id: "residual", isResidual: true }), {
    billingCredits: [creditOf(usd(minor), { service: february, bookMonth: month("2026-02") })],
  });
  const autumn = { start: day("2026-10-01"), end: day("2027-01-01") };
  const price = { transactionPrice: usd(120_000), standaloneSellingPrice: usd(120_000) };
  const later = [
    statedOf(price.transactionPrice, { ...price, id: "later", service: autumn }),
    obligationOf(termOf({ ...autumn, id: "autumn", prorationPolicy: "NONE" }), {
      id: "later residual",
      isResidual: true,
    }),
  ].map((pob) => recordOf(pob, { bookMonth: month("2026-06") }));
  const treatments = treated(["later", "PROSPECTIVE", "2026-06-01"], ["autumn", "PROSPECTIVE", "2026-10-01"]);
  return factsOf([...stated, residual, ...later], { isAllocated, treatments });
}

for (const isAllocated of [false, true]) {
  test(`a credit stays with the obligations of its month when others are added, ${isAllocated ? "allocated" : "as stated"}`, () => {
    const facts = credited(2, 40_000, isAllocated);
    const earned = (timeframe: string) =>
      [...revenueAsOf(facts, month(timeframe)).values()].map((one) =>
        formatMoney(earnedThrough(one, month(timeframe))),
      );
    assert.deepEqual(earned("2026-05"), ["400.00", "400.00", "0.00"]);
    assert.deepEqual(earned("2026-06"), ["400.00", "400.00", "0.00", "0.00", "0.00"]);
    assert.deepEqual(earned("2026-12"), ["400.00", "400.00", "0.00", "1200.00", "0.00"]);
  });
}

test("two hundred obligations that share a price share a credit", () => {
  const june = month("2026-06");
  const earned = [...revenueAsOf(credited(200, 4_000_000, true), june).values()].map((one) =>
    formatMoney(earnedThrough(one, june)),
  );
  assert.deepEqual(earned, [...Array<string>(200).fill("400.00"), "0.00", "0.00", "0.00"]);
});

const firstMonth = (obligation: PerformanceObligation) =>
  firstMonthOf(revenueOf(obligation, {}, monthOf(obligation.service.start)));

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

/** Obligations that earn what their terms bill, with later prices, seats that change and credits, each with a book month of its own. */
const changedRecord = fc
  .record({ pob: anyObligation, layers, credits, amendments, seats: fc.boolean() })
  .map((parts): PerformanceObligationRecord => {
    const { pob: obligation } = parts;
    const hasSeats = parts.seats && obligation.billingTerm.interval !== "NONE";
    const term = obligation.billingTerm;
    const days = (term.end ?? term.start + 900) - term.start;
    const bookMonth = (book: number) => firstMonth(obligation) + book;
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
    const billingCredits = parts.credits
      .filter(({ minor }) => minor !== 0)
      .map(({ at, days: length, minor }, index) => {
        const start = term.start + at;
        return creditOf(usd(minor), {
          id: `credit memo ${index}`,
          service: { start, end: start + length },
          bookMonth: bookMonth(index),
        });
      });
    return recordOf({ ...obligation, billingTerm: invoicedByPeriod(changed) }, { billingCredits });
  });

test("property: later prices, seats and credits sum to the price, which is billing less credits", () => {
  fc.assert(
    fc.property(changedRecord, (record) => {
      const { billingTerm } = record.pob;
      fc.pre(record.pob.service.end !== null && billingTerm !== null);
      const revenue = revenueOf(record);
      const months = earnedMonths(revenue).map(({ amount }) => amount);
      assert.deepEqual(sum(months, "USD"), revenue.price);
      const billed = [...chargesOf(billingTerm, context)].map((charge) => charge.price.total);
      const credited = record.billingCredits.map(({ amount }) => amount);
      assert.deepEqual(subtract(sum(billed, "USD"), sum(credited, "USD")), revenue.price);
    }),
    { numRuns: 50 },
  );
});

test("property: a month before a change's book month earns as if the change had never been recorded", () => {
  fc.assert(
    fc.property(changedRecord, fc.integer({ min: -2, max: 40 }), (record, ahead) => {
      const { pob: obligation, billingCredits } = record;
      const { billingTerm: term } = obligation;
      const at = firstMonth(obligation) + ahead;
      const isEarlier = ({ bookMonth }: { bookMonth: Month | null }) => bookMonth === null || bookMonth <= at;
      if (term === null) return;
      const billingTerm = {
        ...term,
        layers: term.layers.filter(isEarlier),
        amendments: term.amendments.filter(isEarlier),
      };
      const before = recordOf({ ...obligation, billingTerm }, { billingCredits: billingCredits.filter(isEarlier) });
      const asOf = revenueAsOf(factsOf([record]), at).get(obligation.id);
      assert.deepEqual(earnedThrough(asOf, at), earnedThrough(revenueOf(before, {}, at), at));
    }),
    { numRuns: 50 },
  );
});

test("property: months computed one after another, each as of itself, sum to the revenue of all facts", () => {
  fc.assert(
    fc.property(changedRecord, fc.integer({ min: lastBookMonth + 2, max: 60 }), (record, ahead) => {
      const { id } = record.pob;
      const facts = factsOf([record]);
      const first = firstMonth(record.pob) - 2;
      let posted = 0n;
      let catchUps = 0n;
      let corrections = 0n;
      for (let at = first; at <= first + ahead; at++) {
        const now = revenueAsOf(facts, at).get(id);
        const before = earnedThrough(now, at - 1).minor;
        catchUps += before - posted;
        corrections += before - earnedThrough(revenueAsOf(facts, at - 1).get(id), at - 1).minor;
        posted = earnedThrough(now, at).minor;
      }
      assert.equal(catchUps, corrections);
      assert.equal(posted, earnedThrough(revenueOf(record, {}, first + ahead), first + ahead).minor);
    }),
    { numRuns: 8 },
  );
});

test("property: the months of an obligation with an end sum to its price, which equals the billing of its term", () => {
  fc.assert(
    fc.property(anyObligation, (obligation) => {
      fc.pre(obligation.service.end !== null);
      const revenue = revenueOf(obligation);
      const months = earnedMonths(revenue).map(({ amount }) => amount);
      assert.deepEqual(sum(months, "USD"), revenue.price);
      const billed = [...pricedPeriods(obligation.billingTerm, context)].map((period) => period.price.total);
      assert.deepEqual(sum(billed, "USD"), revenue.price);
    }),
    { numRuns: 50 },
  );
});

test("property: revenue through a month is the sum of its months and never falls", () => {
  fc.assert(
    fc.property(anyObligation, fc.integer({ min: 0, max: 40 }), (obligation, ahead) => {
      const last = firstMonth(obligation) + ahead;
      const revenue = revenueOf(obligation, {}, last);
      const months = earnedMonths(revenue, last).map(({ amount }) => amount);
      assert.deepEqual(sum(months, "USD"), earnedThrough(revenue, last));
      assert.ok(months.every(({ minor }) => minor > 0n));
      assert.equal(earnedThrough(revenue, firstMonth(obligation) - 1).minor, 0n);
    }),
    { numRuns: 50 },
  );
});
