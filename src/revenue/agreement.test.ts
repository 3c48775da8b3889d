import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { corrected, day, month, recordOf, statedOf, usd } from "../../test/support/terms.ts";
import type { Treatment } from "../billing-terms/modification.ts";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { firstDayOf, type Month } from "../kernel/day.ts";
import { formatMoney, type Money, sum } from "../kernel/money.ts";
import { allKnown, knownIn } from "./known-promise.ts";
import { promiseByMonth } from "./promise-by-month.ts";
import { monthlyRevenue, revenueBefore, revenueThrough, transactionPrice } from "./recognition.ts";
import { type PostedMonth, revenueSchedule } from "./schedule.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const [january, next] = [month("2026-01"), month("2027-01")];

type PriceChange = {
  readonly price: Money;
  readonly from: string;
  readonly treatment: Treatment;
  readonly bookMonth?: Month | null;
};

const stored = (price: Money) => ({ minor: price.minor.toString(), currency: price.currency });

/** A promise of 2026 whose price changed one time after another. */
function priced(first: Money, changes: readonly PriceChange[], parts: Parameters<typeof statedOf>[1] = {}) {
  let before = first;
  const corrections = changes.map(({ price, bookMonth = null }, index) => {
    const transaction = { transactionPrice: { from: stored(before), to: stored(price) } };
    before = price;
    const createdAt = `2026-01-01T00:00:00.00${index}Z`;
    return corrected({ id: `change-${index}`, of: "PROMISE", changes: transaction, bookMonth, createdAt });
  });
  const treatments = changes.map(({ from, treatment, bookMonth = null }, index) => {
    const at = "2026-01-01T00:00:00.000Z";
    return [`change-${index}`, { at, effectiveFrom: day(from), booked: [{ treatment, bookMonth }] }] as const;
  });
  return recordOf(statedOf(before, parts), { corrections, treatments: new Map(treatments) });
}

const byMonth = (record: PerformanceObligationRecord): string[] => {
  const promise = allKnown(record);
  return Array.from({ length: next - january }, (_, index) => {
    const [from, to] = [january + index, january + index + 1].map((each) =>
      revenueBefore(promise, firstDayOf(each), context),
    );
    return formatMoney(usd((to?.minor ?? 0n) - (from?.minor ?? 0n)));
  });
};

describe("a price that changes", () => {
  const raised = (treatment: Treatment) =>
    priced(usd(120_000), [{ price: usd(180_000), from: "2026-06-01", treatment }]);

  test("prospectively is spread over what is left", () => {
    const [may, june, july] = byMonth(raised("PROSPECTIVE")).slice(4);
    assert.deepEqual([may, june, july], ["100.00", "185.71", "185.72"]);
  });

  test("twice, and then is earned on a day: that day has all of it, as after one change", () => {
    const date = day("2026-03-27");
    const prices: readonly PriceChange[] = [
      { price: usd(60_000), from: "2026-04-01", treatment: "PROSPECTIVE" },
      { price: usd(90_000), from: "2026-01-11", treatment: "PROSPECTIVE" },
    ];
    const shape = { recognitionPattern: "POINT_IN_TIME", recognitionDate: date } as const;
    const promise = priced(usd(120_000), prices, shape);
    const changes = {
      recognitionPattern: { from: "STRAIGHT_LINE", to: "POINT_IN_TIME" },
      recognitionDate: { from: null, to: date },
    };
    const later = { id: "later", createdAt: "2026-02-01T00:00:00.000Z", bookMonth: null };
    const corrections = [...promise.corrections, corrected({ ...later, of: "PROMISE", changes })];
    const months = monthlyRevenue(allKnown({ ...promise, corrections }), next, context);
    assert.deepEqual(
      months.map(({ month: at, amount }) => `${at - january} ${formatMoney(amount)}`),
      ["2 900.00"],
    );
  });

  test("by catch-up is as if it had been agreed at first", () => {
    assert.deepEqual(new Set(byMonth(raised("CUMULATIVE_CATCH_UP"))), new Set(["150.00"]));
  });

  test("twice begins again from each day, and a catch-up in between reaches back to the last of them", () => {
    const once = { price: usd(180_000), from: "2026-06-01", treatment: "PROSPECTIVE" } as const;
    const twice = priced(usd(120_000), [once, { price: usd(150_000), from: "2026-12-01", treatment: "PROSPECTIVE" }]);
    assert.deepEqual(byMonth(twice).slice(-2), ["185.72", "-114.29"], "1,614.29 was earned by December");
    const back = priced(usd(120_000), [
      once,
      { price: usd(120_000), from: "2026-09-01", treatment: "CUMULATIVE_CATCH_UP" },
    ]);
    assert.deepEqual(new Set(byMonth(back)), new Set(["100.00"]));
  });

  test("after the last day of service, or on the only one, counts at once", () => {
    const late = priced(usd(120_000), [{ price: usd(130_000), from: "2027-05-01", treatment: "PROSPECTIVE" }]);
    assert.deepEqual(byMonth(late).slice(-2), ["100.00", "200.00"]);
    const onOneDay = { recognitionPattern: "POINT_IN_TIME", recognitionDate: day("2026-03-15") } as const;
    const change = { price: usd(130_000), from: "2026-06-01", treatment: "PROSPECTIVE" } as const;
    assert.equal(byMonth(priced(usd(120_000), [change], onOneDay))[2], "1300.00");
  });

  test("of months by hand is shared among the others, whatever was chosen", () => {
    const pinned = [{ month: month("2026-02"), total: usd(50_000), isByHand: true }];
    const change = { price: usd(160_000), from: "2026-06-01", treatment: "PROSPECTIVE" } as const;
    const months = byMonth(priced(usd(120_000), [change], { pinned }));
    assert.deepEqual(months.slice(0, 3), ["100.00", "500.00", "100.00"]);
  });

  test("counts for a month by the treatment that it knows", () => {
    const change = {
      price: usd(180_000),
      from: "2026-06-01",
      treatment: "PROSPECTIVE",
      bookMonth: month("2026-06"),
    } as const;
    const record = priced(usd(120_000), [change]);
    const chosen = { treatment: "CUMULATIVE_CATCH_UP", bookMonth: month("2026-08") } as const;
    const treatments = new Map(
      [...record.treatments].map(([id, fact]) => [id, { ...fact, booked: [...fact.booked, chosen] }]),
    );
    const through = (timeframe: string) =>
      formatMoney(revenueThrough(knownIn({ ...record, treatments }, month(timeframe)), month(timeframe), context));
    assert.deepEqual(["2026-05", "2026-07", "2026-08"].map(through), ["500.00", "871.43", "1200.00"]);
  });
});

