import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day, termOf } from "../../test/support/terms.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import { required } from "../kernel/assert.ts";
import { formatMoney, money, sum } from "../kernel/money.ts";
import { carriedPlan } from "./overbilled.ts";
import { type PlannedInvoice, planInvoices } from "./plan.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

/** An invoice of lines of these types and cents. */
function invoiceOf(...lines: readonly (readonly [LineType, number])[]): PlannedInvoice {
  const horizon = { through: day("2026-01-01"), andNext: false };
  const invoice = required(planInvoices([termOf({ interval: "MONTH", end: null })], context, horizon)[0], "an invoice");
  const line = required(invoice.lines[0], "a line");
  return {
    ...invoice,
    lines: lines.map(([type, cents]) => {
      const total = money(BigInt(cents), "USD");
      return { ...line, type, subtotal: total, discountTotal: money(0n, "USD"), total };
    }),
  };
}

/** Types and amounts of what is invoiced and of what is credited; tax is a fifth of the lines of a type, and none of the others. */
function carried(invoice: PlannedInvoice, taxed?: LineType) {
  const taxOf = ({ lines }: PlannedInvoice) => {
    const amounts = lines.filter(({ type }) => type === taxed).map(({ total }) => total);
    return money(sum(amounts, "USD").minor / 5n, "USD");
  };
  const { invoices, credits } = carriedPlan([invoice], taxOf);
  const shown = (lines: PlannedInvoice["lines"]) => lines.map(({ type, total }) => `${type} ${formatMoney(total)}`);
  return [invoices.map(({ lines }) => shown(lines)), shown(credits)];
}

