import assert from "node:assert/strict";
import { test } from "node:test";
import { required } from "../../src/kernel/assert.ts";
import { type Day, firstDayOf, formatMonth, type Month, monthOf, parseMonth } from "../../src/kernel/day.ts";
import { add, type Money, roundToMoney, subtract, sum, zero } from "../../src/kernel/money.ts";
import type { Period } from "../../src/kernel/periods.ts";
import { multiplyRatios } from "../../src/kernel/ratio.ts";
import { earnedBefore, onDay } from "../../src/revenue/earning-segment.ts";
import { proratedByDay } from "../support/billing-periods.ts";
import {
  assertMoney,
  type Check,
  checking,
  dayFrom,
  exactly,
  moneyFrom,
  periodFrom,
  periodThrough,
  testOracles,
} from "./cases.ts";

// Accord's conventions (data model 6.5, rules 5): STRAIGHT_LINE weighs every full month the same and a partly covered one
// by its covered days ÷ its days; STRAIGHT_LINE_DAILY weighs days; a month's revenue is the difference of two rounded
// cumulative amounts.

const notOffered: Readonly<Record<string, string>> = {
  "saas-amortise-by-second": "time within a day: service runs from noon to noon, Accord's runs over whole days",
  "saas-amortise-by-month-even": "equal months whatever the days: the first month counts full, the last one not at all",
  "saas-equal-months-partial-first": "equal touched months: a partly covered month weighs as much as a full one",
  "saas-waterfall-row": "the waterfall report adds up posted revenue entries; it belongs to reports, no pattern is run",
};

type Pattern = "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME";
type ByMonth = Readonly<Record<string, string>>;
type Service = { readonly currency: string; readonly amount: string; service_start: string; service_end: string };

function earnedThrough(amount: Money, pattern: Pattern, service: Period, through: Day): Money {
  const reason = { of: "INCEPTION" } as const;
  if (pattern === "POINT_IN_TIME") return earnedBefore(onDay(amount, service.start, reason), through, "HALF_UP");
  const by = pattern === "STRAIGHT_LINE" ? "MONTHS" : "DAYS";
  return earnedBefore({ amount, days: service, curve: { by }, until: null, reason }, through, "HALF_UP");
}

/** Revenue of each month that the service touches, and of the month after it, which must be nothing. */
function revenueByMonth(amount: Money, pattern: Pattern, service: Period): Map<string, Money> {
  const revenue = new Map<string, Money>();
  let before = zero(amount.currency);
  for (let month = monthOf(service.start); month <= monthOf(service.end - 1) + 1; month++) {
    const through = earnedThrough(amount, pattern, service, firstDayOf(month + 1));
    revenue.set(formatMonth(month), subtract(through, before));
    before = through;
  }
  assert.deepEqual(sum(revenue.values(), amount.currency), amount, "the months add up to the amount");
  return revenue;
}

/** Every month that the source names; one outside the service has no revenue. */
function assertRevenue(actual: ReadonlyMap<string, Money>, expected: ByMonth, currency: string): void {
  for (const [month, amount] of Object.entries(expected)) {
    assertMoney(actual.get(month) ?? zero(currency), amount, month);
  }
}

/** How a fully invoiced amount moves the contract liability: up by what is billed, down by what is earned. */
function assertDeferral(actual: ReadonlyMap<string, Money>, billed: Money, billedIn: string, expected: ByMonth): void {
  for (const [month, change] of Object.entries(expected)) {
    const up = month === billedIn ? billed : zero(billed.currency);
    assertMoney(subtract(up, actual.get(month) ?? zero(billed.currency)), change, `deferred in ${month}`);
  }
}

const checkDaily = checking<
  Service & { invoice_date: string },
  { revenue: ByMonth; deferred_change: ByMonth; deferred_balance_end?: ByMonth }
