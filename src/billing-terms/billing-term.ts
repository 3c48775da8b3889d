import type { Day } from "../kernel/day.ts";
import type { Interval, PeriodRule } from "../kernel/periods.ts";

export const invoiceDateStrategies = ["FIRST_OF_PERIOD", "ADVANCED_DUE_START", "LAST_OF_PERIOD", "ARREARS"] as const;
export type InvoiceDateStrategy = (typeof invoiceDateStrategies)[number];

export const billingTypes = ["FLAT", "UNIT"] as const;
export type BillingType = (typeof billingTypes)[number];

export const amountTypes = ["PER_ITEM", "TOTAL_INVOICE"] as const;
export type AmountType = (typeof amountTypes)[number];

export const discountTypes = ["PERCENTAGE", "FIXED"] as const;
export type DiscountType = (typeof discountTypes)[number];

/** What a term bills: a flat sum, a quantity at a unit price, or one sum once. */
export type TermKind = "FLAT" | "PER_UNIT" | "ONE_OFF";

/** Decimal texts: `amount` is a unit price or a flat amount, `tierMinimum` the first quantity of the tier. */
export type PricingTier = {
  readonly tier: number;
  readonly amount: string;
  readonly amountType: AmountType;
  readonly tierMinimum: string;
};

/** `amount` is a fraction for PERCENTAGE ("0.10" is 10 %) and an amount a billing period for FIXED. */
export type Discount = { readonly type: DiscountType; readonly amount: string; readonly note: string | null };

/** What will be billed, how much and when: a fact. The invoices that follow from it are derived (`invoicing/plan.ts`). */
export type BillingTerm = {
  readonly id: string;
  readonly contractId: string;
  readonly billingTermGroupId: string;
  readonly name: string;
  readonly description: string | null;
  /** First day of the first billing period, and the anchor of all. */
  readonly start: Day;
  /** The day after the last day of service; null while open-ended. */
  readonly end: Day | null;
  readonly interval: Interval;
  readonly intervalFrequency: number;
  readonly invoiceDateStrategy: InvoiceDateStrategy;
  /** Days from issue to due date. */
  readonly netPaymentTerms: number;
  readonly billingType: BillingType;
  readonly pricing: readonly [PricingTier];
  /** Units a period, as decimal text. */
  readonly quantity: string;
  readonly discounts: readonly Discount[];
  /** Lines with different keys never share an invoice. */
  readonly invoiceGroup: string | null;
};

/** How the term's span is cut into billing periods. */
export function periodRule(term: BillingTerm): PeriodRule {
  const { start: anchor, interval, intervalFrequency, end } = term;
  return { anchor, interval, intervalFrequency, end };
}

export function kindOf(term: Pick<BillingTerm, "interval" | "billingType">): TermKind {
  if (term.interval === "NONE") return "ONE_OFF";
  return term.billingType === "FLAT" ? "FLAT" : "PER_UNIT";
}

/** Is a period of this term billed only after it was served? */
export function isArrears(term: Pick<BillingTerm, "invoiceDateStrategy">): boolean {
  return term.invoiceDateStrategy === "ARREARS" || term.invoiceDateStrategy === "LAST_OF_PERIOD";
}
