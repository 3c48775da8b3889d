import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  earnedBy,
  earnedThrough,
  factsOf,
  revenueAsOf,
  revenueNow,
  revenueOf,
  shownMonths,
  stored,
  treated,
  yearOf,
} from "../../test/support/contract-facts.ts";
import {
  corrected,
  day,
  flatPrice,
  month,
  obligationOf,
  recordOf,
  statedOf,
  termOf,
  usd,
} from "../../test/support/terms.ts";
import type { Treatment } from "../billing-terms/modifications/modification.ts";
import type {
  Correction,
  PerformanceObligation,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import type { ContractFacts } from "./contract-facts.ts";

const [january, next] = [month("2026-01"), month("2027-01")];
const year = { start: day("2026-01-01"), end: day("2027-01-01") };
const half = { start: year.start, end: day("2026-07-01") };
const repeated = (count: number, amount: string): string[] => Array<string>(count).fill(amount);

type PriceChange = {
  readonly price: Money;
  readonly from: string;
  readonly treatment: Treatment;
  readonly bookMonth?: Month | null;
};

/** A contract with an obligation of 2026 whose price changed one time after another, and what was corrected of it since. */
function priced(
  first: Money,
  changes: readonly PriceChange[],
  parts: Parameters<typeof statedOf>[1] = {},
  later: readonly Correction[] = [],
): ContractFacts {
  let before = first;
  const corrections = changes.map(({ price, bookMonth = null }, index) => {
    const transaction = { transactionPrice: { from: stored(before), to: stored(price) } };
    before = price;
    const createdAt = `2026-01-01T00:00:00.00${index}Z`;
    return corrected({ id: `change-${index}`, of: "POB", changes: transaction, bookMonth, createdAt });
  });
  const treatments = changes.map(({ from, treatment, bookMonth = null }, index) => {
    const at = "2026-01-01T00:00:00.000Z";
    return [`change-${index}`, { at, effectiveFrom: day(from), booked: [{ treatment, bookMonth }] }] as const;
  });
  const record = recordOf(statedOf(before, { ...parts, id: "pob" }), { corrections: [...corrections, ...later] });
  return factsOf([record], { treatments: new Map(treatments) });
}

const revenueOfIt = (facts: ContractFacts) => revenueNow(facts).get("pob") ?? assert.fail();
const months = (facts: ContractFacts) => yearOf(revenueOfIt(facts));

describe("a changed stated price", () => {
  const raised = (treatment: Treatment) =>
    priced(usd(120_000), [{ price: usd(180_000), from: "2026-06-01", treatment }]);

  test("treated prospectively is spread over the rest of the service", () => {
    const [may, june, july] = months(raised("PROSPECTIVE")).slice(4);
    assert.deepEqual([may, june, july], ["100.00", "185.71", "185.72"]);
  });

  test("treated as catch-up is as if it had held from the start", () => {
    assert.deepEqual(months(raised("CUMULATIVE_CATCH_UP")), repeated(12, "150.00"));
  });

  test("changed twice starts again on each day, and a catch-up in between reaches back to the last of them", () => {
    const once = { price: usd(180_000), from: "2026-06-01", treatment: "PROSPECTIVE" } as const;
    const twice = priced(usd(120_000), [once, { price: usd(150_000), from: "2026-12-01", treatment: "PROSPECTIVE" }]);
    assert.deepEqual(months(twice).slice(-2), ["185.72", "-114.29"], "1,614.29 was earned by December");
    const back = priced(usd(120_000), [
      once,
      { price: usd(120_000), from: "2026-09-01", treatment: "CUMULATIVE_CATCH_UP" },
    ]);
    assert.deepEqual(months(back), repeated(12, "100.00"));
  });

  test("changed twice on an obligation at a point in time: that day has all of it", () => {
    const date = day("2026-03-27");
    const prices: readonly PriceChange[] = [
      { price: usd(60_000), from: "2026-04-01", treatment: "PROSPECTIVE" },
      { price: usd(90_000), from: "2026-01-11", treatment: "PROSPECTIVE" },
    ];
    const changes = {
      recognitionPattern: { from: "STRAIGHT_LINE", to: "POINT_IN_TIME" },
      recognitionDate: { from: null, to: date },
    };
    const later = { id: "later", createdAt: "2026-02-01T00:00:00.000Z", bookMonth: null };
    const shape = { recognitionPattern: "POINT_IN_TIME", recognitionDate: date } as const;
    const facts = priced(usd(120_000), prices, shape, [corrected({ ...later, of: "POB", changes })]);
    assert.deepEqual(shownMonths(revenueOfIt(facts)), ["2026-03 900.00"]);
  });

  test("after the last day of service, or on the only one, is recognized at once", () => {
    const late = priced(usd(120_000), [{ price: usd(130_000), from: "2027-05-01", treatment: "PROSPECTIVE" }]);
    assert.deepEqual(months(late).slice(-2), ["100.00", "200.00"]);
    const onOneDay = { recognitionPattern: "POINT_IN_TIME", recognitionDate: day("2026-03-15") } as const;
    const change = { price: usd(130_000), from: "2026-06-01", treatment: "PROSPECTIVE" } as const;
    assert.equal(months(priced(usd(120_000), [change], onOneDay))[2], "1300.00");
  });

  test("with manual months is shared among the other months, by any treatment", () => {
    const manualMonths = [{ month: month("2026-02"), total: usd(50_000), isManual: true }];
    const change = { price: usd(160_000), from: "2026-06-01", treatment: "PROSPECTIVE" } as const;
    assert.deepEqual(months(priced(usd(120_000), [change], { manualMonths })).slice(0, 3), [
      "100.00",
      "500.00",
      "100.00",
    ]);
  });

  test("uses in each month the treatment that is effective in it", () => {
    const bookMonth = month("2026-06");
    const change = { price: usd(180_000), from: "2026-06-01", treatment: "PROSPECTIVE", bookMonth } as const;
    const facts = priced(usd(120_000), [change]);
    const chosen = { treatment: "CUMULATIVE_CATCH_UP", bookMonth: month("2026-08") } as const;
    const treatments = new Map(
      [...facts.treatments].map(([id, fact]) => [id, { ...fact, booked: [...fact.booked, chosen] }]),
    );
    const through = (timeframe: string) => {
      const at = month(timeframe);
      return formatMoney(earnedThrough(revenueAsOf({ ...facts, treatments }, at).get("pob"), at));
    };
    assert.deepEqual(["2026-05", "2026-07", "2026-08"].map(through), ["500.00", "871.43", "1200.00"]);
  });

  test("of progress, treated prospectively, spreads the rest of the price over the rest of the work", () => {
    const progress = [
      { asOf: day("2026-05-31"), percentComplete: "0.4" },
      { asOf: day("2026-08-10"), percentComplete: "0.7" },
      { asOf: day("2026-11-10"), percentComplete: "1" },
    ];
    const pattern = { recognitionPattern: "PERCENT_COMPLETE", progress } as const;
    const change = { price: usd(1_350_000), from: "2026-06-01", treatment: "PROSPECTIVE" } as const;
    // 40 % of 12,000.00 are earned, then half of what is left of 13,500.00.
    const shown = shownMonths(revenueOfIt(priced(usd(1_200_000), [change], pattern)));
    assert.deepEqual(shown, ["2026-05 4800.00", "2026-08 4350.00", "2026-11 4350.00"]);
  });
});

const changed = (id: string, changes: Correction["changes"], parts: Partial<Correction> = {}) =>
  corrected({ id, of: "POB", bookMonth: null, changes, ...parts });
const priceFrom = (from: number, to: number) => ({ transactionPrice: { from: stored(from), to: stored(to) } });

describe("a term that ends early", () => {
  const treatments = treated(["end", "PROSPECTIVE", "2026-07-01"]);
  const less = [changed("less", priceFrom(240_000, 180_000), { modificationId: "end" })];
  const cut = (parts: Partial<PerformanceObligation>) =>
    revenueOf(recordOf(statedOf(usd(180_000), parts), { corrections: less }), { treatments });

  test("lowers stated prices by the removed days, not by served ones", () => {
    assert.deepEqual(yearOf(cut({})), [...repeated(6, "200.00"), ...repeated(6, "100.00")]);
  });

  test("lets progress catch up, for it is one obligation satisfied in part", () => {
    const progress = [
      { asOf: day("2026-03-31"), percentComplete: "0.5" },
      { asOf: day("2026-09-30"), percentComplete: "1" },
    ];
    const measured = cut({ recognitionPattern: "PERCENT_COMPLETE", progress });
    assert.deepEqual(shownMonths(measured), ["2026-03 900.00", "2026-09 900.00"]);
  });

  test("is earned by its implied performance obligation up to the new end", () => {
    const terminatedAt = "2026-02-10T00:00:00.000Z";
    const term = termOf({ interval: "MONTH", price: flatPrice("100"), end: half.end, terminatedAt });
    const corrections = [
      changed("days", { service: { from: year, to: half } }, { modificationId: "end" }),
      changed("end", { end: { from: year.end, to: half.end } }, { of: "TERM" }),
    ];
    const implied = revenueOf(recordOf(obligationOf(term, { service: half }), { corrections }), { treatments });
    assert.deepEqual(yearOf(implied), [...repeated(6, "100.00"), ...repeated(6, "0.00")]);
  });
});

describe("after two prospective modifications", () => {
  const treatments = treated(["a", "PROSPECTIVE", "2026-06-01"], ["b", "PROSPECTIVE", "2026-09-01"]);
  const later = { createdAt: "2026-01-02T00:00:00.000Z" };
  const prices = [changed("a", priceFrom(120_000, 180_000)), changed("b", priceFrom(180_000, 150_000), later)];
  const reshaped = (parts: Partial<PerformanceObligation>, changes: Correction["changes"]) => {
    const corrections = [...prices, changed("c", changes, later)];
    return yearOf(revenueOf(recordOf(statedOf(usd(150_000), parts), { corrections }), { treatments }));
  };

  test("listed months sum to the whole price", () => {
    const manualMonths = Array.from({ length: 12 }, (_, index) => {
      return { month: january + index, total: usd(12_500), isManual: true };
    });
    const toListed = {
      recognitionPattern: { from: "STRAIGHT_LINE", to: "CUSTOM" },
      manualMonths: { from: [], to: manualMonths.map((manualMonth) => ({ ...manualMonth, total: stored(12_500) })) },
    };
    assert.deepEqual(reshaped({ recognitionPattern: "CUSTOM", manualMonths }, toListed), repeated(12, "125.00"));
  });

  test("a single day has all of it", () => {
    const recognitionDate = day("2026-12-15");
    const toOneDay = {
      recognitionPattern: { from: "STRAIGHT_LINE", to: "POINT_IN_TIME" },
      recognitionDate: { from: null, to: recognitionDate },
    };
    const earned = reshaped({ recognitionPattern: "POINT_IN_TIME", recognitionDate }, toOneDay);
    assert.deepEqual(earned, [...repeated(11, "0.00"), "1500.00"]);
  });
});

test("service corrected to begin later keeps the revenue of closed months", () => {
  const late = { start: day("2026-08-01"), end: year.end };
  const corrections = [changed("a", priceFrom(120_000, 180_000)), changed("b", { service: { from: year, to: late } })];
  const revenue = revenueOf(recordOf(statedOf(usd(180_000), { service: late }), { corrections }), {
    treatments: treated(["a", "PROSPECTIVE", "2026-06-01"]),
  });
  const shown = shownMonths(revenue);
  assert.equal(shown.length, 10, "five months before the change, and five of the new service");
  assert.deepEqual(
    [shown[0], shown[4], shown[5], shown[9]],
    ["2026-01 100.00", "2026-05 100.00", "2026-08 260.00", "2026-12 260.00"],
  );
});

test("two new prices of one day have a treatment each", () => {
  const layer = (id: string, amount: string) => {
    return { id, price: flatPrice(amount), effectiveFrom: day("2026-06-01"), bookMonth: null };
  };
  const layers = [layer("first", "148"), layer("second", "160")];
  const term = termOf({ interval: "MONTH", price: flatPrice("100"), layers });
  const treatments = treated(["first", "PROSPECTIVE", "2026-06-01"], ["second", "CUMULATIVE_CATCH_UP", "2026-06-01"]);
  // 7 × 12.00 over twelve months, and 48.00 more in each month from June.
  const revenue = revenueOf(obligationOf(term), { treatments });
  assert.deepEqual(yearOf(revenue), [...repeated(5, "107.00"), ...repeated(7, "155.00")]);
});

const someTreatment = fc.constantFrom<Treatment>("PROSPECTIVE", "CUMULATIVE_CATCH_UP");
const somePattern = fc.constantFrom("STRAIGHT_LINE" as const, "STRAIGHT_LINE_DAILY" as const);
const somePrice = fc.integer({ min: 0, max: 10_000_000 }).map(usd);
/** Changes in the order of their days; each was made when the month of its day was the first open one. */
const someChanges = fc
  .array(fc.record({ price: somePrice, at: fc.integer({ min: -40, max: 420 }), treatment: someTreatment }), {
    maxLength: 4,
  })
  .map((changes) =>
    changes
      .toSorted((a, b) => a.at - b.at)
      .map(({ price, at, treatment }): PriceChange => {
        const from = formatDay(firstDayOf(january) + at);
        return { price, from, treatment, bookMonth: month(from.slice(0, 7)) };
      }),
  );

test("property: with any treatment revenue sums to the last price", () => {
  fc.assert(
    fc.property(somePrice, someChanges, somePattern, (price, changes, recognitionPattern) => {
      const revenue = revenueOfIt(priced(price, changes, { recognitionPattern }));
      const last = changes.at(-1)?.price ?? price;
      assert.deepEqual(revenue.price, last);
      assert.deepEqual(earnedThrough(revenue, next), last);
    }),
  );
});

test("property: months before a modification keep their revenue, and a prospective one changes no earlier day", () => {
  fc.assert(
    fc.property(somePrice, someChanges, somePrice, someTreatment, (price, made, to, treatment) => {
      const [bookMonth, from] = [month("2026-09"), "2026-09-01"];
      const before = priced(price, made);
      const earlier = made.filter((change) => (change.bookMonth ?? bookMonth) <= bookMonth);
      const after = priced(price, [...earlier, { price: to, from, treatment, bookMonth }]);
      for (let at = january; at < bookMonth; at++) {
        const [was, is] = [before, after].map((facts) => earnedThrough(revenueAsOf(facts, at).get("pob"), at));
        assert.deepEqual(is, was);
      }
      if (treatment !== "PROSPECTIVE") return;
      const settled = earnedBy(revenueOfIt(after), day(from));
      assert.deepEqual(settled, earnedBy(revenueOfIt(priced(price, earlier)), day(from)));
    }),
    { numRuns: 60 },
  );
});
