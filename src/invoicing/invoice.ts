import type { LineType } from "../billing-terms/line-type.ts";
import type { TierCharge } from "../billing-terms/tier-price.ts";
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
/** Where an invoice came from: billing terms, somebody who typed it, or other books (data model 13.1). */
export const invoiceSources = ["ENGINE", "MANUAL", "IMPORT"] as const;
export type InvoiceSource = (typeof invoiceSources)[number];
/** Why a draft whose day has come is not issued. */
export const holdReasons = ["TAX_LOCATION_MISSING"] as const;
export type HoldReason = (typeof holdReasons)[number];
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** A stored draft or issued document; dates are ISO texts, timestamps as the database holds them. */
export type Invoice = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  /** As it is now; a document keeps the one that it was issued to. */
  readonly customerName: string;
  readonly status: InvoiceStatus;
  readonly invoiceNumber: string | null;
  /** The consolidated invoice that it is a section of, under whose number it stands; null where it is a document of its own. */
  readonly consolidatedInvoiceId: string | null;
  /** Which of its sections, from 1. */
  readonly section: number | null;
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
  /** What was owed at the end of a day, on a list that asks for it. */
  readonly amountOwed?: Money;
  readonly memo: string | null;
  readonly source: InvoiceSource;
  /** Of a draft that is not issued before that is settled; else null. */
  readonly holdReason: HoldReason | null;
  /** One for each source type, ordered by it; none on drafts. */
  readonly externalIds: readonly ExternalId[];
  /** How far the accounting system has it as it is now; drafts are not for it. */
  readonly syncStatus: SyncStatus;
  /** Those that have a value, ordered by id; none on drafts. */
  readonly customFields: readonly CustomFieldValue[];
  readonly deliveryStatus: "NOT_SENT" | "SENT" | "SENT_EXTERNALLY";
  readonly sentDate: string | null;
  readonly paidOn: string | null;
  readonly voidedAt: string | null;
  readonly uncollectibleOn: string | null;
  readonly issuedAt: string | null;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** By category and rate; empty on drafts as they are stored. */
  readonly taxLines: readonly TaxLine[];
  /** As they were at issue; null on drafts, and on what was issued before they were kept. */
  readonly parties: Parties | null;
  readonly lines: readonly InvoiceLine[];
};

export type InvoiceLine = {
  /** Null while it is planned or a draft. */
  readonly id: string | null;
  readonly type: LineType;
  readonly billingTermId: string;
  readonly amendmentId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly period: Period;
  readonly itemId: string | null;
  readonly classId: string | null;
  /** Without an item it decides how the line is taxed; null once it is issued, when the tax is final. */
  readonly productId: string | null;
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly tiers: readonly TierCharge[];
  readonly explanation: LineExplanation | null;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  readonly commitment: CommitmentPlace | null;
  readonly isCorrection: boolean;
  /** Of a draft: how the lines were taxed that it takes back. */
  readonly taxedAs?: TaxTreatment;
  readonly subtotal: Money;
  readonly discountTotal: Money;
  readonly total: Money;
  /** Null on what was issued before tax was charged, and on drafts as they are stored (see `withCurrentTax`). */
  readonly tax: LineTax | null;
};
