import { defaultOptions } from "../../src/billing-terms/billing-term.ts";
import type { TermDefaults, TermDraft } from "../../src/billing-terms/term-draft.ts";
import { day } from "./terms.ts";

/** The defaults of a term: no product, dollars, 30 days to pay. */
export const termDefaults: TermDefaults = { currency: "USD", netPaymentTerms: 30, product: null };

/** 1,200.00 a year in advance for 2026 in the form of a request, with any fields that a test overrides. */
export function termDraft(parts: Partial<TermDraft> = {}): TermDraft {
  return {
    name: "Platform",
    description: null,
    productId: null,
    itemId: undefined,
    classId: undefined,
    eventTypeId: null,
    start: day("2026-01-01"),
    last: day("2026-12-31"),
    duration: 0,
    interval: "YEAR",
    isRecurring: undefined,
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    netPaymentTerms: undefined,
    billingType: "FLAT",
    pricingType: "SIMPLE",
    pricing: [{ amount: "1200", amountType: "TOTAL_INVOICE", tierMinimum: "0" }],
    tierBoundary: "UPPER",
    packageSize: null,
    minimumPackages: 0,
    quantity: undefined,
    discounts: [],
    escalator: null,
    minimumAmount: null,
    maximumAmount: null,
    usageScope: undefined,
    seatConfig: null,
    ...defaultOptions,
    ...parts,
  };
}

/** No end and no number of periods. */
export const openEnded = { last: null, duration: 0 } as const;

/** Seats in a request without any options. */
export const seatConfigDraft = {
  minQuantity: undefined,
  isMovingMinimum: undefined,
  defaultProrationPolicy: undefined,
  defaultTrueUpTiming: undefined,
  creditOnDecrease: undefined,
} as const;
