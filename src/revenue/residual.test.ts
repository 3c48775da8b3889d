import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  context,
  earnedMonths,
  factsOf,
  revenueNow,
  shownMonths,
  stored,
  treated,
} from "../../test/support/contract-facts.ts";
import {
  anyTerm,
  corrected,
  day,
  decimal,
  flat,
  flatPrice,
  month,
  obligationOf,
  recordOf,
  statedOf,
  termOf,
  usd,
} from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Treatment } from "../billing-terms/modifications/modification.ts";
import { fixedBilling } from "../billing-terms/performance-obligations/group.ts";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { subtract, sum } from "../kernel/money.ts";
import type { PobRevenue } from "./contract-revenue.ts";

const january = month("2026-01");

/** What the residual of a term earns beside an obligation that states some of its price. */
function residualOf(term: BillingTerm, minor: number, through?: Month): PobRevenue {
  const residual = obligationOf(term, { id: "residual", isResidual: true });
  return revenueNow(factsOf([statedOf(usd(minor)), residual]), through).get("residual") ?? assert.fail();
}
const table = (term: BillingTerm, minor: number, last = "2030-12") =>
  shownMonths(residualOf(term, minor, month(last)), month(last));

describe("the residual: billing of a term beyond stated prices (rules 7)", () => {
  test("is zero at first, and where more is stated than billed", () => {
    assert.deepEqual(table(termOf(), 120_000), []);
    assert.deepEqual(table(termOf(), 150_000), []);
    assert.deepEqual(table(termOf({ interval: "NONE", trigger: "MILESTONE" }), 120_000), []);
  });

  test("is earned from the day on which a price rose", () => {
    const layer = { price: flatPrice("150"), effectiveFrom: day("2026-10-01"), bookMonth: null };
    const term = termOf({ interval: "MONTH", price: flatPrice("100"), layers: [layer] });
    assert.deepEqual(table(term, 120_000), ["2026-10 50.00", "2026-11 50.00", "2026-12 50.00"]);
    const cheaper = { ...term, layers: [{ ...layer, price: flatPrice("70") }] };
    assert.deepEqual(table(cheaper, 120_000), []);
  });

  test("is the whole billing once no price is stated", () => {
    const residual = obligationOf(termOf(), { id: "residual", isResidual: true });
    assert.equal(shownMonths(revenueNow(factsOf([residual])).get("residual") ?? assert.fail()).length, 12);
  });

  test("of an open-ended term begins where the stated prices end", () => {
    const term = termOf({ interval: "MONTH", price: flatPrice("100"), end: null });
    assert.deepEqual(table(term, 30_000, "2026-05"), ["2026-04 100.00", "2026-05 100.00"]);
  });

  test("property: it is billing less stated prices, and never negative", () => {
    fc.assert(
      fc.property(anyTerm, fc.nat(3_000_000), (term, minor) => {
        fc.pre(term.end !== null);
        const residual = residualOf(term, minor);
        const months = earnedMonths(residual).map(({ amount }) => amount);
        const beyond = subtract(fixedBilling(term, null, context), usd(minor));
        const expected = beyond.minor < 0n ? 0n : beyond.minor;
        assert.equal(sum(months, "USD").minor, expected);
        assert.equal(residual.price?.minor, expected);
      }),
      { numRuns: 50 },
    );
  });
});

