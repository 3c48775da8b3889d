import { isTaxUnknown, missingTaxLocation } from "../contracts/readiness.ts";
import * as contracts from "../contracts/service.ts";
import { formatDay } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import type { WriteContext } from "../platform/write.ts";
import { markSent } from "./delivery-store.ts";
import { getInvoice, regenerateInvoices } from "./service.ts";

/**
 * Issues a due draft, together with everything else that is due of its contract, and invoices on the same document.
 *
 * @throws DomainError INVOICE_NOT_FOUND, INVALID_ACTION if it is already issued or not due yet
 */
export async function issueDraft(ctx: WriteContext, invoiceId: string): Promise<void> {
  const { contractId } = await getInvoice(ctx.tx, ctx.merchant.id, invoiceId);
  const [contract] = await contracts.lockContracts(ctx, [contractId]);
  const draft = await getInvoice(ctx.tx, ctx.merchant.id, invoiceId);
  if (draft.status !== "DRAFT") {
    throw invalid("INVALID_ACTION", `The invoice is ${draft.status}; only a draft can be issued.`);
  }
  if (draft.issueDate > formatDay(ctx.clock.today)) {
    throw invalid(
      "INVALID_ACTION",
      `The draft is issued on ${draft.issueDate}; until then its contract may change it.`,
    );
  }
  if (contract !== undefined && isTaxUnknown(contract, ctx.merchant)) {
    throw invalid("INVALID_ACTION", `The draft is held. ${missingTaxLocation.message}`, {
      reason: missingTaxLocation.code,
    });
  }
  await regenerateInvoices(ctx, [contractId]);
}

/** Records that an invoice was sent. @throws DomainError INVOICE_NOT_FOUND, INVALID_ACTION for a draft or void one */
export async function markAsSent(ctx: WriteContext, invoiceId: string): Promise<void> {
  const { contractId } = await getInvoice(ctx.tx, ctx.merchant.id, invoiceId);
  contracts.lockContractRows(ctx, [contractId]);
  const { status } = await getInvoice(ctx.tx, ctx.merchant.id, invoiceId);
  if (status === "DRAFT" || status === "VOID") {
    throw invalid("INVALID_ACTION", `The invoice is ${status}; only an issued one can be sent.`);
  }
  await markSent(ctx.tx, ctx.merchant.id, { invoiceId, day: ctx.clock.today, at: ctx.clock.timestamp });
  const changes = [{ path: "/deliveryStatus", from: null, to: "SENT" }];
  ctx.audit({ action: "invoice.mark-as-sent", entityType: "INVOICE", entityId: invoiceId, changes });
  ctx.publish({ type: "invoice.sent", contractId, data: { invoiceId } });
}
