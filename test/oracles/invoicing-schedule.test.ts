import assert from "node:assert/strict";
import { required } from "../../src/kernel/assert.ts";
import { addMonths, type Day, formatDay } from "../../src/kernel/day.ts";
import { add, type Money, roundToMoney, subtract } from "../../src/kernel/money.ts";
import { type AnchoredPeriod, anchoredPeriods, type Interval, type Period } from "../../src/kernel/periods.ts";
import { compareRatios, multiplyRatios, type Ratio, ratio, roundRatio } from "../../src/kernel/ratio.ts";
import { proratedByDay } from "../support/billing-periods.ts";
import { assertMoney, checking, dayFrom, exactly, periodFrom, periodThrough, testOracles } from "./cases.ts";

// Accord's conventions (data model 5.3, 5.5): periods are anchored at the term's own start date, the day clamped to the
// end of the month; the last period may be short, the first one only for half months; a short period owes covered days ÷
// days of the full period; each line is rounded once, half away from zero.

type Frequency = "monthly" | "quarterly" | "annual";

const intervalOf: Readonly<Record<Frequency, Interval>> = { monthly: "MONTH", quarterly: "QUARTER", annual: "YEAR" };

const ownAnchor = "an anchor day apart from the start date, hence a short first period";

const notOffered: Readonly<Record<string, string>> = {
  "inv-double-stub-monthly": `${ownAnchor}: starts on the 1st, anchored on the 15th`,
  "inv-annual-leading-stub": `${ownAnchor}: starts on the 1st, anchored on the 13th`,
  "inv-leading-stub-anchor-31-quirk": `${ownAnchor}; the source itself calls its denominator a quirk`,
  "inv-first-anchor-clamp": `${ownAnchor}: asks for the first anchor after a start`,
  "inv-leading-stub-amount": `${ownAnchor}: starts on the 1st, anchored on the 15th`,
  "inv-arrears-interval-billed": `${ownAnchor}: starts on the 16th, anchored on the 18th or 25th`,
  "inv-day-of-period-proration": `${ownAnchor}: starts on the 28th, anchored on the 5th`,
};

// Rows of cases that are run for their other rows, by position.
const rowsNotOffered: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  "inv-advance-period-table": {
    0: `${ownAnchor}: monthly from the 10th, anchored on the 1st`,
    1: `${ownAnchor}: monthly from the 1st, anchored on the 10th`,
    3: `${ownAnchor}: quarterly from the 10th, anchored on the 1st`,
    4: `${ownAnchor}: quarterly from the 1st, anchored on the 10th`,
    5: `${ownAnchor}: annual from the 10th, anchored on the 1st`,
  },
  "inv-end-date-cliff": { 4: `${ownAnchor}: ends between the start and the first anchor` },
};

type Row<Input> = { readonly row: Input; readonly index: number };

/** The rows of a case that Accord offers, each with its position. */
function offeredRows<Input>(id: string, rows: readonly Input[]): Row<Input>[] {
  const left = rowsNotOffered[id] ?? {};
  const offered = rows.map((row, index) => ({ row, index })).filter(({ index }) => left[index] === undefined);
  assert.ok(offered.length > 0, "some row is run");
  assert.equal(offered.length + Object.keys(left).length, rows.length, "every row is run or listed");
  return offered;
}

type Span = { readonly start: string; readonly end?: string | null; readonly frequency: Frequency };

function periodsOf({ start, end = null, frequency }: Span): Generator<AnchoredPeriod> {
  return anchoredPeriods({
    anchor: dayFrom(start),
    interval: intervalOf[frequency],
    intervalFrequency: 1,
    end: end === null ? null : dayFrom(end),
  });
}

/** The period that a day lies in. */
function periodAt(span: Span, day: Day): AnchoredPeriod {
  const found = periodsOf(span).find(({ covered }) => covered.start <= day && day < covered.end);
  return required(found, `the period of ${formatDay(day)}`);
}

function lineFor(price: string, share: Ratio, currency: string): Money {
  return roundToMoney(multiplyRatios(exactly(price), share), currency, "HALF_UP");
}

