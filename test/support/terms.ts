import fc from "fast-check";
import type { BillingCredit } from "../../src/billing-terms/billing-credit.ts";
import {
  type BillingTerm,
  defaultOptions,
  type InvoiceDateStrategy,
  invoiceDateStrategies,
  type Price,
} from "../../src/billing-terms/billing-term.ts";
import { billingPeriods } from "../../src/billing-terms/charges/charges.ts";
import type { SeatTerm } from "../../src/billing-terms/charges/seat-charges.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
  RecognitionPattern,
} from "../../src/billing-terms/performance-obligations/performance-obligation.ts";
import type { SeatAmendment, SeatConfig } from "../../src/billing-terms/seats.ts";
import { required } from "../../src/kernel/assert.ts";
import { type Day, type Month, parseDay, parseMonth } from "../../src/kernel/day.ts";
import { type Money, money } from "../../src/kernel/money.ts";
import { type Interval, intervals } from "../../src/kernel/periods.ts";

/** A civil day from its text. */
export const day = (text: string): Day => required(parseDay(text), `the day ${text}`);

/** A month from its text. */
export const month = (text: string): Month => required(parseMonth(text), `the month ${text}`);

/** Dollars from their cents. */
export const usd = (minor: bigint | number): Money => money(BigInt(minor), "USD");

/** 1,200.00 a year in advance for 2026, with any fields that a test overrides. */
export function termOf(parts: Partial<BillingTerm> = {}): BillingTerm {
  return {
    id: "term",
    contractId: "contract",
    billingTermGroupId: "group",
    name: "Platform",
    description: null,
    productId: null,
    itemId: null,
    classId: null,
    eventTypeId: null,
    start: day("2026-01-01"),
    end: day("2027-01-01"),
    interval: "YEAR",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    netPaymentTerms: 30,
    billingType: "FLAT",
    price: flatPrice("1200"),
    layers: [],
    seatConfig: null,
    amendments: [],
    reachedOn: null,
    usageScope: "STANDALONE",
    ...defaultOptions,
    terminatedAt: null,
    delivered: null,
    committed: [],
    ...parts,
  };
}

/** A flat amount per period, of quantity 1, with any fields that a test overrides. */
export function flatPrice(amount: string, parts: Partial<Price> = {}): Price {
  return {
    pricingType: "SIMPLE",
    pricing: [{ tier: 0, amount, amountType: "TOTAL_INVOICE", tierMinimum: "0" }],
    tierBoundary: "UPPER",
    packageSize: null,
    minimumPackages: 0,
    quantity: "1",
    discounts: [],
    escalator: null,
    minimumAmount: null,
    maximumAmount: null,
    ...parts,
  };
}

/** An amount for each unit. */
export function unitPrice(amount: string, quantity: string, parts: Partial<Price> = {}): Price {
  const pricing = [{ tier: 0, amount, amountType: "PER_ITEM" as const, tierMinimum: "0" }];
  return flatPrice(amount, { pricing, quantity, ...parts });
}

/** The price of a flat amount a period. */
export function flat(amount: string, parts: Partial<Price> = {}): Pick<BillingTerm, "price"> {
  return { price: flatPrice(amount, parts) };
}

/** Seats without a minimum, billed by days at once, with any fields that a test overrides. */
export function seatConfig(parts: Partial<SeatConfig> = {}): SeatConfig {
  return {
    minQuantity: "0",
    isMovingMinimum: false,
    defaultProrationPolicy: "DAY",
    defaultTrueUpTiming: "IMMEDIATE",
    creditOnDecrease: "NONE",
    ...parts,
  };
}

/** A change of seats, by default recorded on 1 January 2026 before anything was invoiced. */
export function amended(effectiveDate: string, parts: Partial<SeatAmendment>): SeatAmendment {
  return {
    id: `amendment of ${effectiveDate}`,
    effectiveDate: day(effectiveDate),
    quantity: null,
    delta: null,
    prorationPolicy: "DAY",
    trueUpTiming: "IMMEDIATE",
    note: null,
    invoicedThrough: null,
    unbilled: [],
    bookMonth: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    ...parts,
  };
}

/** The term as if its invoices had ended with its billing periods, as they do if it was never extended. */
export function invoicedByPeriod<Term extends BillingTerm>(term: Term): Term {
  const endOf = (day: Day): Day => {
    for (const { covered } of billingPeriods(term)) if (covered.end >= day) return covered.end;
    return day;
  };
  const amendments = term.amendments.map((each) =>
    each.invoicedThrough === null ? each : { ...each, invoicedThrough: endOf(each.invoicedThrough) },
  );
  return { ...term, amendments };
}

