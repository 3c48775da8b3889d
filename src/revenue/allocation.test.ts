import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  earnedBy,
  earnedThrough,
  factsOf,
  revenueAsOf,
  revenueNow,
  stored,
  treated,
  yearOf,
} from "../../test/support/contract-facts.ts";
import { corrected, day, month, recordOf, statedOf, usd } from "../../test/support/terms.ts";
import type { Treatment } from "../billing-terms/modifications/modification.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { formatDay } from "../kernel/day.ts";
import { formatMoney, sum } from "../kernel/money.ts";
import type { ContractFacts } from "./contract-facts.ts";

const next = month("2027-01");
const repeated = (count: number, amount: string): string[] => Array<string>(count).fill(amount);
const year = { start: day("2026-01-01"), end: day("2027-01-01") };

type Sold = Partial<Omit<PerformanceObligation, "billingTerm">>;

/** A stated obligation with its standalone selling price, in cents, and what was recorded of it. */
function sold(
  id: string,
  { price, selling, ...parts }: Sold & { readonly price: number; readonly selling: number },
  recorded: Partial<PerformanceObligationRecord> = {},
): PerformanceObligationRecord {
  return recordOf(statedOf(usd(price), { ...parts, id, standaloneSellingPrice: usd(selling) }), recorded);
}

/** A contract whose price is allocated. */
const allocated = (pobs: readonly PerformanceObligationRecord[], parts: Partial<ContractFacts> = {}) =>
  factsOf(pobs, { isAllocated: true, ...parts });

const pricesOf = (facts: ContractFacts) =>
  [...revenueNow(facts).values()].map(({ price }) => (price === null ? "none" : formatMoney(price)));

describe("at inception", () => {
  const priceIn = (facts: ContractFacts, id: string, timeframe: string) => {
    const price = revenueAsOf(facts, month(timeframe)).get(id)?.price ?? null;
    return price === null ? null : formatMoney(price);
  };
  const first = sold("a", { price: 90_000, selling: 100_000 });

  test("each obligation has its part of all stated prices", () => {
    assert.deepEqual(pricesOf(allocated([first, sold("b", { price: 90_000, selling: 50_000 })])), [
      "1200.00",
      "600.00",
    ]);
  });

  test("prices are as stated while a standalone selling price is missing", () => {
    const missing = recordOf(statedOf(usd(90_000), { id: "b" }));
    assert.deepEqual(pricesOf(allocated([first, missing])), ["900.00", "900.00"]);
  });

  test("an added obligation has a part from its book month on, a deleted one until the month of its deletion", () => {
    const deleted = { isDeleted: true, deletionBookMonth: month("2026-05") };
    const second = sold("b", { price: 90_000, selling: 50_000 }, { bookMonth: month("2026-03"), ...deleted });
    const facts = allocated([first, second]);
    assert.deepEqual(
      ["2026-02", "2026-03", "2026-04", "2026-05"].map((timeframe) => priceIn(facts, "a", timeframe)),
      ["900.00", "1200.00", "1200.00", "900.00"],
    );
    assert.equal(priceIn(facts, "b", "2026-03"), "600.00");
    assert.deepEqual(revenueNow(facts).get("a")?.price, usd(90_000));
  });

  test("months listed with zero earn the allocated price in the last one", () => {
    const manualMonths = [{ month: month("2026-03"), total: usd(0), isManual: true }];
    const free = sold("b", { price: 0, selling: 10_000, recognitionPattern: "CUSTOM", manualMonths });
    const facts = allocated([sold("a", { price: 12_000, selling: 10_000 }), free]);
    assert.deepEqual(yearOf(revenueNow(facts).get("b")), [...repeated(2, "0.00"), "60.00", ...repeated(9, "0.00")]);
  });
});

const changed = (id: string, from: number, to: number, parts: Partial<Correction> = {}) => {
  const changes = { transactionPrice: { from: stored(from), to: stored(to) } };
  return corrected({ id, of: "POB", bookMonth: null, changes, ...parts });
};

