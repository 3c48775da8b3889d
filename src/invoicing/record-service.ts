import { type ExternalId, withExternalIds } from "../catalog/external-id.ts";
import * as contracts from "../contracts/service.ts";
import { type SentCustomFieldValue, withCustomFields } from "../customers/custom-field-value.ts";
import { customFieldsOf } from "../customers/custom-field-value-service.ts";
import { invalid } from "../kernel/errors.ts";
import { orUnchanged } from "../kernel/patch.ts";
import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Invoice } from "./invoice.ts";
import { upsertExternalIds, writeRecord } from "./record-store.ts";
import { getInvoice } from "./service.ts";

/** A requested change; undefined keeps a value, null clears it. */
export type InvoicePatch = {
  readonly memo?: string | null | undefined;
  readonly poNumber?: string | null | undefined;
  readonly customFields?: readonly SentCustomFieldValue[] | undefined;
};

/**
 * Changes the memo, custom field values and PO number of an issued invoice. (Buyers often name the PO number late, and do not pay without it.)
 * Lines, dates, amounts, tax, number and parties never change, and none of these fields is part of the content hash. A paid or void invoice
 * keeps its PO number; that of a draft is changed in its contract.
 *
 * @throws DomainError INVOICE_NOT_FOUND, INVALID_ACTION, VALIDATION_FAILED for a value of no custom field of invoices
 */
export async function updateInvoice(ctx: WriteContext, invoiceId: string, patch: InvoicePatch): Promise<Invoice> {
  const before = await lockedIssued(ctx, invoiceId);
  const sent = patch.customFields ?? [];
  const fields = await customFieldsOf(ctx, "INVOICE", sent);
  const after = {
    ...before,
    memo: orUnchanged(patch.memo, before.memo),
    poNumber: orUnchanged(patch.poNumber, before.poNumber),
    customFields: withCustomFields(before.customFields, sent, fields),
  };
  const isPaidOrVoid = before.status === "PAID" || before.status === "VOID";
  if (isPaidOrVoid && after.poNumber !== before.poNumber) {
    throw invalid("INVALID_ACTION", `The invoice is ${before.status}; its PO number stays as it is.`);
  }
  return changeTo(ctx, before, after, "invoice.update");
}

/**
 * Sets external ids of an issued invoice, all or none. Those of other source types stay, and none is ever deleted. Of concurrent requests the
 * last one wins.
 *
 * @param entries without a repeated source type
 * @throws DomainError INVOICE_NOT_FOUND, INVALID_ACTION for a draft, which is replaced when its plan changes
 */
export async function setExternalIds(
  ctx: WriteContext,
  invoiceId: string,
  entries: readonly ExternalId[],
): Promise<Invoice> {
  const before = await lockedIssued(ctx, invoiceId);
  const after = { ...before, externalIds: withExternalIds(before.externalIds, entries) };
  await upsertExternalIds(ctx.tx, ctx.merchant.id, invoiceId, entries);
  return changeTo(ctx, before, after, "invoice.set-external-ids");
}

/** The invoice, with its contract locked: every change of an invoice locks it. */
async function lockedIssued(ctx: WriteContext, invoiceId: string): Promise<Invoice> {
  const { contractId } = await getInvoice(ctx.tx, ctx.merchant.id, invoiceId);
  contracts.lockContractRows(ctx, [contractId]);
  const invoice = await getInvoice(ctx.tx, ctx.merchant.id, invoiceId);
  if (invoice.status === "DRAFT") {
    throw invalid(
      "INVALID_ACTION",
      "The invoice is DRAFT and follows its contract; change it there, or once it is issued.",
    );
  }
  return invoice;
}

async function changeTo(ctx: WriteContext, before: Invoice, after: Invoice, action: string): Promise<Invoice> {
  const stated = ({ memo, poNumber, customFields, externalIds }: Invoice) => {
    return { memo, poNumber, customFields, externalIds };
  };
  const changes = changesBetween(stated(before), stated(after));
  const audited = changes.map(({ path, ...change }) => ({ path: `/${path}`, ...change }));
  ctx.audit({ action, entityType: "INVOICE", entityId: before.id, changes: audited });
  if (changes.length === 0) return before;

  await writeRecord(ctx.tx, ctx.merchant.id, { ...after, lastUpdatedAt: ctx.clock.timestamp });
  ctx.publish({ type: "invoice.updated", contractId: before.contractId, data: { invoiceId: before.id } });
  return getInvoice(ctx.tx, ctx.merchant.id, before.id);
}