/** Ten seats at 1,200.00 a year, 2026 in advance: the example of data model 7.2. */
export function seatTermOf(parts: Partial<BillingTerm> = {}): SeatTerm {
  return {
    ...termOf({ billingType: "UNIT", price: unitPrice("1200", "10") }),
    seatConfig: seatConfig(),
    ...parts,
  } as SeatTerm;
}

/** An obligation that follows its term. */
export type PobOfTerm = PerformanceObligation & { readonly billingTerm: BillingTerm };

/** An obligation whose service is by default the span of its term. */
export function obligationOf(
  term: BillingTerm,
  parts: Partial<Omit<PerformanceObligation, "billingTerm">> = {},
): PobOfTerm {
  return {
    id: `obligation of ${term.id}`,
    contractId: term.contractId,
    billingTermGroupId: term.billingTermGroupId,
    name: null,
    billingTerm: term,
    isResidual: false,
    transactionPrice: null,
    standaloneSellingPrice: null,
    considerationType: "FIXED",
    milestones: [],
    progress: [],
    manualMonths: [],
    productId: null,
    itemId: null,
    classId: null,
    eventTypeId: null,
    recognitionPattern: "STRAIGHT_LINE",
    service: { start: term.start, end: term.end },
    recognitionDate: null,
    categoryId: null,
    ...parts,
  };
}

/** An obligation with its own price, by default for 2026 in a straight line. */
export function statedOf(
  transactionPrice: Money,
  parts: Partial<Omit<PerformanceObligation, "billingTerm">> = {},
): PerformanceObligation {
  return { ...obligationOf(termOf()), billingTerm: null, transactionPrice, ...parts };
}

/** The record of an obligation that was never changed, recorded before anything was closed. */
export function recordOf(
  pob: PerformanceObligation,
  parts: Partial<PerformanceObligationRecord> = {},
): PerformanceObligationRecord {
  return {
    pob,
    billingCredits: [],
    corrections: [],
    withdrawn: [],
    bookMonth: null,
    isDeleted: false,
    deletionBookMonth: null,
    ...parts,
  };
}

/** A correction that is not part of a larger change; corrections of one moment belong to one write. */
export function corrected(
  parts: Omit<Correction, "id" | "modificationId" | "createdAt"> & Partial<Correction>,
): Correction {
  const createdAt = "2026-01-01T00:00:00.000Z";
  return { id: "correction", modificationId: null, createdAt, ...parts };
}

/** A credit memo of 10 February 2026 for service of 2026. */
export function creditOf(amount: Money, parts: Partial<BillingCredit> = {}): BillingCredit {
  return {
    id: "memo",
    contractId: "contract",
    billingTermId: "term",
    amount,
    service: { start: day("2026-01-01"), end: day("2027-01-01") },
    revenueEffect: "CREDITED_DAYS",
    date: day("2026-02-10"),
    bookMonth: month("2026-02"),
    source: { type: "CREDIT_MEMO", id: "memo" },
    invoiceLineId: "line",
    lineType: "USAGE",
    ...parts,
  };
}

const cents = fc.integer({ min: 0, max: 2_000_000 }).map((minor) => decimal(minor, 2));

/** Terms of every interval and strategy that start in 2025 or 2026 and last up to three years or have no end. */
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

/** Patterns that earn a price over time, or at one point in time. */
type TimedPattern = Extract<RecognitionPattern, "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME">;

/** Obligations over `anyTerm`, of every pattern that the term allows; the service may differ from the billing. */
export const anyObligation: fc.Arbitrary<PobOfTerm & { readonly recognitionPattern: TimedPattern }> = fc
  .record({
    term: anyTerm,
    recognitionPattern: fc.constantFrom<TimedPattern>("STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME"),
    offset: fc.integer({ min: -60, max: 60 }),
    days: fc.integer({ min: 1, max: 700 }),
  })
  .map(({ term, recognitionPattern, offset, days }) => {
    if (term.end === null) {
      const pattern = recognitionPattern === "POINT_IN_TIME" ? "STRAIGHT_LINE" : recognitionPattern;
      return { ...obligationOf(term), recognitionPattern: pattern };
    }
    const service = { start: term.start + offset, end: term.start + offset + days };
    const recognitionDate = recognitionPattern === "POINT_IN_TIME" ? service.end - 1 : null;
    return { ...obligationOf(term, { service, recognitionDate }), recognitionPattern };
  });

/** The decimal text of a number of smallest units: (12345, 2) is "123.45", (1200, 2) is "12". */
export function decimal(parts: number | bigint, places: number): string {
  const digits = String(parts).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
