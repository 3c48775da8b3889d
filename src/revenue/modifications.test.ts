import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { earnedBy, factsOf, revenueNow, stored } from "../../test/support/contract-facts.ts";
import { corrected, day, month, recordOf, statedOf, usd } from "../../test/support/terms.ts";
import type { TreatedFact, Treatment } from "../billing-terms/modifications/modification.ts";
import type {
  ManualMonth,
  PerformanceObligation,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import type { ContractFacts } from "./contract-facts.ts";

// All that one write changes of obligations that share a price is one modification.

const at = "2026-03-31T00:00:00.000Z";
const start = day("2026-01-01");

type Shape = Partial<Omit<PerformanceObligation, "billingTerm">>;
type Member = {
  readonly id: string;
  /** Cents that are stated now, and the standalone selling price. */
  readonly price: number;
  readonly selling: number;
  readonly shape?: Shape;
  /** What the write made of it: from which price and last day, or that it was added, and how that is treated. */
  readonly was?: { readonly price: number; readonly end?: Day; readonly manualMonths?: readonly ManualMonth[] };
  readonly treatment?: Treatment;
};
type Write = {
  readonly from: string;
  readonly termEnd?: Day;
  readonly orderOf?: (id: string) => number | string;
  readonly ofTerm?: Treatment;
};

/** A contract after a write, whose corrections were stored in any order. */
function written(members: readonly Member[], { from, termEnd, orderOf = () => 0, ofTerm }: Write): ContractFacts {
  const treatments = new Map<string, TreatedFact>();
  const records = members.map(({ id, price, selling, shape = {}, was, treatment = ofTerm }) => {
    const pob = { ...statedOf(usd(price), shape), id, standaloneSellingPrice: usd(selling) };
    const { service } = pob;
    const ofPrice = { transactionPrice: { from: stored(was?.price ?? 0), to: stored(price) } };
    const changes = {
      ...ofPrice,
      ...(was?.end === undefined ? {} : { service: { from: { ...service, end: was.end }, to: service } }),
      ...(was?.manualMonths === undefined
        ? {}
        : { manualMonths: { from: storedMonths(was.manualMonths), to: storedMonths(pob.manualMonths) } }),
    };
    const own = `${orderOf(id)} correction of ${id}`;
    const modificationId = ofTerm === undefined ? null : "end";
    if (treatment !== undefined) {
      const booked = [{ treatment, bookMonth: null }];
      const ofEnd = termEnd === undefined ? {} : { termEnd };
      const fact = was === undefined ? id : (modificationId ?? own);
      treatments.set(fact, { at, effectiveFrom: day(from), ...ofEnd, booked });
    }
    const correction = { id: own, modificationId, createdAt: at, of: "POB", changes, bookMonth: null } as const;
    return recordOf(pob, { corrections: was === undefined ? [] : [corrected(correction)] });
  });
  return factsOf(records, { isAllocated: true, treatments });
}

const storedMonths = (months: readonly ManualMonth[]) =>
  months.map(({ total, ...rest }) => ({ ...rest, total: stored(total) }));
const revenueIn = (facts: ContractFacts) => [...revenueNow(facts).values()];
const pricesOf = (facts: ContractFacts) =>
  revenueIn(facts).map(({ price }) => (price === null ? "none" : formatMoney(price)));
const earned = (facts: ContractFacts, before: string) =>
  revenueIn(facts).map((revenue) => formatMoney(earnedBy(revenue, day(before))));

const onOneDay = (date: string): Shape => ({ recognitionPattern: "POINT_IN_TIME", recognitionDate: day(date) });
const until = (last: string): Shape => ({ service: { start, end: day(last) + 1 } });

describe("a term of 1,200.00 that ends on 31 May, recorded on 31 March: 700.00 are left", () => {
  // 1,200.00 by 900, 300 and 200: 771.43, 257.14 and 171.43. By 30 March two months and 30 of 31 days of a twelfth and of a
  // ninth are earned: 190.78 and 56.53. 700.00 − 257.14 − 190.78 − 56.53 = 195.55, by 900 and 200 of which as much is left.
  const cut: readonly Member[] = [
    {
      id: "year",
      price: 17_500,
      selling: 90_000,
      shape: until("2026-05-31"),
      was: { price: 30_000, end: day("2027-01-01") },
    },
    {
      id: "setup",
      price: 17_500,
      selling: 30_000,
      was: { price: 30_000, end: day("2027-01-01") },
      shape: { ...until("2026-05-31"), ...onOneDay("2026-01-20") },
    },
    {
      id: "nine",
      price: 35_000,
      selling: 20_000,
      shape: until("2026-05-31"),
      was: { price: 60_000, end: day("2026-10-01") },
    },
  ];
  const orders = [0, 1, 2].flatMap((first) =>
    [1, 2].map((step) => [first, (first + step) % 3, (first + 2 * step) % 3]),
  );

  for (const order of orders) {
    test(`satisfied setup keeps its price, the others share the rest, stored as ${order.join(", ")}`, () => {
      const orderOf = (id: string) => order[cut.findIndex((one) => one.id === id)] ?? 0;
      const facts = written(cut, { from: "2026-03-31", orderOf, ofTerm: "PROSPECTIVE" });
      assert.deepEqual(pricesOf(facts), ["350.78", "257.14", "92.08"]);
      assert.deepEqual(earned(facts, "2026-03-31"), ["190.78", "257.14", "56.53"]);
      assert.deepEqual(earned(facts, "2026-06-01"), ["350.78", "257.14", "92.08"]);
    });
  }

  // By the end of May 151 of 365 days of the year are served, 319.14, and 151 of 273 of the nine months, 94.82: with the setup 671.10.
  for (const [left, prices] of [
    // 671.12 − 504.45 = 166.67 by 900 and 200.
    [67_112, ["327.15", "257.14", "86.83"]],
    // 671.00 by 900, 300 and 200.
    [67_100, ["431.36", "143.78", "95.86"]],
    [50_000, ["321.43", "107.14", "71.43"]],
  ] as const) {
    test(`the satisfied and served part is 671.10, and ${formatMoney(usd(left))} are left`, () => {
      const members = cut.map((one) => (one.id === "nine" ? { ...one, price: left - 35_000 } : one));
      assert.deepEqual(pricesOf(written(members, { from: "2026-03-31", ofTerm: "PROSPECTIVE" })), prices);
    });
  }

  test("ongoing progress catches up as a whole", () => {
    const [year, setup] = cut;
    assert.ok(year !== undefined && setup !== undefined);
    const progress = [{ asOf: day("2026-03-01"), percentComplete: "0.5" }];
    const shape: Shape = { ...until("2026-05-31"), recognitionPattern: "PERCENT_COMPLETE", progress };
    const work = { id: "work", price: 35_000, selling: 20_000, shape, was: { price: 60_000, end: day("2026-10-01") } };
    const facts = written([year, setup, work], { from: "2026-03-31", ofTerm: "PROSPECTIVE" });
    // 700.00 − 257.14 − 190.78 = 252.08 by 365.81 that are left of 900, and 200.
    assert.deepEqual(pricesOf(facts), ["353.76", "257.14", "89.10"]);
    assert.deepEqual(earned(facts, "2026-03-31")[2], "44.55");
  });
});

test("a term recorded to have ended earlier: service cut short by the end was not satisfied", () => {
  // 1,200.00 by 900 and 300. Three months of 900.00 are earned by 1 April; the last of their days has what is left of 550.00.
  const cut: readonly Member[] = [
    {
      id: "year",
      price: 45_000,
      selling: 90_000,
      shape: until("2026-03-31"),
      was: { price: 90_000, end: day("2027-01-01") },
    },
    {
      id: "setup",
      price: 10_000,
      selling: 30_000,
      was: { price: 30_000, end: day("2027-01-01") },
      shape: { ...until("2026-03-31"), ...onOneDay("2026-01-20") },
    },
  ];
  assert.deepEqual(pricesOf(written(cut, { from: "2026-04-01", ofTerm: "PROSPECTIVE" })), ["250.00", "300.00"]);
});

test("a term that ends when all its stated obligations are satisfied: its whole price is allocated as at inception", () => {
  const cut: readonly Member[] = [
    { id: "winter", price: 10_000, selling: 90_000, shape: until("2026-02-28"), was: { price: 30_000 } },
    { id: "setup", price: 30_000, selling: 30_000, shape: onOneDay("2026-01-20"), was: { price: 90_000 } },
  ];
  // 400.00 by 900 and 300, after 900.00 and 300.00.
  assert.deepEqual(pricesOf(written(cut, { from: "2026-04-01", ofTerm: "PROSPECTIVE" })), ["300.00", "100.00"]);
});

describe("an obligation whose last day is the early end of its term", () => {
  const write = { from: "2026-03-31", termEnd: day("2026-06-01"), ofTerm: "PROSPECTIVE" } as const;
  const short = { id: "short", price: 22_500, selling: 30_000, shape: until("2026-05-31"), was: { price: 30_000 } };
  const year = {
    id: "year",
    price: 47_500,
    selling: 90_000,
    shape: until("2026-05-31"),
    was: { price: 90_000, end: day("2027-01-01") },
  };

  test("has its remaining days, like obligations cut short by the end", () => {
    const facts = written([year, short], write);
    // 222.58 and 178.06 are earned; 299.36 by what is left of 900 and 300, which is as much of either.
    assert.deepEqual(pricesOf(facts), ["447.10", "252.90"]);
  });

  test("earns the rest of an own price over them", () => {
    const alone = { ...written([short], write), isAllocated: false };
    assert.deepEqual(earned(alone, "2026-03-31"), ["178.06"]);
    // 46.94 over two months and a day of March.
    assert.deepEqual(earned(alone, "2026-05-01"), ["201.90"]);
  });
});

describe("work of 1,200.00 that is listed with 100.00 a month, beside support of 800.00, both ended with June", () => {
  // 2,000.00 by 1,000 each; 1,000.00 are left. By the end of June 500.00 are earned of either.
  const listed = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      month: month("2026-01") + index,
      total: usd(10_000),
      isManual: true,
    }));
  const members: readonly Member[] = [
    {
      ...{ id: "work", price: 60_000, selling: 100_000 },
      shape: { ...until("2026-06-30"), recognitionPattern: "CUSTOM", manualMonths: listed(6) },
      was: { price: 120_000, end: day("2027-01-01"), manualMonths: listed(12) },
    },
    {
      ...{ id: "support", price: 40_000, selling: 100_000, shape: until("2026-06-30") },
      was: { price: 80_000, end: day("2027-01-01") },
    },
  ];

  for (const [when, from] of [
    ["in June", "2026-06-10"],
    ["after it", "2026-07-01"],
  ] as const)
    test(`recorded ${when}: served months keep their part of the allocated price`, () => {
      const facts = written(members, { from, termEnd: day("2026-07-01"), ofTerm: "PROSPECTIVE" });
      assert.deepEqual(pricesOf(facts), ["500.00", "500.00"]);
      assert.deepEqual(earned(facts, "2026-06-01"), ["416.67", "416.67"]);
    });
});

