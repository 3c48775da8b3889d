import type { TierCharge } from "../billing-terms/charges/tier-price.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import type { LineExplanation } from "./line-explanation.ts";
import type { PlannedLine } from "./plan.ts";
import type { TaxTreatment } from "./tax.ts";

// Days as ISO dates, amounts as minor units in text, because a JSON number would lose large ones.
type DraftLine = {
  readonly billingTermId: string;
  readonly amendmentId: string | null;
  readonly type: LineType;
  readonly start: string;
  readonly end: string;
  readonly name: string;
  readonly description: string | null;
  readonly itemId: string | null;
  readonly classId: string | null;
  readonly productId: string | null;
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly tiers: readonly TierCharge[];
  readonly explanation: LineExplanation | null;
  readonly differentiator?: string | null;
  readonly invoiceSplitKey?: string | null;
  readonly commitment?: { readonly id: string; readonly scheduleId: string; readonly periodStart: string } | null;
  readonly isCorrection?: boolean;
  readonly taxedAs?: TaxTreatment;
  readonly issueDate: string;
  readonly readyOn?: string;
  readonly dueDate: string;
  readonly netPaymentTerms: number;
  readonly invoiceGroup: string | null;
  readonly subtotal: string;
  readonly discountTotal: string;
  readonly total: string;
};

/** A planned line as a draft stores it: without its tax, which is that of the moment someone looks. */
export function lineToDraft(line: PlannedLine): DraftLine {
  return {
    billingTermId: line.billingTermId,
    amendmentId: line.amendmentId ?? null,
    type: line.type,
    start: formatDay(line.period.start),
    end: formatDay(line.period.end),
    name: line.name,
    description: line.description,
    itemId: line.itemId ?? null,
    classId: line.classId ?? null,
    productId: line.productId ?? null,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    tiers: line.tiers ?? [],
    explanation: line.explanation ?? null,
    differentiator: line.differentiator,
    invoiceSplitKey: line.invoiceSplitKey,
    commitment: line.commitment && { ...line.commitment, periodStart: formatDay(line.commitment.periodStart) },
    isCorrection: line.isCorrection,
    ...(line.taxedAs === undefined ? {} : { taxedAs: line.taxedAs }),
    issueDate: formatDay(line.issueDate),
    readyOn: formatDay(line.readyOn),
    dueDate: formatDay(line.dueDate),
    netPaymentTerms: line.netPaymentTerms,
    invoiceGroup: line.invoiceGroup,
    subtotal: line.subtotal.minor.toString(),
    discountTotal: line.discountTotal.minor.toString(),
    total: line.total.minor.toString(),
  };
}

/** The lines of a draft as they were planned. */
export function linesFromDraft(stored: unknown, currency: string): PlannedLine[] {
  const amount = (minor: string) => money(BigInt(minor), currency);
  // The order of the fields is that of `lineOf` in plan.ts, so that equal lines are equal texts.
  return (stored as DraftLine[]).map((line) => ({
    subtotal: amount(line.subtotal),
    discountTotal: amount(line.discountTotal),
    total: amount(line.total),
    billingTermId: line.billingTermId,
    amendmentId: line.amendmentId ?? null,
    type: line.type,
    period: { start: dayFrom(line.start), end: dayFrom(line.end) },
    name: line.name,
    description: line.description,
    itemId: line.itemId ?? null,
    classId: line.classId ?? null,
    productId: line.productId ?? null,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    tiers: line.tiers ?? [],
    explanation: line.explanation ?? null,
    differentiator: line.differentiator ?? null,
    invoiceSplitKey: line.invoiceSplitKey ?? null,
    commitment: line.commitment ? { ...line.commitment, periodStart: dayFrom(line.commitment.periodStart) } : null,
    isCorrection: line.isCorrection ?? false,
    ...(line.taxedAs === undefined ? {} : { taxedAs: line.taxedAs }),
    issueDate: dayFrom(line.issueDate),
    readyOn: dayFrom(line.readyOn ?? line.issueDate),
    dueDate: dayFrom(line.dueDate),
    netPaymentTerms: line.netPaymentTerms,
    invoiceGroup: line.invoiceGroup,
  }));
}
