import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { usd } from "../../../test/support/terms.ts";
import { parseDay } from "../../kernel/day.ts";
import type { RecognitionPattern } from "../performance-obligations/performance-obligation.ts";
import {
  isServedBefore,
  type ModificationKind,
  proposedTreatment,
  type Treatment,
  treatments,
} from "./modification.ts";
import { type ChoiceSituation, rejectionOfChoice } from "./treatment-choice.ts";

describe("the proposed treatment", () => {
  for (const [what, price, selling, treatment, paragraph] of [
    ["at its own price", 9500, 9500, "SEPARATE_CONTRACT", "25-12"],
    ["below its own price", 8000, 9500, "PROSPECTIVE", "25-13(a)"],
    ["without a known price of its own", 8000, null, "PROSPECTIVE", "25-13(a)"],
  ] as const) {
    test(`of an added obligation ${what} is ${treatment}`, () => {
      for (const kind of ["TERM_ADDED", "SEATS", "PERFORMANCE_OBLIGATION_ADDED"] as const) {
        const standaloneSellingPrice = selling === null ? null : usd(selling);
        const proposal = proposedTreatment({ kind, price: usd(price), standaloneSellingPrice });
        assert.equal(proposal.treatment, treatment);
        assert.ok(proposal.paragraph.includes(paragraph), proposal.paragraph);
        assert.match(proposal.reason, /\.$/);
      }
    });
  }

  test("of removed seats is prospective, at any price", () => {
    const change = { kind: "SEATS", price: usd(1), standaloneSellingPrice: usd(1), isDecrease: true } as const;
    assert.equal(proposedTreatment(change).treatment, "PROSPECTIVE");
  });

  for (const [pattern, hasManualMonths, sharedWith, treatment] of [
    ["STRAIGHT_LINE", false, [], "PROSPECTIVE"],
    ["STRAIGHT_LINE_DAILY", false, ["STRAIGHT_LINE"], "PROSPECTIVE"],
    ["STRAIGHT_LINE", false, ["STRAIGHT_LINE", "MILESTONE"], "MIXED"],
    ["STRAIGHT_LINE", true, [], "CUMULATIVE_CATCH_UP"],
    ["PERCENT_COMPLETE", false, ["STRAIGHT_LINE"], "CUMULATIVE_CATCH_UP"],
    ["MILESTONE", false, [], "CUMULATIVE_CATCH_UP"],
    ["CUSTOM", false, [], "CUMULATIVE_CATCH_UP"],
    ["POINT_IN_TIME", false, [], "CUMULATIVE_CATCH_UP"],
  ] as [RecognitionPattern, boolean, RecognitionPattern[], Treatment][]) {
    test(`of a price under ${pattern}, shared with ${sharedWith.length}${hasManualMonths ? ", with manual months" : ""}, is ${treatment}`, () => {
      const change = {
        kind: "PERFORMANCE_OBLIGATION_PRICE",
        recognitionPattern: pattern,
        hasManualMonths,
        sharedWith,
        isServed: false,
      } as const;
      assert.equal(proposedTreatment(change).treatment, treatment);
    });
  }

  test("of a price whose service is over is cumulative catch-up, allocated as at inception", () => {
    const change = {
      kind: "PERFORMANCE_OBLIGATION_PRICE",
      hasManualMonths: false,
      sharedWith: ["STRAIGHT_LINE"],
    } as const;
    const proposal = proposedTreatment({ ...change, recognitionPattern: "STRAIGHT_LINE", isServed: true });
    assert.deepEqual([proposal.treatment, proposal.paragraph], ["CUMULATIVE_CATCH_UP", "ASC 606-10-32-43; IFRS 15.88"]);
  });

  test("treats service as over when all of it ends before the day, and progress never by a day", () => {
    const service = { start: parseDay("2026-01-01") ?? 0, end: parseDay("2026-04-01") ?? 0 };
    const timed = { recognitionPattern: "STRAIGHT_LINE", service } as const;
    assert.equal(isServedBefore([timed], service.end), true);
    for (const open of [
      { ...timed, service: { ...service, end: service.end + 1 } },
      { ...timed, service: { ...service, end: null } },
      { ...timed, recognitionPattern: "PERCENT_COMPLETE" } as const,
    ]) {
      assert.equal(isServedBefore([timed, open], service.end), false);
    }
  });
});

