import type { TierCharge } from "../billing-terms/charges/tier-price.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import type { ExternalId } from "../catalog/external-id.ts";
import type { CustomFieldValue } from "../customers/custom-field-value.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { SyncStatus } from "../ledger/sync-status.ts";
import type { Parties } from "./document/invoice-document.ts";
import type { LineExplanation } from "./line-explanation.ts";
import type { CommitmentPlace } from "./plan.ts";
import type { LineTax, TaxLine, TaxTreatment } from "./tax.ts";

export const invoiceStatuses = ["DRAFT", "ISSUED", "PARTIALLY_PAID", "PAID", "UNCOLLECTIBLE", "VOID"] as const;
/** Where an invoice comes from: billing terms, manual entry, or other books (data model 13.1). */
export const invoiceSources = ["ENGINE", "MANUAL", "IMPORT"] as const;
export type InvoiceSource = (typeof invoiceSources)[number];
/** Why a due draft is not issued. */
export const holdReasons = ["TAX_LOCATION_MISSING"] as const;
export type HoldReason = (typeof holdReasons)[number];
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** A stored draft or issued invoice; dates are ISO texts, timestamps as in the database. */
export type Invoice = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  /** The present name; a document keeps the name at issue. */
  readonly customerName: string;
  readonly status: InvoiceStatus;
  readonly invoiceNumber: string | null;
  /** The consolidated invoice that it is a section of, whose number it has; null if it is a document of its own. */
  readonly consolidatedInvoiceId: string | null;
  /** Its section number in that document, from 1. */
  readonly section: number | null;
  readonly currency: string;
  readonly issueDate: string;
  readonly dueDate: string;
  /** As planned; different from the actual dates if it was issued late. */
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
  /** Owed at the end of a day; only on lists that ask for it. */
  readonly amountOwed?: Money;
  readonly memo: string | null;
  readonly source: InvoiceSource;
  /** Why a due draft is on hold; else null. */
  readonly holdReason: HoldReason | null;
  /** One per source type, ordered by it; empty on drafts. */
  readonly externalIds: readonly ExternalId[];
  /** Whether the accounting system has its present version; drafts are not sent there. */
  readonly syncStatus: SyncStatus;
  /** Those with a value, ordered by id; empty on drafts. */
  readonly customFields: readonly CustomFieldValue[];
  readonly deliveryStatus: "NOT_SENT" | "SENT" | "SENT_EXTERNALLY";
  readonly sentDate: string | null;
  readonly paidOn: string | null;
  readonly voidedAt: string | null;
  readonly uncollectibleOn: string | null;
  readonly issuedAt: string | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** By category and rate; empty on stored drafts. */
  readonly taxLines: readonly TaxLine[];
  /** Seller and buyer at issue; null on drafts. */
  readonly parties: Parties | null;
  readonly lines: readonly InvoiceLine[];
};

export type InvoiceLine = {
  /** Null until it is issued. */
  readonly id: string | null;
  readonly type: LineType;
  readonly billingTermId: string;
  readonly amendmentId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly period: Period;
  readonly itemId: string | null;
  readonly classId: string | null;
  /** Decides the tax of a line without an item; null once issued, when the tax is final. */
  readonly productId: string | null;
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly tiers: readonly TierCharge[];
  readonly explanation: LineExplanation | null;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  readonly commitment: CommitmentPlace | null;
  readonly isCorrection: boolean;
  /** On drafts: the tax of the lines that it credits. */
  readonly taxedAs?: TaxTreatment;
  readonly subtotal: Money;
  readonly discountTotal: Money;
  readonly total: Money;
  /** Null on stored drafts (see `withCurrentTax`). */
  readonly tax: LineTax | null;
};
