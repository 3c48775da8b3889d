import { issueDraft, markAsSent } from "../invoicing/action-service.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import { getInvoice } from "../invoicing/service.ts";
import type { Day } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import type { WriteContext } from "../platform/write.ts";
import { reinstateInvoice } from "./reinstate-invoice.ts";
import { voidInvoice } from "./void-invoice.ts";
import { writeOffInvoice } from "./write-off-invoice.ts";

export const invoiceActions = ["ISSUE", "MARK_AS_SENT", "VOID", "MARK_UNCOLLECTIBLE", "REINSTATE"] as const;
export type InvoiceAction = (typeof invoiceActions)[number];

/**
 * Carries out an action on an invoice and returns the invoice after it.
 *
 * @throws DomainError INVOICE_NOT_FOUND, INVALID_ACTION, and as the action
 */
export async function actOnInvoice(
  ctx: WriteContext,
  invoiceId: string,
  { action, date }: { readonly action: InvoiceAction; readonly date: Day | undefined },
): Promise<Invoice> {
  const { consolidatedInvoiceId, invoiceNumber, section } = await getInvoice(ctx.tx, ctx.merchant.id, invoiceId);
  if (consolidatedInvoiceId !== null && (action === "VOID" || action === "MARK_AS_SENT")) {
    const message = `The invoice is section ${section} of ${invoiceNumber}, which is sent and voided as a whole.`;
    throw invalid("INVALID_ACTION", message, { consolidatedInvoiceId });
  }
  if (action === "ISSUE") await issueDraft(ctx, invoiceId);
  if (action === "MARK_AS_SENT") await markAsSent(ctx, invoiceId);
  if (action === "VOID") await voidInvoice(ctx, invoiceId);
  if (action === "MARK_UNCOLLECTIBLE") await writeOffInvoice(ctx, invoiceId, date);
  if (action === "REINSTATE") await reinstateInvoice(ctx, invoiceId, date);
  return getInvoice(ctx.tx, ctx.merchant.id, invoiceId);
}