>((input, expected) => {
  const amount = moneyFrom(input.amount, input.currency);
  const service = periodFrom(input.service_start, input.service_end);
  const revenue = revenueByMonth(amount, "STRAIGHT_LINE_DAILY", service);
  assertRevenue(revenue, expected.revenue, input.currency);
  assertDeferral(revenue, amount, input.invoice_date.slice(0, 7), expected.deferred_change);
  for (const [month, balance] of Object.entries(expected.deferred_balance_end ?? {})) {
    const earned = earnedThrough(amount, "STRAIGHT_LINE_DAILY", service, firstDayOf(monthFrom(month) + 1));
    assertMoney(subtract(amount, earned), balance, `deferred at the end of ${month}`);
  }
});

/** A source whose dates mean whole months, so that every straight line over months gives its figures. */
function checkMonthly(serviceOf: (start: string, end: string) => Period): Check {
  return checking<Service, { revenue: ByMonth }>((input, { revenue }) => {
    const service = serviceOf(input.service_start, input.service_end);
    const amount = moneyFrom(input.amount, input.currency);
    assertRevenue(revenueByMonth(amount, "STRAIGHT_LINE", service), revenue, input.currency);
  });
}

/**
 * A source that weighs the months as Accord does but rounds each one by itself and puts the difference into its first or
 * last month. Accord's own figures are exact here, and no month may be further than one minor unit from the source's.
 */
function checkRoundedOtherwise(pattern: Pattern, ours: ByMonth): Check {
  return checking<Service, { revenue?: ByMonth; journal?: { date: string; revenue_credit: string }[] }>(
    (input, expected) => {
      const amount = moneyFrom(input.amount, input.currency);
      const service = periodThrough(input.service_start, input.service_end);
      const revenue = revenueByMonth(amount, pattern, service);
      assertRevenue(revenue, ours, input.currency);

      const entries = expected.journal?.map(({ date, revenue_credit }) => [date.slice(0, 7), revenue_credit] as const);
      const theirs = new Map(entries ?? Object.entries(expected.revenue ?? {}));
      assert.deepEqual([...theirs.keys()], Object.keys(ours));
      for (const [month, text] of theirs) {
        const off = subtract(required(revenue.get(month), month), moneyFrom(text, input.currency)).minor;
        assert.ok(off >= -1n && off <= 1n, `${month} is ${off} off`);
      }
    },
  );
}

