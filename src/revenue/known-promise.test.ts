import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  amended,
  corrected,
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
import type { Correction } from "../billing-terms/performance-obligation.ts";
import { formatMoney } from "../kernel/money.ts";
import { allKnown, knownIn } from "./known-promise.ts";

const layer = (amount: string, from: string, bookMonth: string | null): PriceLayer => {
  return {
    price: flatPrice(amount),
    effectiveFrom: day(from),
    bookMonth: bookMonth === null ? null : month(bookMonth),
  };
};

/** The term of a promise as it counts in a month. */
const termIn = (record: ReturnType<typeof recordOf>, timeframe: string) =>
  knownIn(record, month(timeframe)).obligation.billingTerm;

describe("what a month knows of a promise", () => {
  test("is all of it where nothing was closed when it was said", () => {
    const record = recordOf(obligationOf(termOf({ layers: [layer("5", "2026-03-01", null)] })), {
      reductions: [creditOf(usd(500), { bookMonth: month("2026-01") })],
    });
    assert.deepEqual(knownIn(record, month("2026-01")), allKnown(record));
  });

  test("a new price, from its book month on, however early it is effective", () => {
    const layers = [layer("5", "2026-02-01", "2026-04"), layer("6", "2026-03-01", "2026-06")];
    const record = recordOf(obligationOf(termOf({ layers })));
    const counts = (timeframe: string) => termIn(record, timeframe)?.layers.length;
    assert.deepEqual(["2026-03", "2026-04", "2026-05", "2026-06"].map(counts), [0, 1, 1, 2]);
  });

  test("a change of seats, from its book month on", () => {
    const amendments = [amended("2026-02-01", { delta: "5", bookMonth: month("2026-04") })];
    const record = recordOf(obligationOf(seatTermOf({ amendments })));
    const counts = (timeframe: string) => termIn(record, timeframe)?.amendments.length;
    assert.deepEqual(["2026-03", "2026-04"].map(counts), [0, 1]);
  });

  test("an amendment that was taken back, between its own book month and that of its withdrawal", () => {
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
    assert.deepEqual(
      allKnown(record).obligation.billingTerm?.amendments.map(({ id }) => id),
      ["first"],
    );
  });

  test("credits, from the month of their memo on", () => {
    const reductions = [
      creditOf(usd(500), { id: "a", bookMonth: month("2026-02") }),
      creditOf(usd(-500), { id: "b", bookMonth: month("2026-04") }),
    ];
    const record = recordOf(obligationOf(termOf()), { reductions });
    const ids = (timeframe: string) => knownIn(record, month(timeframe)).reductions.map(({ id }) => id);
    assert.deepEqual(["2026-01", "2026-02", "2026-04"].map(ids), [[], ["a"], ["a", "b"]]);
  });

  test("what was billed, by its own dates", () => {
    const asBilled = recordOf(obligationOf(termOf(), { recognitionPattern: "RECOGNIZE_AS_BILLED" }));
    const amounts = [{ date: day("2026-05-01"), amount: usd(500), billingTermId: "term", eventTypeId: null }];
    const billed = { amounts, promises: [asBilled] };
    assert.deepEqual(knownIn(asBilled, month("2026-01"), { billed }).billed, amounts);
  });

  describe("corrections", () => {
    const ends = ["2026-07-01", "2026-10-01", "2027-01-01"].map(day);
    const correction = (index: number, bookMonth: string | null): Correction =>
      corrected({
        of: "TERM",
        changes: { end: { from: ends[index], to: ends[index + 1] } },
        bookMonth: bookMonth === null ? null : month(bookMonth),
      });

    test("are taken back, the newest first, and those that count are made again", () => {
      const record = recordOf(obligationOf(termOf({ end: day("2027-01-01") })), {
        corrections: [correction(0, "2026-03"), correction(1, "2026-05")],
      });
      const endIn = (timeframe: string) => termIn(record, timeframe)?.end;
      assert.deepEqual(["2026-02", "2026-03", "2026-04", "2026-05"].map(endIn), [ends[0], ends[1], ends[1], ends[2]]);
    });

    test("made before anything was closed always count", () => {
      const record = recordOf(obligationOf(termOf({ end: day("2027-01-01") })), {
        corrections: [correction(0, null), correction(1, "2026-05")],
      });
      assert.deepEqual([termIn(record, "2026-01")?.end, termIn(record, "2026-05")?.end], [ends[1], ends[2]]);
    });

    test("of the promise bring back its price, its pins and its pattern", () => {
      const now = statedOf(usd(90_000), { recognitionPattern: "STRAIGHT_LINE_DAILY" });
      const stored = (minor: number) => ({ minor: String(minor), currency: "USD" });
      const pin = { month: month("2026-02"), isByHand: true };
      const record = recordOf(now, {
        corrections: [
          corrected({
            of: "PROMISE",
            changes: {
              transactionPrice: { from: stored(60_000), to: stored(90_000) },
              standaloneSellingPrice: { from: stored(70_000), to: null },
              recognitionPattern: { from: "STRAIGHT_LINE", to: "STRAIGHT_LINE_DAILY" },
              pinned: { from: [{ ...pin, total: stored(1000) }], to: [] },
            },
            bookMonth: month("2026-04"),
          }),
        ],
      });
      const { transactionPrice, standaloneSellingPrice, recognitionPattern, pinned } = knownIn(
        record,
        month("2026-03"),
      ).obligation;
      assert.deepEqual([transactionPrice, standaloneSellingPrice], [usd(60_000), usd(70_000)]);
      assert.equal(recognitionPattern, "STRAIGHT_LINE");
      assert.deepEqual(pinned, [{ ...pin, total: usd(1000) }]);
      assert.deepEqual(knownIn(record, month("2026-04")).obligation, now);
    });

    test("of another month leave layers, seats and what nobody corrected alone", () => {
      const term = termOf({ end: day("2027-01-01"), name: "Named", layers: [layer("5", "2026-02-01", null)] });
      const record = recordOf(obligationOf(term), { corrections: [correction(1, "2026-05")] });
      assert.deepEqual(termIn(record, "2026-04"), { ...term, end: ends[1] });
    });
  });
});

