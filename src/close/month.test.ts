import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { earnedThrough, factsOf, revenueNow } from "../../test/support/contract-facts.ts";
import { Book, textOf } from "../../test/support/in-memory-book.ts";
import {
  anyObligation,
  day,
  decimal,
  flat,
  obligationOf,
  type PobOfTerm,
  seatConfig,
  termOf,
  unitPrice,
} from "../../test/support/terms.ts";
import { seatProrationPolicies, trueUpTimings } from "../billing-terms/seats.ts";
import { required } from "../kernel/assert.ts";
import { firstDayOf, formatMonth, type Month, parseMonth } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { accountOfLine } from "../ledger/journal-entry.ts";
import type { RevenuePosting } from "../revenue/posting.ts";

const month = (text: string): Month => required(parseMonth(text), text);

const advance = obligationOf(termOf({ id: "advance", end: null }));
const arrears = obligationOf(
  termOf({ id: "arrears", ...flat("300"), interval: "QUARTER", end: null, invoiceDateStrategy: "ARREARS" }),
);

describe("closing a month", () => {
  test("posts revenue, and presents unbilled receivable over the month end", () => {
    const book = new Book(day("2026-01-15"));
    book.add(advance);
    book.add(arrears);
    book.close(month("2026-01"));
    assert.deepEqual(book.entries.map(textOf), [
      "2026-01-01 INVOICE_ISSUED: RECEIVABLE 1200.00, CONTRACT_LIABILITY -1200.00",
      "2026-01-31 REVENUE_RECOGNIZED: CONTRACT_LIABILITY 200.00, REVENUE -200.00",
      "2026-01-31 PRESENTATION: UNBILLED_RECEIVABLE 100.00, CONTRACT_LIABILITY -100.00",
      "2026-02-01 PRESENTATION_REVERSAL: UNBILLED_RECEIVABLE -100.00, CONTRACT_LIABILITY 100.00",
    ]);
    assert.deepEqual(
      book.postings.map(({ source, amount }) => [source, formatMoney(amount)]),
      [
        ["PATTERN", "100.00"],
        ["PATTERN", "100.00"],
      ],
    );
  });

  test("again without a change posts nothing", () => {
    const book = new Book(day("2026-01-15"));
    book.add(advance);
    book.add(arrears);
    book.close(month("2026-04"));
    book.reopen(month("2026-02"));
    assert.equal(book.close(month("2026-04")), 0);
  });

  test("splits revenue by category, and the lines add up", () => {
    const book = new Book(day("2026-01-15"));
    book.add({ ...advance, categoryId: "services" });
    book.add({ ...arrears, categoryId: "support" });
    book.close(month("2026-01"));
    const revenue = book.entries.filter(({ type }) => type === "REVENUE_RECOGNIZED").flatMap((entry) => entry.lines);
    assert.deepEqual(revenue.map(({ role, categoryId, credit }) => [role, categoryId, formatMoney(credit)]).slice(1), [
      ["REVENUE", "services", "100.00"],
      ["REVENUE", "support", "100.00"],
    ]);
  });

  test("uses the accounts of a category for its revenue, and for liability billed before", () => {
    const book = new Book(day("2026-01-15"));
    book.liabilityAccounts.set(advance.id, "2410 Licences");
    book.add({ ...advance, categoryId: "licences" });
    book.add(arrears);
    book.close(month("2026-01"));
    assert.deepEqual(book.liabilities(day("2026-02-01")), { "2410 Licences": 110_000n, "Contract liability": 0n });
    const revenue = book.entries.filter(({ type }) => type === "REVENUE_RECOGNIZED").flatMap((entry) => entry.lines);
    assert.deepEqual(
      revenue.map((line) => accountOfLine(line, {})),
      ["2410 Licences", "Contract liability", "4010 Licences", "Revenue"],
    );
    book.advance(day("2027-01-15"));
    book.close(month("2026-12"));
    assert.deepEqual(book.liabilities(day("2027-01-01")), { "2410 Licences": 0n, "Contract liability": 0n });
  });

  test("with an obligation added late posts its past revenue once, in the first open month", () => {
    const book = new Book(day("2026-03-10"));
    book.add(advance);
    book.close(month("2026-02"));
    book.add(arrears);
    book.close(month("2026-03"));
    book.reopen(month("2026-01"));
    assert.equal(book.close(month("2026-03")), 0);
    const own = book.postings.filter((posting) => posting.performanceObligationId === arrears.id);
    assert.deepEqual(
      own.map(({ month: each, source, earnedMonth, amount }) => [
        formatMonth(each),
        source,
        formatMonth(earnedMonth),
        formatMoney(amount),
      ]),
      [
        ["2026-03", "PATTERN", "2026-03", "100.00"],
        ["2026-03", "CATCH_UP", "2026-01", "200.00"],
      ],
    );
  });

  test("with a deleted obligation reverses its revenue in the accounts where it was posted", () => {
    const book = new Book(day("2026-01-15"));
    book.add(arrears);
    book.close(month("2026-02"));
    book.reopen(month("2026-01"));
    book.remove(0);
    book.close(month("2026-02"));
    assert.equal(book.revenue(), 0n);
    for (const role of ["REVENUE", "UNBILLED_RECEIVABLE", "CONTRACT_LIABILITY"]) {
      for (const end of ["2026-02-01", "2026-03-01"]) assert.equal(book.balance(role, day(end)), 0n, `${role} ${end}`);
    }
  });
});

