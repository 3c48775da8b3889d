/** Billing and recognition of an obligation of a demo contract, with the field names of the API (`CreateObligationDto`). */
export type DemoObligation = {
  readonly serviceStartDate: string;
  readonly serviceEndDate?: string;
  readonly category: DemoCategory;
  readonly recognitionPattern?: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME";
  readonly discounts?: { type: "PERCENTAGE" | "FIXED"; amount: string; note: string }[];
  readonly billingSchedule: DemoSchedule;
};

export type DemoSchedule = {
  readonly name: string;
  readonly startDate: string;
  readonly endDate?: string;
  readonly interval: "NONE" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
  readonly invoiceDateStrategy: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
  readonly billingType: "FLAT" | "UNIT";
  readonly pricing: { amount: string; amountType: "TOTAL_INVOICE" | "PER_ITEM" }[];
  readonly quantity?: string;
};

export type DemoCategory = (typeof demoCategories)[number];
export const demoCategories = ["Subscriptions", "Support", "Onboarding", "Professional services"] as const;

export type DemoCustomer = { readonly name: string; readonly companyName: string | null; readonly currency: string };

/** A contract of the demo. */
export type DemoContract = {
  readonly name: string;
  /** The month of 2025, 1 to 12, in which it is entered. */
  readonly signedIn: number;
  /** Null if there is no customer yet, so that the contract is blocked. */
  readonly customer: DemoCustomer | null;
  readonly currency: string;
  readonly poNumber?: string;
  readonly isApproved: boolean;
  readonly obligations: readonly DemoObligation[];
};