describe("when the price of one obligation rises", () => {
  const treatments = treated(["raised", "PROSPECTIVE", "2026-06-01"]);
  const raised = (id: string, from: number, to: number, selling: number) =>
    sold(id, { price: to, selling }, { corrections: [changed("raised", from, to)] });

  test("milestones that are all reached, and listed months that are over, keep their price", () => {
    const milestones = [{ name: "Go-live", weight: "1", reachedDate: day("2026-03-10") }];
    const manualMonths = [{ month: month("2026-05"), total: usd(100_000), isManual: true }];
    const support = raised("c", 100_000, 160_000, 100_000);
    const besides = (parts: Sold) =>
      pricesOf(allocated([sold("a", { price: 100_000, selling: 100_000, ...parts }), support], { treatments }));
    assert.deepEqual(besides({ recognitionPattern: "MILESTONE", milestones }), ["1000.00", "1600.00"]);
    assert.deepEqual(besides({ recognitionPattern: "CUSTOM", manualMonths }), ["1000.00", "1600.00"]);
    const half = [...milestones, { name: "Handover", weight: "1", reachedDate: null }];
    // Of 2,600.00 are 500.00 and 416.67 earned; the rest is shared by 500.00 and 583.33 that are left to serve.
    assert.deepEqual(besides({ recognitionPattern: "MILESTONE", milestones: half }), ["1276.92", "1323.08"]);
  });

  test("an allocated discount stays with the remaining ones of its obligations", () => {
    const discounts = [{ discount: usd(6_000), pobIds: ["a", "b"] }];
    const pobs = [
      sold("a", { price: 8_000, selling: 10_000, service: { ...year, end: day("2026-06-01") } }),
      sold("b", { price: 8_000, selling: 10_000 }),
      raised("c", 8_000, 11_000, 10_000),
    ];
    const prices = pricesOf(allocated(pobs, { treatments, discounts }));
    assert.deepEqual(prices, ["70.00", "82.35", "117.65"], "200.00 by 70 and 100");
  });

  test("a price corrected after an obligation was satisfied stays with that obligation", () => {
    const [june, july] = ["2026-06-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z"];
    const service = sold(
      "service",
      { price: 140_000, selling: 120_000 },
      { corrections: [changed("raised", 120_000, 140_000, { createdAt: june })] },
    );
    const onOneDay = { recognitionPattern: "POINT_IN_TIME", recognitionDate: day("2026-01-15") } as const;
    const setup = sold(
      "setup",
      { price: 110_000, selling: 100_000, ...onOneDay },
      { corrections: [changed("corrected", 100_000, 110_000, { createdAt: july })] },
    );
    const both = treated(["raised", "PROSPECTIVE", "2026-06-01"], ["corrected", "CUMULATIVE_CATCH_UP", "2026-07-01"]);
    assert.deepEqual(pricesOf(allocated([service, setup], { treatments: both })), ["1400.00", "1100.00"]);
  });
});