type Step = (book: Book, index: number) => void;

const firstMonth = month("2024-10");
const lastMonth = month("2030-06");

const seatObligation = fc
  .record({ pob: anyObligation, amount: fc.nat(500), isCredited: fc.boolean() })
  .map(({ pob, amount, isCredited }): PobOfTerm => {
    const term = pob.billingTerm;
    if (term.interval === "NONE") return pob;
    const seats = seatConfig({ creditOnDecrease: isCredited ? "PRORATED" : "NONE" });
    const price = unitPrice(String(amount), "10");
    return { ...pob, billingTerm: { ...term, billingType: "UNIT", price, seatConfig: seats } };
  });

const add = fc.oneof(anyObligation, seatObligation).map(
  (pob): Step =>
    (book, index) => {
      const account = [undefined, "2410 Licences", "2420 Support"][index % 3];
      if (account !== undefined) book.liabilityAccounts.set(`obligation ${index}`, account);
      const billingTerm = { ...pob.billingTerm, id: `term ${index}` };
      book.add({ ...pob, id: `obligation ${index}`, billingTerm });
    },
);

const time: fc.Arbitrary<Step> = fc.oneof(
  fc.nat(8).map(
    (at): Step =>
      (book) =>
        book.remove(at),
  ),
  fc.nat(30).map(
    (at): Step =>
      (book) =>
        book.close(Math.max(firstMonth + at, (book.closedThrough ?? 0) + 1)),
  ),
  fc.nat(30).map(
    (at): Step =>
      (book) =>
        book.reopen(firstMonth + at),
  ),
);

const amounts = fc.nat(200_000).map((minor) => decimal(minor, 2));

/** Changes of what is there: prices, ends, seats and credits. */
const change: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.nat(4), amounts, fc.option(fc.nat(200))).map(([at, amount, after]): Step => {
    return (book) => book.reprice(at % book.records.length, amount, after);
  }),
  fc.tuple(fc.nat(4), fc.integer({ min: 0, max: 1200 })).map(
    ([at, days]): Step =>
      (book) =>
        book.endAfter(at % book.records.length, days),
  ),
  fc
    .record({
      at: fc.nat(4),
      offset: fc.nat(900),
      quantity: fc.nat(30).map(String),
      prorationPolicy: fc.constantFrom(...seatProrationPolicies),
      trueUpTiming: fc.constantFrom(...trueUpTimings),
    })
    .map(
      ({ at, offset, ...parts }): Step =>
        (book, index) => {
          const createdAt = `2026-01-01T00:00:${String(index).padStart(2, "0")}.000Z`;
          book.amend(at % book.records.length, offset, {
            ...parts,
            id: `amendment ${index}`,
            delta: null,
            note: null,
            createdAt,
          });
        },
    ),
  fc.nat(4).map(
    (at): Step =>
      (book) =>
        book.withdraw(at % book.records.length),
  ),
  fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 100 })).map(
    ([at, part]): Step =>
      (book) =>
        book.credit(at, part),
  ),
);

const steps = fc.array(
  fc.oneof({ arbitrary: add, weight: 3 }, { arbitrary: time, weight: 5 }, { arbitrary: change, weight: 6 }),
  { minLength: 4, maxLength: 18, size: "max" },
);

/** What every closed month end must show, to the cent. */
function assertTiesOut(book: Book): void {
  for (let each = firstMonth; book.closedThrough !== null && each <= book.closedThrough; each++) {
    const end = firstDayOf(each + 1);
    const balance = (role: string) => book.balance(role, end);
    const [billed, recognized] = [balance("RECEIVABLE") + balance("CUSTOMER_CREDIT"), -balance("REVENUE")];
    const [liability, asset, unbilled] = [
      -balance("CONTRACT_LIABILITY"),
      balance("CONTRACT_ASSET"),
      balance("UNBILLED_RECEIVABLE"),
    ];
    assert.equal(billed - recognized, liability - asset - unbilled, formatMonth(each));
    assert.ok(liability >= 0n && asset >= 0n && unbilled >= 0n, `${formatMonth(each)}: no side is below zero`);
    assert.ok(liability === 0n || asset === 0n, `${formatMonth(each)}: a liability or an asset, not both`);
    for (const [account, held] of Object.entries(book.liabilities(end))) {
      assert.ok(held >= 0n, `${formatMonth(each)}: ${account} is not below zero`);
    }
  }
}

