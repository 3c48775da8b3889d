import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { pricedPeriods } from "../../test/support/billing-periods.ts";
import { runs } from "../../test/support/case-counts.ts";
import { anyBoundedTerm, anyTerm, day, flat, flatPrice, termOf } from "../../test/support/terms.ts";
import { type BillingTerm, invoiceDateStrategies } from "../billing-terms/billing-term.ts";
import { plannedIssueDate } from "../billing-terms/charges/invoice-date.ts";
import { formatDay } from "../kernel/day.ts";
import { formatMoney, sum } from "../kernel/money.ts";
import { intervals } from "../kernel/periods.ts";
import { invoiceKey, type PlanHorizon, type PlannedInvoice, type PlannedLine, planInvoices, planTerm } from "./plan.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const all = { through: day("2200-01-01"), andNext: false };

const planLines = (term: BillingTerm, horizon: PlanHorizon): readonly PlannedLine[] =>
  planTerm(term, context, horizon).lines;
const dates = (invoices: readonly PlannedInvoice[]) => invoices.map(({ issueDate }) => formatDay(issueDate));

describe("the date of an invoice", () => {
  for (const [strategy, issue, due] of [
    ["FIRST_OF_PERIOD", "2026-01-31", "2026-03-02"],
    ["ADVANCED_DUE_START", "2026-01-01", "2026-01-31"],
    ["LAST_OF_PERIOD", "2026-02-27", "2026-03-29"],
    ["ARREARS", "2026-02-28", "2026-03-30"],
  ] as const) {
    test(`${strategy} of the month from 31 January`, () => {
      const term = termOf({ start: day("2026-01-31"), interval: "MONTH", invoiceDateStrategy: strategy });
      const [first] = planInvoices([term], context, all);
      assert.deepEqual(
        [first?.issueDate, first?.dueDate].map((each) => formatDay(each ?? 0)),
        [issue, due],
      );
    });
  }

  test("periods anchored on the 31st end on month ends and return to the 31st", () => {
    const term = termOf({ start: day("2026-01-31"), end: day("2026-06-30"), interval: "MONTH" });
    assert.deepEqual(dates(planInvoices([term], context, all)), [
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
  });

  test("a yearly term from 29 February", () => {
    const term = termOf({ start: day("2024-02-29"), end: day("2029-02-28"), ...flat("365") });
    assert.deepEqual(dates(planInvoices([term], context, all)), [
      "2024-02-29",
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
  });
});

describe("lines that share an invoice", () => {
  const first = termOf({ id: "1", interval: "MONTH" });
  const second = (parts: Partial<typeof first>) => planInvoices([first, { ...first, id: "2", ...parts }], context, all);
  for (const [name, parts, invoices] of [
    ["the same date, payment terms and group", {}, 12],
    ["another group", { invoiceGroup: "b" }, 24],
    ["other payment terms", { netPaymentTerms: 14 }, 24],
    ["other dates but the first and every third", { interval: "QUARTER" }, 12],
    ["other dates altogether", { invoiceDateStrategy: "LAST_OF_PERIOD" }, 24],
    ["another name and price", { name: "Other", ...flat("1") }, 12],
  ] as const) {
    test(name, () => {
      const planned = second(parts);
      assert.equal(planned.length, invoices);
      assert.deepEqual(dates(planned), dates(planned).toSorted());
    });
  }

  test("a line of 0.00 is left out without quantity, and kept with one", () => {
    const lines = (quantity: string, amount: string) =>
      planLines(termOf({ billingType: "UNIT", price: flatPrice(amount, { quantity }) }), all).length;
    assert.deepEqual([lines("0", "0"), lines("1", "0"), lines("0", "5")], [0, 1, 1]);
  });
});

describe("the horizon of the plan", () => {
  const term = termOf({ interval: "MONTH", end: null });
  const planned = (through: string, andNext: boolean) =>
    dates(planInvoices([term], context, { through: day(through), andNext }));

  test("is a day, and each term's next invoice after it if requested", () => {
    assert.deepEqual(planned("2026-02-28", false), ["2026-01-01", "2026-02-01"]);
    assert.deepEqual(planned("2026-03-01", false), ["2026-01-01", "2026-02-01", "2026-03-01"]);
    assert.deepEqual(planned("2026-02-28", true), ["2026-01-01", "2026-02-01", "2026-03-01"]);
    assert.deepEqual(planned("2025-12-31", false), []);
  });

  test("a line shows its term and its period", () => {
    const term = termOf({ description: "Per year", price: flatPrice("1200", { quantity: "3" }), invoiceGroup: "a" });
    const [line] = planLines({ ...term, productId: "product", itemId: "item", classId: "class" }, all);
    assert.deepEqual(
      line && {
        ...line,
        subtotal: formatMoney(line.subtotal),
        discountTotal: formatMoney(line.discountTotal),
        total: formatMoney(line.total),
      },
      {
        billingTermId: "term",
        amendmentId: null,
        type: "FLAT",
        period: { start: day("2026-01-01"), end: day("2027-01-01") },
        name: "Platform",
        description: "Per year",
        productId: "product",
        itemId: "item",
        classId: "class",
        quantity: "3",
        unitPrice: "1200",
        tiers: [],
        explanation: null,
        subtotal: "1200.00",
        discountTotal: "0.00",
        total: "1200.00",
        ...{ differentiator: null, invoiceSplitKey: null, commitment: null, isCorrection: false },
        issueDate: day("2026-01-01"),
        readyOn: day("2026-01-01"),
        dueDate: day("2026-01-31"),
        netPaymentTerms: 30,
        invoiceGroup: "a",
      },
    );
    const typeOf = (parts: Parameters<typeof termOf>[0]) => planLines(termOf(parts), all)[0]?.type;
    assert.deepEqual([typeOf({ billingType: "UNIT" }), typeOf({ interval: "NONE" })], ["UNIT", "ONE_OFF"]);
  });
});

for (const interval of intervals) {
  for (const strategy of invoiceDateStrategies) {
    test(`property: ${interval} ${strategy} covers the term without gap or overlap, on the dates of the strategy`, () => {
      const intervalFrequency =
        interval === "NONE" || interval === "SEMI_MONTH" ? fc.constant(1) : fc.integer({ min: 1, max: 3 });
      fc.assert(
        fc.property(anyBoundedTerm, intervalFrequency, (anyOf, frequency) => {
          const term = { ...anyOf, interval, intervalFrequency: frequency, invoiceDateStrategy: strategy };
          const lines = planLines(term, all);
          let covered = term.start;
          for (const { period, issueDate, dueDate } of lines) {
            assert.equal(period.start, covered);
            assert.ok(period.end > period.start);
            assert.equal(issueDate, plannedIssueDate(strategy, period, term.netPaymentTerms));
            const due = strategy === "ADVANCED_DUE_START" ? period.start : issueDate + term.netPaymentTerms;
            assert.equal(dueDate, due);
            covered = period.end;
          }
          assert.equal(covered, term.end);
          if (interval === "NONE") assert.equal(lines.length, 1);
        }),
        { numRuns: runs(30) },
      );
    });
  }
}

const severalTerms = fc
  .array(anyTerm, { minLength: 1, maxLength: 4 })
  .map((terms) => terms.map((term, index) => ({ ...term, id: `term ${index}` })));
const horizons = fc.record({
  through: fc.integer({ min: day("2025-01-01"), max: day("2028-12-31") }),
  andNext: fc.boolean(),
});

test("property: invoices hold every planned line once, in a total order, with shared dates", () => {
  fc.assert(
    fc.property(severalTerms, horizons, (terms, horizon) => {
      const invoices = planInvoices(terms, context, horizon);
      const lines = terms.flatMap((term) => planLines(term, horizon));
      const keyOf = ({ billingTermId, period }: (typeof lines)[number]) => `${billingTermId} ${period.start}`;
      assert.deepEqual(invoices.flatMap((invoice) => invoice.lines.map(keyOf)).toSorted(), lines.map(keyOf).toSorted());
      assert.equal(new Set(invoices.map(invoiceKey)).size, invoices.length);
      for (const invoice of invoices) {
        for (const line of invoice.lines) assert.equal(invoiceKey(line), invoiceKey(invoice));
      }
      const sorted = invoices.toSorted((a, b) => a.issueDate - b.issueDate);
      assert.deepEqual(
        invoices.map(({ issueDate }) => issueDate),
        sorted.map(({ issueDate }) => issueDate),
      );
    }),
  );
});

test("property: a longer horizon only adds lines, and the next line is the first one after it", () => {
  fc.assert(
    fc.property(anyTerm, horizons, fc.integer({ min: 0, max: 400 }), (term, { through }, more) => {
      const until = (last: number, andNext = false) => planLines(term, { through: last, andNext });
      const near = until(through);
      assert.deepEqual(until(through + more).slice(0, near.length), near);
      for (const { issueDate } of near) assert.ok(issueDate <= through);
      const withNext = until(through, true);
      assert.deepEqual(withNext.slice(0, near.length), near);
      assert.ok(withNext.length - near.length <= 1);
      for (const { issueDate } of withNext.slice(near.length)) assert.ok(issueDate > through);
    }),
  );
});

test("property: the lines of a term sum to the prices of its periods", () => {
  fc.assert(
    fc.property(anyBoundedTerm, (term) => {
      const planned = planLines(term, all).map(({ total }) => total);
      const priced = [...pricedPeriods(term, context)].map(({ price }) => price.total);
      assert.deepEqual(sum(planned, "USD"), sum(priced, "USD"));
    }),
  );
});