describe("when an obligation is added", () => {
  const someMembers = fc.array(
    fc.record({ price: fc.integer({ min: 0, max: 1_000_000 }), selling: fc.integer({ min: 1, max: 1_000_000 }) }),
    { minLength: 2, maxLength: 5 },
  );
  const someTreatments = fc.constantFrom<Treatment>("SEPARATE_CONTRACT", "PROSPECTIVE", "CUMULATIVE_CATCH_UP", "MIXED");
  type Members = readonly { readonly price: number; readonly selling: number }[];
  const numbered = (members: Members) => members.map((member, index) => sold(`pob ${index}`, member));

  test("prospectively, no earlier day changes", () => {
    const facts = allocated(
      [
        sold("a", { price: 120_000, selling: 100_000 }),
        sold("b", { price: 0, selling: 50_000 }),
        sold("c", { price: 30_000, selling: 90_000 }),
      ],
      { treatments: treated(["c", "PROSPECTIVE", "2026-06-01"]) },
    );
    // Two thirds of 1,200.00 for five months: 333.33. By June 1,000.00 of 1,500.00 are left for seven twelfths of 1,000.00 and of
    // 500.00 and for 900.00, so this one gets 328.64 more over seven months.
    const months = yearOf(revenueNow(facts).get("a"));
    assert.deepEqual(months.slice(3, 7), ["66.67", "66.66", "46.95", "46.95"]);
  });

  test("property: allocated prices sum to the contract price, and revenue to the allocated prices", () => {
    fc.assert(
      fc.property(someMembers, someTreatments, (members, treatment) => {
        const pobs = numbered(members);
        const added = pobs.at(-1)?.pob.id ?? "";
        const facts = allocated(pobs, { treatments: treated([added, treatment, "2026-06-01"]) });
        const revenue = [...revenueNow(facts).values()];
        const prices = revenue.map(({ price }) => price ?? usd(0));
        const total = members.reduce((all, { price }) => all + price, 0);
        assert.deepEqual(sum(prices, "USD"), usd(total));
        for (const [index, one] of revenue.entries()) assert.deepEqual(earnedThrough(one, next), prices[index]);
      }),
    );
  });

  test("property: a separate contract leaves the revenue of the others byte for byte the same", () => {
    fc.assert(
      fc.property(someMembers, someMembers, (members, [extra]) => {
        if (extra === undefined) return;
        const before = revenueNow(allocated(numbered(members)));
        const treatments = treated(["added", "SEPARATE_CONTRACT", "2026-06-01"]);
        const after = revenueNow(allocated([...numbered(members), sold("added", extra)], { treatments }));
        for (const [id, one] of before) assert.deepEqual(yearOf(after.get(id)), yearOf(one));
      }),
      { numRuns: 50 },
    );
  });
});

const someDay = fc.integer({ min: year.start, max: year.end - 1 });
const someShape: fc.Arbitrary<Sold> = fc.oneof(
  fc.constantFrom<Sold>({}, { recognitionPattern: "STRAIGHT_LINE_DAILY" }),
  someDay.map((recognitionDate): Sold => ({ recognitionPattern: "POINT_IN_TIME", recognitionDate })),
  fc.tuple(someDay, fc.constantFrom("0.25", "0.6", "1")).map(([asOf, percentComplete]): Sold => {
    return { recognitionPattern: "PERCENT_COMPLETE", progress: [{ asOf, percentComplete }] };
  }),
);
const someSold = fc.record({
  price: fc.integer({ min: 0, max: 200_000 }),
  raised: fc.integer({ min: 0, max: 200_000 }),
  selling: fc.integer({ min: 1, max: 200_000 }),
  shape: someShape,
});

test("property: a prospective modification of ongoing service changes no earlier day of any obligation", () => {
  const members = fc.array(someSold, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(members, someDay, fc.boolean(), (others, from, isAllocated) => {
      // The one that is modified is served on every day of the year; others may be satisfied.
      const [first, ...rest] = others;
      if (first === undefined) return;
      const pobs = rest.map(({ price, selling, shape }, index) => sold(`${index}`, { ...shape, price, selling }));
      const { price, raised, selling } = first;
      const before = factsOf([sold("modified", { price, selling }), ...pobs], { isAllocated });
      const corrections = [changed("raised", price, raised)];
      const modified = sold("modified", { price: raised, selling }, { corrections });
      const treatments = treated(["raised", "PROSPECTIVE", formatDay(from)]);
      const after = factsOf([modified, ...pobs], { isAllocated, treatments });
      const [was, is] = [before, after].map((facts) => revenueNow(facts));
      for (let until = from; until > year.start; until -= 29) {
        for (const [id, one] of was ?? []) assert.deepEqual(earnedBy(is?.get(id), until), earnedBy(one, until), id);
      }
    }),
  );
});
