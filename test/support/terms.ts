import fc from "fast-check";
import {
  type BillingTerm,
  type InvoiceDateStrategy,
  invoiceDateStrategies,
} from "../../src/billing-terms/billing-term.ts";
import type { PerformanceObligation, RecognitionPattern } from "../../src/billing-terms/obligation.ts";
import { present } from "../../src/kernel/assert.ts";
import { type Day, parseDay } from "../../src/kernel/day.ts";
import { type Interval, intervals } from "../../src/kernel/periods.ts";

/** A civil day from its text. */
export const day = (text: string): Day => present(parseDay(text), `the day ${text}`);

/** 1,200.00 a year in advance for 2026, and whatever a test wants else. */
export function termOf(parts: Partial<BillingTerm> = {}): BillingTerm {
  return {
    id: "term",
    contractId: "contract",
    billingTermGroupId: "group",
    name: "Platform",
    description: null,
    start: day("2026-01-01"),
    end: day("2027-01-01"),
    interval: "YEAR",
    intervalFrequency: 1,
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    netPaymentTerms: 30,
    billingType: "FLAT",
    pricing: [{ tier: 0, amount: "1200", amountType: "TOTAL_INVOICE", tierMinimum: "0" }],
    quantity: "1",
    discounts: [],
    invoiceGroup: null,
    ...parts,
  };
}

/** The pricing of a flat amount a period. */
export function flat(amount: string): Pick<BillingTerm, "pricing"> {
  return { pricing: [{ tier: 0, amount, amountType: "TOTAL_INVOICE", tierMinimum: "0" }] };
}

/** An obligation whose service is the span of its term unless a test says otherwise. */
export function obligationOf(
  term: BillingTerm,
  parts: Partial<Omit<PerformanceObligation, "billingTerm">> = {},
): PerformanceObligation {
  return {
    id: `obligation of ${term.id}`,
    contractId: term.contractId,
    billingTerm: term,
    recognitionPattern: "STRAIGHT_LINE",
    service: { start: term.start, end: term.end },
    recognitionDate: null,
    categoryId: null,
    ...parts,
  };
}

const cents = fc.integer({ min: 0, max: 2_000_000 }).map((minor) => decimal(minor, 2));

/** Terms of every interval and strategy that start in 2025 or 2026 and last up to three years, or have no end. */
export const anyTerm: fc.Arbitrary<BillingTerm> = fc
  .record({
    start: fc.integer({ min: day("2025-01-01"), max: day("2026-12-31") }),
    days: fc.option(fc.integer({ min: 1, max: 1100 })),
    interval: fc.constantFrom<Interval>(...intervals),
    frequency: fc.integer({ min: 1, max: 3 }),
    invoiceDateStrategy: fc.constantFrom<InvoiceDateStrategy>(...invoiceDateStrategies),
    netPaymentTerms: fc.constantFrom(0, 14, 30),
    invoiceGroup: fc.option(fc.constantFrom("a", "b")),
    amount: cents,
  })
  .map(({ days, frequency, amount, ...rest }) => {
    const isOneOff = rest.interval === "NONE";
    return termOf({
      ...rest,
      ...flat(amount),
      intervalFrequency: isOneOff || rest.interval === "SEMI_MONTH" ? 1 : frequency,
      end: days !== null ? rest.start + days : isOneOff ? rest.start + 1 : null,
    });
  });

/** Terms with an end. */
export const anyBoundedTerm = anyTerm.map((term) => (term.end === null ? { ...term, end: term.start + 400 } : term));

/** Obligations over `anyTerm`, of every pattern that the term allows; service may lie beside the billing. */
export const anyObligation: fc.Arbitrary<PerformanceObligation> = fc
  .record({
    term: anyTerm,
    recognitionPattern: fc.constantFrom<RecognitionPattern>("STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME"),
    offset: fc.integer({ min: -60, max: 60 }),
    days: fc.integer({ min: 1, max: 700 }),
  })
  .map(({ term, recognitionPattern, offset, days }) => {
    if (term.end === null) {
      const pattern = recognitionPattern === "POINT_IN_TIME" ? "STRAIGHT_LINE" : recognitionPattern;
      return obligationOf(term, { recognitionPattern: pattern });
    }
    const service = { start: term.start + offset, end: term.start + offset + days };
    const recognitionDate = recognitionPattern === "POINT_IN_TIME" ? service.end - 1 : null;
    return obligationOf(term, { recognitionPattern, service, recognitionDate });
  });

/** The decimal text of a number of smallest parts: (12345, 2) is "123.45", (1200, 2) is "12". */
export function decimal(parts: number | bigint, places: number): string {
  const digits = String(parts).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
