import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { LineType } from "./plan.ts";

export const invoiceStatuses = ["DRAFT", "ISSUED", "PARTIALLY_PAID", "PAID", "UNCOLLECTIBLE", "VOID"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** A stored draft or issued document; dates are ISO texts, timestamps as the database holds them. */
export type Invoice = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly status: InvoiceStatus;
  readonly invoiceNumber: string | null;
  readonly currency: string;
  readonly issueDate: string;
  readonly dueDate: string;
  /** As planned; they differ from the others where the invoice was made late. */
  readonly originalIssueDate: string;
  readonly originalDueDate: string;
  readonly netPaymentTerms: number;
  readonly invoiceGroup: string | null;
  readonly poNumber: string | null;
  readonly subtotal: Money;
  readonly discountTotal: Money;
  readonly taxTotal: Money;
  readonly total: Money;
  readonly amountPaid: Money;
  readonly amountCredited: Money;
  readonly balance: Money;
  readonly issuedAt: string | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly lines: readonly InvoiceLine[];
};

export type InvoiceLine = {
  readonly type: LineType;
  readonly billingTermId: string;
  readonly name: string;
  readonly description: string | null;
  readonly period: Period;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly subtotal: Money;
  readonly discountTotal: Money;
  readonly total: Money;
};
