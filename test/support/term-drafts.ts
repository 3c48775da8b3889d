import { defaultOptions } from "../../src/billing-terms/billing-term.ts";
import type { TermDefaults, TermDraft } from "../../src/billing-terms/term-draft.ts";
import { day } from "./terms.ts";

/** What a term takes over where its request is silent: no product, dollars, 30 days to pay. */
export const termDefaults: TermDefaults = { currency: "USD", netPaymentTerms: 30, product: null };

/** 1,200.00 a year in advance for 2026 as a request says it, and whatever a test wants else. */
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

/** What a request says of seats when it says nothing of them but that there are some. */
export const seatConfigDraft = {
  minQuantity: undefined,
  isMovingMinimum: undefined,
  defaultProrationPolicy: undefined,
  defaultTrueUpTiming: undefined,
  creditOnDecrease: undefined,
} as const;