test("property: closed months stay as posted and tie out, whatever is added, changed, credited, closed and reopened", () => {
  fc.assert(
    fc.property(steps, (story) => {
      const book = new Book(day("2025-01-15"));
      for (const [index, step] of story.entries()) {
        const { closedThrough } = book;
        const before = book.entriesThrough(closedThrough);
        step(book, index);
        assert.deepEqual(book.entriesThrough(closedThrough), before);
        assertTiesOut(book);
      }
    }),
    { numRuns: runs(60) },
  );
});

test("property: issued lines are never changed or billed twice, whatever changes later", () => {
  fc.assert(
    fc.property(steps, (story) => {
      const book = new Book(day("2025-01-15"));
      for (const [index, step] of story.entries()) step(book, index);
      for (const lines of Map.groupBy(
        [...book.issued.values()].filter(({ amendmentId }) => amendmentId === null),
        ({ termId }) => termId,
      ).values()) {
        const periods = lines.map(({ period }) => period).sort((a, b) => a.start - b.start);
        periods.forEach((period, index) => {
          assert.ok(index === 0 || period.start >= (periods[index - 1]?.end ?? 0), "issued days do not overlap");
        });
      }
    }),
    { numRuns: runs(25) },
  );
});

test("property: closing reopened months again without a change posts nothing", () => {
  fc.assert(
    fc.property(steps, fc.nat(30), (story, at) => {
      const book = new Book(day("2025-01-15"));
      for (const [index, step] of story.entries()) {
        step(book, index);
        const { closedThrough } = book;
        if (closedThrough === null) continue;
        book.reopen(firstMonth + ((at + index) % 30));
        if (book.closedThrough !== closedThrough) assert.equal(book.close(closedThrough), 0);
      }
    }),
    { numRuns: runs(25) },
  );
});

test("property: schedules show for open months what closing them posts", () => {
  fc.assert(
    fc.property(steps, fc.nat(12), (story, ahead) => {
      const book = new Book(day("2025-01-15"));
      for (const [index, step] of story.entries()) {
        step(book, index);
        const next = Math.max(firstMonth, (book.closedThrough ?? 0) + 1) + ((ahead + index) % 13);
        book.advance(firstDayOf(next + 1));
        const schedules = book.schedules(next);
        const shown = [...schedules].flatMap(([performanceObligationId, entries]) =>
          entries
            .filter(({ status, month: each }) => status !== "POSTED" && each <= next)
            .map((entry) => ({ ...entry, performanceObligationId })),
        );
        // Of a month that was closed before, all closes of it come to what was shown.
        const first = (book.closedThrough ?? 0) + 1;
        const isFirst = book.postings.every((each) => each.month < first);
        book.close(next);
        const posted = book.postings.filter(
          (each) => each.month >= first && each.month <= next && schedules.has(each.performanceObligationId),
        );
        assert.deepEqual(amountsOf(posted, isFirst), amountsOf(shown, isFirst));
        book.reopen(firstMonth + ((ahead * 7 + index) % 30));
      }
    }),
    { numRuns: runs(40) },
  );
});

type Shown = Pick<RevenuePosting, "performanceObligationId" | "month" | "source" | "earnedMonth" | "amount">;

/** Minor units by obligation, month and source, and by what they make good where no month was closed twice. */
function amountsOf(entries: readonly Shown[], withEarned: boolean): Record<string, bigint> {
  const totals: Record<string, bigint> = {};
  for (const { performanceObligationId: id, month: each, source, earnedMonth, amount } of entries) {
    const key = [id, formatMonth(each), source, ...(withEarned ? [formatMonth(earnedMonth)] : [])].join(" ");
    totals[key] = (totals[key] ?? 0n) + amount.minor;
  }
  return Object.fromEntries(
    Object.entries(totals)
      .filter(([, minor]) => minor !== 0n)
      .sort(),
  );
}

test("property: in the end recognized equals billed, and closing everything again posts nothing", () => {
  fc.assert(
    fc.property(steps, (story) => {
      const book = new Book(day("2025-01-15"));
      for (const [index, step] of story.entries()) step(book, index);
      book.close(Math.max(lastMonth, (book.closedThrough ?? 0) + 1));
      let expected = 0n;
      const through = required(book.closedThrough, "the last closed month");
      const revenue = revenueNow(factsOf(book.records), through);
      for (const { pob } of book.records) {
        const own = revenue.get(pob.id);
        const target = earnedThrough(own, through).minor;
        assert.equal(book.revenue(pob.id), target);
        expected += target;
        if (own !== undefined && own.price !== null) assert.equal(target, own.price.minor);
      }
      assert.equal(-book.balance("REVENUE", day("2200-01-01")), expected);
      book.reopenAll();
      assert.equal(book.close(through), 0);
    }),
    { numRuns: 6 },
  );
});