test("served listed months keep their part of a price that other obligations still earn", () => {
  // 2,400.00 by 1,000 each; 1,800.00 are left of which the work, half served by the end of June, keeps 600.00. Support has earned as much,
  // and the rest is its own.
  const listed = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      month: month("2026-01") + index,
      total: usd(10_000),
      isManual: true,
    }));
  const work: Member = {
    ...{ id: "work", price: 60_000, selling: 100_000 },
    shape: { ...until("2026-06-30"), recognitionPattern: "CUSTOM", manualMonths: listed(6) },
    was: { price: 120_000, end: day("2027-01-01"), manualMonths: listed(12) },
  };
  const facts = written([work, { id: "support", price: 120_000, selling: 100_000 }], {
    ...{ from: "2026-07-01", termEnd: day("2026-07-01"), ofTerm: "PROSPECTIVE" },
  });
  assert.deepEqual(pricesOf(facts), ["600.00", "1200.00"]);
});

test("served listed months stay where the work continues and another obligation ends", () => {
  // 3,600.00 by 1,000 each, 150.00 a month; 2,400.00 are left, of which support keeps 900.00 to June and the work has as much. The rest is
  // of the work, 100.00 a month.
  const manualMonths = Array.from({ length: 12 }, (_, index) => {
    return { month: month("2026-01") + index, total: usd(10_000), isManual: true };
  });
  const work: Member = {
    ...{ id: "work", price: 120_000, selling: 100_000 },
    shape: { service: { start, end: day("2027-01-01") }, recognitionPattern: "CUSTOM", manualMonths },
  };
  const support: Member = {
    ...{ id: "support", price: 120_000, selling: 100_000, shape: until("2026-06-30") },
    was: { price: 240_000, end: day("2027-01-01") },
  };
  const end = written([work, support], { from: "2026-07-01", termEnd: day("2026-07-01"), ofTerm: "PROSPECTIVE" });
  // The work was there before.
  const facts = { ...end, treatments: new Map([...end.treatments].filter(([id]) => id !== "work")) };
  assert.deepEqual(pricesOf(facts), ["1500.00", "900.00"]);
  for (const [by, earnedOfWork] of [
    ["2026-06-01", "750.00"],
    ["2026-07-01", "900.00"],
    ["2026-08-01", "1000.00"],
  ] as const)
    assert.equal(earned(facts, by)[0], earnedOfWork, by);
});