test("is zero for a term that ends early together with its stated prices", () => {
  const year = { start: day("2026-01-01"), end: day("2027-01-01") };
  const half = { start: year.start, end: day("2026-07-01") };
  const terminatedAt = "2026-02-10T00:00:00.000Z";
  const term = termOf({ interval: "MONTH", price: flatPrice("100"), end: half.end, terminatedAt });
  const common = { modificationId: "end", bookMonth: null, of: "POB" } as const;
  const price = { transactionPrice: { from: stored(120_000), to: stored(60_000) } };
  const days = { service: { from: year, to: half } };
  const end = { id: "end", of: "TERM", changes: { end: { from: year.end, to: half.end } }, bookMonth: null } as const;
  const stated = recordOf(statedOf(usd(60_000), { id: "stated", service: half }), {
    corrections: [corrected({ ...common, id: "of stated", changes: { ...price, ...days } })],
  });
  const residual = recordOf(obligationOf(term, { id: "residual", isResidual: true, service: half }), {
    corrections: [corrected({ ...common, id: "days", changes: days }), corrected(end)],
  });
  const revenue = revenueNow(
    factsOf([stated, residual], { treatments: treated(["end", "PROSPECTIVE", "2026-07-01"]) }),
  );
  assert.deepEqual(shownMonths(revenue.get("residual") ?? assert.fail()), []);
});

test("of days that are added at the end of a term is on those days, also what they cost more later", () => {
  // 100.00 a month, stated for a year; half a year more is agreed in November, and in March 120.00 from April on.
  const [from, to] = [day("2027-01-01"), day("2027-07-01")];
  const dearer = { id: "dearer", price: flatPrice("120"), effectiveFrom: day("2027-04-01"), bookMonth: null };
  const layers = [{ ...dearer, createdAt: "2027-03-10T09:00:00.000Z" }];
  const term = termOf({ interval: "MONTH", price: flatPrice("100"), end: to, layers });
  const service = { start: term.start, end: to };
  const more = { of: "TERM", changes: { end: { from, to } }, bookMonth: null } as const;
  const residual = recordOf(obligationOf(term, { id: "residual", isResidual: true, service }), {
    corrections: [corrected({ ...more, id: "more", createdAt: "2026-11-10T09:00:00.000Z" })],
  });
  const months = (treatment: Treatment, minor = 120_000) => {
    const facts = factsOf([statedOf(usd(minor)), residual], { treatments: treated(["more", treatment, "2026-11-10"]) });
    return shownMonths(revenueNow(facts).get("residual") ?? assert.fail());
  };
  assert.deepEqual(
    months("PROSPECTIVE"),
    ["01 100.00", "02 100.00", "03 100.00", "04 120.00", "05 120.00", "06 120.00"].map((text) => `2027-${text}`),
  );
  // What is not stated of the first year stays in it, 25.00 a month.
  const partly = months("PROSPECTIVE", 90_000);
  assert.deepEqual([partly.length, partly[11], partly[12]], [18, "2026-12 25.00", "2027-01 100.00"]);
  // As a correction it is of the whole term: 600.00 over 18 months.
  assert.deepEqual(months("CUMULATIVE_CATCH_UP").slice(0, 2), ["2026-01 33.33", "2026-02 33.34"]);
});

test("is used up from its day by an obligation added as a separate contract", () => {
  const residual = obligationOf(termOf(), { id: "residual", isResidual: true });
  const added = statedOf(usd(30_000), { id: "added", service: { start: day("2026-06-01"), end: day("2027-01-01") } });
  const treatments = treated(["added", "SEPARATE_CONTRACT", "2026-06-01"]);
  const facts = factsOf([statedOf(usd(90_000)), added, residual], { treatments });
  // 300.00 over the year are 25.00 a month; 300.00 less over the seven months from June 42.86.
  const months = shownMonths(revenueNow(facts).get("residual") ?? assert.fail());
  assert.deepEqual([months[4], months[5]], ["2026-05 25.00", "2026-06 -17.86"]);
});