test("of a commitment is prospective where only later days get other prices, and else cumulative catch-up", () => {
  for (const kind of ["COMMITMENT_ADDED", "COMMITMENT_CHANGED", "COMMITMENT_TERMINATED"] as const) {
    assert.equal(proposedTreatment({ kind, isAhead: true }).treatment, "PROSPECTIVE");
    assert.equal(proposedTreatment({ kind, isAhead: false }).treatment, "CUMULATIVE_CATCH_UP");
  }
});

describe("the treatments that can be chosen", () => {
  const served = {
    recognitionPattern: "STRAIGHT_LINE",
    hasManualMonths: false,
    isAsBilledOrConsumed: false,
    isServed: false,
  } as const;
  const plain = { isAllocated: false, pob: null, isByPeriod: false, isSpread: false } as const;
  const possible = (kind: ModificationKind, parts: Partial<ChoiceSituation> = {}) =>
    treatments.filter((treatment) => rejectionOfChoice(treatment, { ...plain, kind, ...parts }) === null);

  test("of a term's dates and end exist only where service over time has an end", () => {
    for (const kind of ["TERM_DATES", "TERM_TERMINATED"] as const) {
      assert.deepEqual(possible(kind, { isSpread: true }), ["PROSPECTIVE", "CUMULATIVE_CATCH_UP"]);
      assert.deepEqual(possible(kind), []);
    }
  });

  test("of a term's price and seats are those that its service allows", () => {
    assert.deepEqual(possible("TERM_PRICE"), ["PROSPECTIVE", "CUMULATIVE_CATCH_UP"]);
    assert.deepEqual(possible("TERM_PRICE", { isByPeriod: true }), ["PROSPECTIVE"]);
    assert.deepEqual(possible("SEATS"), ["SEPARATE_CONTRACT", "PROSPECTIVE", "CUMULATIVE_CATCH_UP"]);
  });

  test("of a term in an allocated contract include those for progress (25-13(c))", () => {
    const shared = { isAllocated: true, isSpread: true };
    for (const kind of [
      "TERM_PRICE",
      "SEATS",
      "TERM_DATES",
      "TERM_TERMINATED",
      "TERM_ADDED",
      "TERM_SWAPPED",
    ] as const) {
      assert.ok(possible(kind, shared).includes("MIXED"), kind);
      assert.ok(!possible(kind, { ...shared, isByPeriod: true }).includes("MIXED"), kind);
    }
  });

  test("of a commitment are none: its usage is priced by its own rules", () => {
    for (const kind of ["COMMITMENT_ADDED", "COMMITMENT_CHANGED", "COMMITMENT_TERMINATED"] as const) {
      assert.deepEqual(possible(kind, { isSpread: true, isAllocated: true }), []);
    }
  });

  test("of an added obligation depend on whether the contract allocates prices", () => {
    assert.deepEqual(possible("TERM_ADDED"), ["SEPARATE_CONTRACT", "PROSPECTIVE"]);
    assert.deepEqual(possible("PERFORMANCE_OBLIGATION_ADDED"), ["SEPARATE_CONTRACT", "PROSPECTIVE"]);
    assert.deepEqual(possible("PERFORMANCE_OBLIGATION_ADDED", { isAllocated: true, pob: served }), [...treatments]);
  });

  test("of a performance obligation's price are those that its pattern allows", () => {
    const both = ["PROSPECTIVE", "CUMULATIVE_CATCH_UP"];
    assert.deepEqual(possible("PERFORMANCE_OBLIGATION_PRICE", { pob: served }), both);
    assert.deepEqual(possible("PERFORMANCE_OBLIGATION_DATES", { pob: served, isAllocated: true }), [...both, "MIXED"]);
    for (const pob of [
      { recognitionPattern: "POINT_IN_TIME" },
      { recognitionPattern: "CUSTOM" },
      { hasManualMonths: true },
      { isAsBilledOrConsumed: true },
      { isServed: true },
    ] as const) {
      const treated = possible("PERFORMANCE_OBLIGATION_PRICE", { pob: { ...served, ...pob } });
      assert.deepEqual(treated, ["CUMULATIVE_CATCH_UP"]);
    }
  });
});
