import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyObligation, day, flat, known, obligationOf, termOf } from "../../test/support/terms.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import { present } from "../kernel/assert.ts";
import { formatMonth, type Month, parseMonth } from "../kernel/day.ts";
import { formatMoney, money } from "../kernel/money.ts";
import { isClosed } from "../ledger/books.ts";
import { alike, type PromiseByMonth } from "./promise-by-month.ts";
import { firstMonth, lastMonth, revenueThrough } from "./recognition.ts";
import { type PostedMonth, type RevenueEntry, revenueSchedule, type ScheduleFacts } from "./schedule.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const month = (text: string): Month => present(parseMonth(text), text);
const optional = (text: string | null) => (text === null ? null : month(text));

const halfYear = obligationOf(termOf({ ...flat("100"), interval: "MONTH", end: day("2026-07-01") }));

function posted(timeframe: string, amount: string, source: PostedMonth["source"] = "PATTERN"): PostedMonth {
  const minor = BigInt(amount.replace(".", ""));
  return {
    performanceObligationId: halfYear.id,
    month: month(timeframe),
    source,
    earnedMonth: source === "CATCH_UP" ? month("2026-01") : month(timeframe),
    categoryId: null,
    amount: money(minor, "USD"),
  };
}

type Story = {
  readonly closedThrough: string | null;
  readonly bookMonth?: string | null;
  readonly posted?: readonly PostedMonth[];
  readonly thisMonth?: string;
};

/** An obligation that moves no month before one. */
function countedFrom(bookMonth: Month | null, obligation: PerformanceObligation): PromiseByMonth {
  const all = alike(known(obligation));
  if (bookMonth === null) return all;
  return { ...all, turns: [bookMonth], countedIn: (each) => (each < bookMonth ? null : all.known) };
}

function table(story: Story, obligation = halfYear): string[] {
  const facts: ScheduleFacts = {
    posted: story.posted ?? [],
    books: { closedThrough: optional(story.closedThrough) },
    thisMonth: month(story.thisMonth ?? "2026-04"),
  };
  return revenueSchedule(countedFrom(optional(story.bookMonth ?? null), obligation), facts, month("2026-12"), context)
    .toSorted((a, b) => a.month - b.month || (a.source < b.source ? -1 : 1))
    .map(show);
}

function show({ month: timeframe, amount, source, status, earnedMonth }: RevenueEntry): string {
  const earned = earnedMonth === timeframe ? "" : ` for ${formatMonth(earnedMonth)}`;
  return `${formatMonth(timeframe)} ${formatMoney(amount)} ${source} ${status}${earned}`;
}

const planned = ["2026-05 100.00 PATTERN PLANNED", "2026-06 100.00 PATTERN PLANNED"];