/** What is owed back when a prepaid period ends early: what the short period bills − what was billed. Negative. */
function creditForUnused(price: string, billed: Period, cancelledOn: Day, currency: string): Money {
  const short = lineFor(price, proratedByDay({ start: billed.start, end: cancelledOn }, billed), currency);
  return subtract(short, lineFor(price, ratio(1), currency));
}

/** The full period which starts at `start`, checked against the end that the source gives. */
function billedPeriod(start: string, end: string, frequency: Frequency): Period {
  const { full } = periodAt({ start, frequency }, dayFrom(start));
  assert.equal(formatDay(full.end), end);
  return full;
}

const checkBoundaries = checking<Span & { count: number }, { boundaries: string[] }>((input, { boundaries }) => {
  const starts = periodsOf(input)
    .take(input.count)
    .map(({ full }) => formatDay(full.start));
  assert.deepEqual([...starts], boundaries);
});

testOracles(
  "invoicing-schedule",
  {
    "inv-stub-feb-leap": checking<Span, { periods: { start: string; end: string; factor: string }[] }>(
      (input, { periods }) => {
        const planned = [...periodsOf(input)];
        assert.equal(planned.length, periods.length);
        planned.forEach(({ covered, full }, index) => {
          const expected = required(periods[index], "the period");
          assert.deepEqual([formatDay(covered.start), formatDay(covered.end)], [expected.start, expected.end]);
          assert.equal(compareRatios(proratedByDay(covered, full), exactly(expected.factor)), 0);
        });
      },
    ),

    // The share is that of the rest of a period, as for units added within it.
    "inv-stub-actual-days": checking<{ cases: { start: string; next_anchor: string }[] }, { factors: string[] }>(
      ({ cases }, { factors }) => {
        assert.equal(cases.length, factors.length);
        cases.forEach(({ start, next_anchor }, index) => {
          const anchor = formatDay(addMonths(dayFrom(next_anchor), -1));
          const { full } = periodAt({ start: anchor, frequency: "monthly" }, dayFrom(start));
          const share = proratedByDay({ start: dayFrom(start), end: full.end }, full);
          assert.equal(formatDay(full.end), next_anchor);
          assert.equal(compareRatios(toNineDecimals(share), exactly(factors[index] ?? "")), 0, start);
        });
      },
    ),

    "inv-cancel-credit": checking<
      { currency: string; price: string; billed_period: { start: string; end: string }; cancel: string },
      { invoice_total: string }
    >(({ currency, price, billed_period, cancel }, { invoice_total }) => {
      const billed = billedPeriod(billed_period.start, billed_period.end, "monthly");
      assertMoney(creditForUnused(price, billed, dayFrom(cancel), currency), invoice_total);
    }),

    "inv-renew-and-cancel-same-day": checking<
      {
        currency: string;
        terms: [
          { price: string; renews: string },
          { price: string; billed_period: { start: string; end: string }; cancel: string },
        ];
      },
      { invoice_total: string }
    >(({ currency, terms: [renewed, cancelled] }, { invoice_total }) => {
      const renewal = periodAt({ start: renewed.renews, frequency: "monthly" }, dayFrom(renewed.renews));
      const charge = lineFor(renewed.price, proratedByDay(renewal.covered, renewal.full), currency);
      const billed = billedPeriod(cancelled.billed_period.start, cancelled.billed_period.end, "monthly");
      const credit = creditForUnused(cancelled.price, billed, dayFrom(cancelled.cancel), currency);
      assertMoney(add(charge, credit), invoice_total);
    }),

    "inv-advance-period-table": checking<
      { cases: { frequency: Frequency; invoice_date: string }[] },
      { periods: [string, string][] }
    >(({ cases }, { periods }) => {
      for (const { row, index } of offeredRows("inv-advance-period-table", cases)) {
        const { covered } = periodAt({ start: row.invoice_date, frequency: row.frequency }, dayFrom(row.invoice_date));
        assert.deepEqual([formatDay(covered.start), formatDay(covered.end)], periods[index]);
      }
    }),

    "inv-anchor-31-leap": checking<Span & { as_of: string[] }, { boundaries: string[]; completed_cycles: number[] }>(
      (input, { boundaries, completed_cycles }) => {
        const starts = periodsOf(input)
          .take(boundaries.length)
          .map(({ full }) => formatDay(full.start));
        assert.deepEqual([...starts], boundaries);
        const completed = input.as_of.map((date) => periodAt(input, dayFrom(date)).index);
        assert.deepEqual(completed, completed_cycles);
      },
    ),

    // The next billing date of a term in arrears or in advance is where the period under way ends.
    "inv-anchor-clamp-april": checking<
      { cases: { period_start: string; anchor: string }[] },
      { next_billing_date: string[] }
    >(({ cases }, { next_billing_date }) => {
      const next = cases.map(({ period_start, anchor }) => {
        const { covered } = periodAt({ start: anchor, frequency: "monthly" }, dayFrom(period_start));
        return formatDay(covered.end);
      });
      assert.deepEqual(next, next_billing_date);
    }),

    "inv-end-date-cliff": checking<
      { cases: { frequency: Frequency; period_start: string; anchor: string; term_end: string }[] },
      { period_end: string[] }
    >(({ cases }, { period_end }) => {
      for (const { row, index } of offeredRows("inv-end-date-cliff", cases)) {
        const span = { start: row.anchor, end: row.term_end, frequency: row.frequency };
        assert.equal(formatDay(periodAt(span, dayFrom(row.period_start)).covered.end), period_end[index]);
      }
    }),

    // The share is that of the rest of a calendar month, as for units added within it; the source names no year.
    "inv-calendar-stub-april": checking<
      { currency: string; price: string; days_due: number; days_in_month: number },
      { invoice_total: string }
    >(({ currency, price, days_due, days_in_month }, { invoice_total }) => {
      const april = billedPeriod("2026-04-01", "2026-05-01", "monthly");
      assert.equal(april.end - april.start, days_in_month);
      const share = proratedByDay({ start: april.end - days_due, end: april.end }, april);
      assertMoney(lineFor(price, share, currency), invoice_total);
    }),

    // The last day of service is inclusive in the source as on Accord's wire, so the day after it ends the period.
    "inv-arrears-terminate-quarter": checking<
      {
        currency: string;
        price: string;
        period: { start: string; end: string };
        active_from: string;
        terminated_on: string;
      },
      { used_days: number; amount: string }
    >(({ currency, price, period, active_from, terminated_on }, { used_days, amount }) => {
      const quarter = billedPeriod(period.start, period.end, "quarterly");
      const used = periodThrough(active_from, terminated_on);
      assert.equal(used.end - used.start, used_days);
      assertMoney(lineFor(price, proratedByDay(used, quarter), currency), amount);
    }),

    "inv-plan-change-line-rounding": checking<
      { currency: string; old_price: string; new_price: string; period_days: number; days_used: number },
      { credit: string; charge: string; net: string }
    >(({ currency, old_price, new_price, period_days, days_used }, expected) => {
      const month = periodFrom("2026-04-01", "2026-05-01");
      assert.equal(month.end - month.start, period_days);
      const changedOn = month.start + days_used;
      const credit = creditForUnused(old_price, month, changedOn, currency);
      const charge = lineFor(new_price, proratedByDay({ start: changedOn, end: month.end }, month), currency);
      assertMoney(credit, `-${expected.credit}`, "credit");
      assertMoney(charge, expected.charge, "charge");
      assertMoney(add(credit, charge), expected.net, "net");
    }),

    "drv-inv-quarterly-anchor-31": checkBoundaries,
    "drv-inv-annual-feb-29": checkBoundaries,
  },
  notOffered,
);

function toNineDecimals(share: Ratio): Ratio {
  const scale = 1_000_000_000n;
  return ratio(roundRatio(multiplyRatios(share, ratio(scale)), "HALF_UP"), scale);
}