describe("credits on an invoice", () => {
  test("stay on it where its charges cover them", () => {
    assert.deepEqual(carried(invoiceOf(["USAGE", 50_00], ["LATE_USAGE", -50_00])), [
      [["USAGE 50.00", "LATE_USAGE -50.00"]],
      [],
    ]);
  });

  test("of usage beyond its charges become a credit memo, those of a replaced term stay", () => {
    const invoice = invoiceOf(["FLAT", 100_00], ["ADJUSTMENT", -100_00], ["LATE_USAGE", -500_00]);
    assert.deepEqual(carried(invoice), [[["FLAT 100.00", "ADJUSTMENT -100.00"]], ["LATE_USAGE -500.00"]]);
  });

  test("of days that end earlier than billed are the difference", () => {
    const invoice = invoiceOf(["LATE_USAGE", 71_43], ["LATE_USAGE", -100_00], ["LATE_USAGE", -200_00]);
    const [from, shortened, whole, next] = ["2026-02-01", "2026-02-21", "2026-03-01", "2026-04-01"].map(day);
    const periods = [
      [from, shortened],
      [from, whole],
      [whole, next],
    ].map(([start, end]) => ({ start: required(start, "a day"), end: required(end, "a day") }));
    const lines = invoice.lines.map((line, index) => ({
      ...line,
      ...{ period: required(periods[index], "the days of a line"), isCorrection: true },
    }));
    assert.deepEqual(carried({ ...invoice, lines }), [
      [["LATE_USAGE 71.43", "LATE_USAGE -71.43"]],
      ["LATE_USAGE -28.57", "LATE_USAGE -200.00"],
    ]);
  });

  test("by applied prepaid value stay with its usage", () => {
    const invoice = invoiceOf(["USAGE", 30_00], ["PREPAID_APPLIED", -30_00], ["OVERAGE", -1_00]);
    assert.deepEqual(carried(invoice), [[["USAGE 30.00", "PREPAID_APPLIED -30.00"]], ["OVERAGE -1.00"]]);
  });

  test("of a prepayment with more tax than its usage: the prepayment is billed again taxed like the usage, and the first bill is credited", () => {
    const invoice = invoiceOf(["USAGE", 60_00], ["PREPAID_APPLIED", -60_00]);
    const period = { start: day("2026-01-01"), end: day("2026-04-01") };
    const paid = { itemId: "taxed", prepaidBy: { billingTermId: "primary", period } };
    const lines = invoice.lines.map((line) => (line.type === "USAGE" ? line : { ...line, ...paid }));
    const taxOf = (planned: PlannedInvoice) => {
      const amounts = planned.lines.filter(({ itemId }) => itemId === "taxed").map(({ total }) => total);
      return money(sum(amounts, "USD").minor / 5n, "USD");
    };
    const { invoices, credits } = carriedPlan([{ ...invoice, lines }], taxOf);
    const shown = invoices[0]?.lines.map((line) => `${line.type} ${formatMoney(line.total)} ${line.itemId}`);
    assert.deepEqual(shown, ["USAGE 60.00 null", "PREPAID_APPLIED -60.00 null", "PREPAYMENT 60.00 null"]);
    const anew = invoices[0]?.lines[2];
    assert.deepEqual([anew?.billingTermId, anew?.period, anew?.isCorrection], ["primary", period, true]);
    assert.deepEqual(credits, [], "nothing is credited before it is billed anew");

    const tooMuch = carriedPlan([invoiceOf(["USAGE", 500_00], ["PREPAYMENT", -60_00])], taxOf);
    assert.deepEqual(tooMuch.invoices[0]?.lines.length, 1);
    assert.deepEqual(
      tooMuch.credits.map(({ total }) => formatMoney(total)),
      ["-60.00"],
      "at once, and not by the next bill",
    );
  });

  test("of a period stay up to the new charges of that period, and a credit memo has the rest", () => {
    const corrected = (invoice: PlannedInvoice) => ({
      ...invoice,
      lines: invoice.lines.map((line) => ({ ...line, isCorrection: line.type !== "FLAT" })),
    });
    const lines = [
      ["LATE_USAGE", -70_00],
      ["PREPAID_APPLIED", 20_00],
      ["OVERAGE", -5_00],
      ["TRUE_UP", 10_00],
    ] as const;
    assert.deepEqual(carried(corrected(invoiceOf(...lines))), [
      [["LATE_USAGE -30.00", "PREPAID_APPLIED 20.00", "TRUE_UP 10.00"]],
      ["LATE_USAGE -40.00", "OVERAGE -5.00"],
    ]);
    assert.deepEqual(carried(corrected(invoiceOf(["FLAT", 4_00], ["LATE_USAGE", -70_00], ["MINIMUM", 50_00]))), [
      [["FLAT 4.00", "LATE_USAGE -50.00", "MINIMUM 50.00"]],
      ["LATE_USAGE -20.00"],
    ]);
    // With the tax of what was billed it would come to less than nothing.
    assert.deepEqual(carried(corrected(invoiceOf(["LATE_USAGE", -70_00], ["TRUE_UP", 10_00])), "LATE_USAGE"), [
      [["TRUE_UP 10.00"]],
      ["LATE_USAGE -70.00"],
    ]);
  });

  test("at a higher tax rate than the lines beside them have less room", () => {
    const invoice = invoiceOf(["USAGE", 110_00], ["LATE_USAGE", -100_00]);
    assert.deepEqual(carried(invoice), [[["USAGE 110.00", "LATE_USAGE -100.00"]], []]);
    assert.deepEqual(carried(invoice, "LATE_USAGE"), [[["USAGE 110.00"]], ["LATE_USAGE -100.00"]]);
    assert.deepEqual(carried(invoiceOf(["USAGE", 120_00], ["LATE_USAGE", -100_00]), "LATE_USAGE"), [
      [["USAGE 120.00", "LATE_USAGE -100.00"]],
      [],
    ]);
  });

  test("alone make no invoice", () => {
    assert.deepEqual(carried(invoiceOf(["LATE_USAGE", -5_00])), [[], ["LATE_USAGE -5.00"]]);
  });
});