testOracles(
  "revenue-saas",
  {
    "saas-daily-monthly-sub": checkDaily,
    "saas-daily-annual-sub": checkDaily,

    // Credited before any revenue, the contract is worth what is left of it. Receivable and cash are not asserted: they
    // are journal entries of the invoice and its payment, which no pattern decides.
    "saas-credit-note-before-payment": checking<
      Service & { credit_note: { date: string; amount: string } },
      { by_month: Record<string, { revenue: string; deferred_revenue: string }>; ending: { revenue: string } }
    >((input, { by_month, ending }) => {
      const credit = moneyFrom(input.credit_note.amount, input.currency);
      const amount = subtract(moneyFrom(input.amount, input.currency), credit);
      const service = periodFrom(input.service_start, input.service_end);
      const revenue = revenueByMonth(amount, "STRAIGHT_LINE_DAILY", service);
      const column = (name: "revenue" | "deferred_revenue") =>
        Object.fromEntries(Object.entries(by_month).map(([month, row]) => [month, row[name]]));
      assertRevenue(revenue, column("revenue"), input.currency);
      assertDeferral(revenue, amount, input.credit_note.date.slice(0, 7), column("deferred_revenue"));
      assertMoney(earnedThrough(amount, "STRAIGHT_LINE_DAILY", service, service.end), ending.revenue);
    }),

    "saas-upgrade-mid-month": checking<
      { currency: string; plan: { amount: string; from: string; to: string }[] },
      { revenue_by_plan: ByMonth; revenue: ByMonth; proration_invoice_net: string }
    >(({ currency, plan }, expected) => {
      const april = periodFrom("2019-04-01", "2019-05-01");
      let total = zero(currency);
      for (const { amount, from, to } of plan) {
        const covered = periodFrom(from, to);
        const price = multiplyRatios(exactly(amount), proratedByDay(covered, april));
        const billed = roundToMoney(price, currency, "HALF_UP");
        const earned = earnedThrough(billed, "STRAIGHT_LINE_DAILY", covered, april.end);
        const planName = required(amount.split(".")[0], amount);
        assertMoney(earned, required(expected.revenue_by_plan[planName], planName), planName);
        total = add(total, earned);
      }
      assertMoney(total, required(expected.revenue["2019-04"], "April"), "April");
      const prepaid = moneyFrom(required(plan[0], "the first plan").amount, currency);
      assertMoney(subtract(total, prepaid), expected.proration_invoice_net, "net of the change");
    }),

    // The refund itself is a document of its own month, which no pattern decides: it leaves January alone.
    "saas-refund-one-time": checking<
      { currency: string; sale: { date: string; amount: string }; refund: { date: string } },
      { revenue: ByMonth; revenue_restated_in_january: boolean }
    >(({ currency, sale, refund }, { revenue, revenue_restated_in_january }) => {
      const amount = moneyFrom(sale.amount, currency);
      const soldOn = dayFrom(sale.date);
      const service = { start: soldOn, end: soldOn + 1 };
      const byMonth = revenueByMonth(amount, "POINT_IN_TIME", service);
      assertRevenue(byMonth, revenue, currency);
      assertMoney(earnedThrough(amount, "POINT_IN_TIME", service, soldOn), "0.00", "before the sale");
      const afterRefund = earnedThrough(amount, "POINT_IN_TIME", service, dayFrom(refund.date) + 1);
      assert.equal(subtract(afterRefund, amount).minor !== 0n, revenue_restated_in_january);
    }),

    "saas-erp-daily-plug-last": checkRoundedOtherwise("STRAIGHT_LINE_DAILY", {
      "2019-01": "33.85",
      "2019-02": "43.07",
      "2019-03": "23.08",
    }),
    "saas-month-prorata-first": checkRoundedOtherwise("STRAIGHT_LINE", {
      "2023-01": "1379.31",
      "2023-02": "1710.35",
      "2023-03": "1710.34",
    }),
    "saas-month-prorata-both-ends": checkRoundedOtherwise("STRAIGHT_LINE", {
      "2023-01": "491.80",
      "2023-02": "1016.40",
      "2023-03": "491.80",
    }),

    "saas-erp-months-even-report": checkMonthly(periodFrom),
    "saas-future-month-only": checkMonthly(periodThrough),

    "saas-cutoff-prepaid-days": checking<Service, { deferred_balance: ByMonth }>((input, { deferred_balance }) => {
      const amount = moneyFrom(input.amount, input.currency);
      const service = periodThrough(input.service_start, input.service_end);
      for (const [date, balance] of Object.entries(deferred_balance)) {
        const earned = earnedThrough(amount, "STRAIGHT_LINE_DAILY", service, dayFrom(date) + 1);
        assertMoney(subtract(amount, earned), balance, date);
      }
    }),
  },
  notOffered,
);

// The worked example that Accord documents for its two straight lines (data model 6.5).
for (const [pattern, months] of [
  ["STRAIGHT_LINE", ["67.74", "100.00", "100.00", "100.00", "100.00", "100.00", "32.26"]],
  ["STRAIGHT_LINE_DAILY", ["69.61", "92.82", "102.76", "99.45", "102.76", "99.45", "33.15"]],
] as const) {
  test(`600.00 from 11 January to 10 July by ${pattern} is ${months.join(", ")}`, () => {
    const service = periodThrough("2026-01-11", "2026-07-10");
    const revenue = revenueByMonth(moneyFrom("600.00", "USD"), pattern, service);
    [...months, "0.00"].forEach((amount, index) => {
      const month = formatMonth(monthFrom("2026-01") + index);
      assertMoney(required(revenue.get(month), month), amount, month);
    });
  });
}

function monthFrom(text: string): Month {
  return required(parseMonth(text), text);
}
