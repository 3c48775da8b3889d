import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { earnedThrough, factsOf, revenueAsOf, revenueNow, stored } from "../../test/support/contract-facts.ts";
import { RandomContract, someActs } from "../../test/support/random-contract.ts";
import {
  amended,
  corrected as correctionOf,
  creditOf,
  day,
  flatPrice,
  month,
  obligationOf,
  recordOf,
  seatTermOf,
  statedOf,
  termOf,
  usd,
} from "../../test/support/terms.ts";
import type { PriceLayer } from "../billing-terms/billing-term.ts";
import type {
  Correction,
  PerformanceObligationRecord,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import type { Month } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { asOfMonth, asOfNow, changesOfPeriod, corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";

const layer = (amount: string, from: string, bookMonth: string | null): PriceLayer => {
  return {
    price: flatPrice(amount),
    effectiveFrom: day(from),
    bookMonth: bookMonth === null ? null : month(bookMonth),
  };
};

/** What is effective of the one obligation of a contract in a month. */
function pobIn(record: PerformanceObligationRecord, timeframe: string): PobFacts {
  const [pob] = asOfMonth(factsOf([record]), month(timeframe)).pobs;
  return pob ?? assert.fail("it does not exist in the month");
}
const termIn = (record: PerformanceObligationRecord, timeframe: string) =>
  corrected(pobIn(record, timeframe)).billingTerm;

describe("the facts that are effective in a month", () => {
  test("are all of them where nothing was closed when they were recorded", () => {
    const record = recordOf(obligationOf(termOf({ layers: [layer("5", "2026-03-01", null)] })), {
      billingCredits: [creditOf(usd(500), { bookMonth: month("2026-01") })],
    });
    assert.deepEqual(asOfMonth(factsOf([record]), month("2026-01")), asOfNow(factsOf([record])));
  });

  test("have a new price from its book month on, however early it is effective", () => {
    const layers = [layer("5", "2026-02-01", "2026-04"), layer("6", "2026-03-01", "2026-06")];
    const record = recordOf(obligationOf(termOf({ layers })));
    const effective = (timeframe: string) => termIn(record, timeframe)?.layers.length;
    assert.deepEqual(["2026-03", "2026-04", "2026-05", "2026-06"].map(effective), [0, 1, 1, 2]);
  });

  test("have a change of seats from its book month on", () => {
    const amendments = [amended("2026-02-01", { delta: "5", bookMonth: month("2026-04") })];
    const record = recordOf(obligationOf(seatTermOf({ amendments })));
    const effective = (timeframe: string) => termIn(record, timeframe)?.amendments.length;
    assert.deepEqual(["2026-03", "2026-04"].map(effective), [0, 1]);
  });

  test("have an amendment that was deleted between its own book month and that of its deletion", () => {
    const first = amended("2026-03-01", { id: "first", delta: "1" });
    const withdrawn = [
      {
        amendment: amended("2026-02-01", { id: "withdrawn", delta: "5", bookMonth: month("2026-03") }),
        bookMonth: month("2026-05"),
      },
    ];
    const record = recordOf(obligationOf(seatTermOf({ amendments: [first] })), { withdrawn });
    const ids = (timeframe: string) => termIn(record, timeframe)?.amendments.map(({ id }) => id);
    assert.deepEqual(
      ["2026-02", "2026-03", "2026-04", "2026-05"].map(ids),
      // In the order in which they apply.
      [["first"], ["withdrawn", "first"], ["withdrawn", "first"], ["first"]],
    );
    const [now] = asOfNow(factsOf([record])).pobs;
    assert.deepEqual(now === undefined ? null : corrected(now).billingTerm?.amendments.map(({ id }) => id), ["first"]);
  });

  test("have credits from the month of their credit memo on", () => {
    const billingCredits = [
      creditOf(usd(500), { id: "a", bookMonth: month("2026-02") }),
      creditOf(usd(-500), { id: "b", bookMonth: month("2026-04") }),
    ];
    const record = recordOf(obligationOf(termOf()), { billingCredits });
    const ids = (timeframe: string) => pobIn(record, timeframe).credits.map(({ id }) => id);
    assert.deepEqual(["2026-01", "2026-02", "2026-04"].map(ids), [[], ["a"], ["a", "b"]]);
  });

  test("have all billing in any month: it has dates of its own", () => {
    const asBilled = recordOf(obligationOf(termOf(), { recognitionPattern: "RECOGNIZE_AS_BILLED" }));
    const billing = new Map([
      ["group", [{ date: day("2026-05-01"), amount: usd(500), billingTermId: "term", eventTypeId: null }]],
    ]);
    assert.deepEqual(asOfMonth(factsOf([asBilled], { billing }), month("2026-01")).billing, billing);
  });

  test("have an obligation from its book month or that of the approval on, until the month of its deletion", () => {
    const added = recordOf(statedOf(usd(100), { id: "added" }), { bookMonth: month("2026-05") });
    const deleted = recordOf(statedOf(usd(100), { id: "deleted" }), {
      isDeleted: true,
      deletionBookMonth: month("2026-04"),
    });
    const facts = factsOf([added, deleted], { approvedBookMonth: month("2026-03") });
    const ids = (timeframe: string) => asOfMonth(facts, month(timeframe)).pobs.map(({ initial }) => initial.id);
    assert.deepEqual(["2026-02", "2026-03", "2026-04", "2026-05"].map(ids), [[], ["deleted"], [], ["added"]]);
    assert.deepEqual(
      asOfNow(facts).pobs.map(({ initial }) => initial.id),
      ["added"],
    );
    assert.deepEqual(changesOfPeriod(facts), ["2026-03", "2026-04", "2026-05"].map(month));
  });

  test("have the proposed treatment until a chosen one is effective", () => {
    const chosen = { treatment: "CUMULATIVE_CATCH_UP", bookMonth: month("2026-08") } as const;
    const proposed = { treatment: "PROSPECTIVE", bookMonth: month("2026-06") } as const;
    const fact = { at: "2026-01-01T00:00:00.000Z", effectiveFrom: day("2026-06-01"), booked: [proposed, chosen] };
    const facts = factsOf([], { treatments: new Map([["change", fact]]) });
    const treatments = (timeframe: string) =>
      asOfMonth(facts, month(timeframe)).treatments.get("change")?.booked.at(-1)?.treatment;
    const months = ["2026-05", "2026-07", "2026-08"];
    assert.deepEqual(months.map(treatments), ["PROSPECTIVE", "PROSPECTIVE", "CUMULATIVE_CATCH_UP"]);
    assert.deepEqual(changesOfPeriod(facts), ["2026-06", "2026-08"].map(month));
  });

  describe("have a correction", () => {
    const ends = ["2026-07-01", "2026-10-01", "2027-01-01"].map(day);
    const correction = (index: number, bookMonth: string | null): Correction =>
      correctionOf({
        of: "TERM",
        changes: { end: { from: ends[index], to: ends[index + 1] } },
        bookMonth: bookMonth === null ? null : month(bookMonth),
      });

    test("from its book month on, and before it the earlier value", () => {
      const record = recordOf(obligationOf(termOf({ end: day("2027-01-01") })), {
        corrections: [correction(0, "2026-03"), correction(1, "2026-05")],
      });
      const endIn = (timeframe: string) => termIn(record, timeframe)?.end;
      assert.deepEqual(["2026-02", "2026-03", "2026-04", "2026-05"].map(endIn), [ends[0], ends[1], ends[1], ends[2]]);
    });

    test("in every month, if it was made before anything was closed", () => {
      const record = recordOf(obligationOf(termOf({ end: day("2027-01-01") })), {
        corrections: [correction(0, null), correction(1, "2026-05")],
      });
      assert.deepEqual([termIn(record, "2026-01")?.end, termIn(record, "2026-05")?.end], [ends[1], ends[2]]);
    });

    test("of the price, the manual months and the pattern of an obligation", () => {
      const now = statedOf(usd(90_000), { recognitionPattern: "STRAIGHT_LINE_DAILY" });
      const manualMonth = { month: month("2026-02"), isManual: true };
      const record = recordOf(now, {
        corrections: [
          correctionOf({
            of: "POB",
            changes: {
              transactionPrice: { from: stored(60_000), to: stored(90_000) },
              standaloneSellingPrice: { from: stored(70_000), to: null },
              recognitionPattern: { from: "STRAIGHT_LINE", to: "STRAIGHT_LINE_DAILY" },
              manualMonths: { from: [{ ...manualMonth, total: stored(1000) }], to: [] },
            },
            bookMonth: month("2026-04"),
          }),
        ],
      });
      const before = corrected(pobIn(record, "2026-03"));
      assert.deepEqual([before.transactionPrice, before.standaloneSellingPrice], [usd(60_000), usd(70_000)]);
      assert.equal(before.recognitionPattern, "STRAIGHT_LINE");
      assert.deepEqual(before.manualMonths, [{ ...manualMonth, total: usd(1000) }]);
      assert.deepEqual(corrected(pobIn(record, "2026-04")), now);
    });

    test("from its own month, beside layers, seats and fields that were not corrected", () => {
      const term = termOf({ end: day("2027-01-01"), name: "Named", layers: [layer("5", "2026-02-01", null)] });
      const record = recordOf(obligationOf(term), { corrections: [correction(1, "2026-05")] });
      assert.deepEqual(termIn(record, "2026-04"), { ...term, end: ends[1] });
    });
  });
});

const january = month("2026-01");
/** A month from the one before anything was recorded to the one after the last act. */
const anyMonth = fc.integer({ min: -1, max: 7 }).map((ahead) => january + ahead);

test("property: as of a month and then as of the same or an earlier one equals as of the earlier one", () => {
  // A deleted obligation is gone from the facts of later months, so those cannot answer for the months before.
  const acts = someActs.map((all) => all.filter(({ kind }) => kind !== "DELETE"));
  fc.assert(
    fc.property(acts, fc.boolean(), anyMonth, anyMonth, (all, isAllocated, one, other) => {
      const facts = new RandomContract(all).facts(isAllocated);
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
      const asOfLater = asOfMonth(facts, later);
      assert.deepEqual(asOfMonth(asOfLater, later), asOfLater);
      assert.deepEqual(asOfMonth(asOfLater, earlier), asOfMonth(facts, earlier));
    }),
  );
});

test("property: between two changes every month has the same facts, and after the last one all of them", () => {
  fc.assert(
    fc.property(someActs, fc.boolean(), anyMonth, (acts, isAllocated, at) => {
      const facts = new RandomContract(acts).facts(isAllocated);
      const changes = changesOfPeriod(facts);
      const begun = changes.findLast((change) => change <= at);
      if (begun !== undefined) assert.deepEqual(asOfMonth(facts, at), asOfMonth(facts, begun));
      const last = Math.max(at, changes.at(-1) ?? at);
      assert.deepEqual(asOfMonth(facts, last), asOfNow(facts));
    }),
  );
});

/** Revenue to the end of a month by obligation, as a close calculates it. */
function earned(facts: ContractFacts, at: Month): Record<string, string> {
  const revenue = revenueAsOf(facts, at);
  return Object.fromEntries([...revenue].map(([id, one]) => [id, formatMoney(earnedThrough(one, at))]));
}

test("property: a month closed again has the same revenue, whatever is changed, credited and voided later", () => {
  fc.assert(
    fc.property(someActs, fc.boolean(), (acts, isAllocated) => {
      const now = new RandomContract(acts).facts(isAllocated);
      for (let ahead = 0; ahead <= 6; ahead++) {
        // What is recorded while nothing is closed is effective in every month, so January's close comes after all of it.
        const then = new RandomContract(acts.filter(({ at }) => at <= ahead)).facts(isAllocated);
        assert.deepEqual(earned(now, january + ahead), earned(then, january + ahead));
      }
    }),
    { numRuns: 60 },
  );
});

test("property: after any modifications, deletions and credits revenue sums to the price less the credits", () => {
  const later = month("2040-12");
  fc.assert(
    fc.property(someActs, fc.boolean(), (acts, isAllocated) => {
      const contract = new RandomContract(acts);
      const revenue = revenueNow(contract.facts(isAllocated), later);
      const total = [...revenue.values()].reduce((sum, one) => sum + earnedThrough(one, later).minor, 0n);
      assert.equal(total, contract.price);
      const prices = [...revenue.values()].reduce((sum, { price }) => sum + (price?.minor ?? 0n), 0n);
      assert.equal(prices, contract.price);
    }),
  );
});
