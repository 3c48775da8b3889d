import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { earnedThrough, factsOf, revenueOf, stored } from "../../test/support/contract-facts.ts";
import {
  anyObligation,
  corrected,
  day,
  flat,
  month,
  obligationOf,
  recordOf,
  statedOf,
  termOf,
  usd,
} from "../../test/support/terms.ts";
import type { Treatment } from "../billing-terms/modifications/modification.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { firstDayOf, formatMonth, type Month, monthOf } from "../kernel/day.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import { isClosed } from "../ledger/books.ts";
import type { ContractFacts } from "./contract-facts.ts";
import { contractSchedule, firstMonthOf, type PostedMonth, type RevenueEntry, type ScheduleFacts } from "./schedule.ts";

const optional = (text: string | null) => (text === null ? null : month(text));

const halfYear = obligationOf(termOf({ ...flat("100"), interval: "MONTH", end: day("2026-07-01") }));

function posted(timeframe: string, amount: string, source: PostedMonth["source"] = "PATTERN"): PostedMonth {
  const [each, minor] = [month(timeframe), BigInt(amount.replace(".", ""))];
  return {
    ...postedOf(halfYear, each, usd(minor)),
    source,
    earnedMonth: source === "CATCH_UP" ? month("2026-01") : each,
  };
}

function postedOf({ id }: PerformanceObligation, at: Month, amount: Money): PostedMonth {
  const ofMonth = { month: at, earnedMonth: at, source: "PATTERN", amount } as const;
  return { performanceObligationId: id, categoryId: null, ...ofMonth };
}

/** The schedule of an obligation that is alone in its contract, and is effective from a book month on. */
function scheduleOf(
  pob: PerformanceObligation,
  bookMonth: Month | null,
  { posted: ofPob, ...facts }: ScheduleFacts,
): readonly RevenueEntry[] {
  const schedule = contractSchedule(factsOf([recordOf(pob, { bookMonth })]), new Map([[pob.id, ofPob]]), facts);
  return schedule.pobs.get(pob.id)?.entries ?? assert.fail();
}

type Story = {
  readonly closedThrough: string | null;
  readonly bookMonth?: string | null;
  readonly posted?: readonly PostedMonth[];
  readonly thisMonth?: string;
};

function table({ closedThrough, bookMonth = null, thisMonth = "2026-04", posted: ofPob = [] }: Story): string[] {
  const common = { thisMonth: month(thisMonth), last: month("2026-12"), posted: ofPob };
  const books = { closedThrough: optional(closedThrough) };
  return scheduleOf(halfYear, optional(bookMonth), { ...common, books })
    .toSorted((a, b) => a.month - b.month || (a.source < b.source ? -1 : 1))
    .map(show);
}

function show({ month: timeframe, amount, source, status, earnedMonth }: RevenueEntry): string {
  const earned = earnedMonth === timeframe ? "" : ` for ${formatMonth(earnedMonth)}`;
  return `${formatMonth(timeframe)} ${formatMoney(amount)} ${source} ${status}${earned}`;
}

const planned = ["2026-05 100.00 PATTERN PLANNED", "2026-06 100.00 PATTERN PLANNED"];