describe("where stated prices are allocated by standalone selling price", () => {
  const stated = (id: string, minor: number, selling: number, parts = {}) =>
    recordOf({ ...statedOf(usd(minor)), id, standaloneSellingPrice: usd(selling) }, parts);
  const among = (...records: ReturnType<typeof stated>[]) =>
    records.map((record) => ({ ...record, allocatedAmong: records }));
  const priceIn = (record: ReturnType<typeof stated> | undefined, timeframe: string) => {
    const price = record === undefined ? null : knownIn(record, month(timeframe)).obligation.transactionPrice;
    return price === null ? null : formatMoney(price);
  };

  test("each has its part of what they state together", () => {
    const [first, second] = among(stated("a", 90_000, 100_000), stated("b", 90_000, 50_000));
    assert.deepEqual([priceIn(first, "2026-01"), priceIn(second, "2026-01")], ["1200.00", "600.00"]);
  });

  test("one that came later counts from its book month on, one that went until the month of its deletion", () => {
    const [first, second] = among(
      stated("a", 90_000, 100_000),
      stated("b", 90_000, 50_000, {
        bookMonth: month("2026-03"),
        isDeleted: true,
        deletionBookMonth: month("2026-05"),
      }),
    );
    assert.deepEqual(
      ["2026-02", "2026-03", "2026-04", "2026-05"].map((timeframe) => priceIn(first, timeframe)),
      ["900.00", "1200.00", "1200.00", "900.00"],
    );
    assert.equal(priceIn(second, "2026-03"), "600.00");
    assert.deepEqual(first === undefined ? null : allKnown(first).obligation.transactionPrice, usd(90_000));
  });
});
