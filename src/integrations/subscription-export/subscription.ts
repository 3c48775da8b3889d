import type { Day } from "../../kernel/day.ts";
import type { Money } from "../../kernel/money.ts";
import type { Interval, Period } from "../../kernel/periods.ts";

/** A request body, or a part of one, as a row of a book has it. */
export type Body = Readonly<Record<string, unknown>>;

/** What one subscription sells in each of its periods. */
export type SubscriptionItem = {
  readonly id: string;
  readonly product: { readonly id: string; readonly name: string };
  /** `billingType`, `pricingType`, `pricing`, `quantity` and `discounts` of a billing term. */
  readonly price: Body;
};

export type Subscription = {
  readonly id: string;
  readonly customerId: string;
  readonly currency: string;
  readonly interval: Interval;
  /** A period is so many intervals long. */
  readonly intervalFrequency: number;
  /** The day that all periods are counted from. */
  readonly anchor: Day;
  /** The period that runs when the export is made; of one that is in trial, the first that is billed. */
  readonly current: Period;
  /** The day after the last one of service; null where it renews until somebody ends it. */
  readonly end: Day | null;
  /** Days from invoice to due date; null for those of the customer. */
  readonly netPaymentTerms: number | null;
  readonly items: readonly SubscriptionItem[];
};

/** What an invoice bills of an item, without tax and after discounts. */
export type BilledLine = {
  readonly itemId: string;
  readonly period: Period;
  readonly amount: Money;
  /** It bills or credits a change within a period. */
  readonly isProration: boolean;
};

/** An invoice that was issued and not voided, paid or not. */
export type SubscriptionInvoice = {
  readonly id: string;
  readonly number: string;
  /** Null where it bills no subscription. */
  readonly subscriptionId: string | null;
  readonly issueDate: Day;
  readonly dueDate: Day;
  /** Tax included. */
  readonly total: Money;
  readonly tax: Money;
  /** What is left to pay. */
  readonly open: Money;
  /** Whether all of its lines are in the export. */
  readonly isWhole: boolean;
  readonly lines: readonly BilledLine[];
};

/** A record that becomes no row of a book, and why. */
export type LeftOut = {
  readonly kind: "subscription" | "invoice";
  readonly id: string;
  readonly name: string;
  readonly reason: string;
};

/** What a subscription billing system exports, in one form whichever it is. */
export type SubscriptionExport = {
  readonly system: string;
  /** Bodies of customers, by their ids there. */
  readonly customers: ReadonlyMap<string, Body>;
  readonly subscriptions: readonly Subscription[];
  readonly invoices: readonly SubscriptionInvoice[];
  readonly leftOut: readonly LeftOut[];
};
