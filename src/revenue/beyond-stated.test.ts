import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/runs.ts";
import {
  corrected,
  day,
  decimal,
  flatPrice,
  month,
  obligationOf,
  recordOf,
  termOf,
  usd,
} from "../../test/support/terms.ts";
import { fixedBilling } from "../billing-terms/group.ts";
import type { Treatment } from "../billing-terms/modification.ts";
import { firstDayOf, formatDay, formatMonth } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { allKnown } from "./known-promise.ts";
import { monthlyRevenue } from "./recognition.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const january = month("2026-01");
const stored = (minor: number) => ({ minor: String(minor), currency: "USD" });
type Said = { readonly from: string; readonly treatment: Treatment };
/** What the term bills a month from a day on, and what the stated prices come to from then, each as it is treated. */
type Change = {
  readonly monthly?: Said & { readonly minor: number };
  readonly stated?: Said & { readonly minor: number };
};

/** What is earned behind the scenes of 100.00 a month for 2026, of which stated prices are all or a part at first. */
function beyond(changes: readonly Change[], first = 120_000): string[] {
  let stated = first;
  const treatments = new Map();
  const at = "2026-01-01T00:00:00.000Z";
  const treat = (id: string, { from, treatment }: Said) =>
    treatments.set(id, { at, effectiveFrom: day(from), booked: [{ treatment, bookMonth: null }] });
  const layers = changes.flatMap(({ monthly }, index) => {
    if (monthly === undefined) return [];
    treat(`layer ${index}`, monthly);
    const effectiveFrom = day(monthly.from);
    return [{ id: `layer ${index}`, price: flatPrice(decimal(monthly.minor, 2)), effectiveFrom, bookMonth: null }];
  });
  const corrections = changes.flatMap(({ stated: to }, index) => {
    if (to === undefined) return [];
    treat(`price ${index}`, to);
    const transactionPrice = { from: stored(stated), to: stored(to.minor) };
    stated = to.minor;
    const modificationId = `price ${index}`;
    return [corrected({ modificationId, of: "PROMISE", changes: { transactionPrice }, bookMonth: null })];
  });
  const term = termOf({ interval: "MONTH", price: flatPrice("100"), layers });
  const record = recordOf(obligationOf(term, { transactionPrice: usd(stated) }), { corrections, treatments });
  const months = monthlyRevenue(allKnown(record), january + 11, context);
  return months.map(({ month: at, amount }) => `${formatMonth(at)} ${formatMoney(amount)}`);
}

const [onward, catchUp] = ["PROSPECTIVE", "CUMULATIVE_CATCH_UP"] as const;
const every = (months: readonly number[], amount: string) =>
  months.map((at) => `2026-${String(at).padStart(2, "0")} ${amount}`);
const [first, last] = [
  [1, 2, 3, 4],
  [5, 6, 7, 8, 9, 10, 11, 12],
];

describe("what a term bills and what is stated of it", () => {
  const lower = { minor: 8_500, from: "2026-05-01", treatment: onward } as const;
  const less = { minor: 108_000, from: "2026-05-01", treatment: catchUp } as const;

  test("fall by the same 120.00: nothing is beyond, whichever is said first", () => {
    assert.deepEqual(beyond([{ monthly: lower, stated: less }]), []);
    assert.deepEqual(beyond([{ stated: less }, { monthly: lower }]), []);
  });

  test("fall by 120.00 and by 60.00: what is stated too much is missing from the day of the term's new price", () => {
    assert.deepEqual(beyond([{ monthly: lower, stated: { ...less, minor: 114_000 } }]), every(last, "-7.50"));
  });

  test("fall by 120.00 and by 180.00: what is stated too little is left from the first day", () => {
    assert.deepEqual(
      beyond([{ monthly: lower, stated: { ...less, minor: 102_000 } }]),
      every([...first, ...last], "5.00"),
    );
  });

  test("rise and then fall together, as stated prices catch up: nothing is beyond", () => {
    const higher = { minor: 11_500, from: "2026-05-01", treatment: onward } as const;
    const back = { minor: 10_000, from: "2026-09-01", treatment: onward } as const;
    const more = { ...less, minor: 132_000 };
    const changes = [
      { monthly: higher, stated: more },
      { monthly: back, stated: { ...more, minor: 126_000 } },
    ];
    assert.deepEqual(beyond(changes), []);
  });

  test("a part that was never stated stays earned when the term falls: 192.00 over the year, 120.00 less from May", () => {
    assert.deepEqual(beyond([{ monthly: lower }], 100_800), [...every(first, "16.00"), ...every(last, "1.00")]);
  });
});

const someChange = fc.record({
  minor: fc.integer({ min: 100, max: 30_000 }),
  months: fc.integer({ min: 1, max: 4 }),
  later: fc.integer({ min: -20, max: 100 }),
  ofTerm: fc.constantFrom<Treatment>("PROSPECTIVE", "CUMULATIVE_CATCH_UP"),
  ofStated: fc.constantFrom<Treatment>("PROSPECTIVE", "CUMULATIVE_CATCH_UP", "MIXED"),
});

test("property: where stated prices come to what the term bills after each change, nothing is beyond them, however treated", () => {
  fc.assert(
    fc.property(fc.array(someChange, { minLength: 1, maxLength: 3 }), (some) => {
      let at = january;
      const made = some.map(({ minor, months, ofTerm, ofStated, later }) => {
        at += months;
        const from = formatDay(firstDayOf(at));
        const isCaughtUp = ofTerm === catchUp || ofStated === catchUp;
        const statedFrom = formatDay(firstDayOf(at) + (isCaughtUp ? later : 0));
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
    { numRuns: runs(300) },
  );
});