test("of a ramp step that bills less is on the days of that step: earlier steps keep their revenue", () => {
  // 100.00 a month, 200.00 from July on and 50.00 from September on; 1,200.00 are stated. At first 200.00 and 400.00 are beyond it, then nothing.
  const fewer = { id: "fewer", price: flatPrice("50"), effectiveFrom: day("2026-09-01"), bookMonth: null };
  const createdAt = "2026-05-10T09:00:00.000Z";
  const step = (id: string, parts: Partial<BillingTerm>) => {
    const term = termOf({ id: `term of ${id}`, interval: "MONTH", ...parts });
    return obligationOf(term, { id, isResidual: true, service: { start: term.start, end: term.end } });
  };
  const residuals = [
    step("first", { end: day("2026-07-01"), price: flatPrice("100") }),
    step("second", { start: day("2026-07-01"), price: flatPrice("200"), layers: [{ ...fewer, createdAt }] }),
  ];
  const revenue = revenueNow(factsOf([statedOf(usd(120_000)), ...residuals]));
  const months = (id: string) => shownMonths(revenue.get(id) ?? assert.fail());
  assert.deepEqual(
    months("first").map((text) => text.slice(8)),
    ["33.33", "33.34", "33.33", "33.33", "33.34", "33.33"],
  );
  // 66.67 a month, and 150.00 less of the last four.
  assert.deepEqual(
    months("second").map((text) => text.slice(8)),
    ["66.67", "66.66", "-83.33", "-83.33", "-83.34", "-83.33"],
  );
});

type Treated = { readonly from: string; readonly treatment: Treatment; readonly minor: number };
/** What the term bills a month from a day on, and what the stated prices come to from then, each as it is treated. */
type Change = { readonly monthly?: Treated; readonly stated?: Treated };

/** What the residual earns of 100.00 a month for 2026, of which stated prices are all or a part at first; a write a change. */
function beyond(changes: readonly Change[], first = 120_000): string[] {
  let price = first;
  const createdAt = (index: number) => `2026-01-01T00:00:00.00${index + 1}Z`;
  const layers = changes.flatMap(({ monthly }, index) => {
    if (monthly === undefined) return [];
    const common = { id: `layer ${index}`, bookMonth: null, createdAt: createdAt(index) };
    return [{ ...common, price: flatPrice(decimal(monthly.minor, 2)), effectiveFrom: day(monthly.from) }];
  });
  const moves = changes.flatMap(({ stated }, index) => {
    if (stated === undefined) return [];
    const transactionPrice = { from: stored(price), to: stored(stated.minor) };
    price = stated.minor;
    return [{ id: `price ${index}`, createdAt: createdAt(index), changes: { transactionPrice } }];
  });
  const common = { of: "POB", bookMonth: null } as const;
  const treatments = treated(
    ...changes.flatMap(({ monthly, stated }, index) => [
      ...(monthly === undefined ? [] : [[`layer ${index}`, monthly.treatment, monthly.from] as const]),
      ...(stated === undefined ? [] : [[`price ${index}`, stated.treatment, stated.from] as const]),
    ]),
  );
  const term = termOf({ interval: "MONTH", price: flatPrice("100"), layers });
  const stated = recordOf(statedOf(usd(price), { id: "stated" }), {
    corrections: moves.map((move) => corrected({ ...common, ...move })),
  });
  const residual = obligationOf(term, { id: "residual", isResidual: true });
  return shownMonths(revenueNow(factsOf([stated, residual], { treatments })).get("residual") ?? assert.fail());
}

const [onward, catchUp] = ["PROSPECTIVE", "CUMULATIVE_CATCH_UP"] as const;
const every = (months: readonly number[], amount: string) =>
  months.map((at) => `2026-${String(at).padStart(2, "0")} ${amount}`);
const [spring, rest] = [
  [1, 2, 3, 4],
  [5, 6, 7, 8, 9, 10, 11, 12],
];