test("measured progress after a prospective change is of the whole new deal", () => {
  const progress = [
    { asOf: day("2026-05-31"), percentComplete: "0.4" },
    { asOf: day("2026-08-10"), percentComplete: "0.7" },
    { asOf: day("2026-11-10"), percentComplete: "1" },
  ];
  const pattern = { recognitionPattern: "PERCENT_COMPLETE", progress } as const;
  const change = { price: usd(1_350_000), from: "2026-06-01", treatment: "PROSPECTIVE" } as const;
  // 40 % of 12,000.00 are earned, then half of what is left of 13,500.00.
  assert.deepEqual(
    byMonth(priced(usd(1_200_000), [change], pattern)).filter((amount) => amount !== "0.00"),
    ["4800.00", "4350.00", "4350.00"],
  );
});

const someTreatment = fc.constantFrom<Treatment>("PROSPECTIVE", "CUMULATIVE_CATCH_UP");
const somePattern = fc.constantFrom("STRAIGHT_LINE" as const, "STRAIGHT_LINE_DAILY" as const);
const somePrice = fc.integer({ min: 0, max: 10_000_000 }).map(usd);
const someChanges = fc
  .array(fc.record({ price: somePrice, at: fc.integer({ min: -40, max: 420 }), treatment: someTreatment }), {
    maxLength: 4,
  })
  .map((changes) => changes.toSorted((a, b) => a.at - b.at));

/** Book months in the order of the changes: each was made when its day's month was the first open one. */
function booked(changes: readonly { price: Money; at: number; treatment: Treatment }[]): PriceChange[] {
  const first = firstDayOf(january);
  return changes.map(({ price, at, treatment }) => {
    const from = new Date((first + at) * 86_400_000).toISOString().slice(0, 10);
    return { price, from, treatment, bookMonth: month(from.slice(0, 7)) };
  });
}

test("property: by every treatment revenue comes to the last price", () => {
  fc.assert(
    fc.property(somePrice, someChanges, somePattern, (price, changes, recognitionPattern) => {
      const record = priced(price, booked(changes), { recognitionPattern });
      const known = allKnown(record);
      const last = changes.at(-1)?.price ?? price;
      assert.deepEqual(transactionPrice(known, context), last);
      assert.deepEqual(revenueThrough(known, next, context), last);
    }),
  );
});

test("property: what months knew before a change is byte-equal after it, and a prospective one moves none before its day", () => {
  fc.assert(
    fc.property(somePrice, someChanges, somePrice, someTreatment, (price, changes, to, treatment) => {
      const made = booked(changes);
      const before = priced(price, made);
      const [bookMonth, from] = [month("2026-09"), "2026-09-01"];
      const known = made.filter((change) => (change.bookMonth ?? bookMonth) <= bookMonth);
      const after = priced(price, [...known, { price: to, from, treatment, bookMonth }]);
      for (let at = january; at < bookMonth; at++) {
        const [was, is] = [before, after].map((record) => revenueThrough(knownIn(record, at), at, context));
        assert.deepEqual(is, was);
      }
      if (treatment !== "PROSPECTIVE") return;
      const settled = revenueBefore(allKnown(after), day(from), context);
      assert.deepEqual(settled, revenueBefore(allKnown(priced(price, known)), day(from), context));
    }),
  );
});