test("served listed months stay where the price of another obligation rises from a later day", () => {
  // 3,600.00 by 1,000 each, 150.00 a month of either; with 600.00 more from July on 2,400.00 are left, by what is left of 1,000 each.
  const manualMonths = Array.from({ length: 12 }, (_, index) => {
    return { month: month("2026-01") + index, total: usd(10_000), isManual: true };
  });
  const shape: Shape = { service: { start, end: day("2027-01-01") }, recognitionPattern: "CUSTOM", manualMonths };
  const work: Member = { id: "work", price: 120_000, selling: 100_000, shape };
  const support = { id: "support", price: 300_000, selling: 100_000, was: { price: 240_000 } } as const;
  const raised = written([work, { ...support, treatment: "PROSPECTIVE" }], { from: "2026-07-01" });
  assert.deepEqual(pricesOf(raised), ["2100.00", "2100.00"]);
  assert.deepEqual(earned(raised, "2026-07-01"), ["900.00", "900.00"]);
  assert.deepEqual(earned(raised, "2026-08-01"), ["1100.00", "1100.00"]);
});

describe("an obligation of 500.00 is added for half the price of another one", () => {
  const year = { id: "year", price: 90_000, selling: 90_000 };
  const added = {
    id: "more",
    selling: 50_000,
    treatment: "PROSPECTIVE",
    shape: { service: { start: day("2026-04-01"), end: day("2027-01-01") } },
  } as const;
  const progress = [{ asOf: day("2026-03-01"), percentComplete: "0.5" }];
  const work = { id: "work", selling: 40_000, shape: { recognitionPattern: "PERCENT_COMPLETE", progress } } as const;
  const setup = { id: "setup", selling: 30_000, shape: onOneDay("2026-01-20") };
  const half = { price: 15_000, was: { price: 30_000 } };
  // Of the year a quarter is earned on 1 April, three quarters of 900 are left.
  const cases: readonly (readonly [string, readonly Member[], readonly string[]])[] = [
    // 369.23 and 830.77 at first. 1,200.00 − 207.69 by 400, 675 and 500.
    [
      "of measured work, which catches up",
      [{ ...work, ...half, treatment: "CUMULATIVE_CATCH_UP" }, year],
      ["252.01", "632.97", "315.02"],
    ],
    // 1,200.00 − 207.69 − 184.62 by 200, 675 and 500.
    [
      "of measured work, prospectively",
      [{ ...work, ...half, treatment: "PROSPECTIVE" }, year],
      ["302.10", "604.19", "293.71"],
    ],
    // 300.00 less 150.00 of its own. 1,200.00 less 150.00 and 225.00 by 675 and 500.
    [
      "of a setup that is done, which catches up",
      [{ ...setup, ...half, treatment: "CUMULATIVE_CATCH_UP" }, year],
      ["150.00", "698.94", "351.06"],
    ],
    // The setup keeps 300.00. 1,200.00 less 300.00 and 225.00 by 675 and 500.
    [
      "of the year, and the setup is done",
      [
        { ...setup, price: 30_000 },
        { ...year, price: 45_000, was: { price: 90_000 }, treatment: "PROSPECTIVE" },
      ],
      ["300.00", "612.77", "287.23"],
    ],
    // One of the two changes is mixed: the work catches up. 1,200.00 − 207.69 by 400, 675 and 500.
    [
      "of the year, and measured work catches up",
      [
        { ...work, price: 30_000 },
        { ...year, price: 45_000, was: { price: 90_000 }, treatment: "MIXED" },
      ],
      ["252.01", "632.97", "315.02"],
    ],
  ];
  for (const [name, members, prices] of cases) {
    test(name, () => {
      const price = 120_000 - members.reduce((total, one) => total + one.price, 0);
      for (const order of ["a", "z"]) {
        const facts = written([...members, { ...added, price }], {
          from: "2026-04-01",
          orderOf: () => order,
        });
        assert.deepEqual(pricesOf(facts), prices, order);
      }
    });
  }
});