describe("the residual when billing and the stated price", () => {
  const lower = { minor: 8_500, from: "2026-05-01", treatment: onward } as const;
  const less = { minor: 108_000, from: "2026-05-01", treatment: catchUp } as const;

  test("fall by the same 120.00 is zero, in either order", () => {
    assert.deepEqual(beyond([{ monthly: lower, stated: less }]), []);
    assert.deepEqual(beyond([{ stated: less }, { monthly: lower }]), []);
    assert.deepEqual(beyond([{ monthly: lower }, { stated: less }]), []);
  });

  test("fall by 120.00 and by 60.00 is zero: the excess of the stated price is no one's", () => {
    assert.deepEqual(beyond([{ monthly: lower, stated: { ...less, minor: 114_000 } }]), []);
  });

  test("fall by 120.00 and by 180.00 is 60.00 from the first day", () => {
    const months = every([...spring, ...rest], "5.00");
    assert.deepEqual(beyond([{ monthly: lower, stated: { ...less, minor: 102_000 } }]), months);
  });

  test("rise and then fall together with catch-up is zero", () => {
    const higher = { minor: 11_500, from: "2026-05-01", treatment: onward } as const;
    const back = { minor: 10_000, from: "2026-09-01", treatment: onward } as const;
    const more = { ...less, minor: 132_000 };
    const changes = [
      { monthly: higher, stated: more },
      { monthly: back, stated: { ...more, minor: 126_000 } },
    ];
    assert.deepEqual(beyond(changes), []);
  });

  test("rise by 0.80, stated in two steps with catch-up, has no cents of rounding", () => {
    const higher = { minor: 10_010, from: "2026-05-01", treatment: onward } as const;
    const steps = [{ stated: { ...less, minor: 120_033 } }, { stated: { ...less, minor: 120_080 } }];
    assert.deepEqual(beyond([{ monthly: higher }, ...steps]), []);
  });

  test("fall in May and rise in September is 20.00 from September on, in either order", () => {
    const may = { monthly: { minor: 9_500, from: "2026-05-01", treatment: onward } } as const;
    const autumn = { monthly: { minor: 11_000, from: "2026-09-01", treatment: onward } } as const;
    const months = every([9, 10, 11, 12], "5.00");
    assert.deepEqual(beyond([may, autumn]), months);
    assert.deepEqual(beyond([autumn, may]), months);
  });

  test("a residual from the start stays when billing falls: 192.00 over the year, 120.00 less from May", () => {
    assert.deepEqual(beyond([{ monthly: lower }], 100_800), [...every(spring, "16.00"), ...every(rest, "1.00")]);
  });
});

test("an added term and a stated price that catches up leave no residual, in either order", () => {
  const second = termOf({ id: "second", interval: "NONE", price: flatPrice("10000") });
  const first = termOf({ interval: "NONE", price: flatPrice("50000") });
  const changes = { transactionPrice: { from: stored(5_000_000), to: stored(6_000_000) } };
  const at = (minute: number) => `2026-03-01T00:0${minute}:00.000Z`;
  for (const [ofTerm, ofPrice] of [
    [1, 2],
    [2, 1],
    [1, 1],
  ] as const) {
    const stated = recordOf(statedOf(usd(6_000_000), { id: "build" }), {
      corrections: [corrected({ id: "price", of: "POB", changes, bookMonth: null, createdAt: at(ofPrice) })],
    });
    const residuals = [first, second].map((term) => obligationOf(term, { id: `beyond ${term.id}`, isResidual: true }));
    const booked = (treatment: Treatment) => [{ treatment, bookMonth: null }];
    const treatments = new Map([
      ["price", { at: at(ofPrice), effectiveFrom: day("2026-03-01"), booked: booked(catchUp) }],
      ["second", { at: at(ofTerm), effectiveFrom: day("2026-01-01"), booked: booked(onward) }],
    ]);
    const revenue = revenueNow(factsOf([stated, ...residuals], { treatments }));
    for (const { id } of residuals) assert.deepEqual(shownMonths(revenue.get(id) ?? assert.fail()), []);
  }
});