test("property: a catch-up is what closed months lack, which stay as they were posted", () => {
  fc.assert(
    fc.property(
      somePrice,
      somePrice,
      fc.integer({ min: 1, max: 11 }),
      someTreatment,
      (price, to, closed, treatment) => {
        const bookMonth = january + closed;
        const from = `2026-${String(closed + 1).padStart(2, "0")}-01`;
        const posted = monthlyRevenue(allKnown(priced(price, [])), bookMonth - 1, context).map(
          ({ month: at, amount }): PostedMonth => ({
            ...{
              performanceObligationId: "promise",
              month: at,
              source: "PATTERN",
              earnedMonth: at,
              categoryId: null,
              amount,
            },
          }),
        );
        const books = { closedThrough: bookMonth - 1 };
        const promise = promiseByMonth(
          priced(price, [{ price: to, from, treatment, bookMonth }]),
          { approvedBookMonth: null },
          {},
        );
        const { known } = promise;
        const entries = revenueSchedule(promise, { posted, books, thisMonth: bookMonth }, next, context);
        const totalOf = (some: readonly { readonly amount: Money }[]) =>
          some.reduce((total, { amount }) => total + amount.minor, 0n);
        const kept = entries.filter(({ status }) => status === "POSTED");
        assert.equal(totalOf(kept), totalOf(posted));
        const lacking = revenueThrough(known, bookMonth - 1, context).minor - totalOf(posted);
        assert.equal(totalOf(entries.filter(({ source }) => source === "CATCH_UP")), lacking);
        assert.ok(treatment !== "PROSPECTIVE" || lacking === 0n);
        assert.equal(totalOf(entries), to.minor);
      },
    ),
  );
});

describe("promises that share a price", () => {
  type Member = { readonly id: string; readonly price: number; readonly selling: number; readonly added?: Treatment };
  const sharing = (members: readonly Member[]) => {
    const records = members.map(({ id, price, selling, added }) => {
      const at = "2026-06-01T00:00:00.000Z";
      const fact = {
        at,
        effectiveFrom: day("2026-06-01"),
        booked: [{ treatment: added ?? "PROSPECTIVE", bookMonth: null }],
      };
      return recordOf(
        { ...statedOf(usd(price)), id, standaloneSellingPrice: usd(selling) },
        added === undefined ? {} : { treatments: new Map([[id, fact]]) },
      );
    });
    return records.map((record) => ({ ...record, allocatedAmong: records }));
  };
  const someMembers = fc
    .array(
      fc.record({ price: fc.integer({ min: 0, max: 1_000_000 }), selling: fc.integer({ min: 1, max: 1_000_000 }) }),
      {
        minLength: 2,
        maxLength: 5,
      },
    )
    .map((members) => members.map((member, index) => ({ ...member, id: `promise-${index}` })));
  const someTreatments = fc.constantFrom<Treatment>("SEPARATE_CONTRACT", "PROSPECTIVE", "CUMULATIVE_CATCH_UP", "MIXED");

  test("property: what is allocated comes to the contract's price, and revenue to what is allocated", () => {
    fc.assert(
      fc.property(someMembers, someTreatments, (members, treatment) => {
        const [last, ...others] = members.toReversed();
        if (last === undefined) return;
        const records = sharing([...others, { ...last, added: treatment }]);
        const prices = records.map((record) => transactionPrice(allKnown(record), context) ?? usd(0));
        const total = members.reduce((added, { price }) => added + price, 0);
        assert.deepEqual(sum(prices, "USD"), usd(total));
        records.forEach((record, index) => {
          assert.deepEqual(revenueThrough(allKnown(record), next, context), prices[index]);
        });
      }),
    );
  });

  test("property: a separate contract leaves the revenue of the others as it was, byte for byte", () => {
    fc.assert(
      fc.property(someMembers, someMembers, (members, [extra]) => {
        if (extra === undefined) return;
        const before = sharing(members);
        const after = sharing([...members, { ...extra, id: "added", added: "SEPARATE_CONTRACT" }]);
        before.forEach((record, index) => {
          const own = after[index] ?? record;
          for (let at = january; at < next; at++) {
            assert.deepEqual(revenueThrough(allKnown(own), at, context), revenueThrough(allKnown(record), at, context));
          }
        });
      }),
    );
  });

  test("a prospective addition moves no day before its own", () => {
    const [first] = sharing([
      { id: "a", price: 120_000, selling: 100_000 },
      { id: "b", price: 0, selling: 50_000 },
      { id: "c", price: 30_000, selling: 90_000, added: "PROSPECTIVE" },
    ]);
    assert.ok(first !== undefined);
    // Two thirds of 1,200.00 for five months: 333.33. By June 1,000.00 of 1,500.00 are left for seven twelfths of 1,000.00 and of
    // 500.00 and for 900.00, so this one gets 328.64 more over seven months.
    assert.deepEqual(byMonth(first).slice(3, 7), ["66.67", "66.66", "46.95", "46.95"]);
  });
});
