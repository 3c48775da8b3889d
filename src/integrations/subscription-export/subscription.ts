import type { Day } from "../../kernel/day.ts";
import type { Money } from "../../kernel/money.ts";
import type { Interval, Period } from "../../kernel/periods.ts";

/** A request body, or a part of one, in the format of a book's row. */
export type Body = Readonly<Record<string, unknown>>;

/** A recurring item of a subscription. */
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
  /** The number of intervals in a period. */
  readonly intervalFrequency: number;
  /** The day from which all periods are counted. */
  readonly anchor: Day;
  /** The current period at the time of the export; during a trial, it starts with the first billed period. */
  readonly current: Period;
  /** The day after the last day of service; null if it renews until it is canceled. */
  readonly end: Day | null;
  /** Days from invoice date to due date; null to use the customer's. */
  readonly netPaymentTerms: number | null;
  readonly items: readonly SubscriptionItem[];
};

/** A line of an invoice for an item; its amount is without tax and after discounts. */
export type BilledLine = {
  readonly itemId: string;
  readonly period: Period;
  readonly amount: Money;
  /** Whether it bills or credits a change within a period. */
  readonly isProration: boolean;
};

/** An invoice that was issued and not voided, paid or not. */
export type SubscriptionInvoice = {
  readonly id: string;
  readonly number: string;
  /** Null if it does not bill a subscription. */
  readonly subscriptionId: string | null;
  readonly issueDate: Day;
  readonly dueDate: Day;
  /** Including tax. */
  readonly total: Money;
  readonly tax: Money;
  /** The unpaid amount. */
  readonly open: Money;
  /** Whether all of its lines are in the export. */
  readonly isWhole: boolean;
  readonly lines: readonly BilledLine[];
};

/** A record that is left out of the book, and the reason. */
export type LeftOut = {
  readonly kind: "subscription" | "invoice";
  readonly id: string;
  readonly name: string;
  readonly reason: string;
};

/** The export of a subscription billing system, in a form that is the same for all systems. */
export type SubscriptionExport = {
  readonly system: string;
  /** Bodies of customers, by their ids in that system. */
  readonly customers: ReadonlyMap<string, Body>;
  readonly subscriptions: readonly Subscription[];
  readonly invoices: readonly SubscriptionInvoice[];
  readonly leftOut: readonly LeftOut[];
};