describe("the residual of two terms with prices stated in part", () => {
  const first = termOf({ ...flat("100"), interval: "MONTH", end: day("2026-07-01") });
  const second = termOf({ ...flat("300"), interval: "MONTH", id: "second", start: day("2026-07-01") });
  const ofFirst = every([1, 2, 3, 4, 5, 6], "50.00");
  const earned = (
    terms: readonly BillingTerm[],
    treatments: ReturnType<typeof treated> = new Map(),
    stated: Parameters<typeof factsOf>[0][number] = statedOf(usd(120_000)),
  ) => {
    const residuals = terms.map((term) => obligationOf(term, { id: `beyond ${term.id}`, isResidual: true }));
    const revenue = revenueNow(factsOf([stated, ...residuals], { treatments }));
    return [first, second].map(({ id }) => shownMonths(revenue.get(`beyond ${id}`) ?? assert.fail()));
  };

  test("belongs to both, by their billing", () => {
    const both = [ofFirst, every([7, 8, 9, 10, 11, 12], "150.00")];
    assert.deepEqual(earned([first, second]), both);
    assert.deepEqual(earned([second, first]), both);
  });

  test("falls in the term whose price falls", () => {
    const layer = { price: flatPrice("200"), effectiveFrom: day("2026-10-01"), bookMonth: null };
    const cheaper = { ...second, layers: [{ ...layer, id: "lower", createdAt: "2026-02-01T00:00:00.000Z" }] };
    const ofSecond = [...every([7, 8, 9], "150.00"), ...every([10, 11, 12], "50.00")];
    const treatments = treated(["lower", "PROSPECTIVE", "2026-10-01"]);
    assert.deepEqual(earned([first, cheaper], treatments), [ofFirst, ofSecond]);
  });

  for (const [what, to, amount] of [
    ["higher", 150_000, "50.00"],
    ["lower", 90_000, "250.00"],
  ] as const) {
    test(`changes with a ${what} stated price in the terms that are served from its day on`, () => {
      const changes = { transactionPrice: { from: stored(120_000), to: stored(to) } };
      const later = { createdAt: "2026-02-01T00:00:00.000Z", bookMonth: null };
      const price = corrected({ id: "price", of: "POB", changes, ...later });
      const stated = recordOf(statedOf(usd(to), { id: "stated" }), { corrections: [price] });
      const ofSecond = [...every([7, 8, 9], "150.00"), ...every([10, 11, 12], amount)];
      const treatments = treated(["price", "PROSPECTIVE", "2026-10-01"]);
      assert.deepEqual(earned([first, second], treatments, stated), [ofFirst, ofSecond]);
    });
  }
});

const someChange = fc.record({
  minor: fc.integer({ min: 100, max: 30_000 }),
  months: fc.integer({ min: 1, max: 4 }),
  later: fc.integer({ min: -20, max: 100 }),
  ofTerm: fc.constantFrom<Treatment>("PROSPECTIVE", "CUMULATIVE_CATCH_UP"),
  ofStated: fc.constantFrom<Treatment>("PROSPECTIVE", "CUMULATIVE_CATCH_UP", "MIXED"),
});

test("property: where stated prices equal billing after each change there is no residual, by any treatment", () => {
  fc.assert(
    fc.property(fc.array(someChange, { minLength: 1, maxLength: 3 }), (some) => {
      let at = january;
      const made = some.map(({ minor, months, ofTerm, ofStated, later }) => {
        at += months;
        const from = formatDay(firstDayOf(at));
        const isCatchUp = ofTerm === catchUp || ofStated === catchUp;
        const statedFrom = formatDay(firstDayOf(at) + (isCatchUp ? later : 0));
        return { monthly: { minor, from, treatment: ofTerm }, statedFrom, ofStated };
      });
      const changes = made.map(({ monthly, statedFrom, ofStated }, index): Change => {
        const layers = made.slice(0, index + 1).map(({ monthly: { minor, from } }) => {
          return { price: flatPrice(decimal(minor, 2)), effectiveFrom: day(from), bookMonth: null };
        });
        const billed = fixedBilling(termOf({ interval: "MONTH", price: flatPrice("100"), layers }), null, context);
        return { monthly, stated: { minor: Number(billed.minor), from: statedFrom, treatment: ofStated } };
      });
      assert.deepEqual(beyond(changes), []);
    }),
  );
});