describe("a schedule of 100.00 a month from January to June, in April", () => {
  test("with open books is accrued to this month and planned ahead", () => {
    assert.deepEqual(table({ closedThrough: null }), [
      ...["01", "02", "03", "04"].map((each) => `2026-${each} 100.00 PATTERN ACCRUED`),
      ...planned,
    ]);
  });

  test("keeps what closed months posted", () => {
    assert.deepEqual(
      table({ closedThrough: "2026-02", posted: [posted("2026-01", "100.00"), posted("2026-02", "100.00")] }),
      [
        "2026-01 100.00 PATTERN POSTED",
        "2026-02 100.00 PATTERN POSTED",
        "2026-03 100.00 PATTERN ACCRUED",
        "2026-04 100.00 PATTERN ACCRUED",
        ...planned,
      ],
    );
  });

  test("catches up in the first open month what closed months lack or have too much of", () => {
    const late = ["2026-03 100.00 PATTERN ACCRUED", "2026-04 100.00 PATTERN ACCRUED", ...planned];
    assert.deepEqual(table({ closedThrough: "2026-02", bookMonth: "2026-03" }), [
      "2026-03 200.00 CATCH_UP ACCRUED for 2026-01",
      ...late,
    ]);
    const tooMuch = [posted("2026-01", "120.00"), posted("2026-02", "100.00")];
    assert.deepEqual(table({ closedThrough: "2026-02", posted: tooMuch }), [
      "2026-01 120.00 PATTERN POSTED",
      "2026-02 100.00 PATTERN POSTED",
      "2026-03 -20.00 CATCH_UP ACCRUED for 2026-01",
      ...late,
    ]);
  });

  test("shows months that were reopened as what closing them again makes of them", () => {
    const once = [posted("2026-01", "100.00"), posted("2026-02", "70.00")];
    assert.deepEqual(table({ closedThrough: "2026-01", posted: once }).slice(0, 3), [
      "2026-01 100.00 PATTERN POSTED",
      "2026-02 100.00 PATTERN ACCRUED",
      "2026-03 100.00 PATTERN ACCRUED",
    ]);
  });

  for (const [name, closedThrough, early] of [
    ["some months before it are open again", "2026-01", []],
    ["all months are open again", null, []],
    [
      "it was posted and its month is open again",
      "2026-01",
      [posted("2026-03", "200.00", "CATCH_UP"), posted("2026-03", "100.00")],
    ],
  ] as const) {
    test(`moves no month before it came to count, even if ${name}`, () => {
      assert.deepEqual(table({ closedThrough, bookMonth: "2026-03", posted: early }), [
        "2026-03 200.00 CATCH_UP ACCRUED for 2026-01",
        "2026-03 100.00 PATTERN ACCRUED",
        "2026-04 100.00 PATTERN ACCRUED",
        ...planned,
      ]);
    });
  }

  test("posted catch-ups stay where they are", () => {
    const all = [posted("2026-03", "200.00", "CATCH_UP"), posted("2026-03", "100.00")];
    assert.deepEqual(table({ closedThrough: "2026-03", bookMonth: "2026-03", posted: all }), [
      "2026-03 200.00 CATCH_UP POSTED for 2026-01",
      "2026-03 100.00 PATTERN POSTED",
      "2026-04 100.00 PATTERN ACCRUED",
      ...planned,
    ]);
  });

  test("what came to nothing is not shown", () => {
    assert.deepEqual(
      table({
        closedThrough: "2026-01",
        posted: [posted("2026-01", "0.00"), posted("2026-01", "100.00", "CATCH_UP")],
      }).slice(0, 2),
      ["2026-01 100.00 CATCH_UP POSTED", "2026-02 100.00 PATTERN ACCRUED"],
    );
  });

  test("service that is over when it is booked is caught up beyond its end", () => {
    assert.deepEqual(table({ closedThrough: "2026-08", bookMonth: "2026-09", thisMonth: "2026-08" }), [
      "2026-09 600.00 CATCH_UP PLANNED for 2026-01",
    ]);
  });
});

const offsets = fc.record({
  closed: fc.option(fc.integer({ min: -3, max: 30 })),
  book: fc.option(fc.integer({ min: -3, max: 30 })),
  now: fc.integer({ min: -3, max: 30 }),
});

test("property: posted, catch-up and open months are the whole target, and closed months hold only what is posted", () => {
  fc.assert(
    fc.property(
      anyObligation,
      offsets,
      fc.array(fc.bigInt({ min: -500n, max: 5000n }), { maxLength: 6 }),
      (obligation, at, amounts) => {
        const first = firstMonth(known(obligation));
        const closedThrough = at.closed === null ? null : first + at.closed;
        const bookMonth = at.book === null ? null : first + at.book;
        const books = { closedThrough };
        const start = bookMonth ?? first;
        const postings = amounts.map((minor, index): PostedMonth => {
          const each = start + index;
          const amount = money(minor, "USD");
          return {
            performanceObligationId: obligation.id,
            month: each,
            source: "PATTERN",
            earnedMonth: each,
            categoryId: null,
            amount,
          };
        });
        const last = Math.max(first, start, closedThrough ?? first) + 40;
        const facts = { posted: postings, books, thisMonth: first + at.now };
        const schedule = revenueSchedule(countedFrom(bookMonth, obligation), facts, last, context);

        const total = schedule.reduce((sum, { amount }) => sum + amount.minor, 0n);
        const target = revenueThrough(
          known(obligation),
          Math.min(last, lastMonth(known(obligation)) ?? last),
          context,
        ).minor;
        const inClosed = postings
          .filter((each) => isClosed(books, each.month))
          .reduce((sum, { amount }) => sum + amount.minor, 0n);
        assert.equal(total, target);
        for (const entry of schedule) {
          assert.equal(entry.status === "POSTED", isClosed(books, entry.month));
          if (entry.status !== "POSTED")
            assert.equal(entry.status, entry.month <= facts.thisMonth ? "ACCRUED" : "PLANNED");
          assert.ok(entry.status === "POSTED" || bookMonth === null || entry.month >= bookMonth);
        }
        const shownClosed = schedule
          .filter(({ status }) => status === "POSTED")
          .reduce((sum, { amount }) => sum + amount.minor, 0n);
        assert.equal(shownClosed, inClosed);
        const catchUps = schedule.filter(({ source }) => source === "CATCH_UP");
        assert.ok(catchUps.length <= 1);
      },
    ),
  );
});