const someMember = fc.record({
  stated: fc.integer({ min: 0, max: 200_000 }),
  left: fc.integer({ min: 0, max: 100 }),
  selling: fc.integer({ min: 1, max: 200_000 }),
  shape: fc.constantFrom<Shape>(
    {},
    onOneDay("2026-01-20"),
    onOneDay("2026-05-20"),
    until("2026-02-28"),
    { recognitionPattern: "PERCENT_COMPLETE", progress: [{ asOf: day("2026-02-01"), percentComplete: "0.4" }] },
    { recognitionPattern: "PERCENT_COMPLETE", progress: [{ asOf: day("2026-02-01"), percentComplete: "1" }] },
  ),
});

test("property: the end of a term is one modification, in any order of its stored corrections; satisfied obligations keep their price", () => {
  fc.assert(
    fc.property(
      fc.array(someMember, { minLength: 2, maxLength: 5 }).chain((members) =>
        fc.tuple(
          fc.constant(members),
          fc.shuffledSubarray(
            members.map((_, index) => index),
            { minLength: members.length },
          ),
        ),
      ),
      ([members, order]) => {
        const cut = members.map(({ stated, left, selling, shape }, index): Member => {
          const price = Math.floor((stated * left) / 100);
          return { id: `${index}`, price, selling, shape, was: { price: stated } };
        });
        const had = members.map(({ stated, selling, shape }, index): Member => {
          return { id: `${index}`, price: stated, selling, shape };
        });
        const before = pricesOf(written(had, { from: "2026-03-31" }));
        const facts = written(cut, { from: "2026-03-31", ofTerm: "PROSPECTIVE" });
        const after = pricesOf(facts);
        const shuffled = written(cut, {
          from: "2026-03-31",
          orderOf: (id) => order[Number(id)] ?? 0,
          ofTerm: "PROSPECTIVE",
        });
        assert.deepEqual(pricesOf(shuffled), after);
        const total = revenueIn(facts).reduce((sum, { price }) => sum + (price?.minor ?? 0n), 0n);
        assert.equal(total, BigInt(cut.reduce((whole, { price }) => whole + price, 0)));
        const isDone = cut.map(({ shape }) => {
          const { recognitionDate, service, progress } = shape ?? {};
          return progress === undefined
            ? (recognitionDate ?? service?.end ?? day("2027-01-01")) < day("2026-03-31")
            : progress.some(({ percentComplete }) => percentComplete === "1");
        });
        if (isDone.every(Boolean)) return;
        const [served, kept] = [false, true].map((isOver) =>
          revenueIn(written(had, { from: "2026-03-31" }))
            .filter((_, index) => isDone[index] === isOver)
            .map((revenue) => (isOver ? (revenue.price?.minor ?? 0n) : earnedBy(revenue, day("2026-03-31")).minor))
            .reduce((sum, minor) => sum + minor, 0n),
        );
        // Where less is left than is satisfied and served, all bear it, and none comes to less than nothing.
        if (total < (kept ?? 0n)) assert.ok(after.every((price) => !price.startsWith("-")));
        else if (total >= (kept ?? 0n) + (served ?? 0n))
          isDone.forEach((isOver, index) => {
            if (isOver) assert.equal(after[index], before[index]);
          });
      },
    ),
  );
});