describe("a schedule of 100.00 a month from January to June, in April", () => {
  test("with open books is accrued up to this month and planned after it", () => {
    assert.deepEqual(table({ closedThrough: null }), [
      ...["01", "02", "03", "04"].map((each) => `2026-${each} 100.00 PATTERN ACCRUED`),
      ...planned,
    ]);
  });

  test("keeps the amounts of closed months", () => {
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

  test("has in the first open month a catch-up of what closed months lack or have in excess", () => {
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

  test("shows reopened months as closing them again would post them", () => {
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
    test(`changes no month before the effective one, even if ${name}`, () => {
      assert.deepEqual(table({ closedThrough, bookMonth: "2026-03", posted: early }), [
        "2026-03 200.00 CATCH_UP ACCRUED for 2026-01",
        "2026-03 100.00 PATTERN ACCRUED",
        "2026-04 100.00 PATTERN ACCRUED",
        ...planned,
      ]);
    });
  }

  test("keeps posted catch-ups where they are", () => {
    const all = [posted("2026-03", "200.00", "CATCH_UP"), posted("2026-03", "100.00")];
    assert.deepEqual(table({ closedThrough: "2026-03", bookMonth: "2026-03", posted: all }), [
      "2026-03 200.00 CATCH_UP POSTED for 2026-01",
      "2026-03 100.00 PATTERN POSTED",
      "2026-04 100.00 PATTERN ACCRUED",
      ...planned,
    ]);
  });

  test("leaves out amounts of zero", () => {
    assert.deepEqual(
      table({
        closedThrough: "2026-01",
        posted: [posted("2026-01", "0.00"), posted("2026-01", "100.00", "CATCH_UP")],
      }).slice(0, 2),
      ["2026-01 100.00 CATCH_UP POSTED", "2026-02 100.00 PATTERN ACCRUED"],
    );
  });

  test("service that is over when it is recorded is a catch-up after its end", () => {
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

test("property: posted, catch-up and open months sum to the target, and closed months have only posted amounts", () => {
  fc.assert(
    fc.property(
      anyObligation,
      offsets,
      fc.array(fc.bigInt({ min: -500n, max: 5000n }), { maxLength: 6 }),
      (pob, at, amounts) => {
        const first = firstMonthOf(revenueOf(pob, {}, monthOf(pob.service.start)));
        const closedThrough = at.closed === null ? null : first + at.closed;
        const bookMonth = at.book === null ? null : first + at.book;
        const books = { closedThrough };
        const start = bookMonth ?? first;
        const postings = amounts.map((minor, index) => postedOf(pob, start + index, usd(minor)));
        const last = Math.max(first, start, closedThrough ?? first) + 40;
        const facts = { posted: postings, books, thisMonth: first + at.now, last };
        const schedule = scheduleOf(pob, bookMonth, facts);

        const total = schedule.reduce((sum, { amount }) => sum + amount.minor, 0n);
        const target = earnedThrough(revenueOf(pob, {}, last), last).minor;
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
    { numRuns: 40 },
  );
});

/** A contract with an obligation of 2026 whose price changed in a book month, and what closes posted of it before. */
function changedIn(
  bookMonth: Month,
  { price, to }: Record<"price" | "to", Money>,
  treatment: Treatment,
): ContractFacts {
  const changes = { transactionPrice: { from: stored(price), to: stored(to) } };
  const corrections = [corrected({ id: "change", of: "POB", changes, bookMonth })];
  const booked = [{ treatment, bookMonth }];
  const treated = { at: "2026-01-01T00:00:00.000Z", effectiveFrom: firstDayOf(bookMonth), booked };
  return factsOf([recordOf(statedOf(to, { id: "pob" }), { corrections })], {
    treatments: new Map([["change", treated]]),
  });
}

test("property: a catch-up is the difference of closed months, which stay as posted", () => {
  const somePrice = fc.integer({ min: 0, max: 10_000_000 }).map(usd);
  const someTreatment = fc.constantFrom<Treatment>("PROSPECTIVE", "CUMULATIVE_CATCH_UP");
  const [january, next] = [month("2026-01"), month("2027-01")];
  fc.assert(
    fc.property(
      fc.record({ price: somePrice, to: somePrice }),
      fc.integer({ min: 1, max: 11 }),
      someTreatment,
      (prices, closed, treatment) => {
        const bookMonth = january + closed;
        const facts = changedIn(bookMonth, prices, treatment);
        const before = statedOf(prices.price, { id: "pob" });
        const revenue = revenueOf(before);
        const monthly = Array.from({ length: closed }, (_, index) => {
          const at = january + index;
          const minor = earnedThrough(revenue, at).minor - earnedThrough(revenue, at - 1).minor;
          return postedOf(before, at, usd(minor));
        });
        const books = { closedThrough: bookMonth - 1 };
        const common = { books, thisMonth: bookMonth, last: next };
        const { pobs, periods } = contractSchedule(facts, new Map([["pob", monthly]]), common);
        const entries = pobs.get("pob")?.entries ?? assert.fail();
        const totalOf = (some: readonly { readonly amount: Money }[]) =>
          some.reduce((total, { amount }) => total + amount.minor, 0n);
        assert.equal(totalOf(entries.filter(({ status }) => status === "POSTED")), totalOf(monthly));
        const lacking = earnedThrough(periods.at(-1)?.revenue.get("pob"), bookMonth - 1).minor - totalOf(monthly);
        const catchUps = entries.filter(({ source }) => source === "CATCH_UP");
        assert.equal(totalOf(catchUps), lacking);
        assert.ok(catchUps.every((entry) => entry.month === bookMonth && entry.earnedMonth < bookMonth));
        assert.ok(treatment !== "PROSPECTIVE" || lacking === 0n);
        assert.equal(totalOf(entries), prices.to.minor);
      },
    ),
  );
});
