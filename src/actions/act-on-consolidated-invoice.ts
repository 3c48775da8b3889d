import * as contracts from "../contracts/service.ts";
import { markAsSent } from "../invoicing/action-service.ts";
import type { ConsolidatedInvoice } from "../invoicing/consolidated-invoice.ts";
import { getConsolidatedInvoice, sectionIdsOf } from "../invoicing/consolidated-service.ts";
import type { Day } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import type { WriteContext } from "../platform/write.ts";
import { contractsOfInvoices } from "../receivables/credit-memo-service.ts";
import { reinstateInvoice } from "./reinstate-invoice.ts";
import { voidInvoice } from "./void-invoice.ts";
import { writeOffInvoice } from "./write-off-invoice.ts";

/** What can be done to a consolidated invoice as a whole. */
export const documentActions = ["MARK_AS_SENT", "VOID", "MARK_UNCOLLECTIBLE", "REINSTATE"] as const;
export type DocumentAction = (typeof documentActions)[number];

/**
 * Carries out an action on every section to which it applies, all or none: sending and voiding apply to all sections, writing off to open ones,
 * reinstating to written-off ones.
 *
 * @throws DomainError INVOICE_NOT_FOUND, INVOICE_NOT_OPEN if it applies to no section, and as the action on an invoice
 */
export async function actOnConsolidatedInvoice(
  ctx: WriteContext,
  documentId: string,
  { action, date }: { readonly action: DocumentAction; readonly date: Day | undefined },
): Promise<ConsolidatedInvoice> {
  const { tx, merchant } = ctx;
  const ids = await sectionIdsOf(tx, merchant.id, documentId);
  contracts.lockContractRows(ctx, await contractsOfInvoices(tx, merchant.id, ids));
  const { status, sections } = await getConsolidatedInvoice(tx, merchant.id, documentId);
  const concerned = sections.filter((section) => isConcerned(action, section.status));
  if (concerned.length === 0) {
    throw invalid("INVOICE_NOT_OPEN", `The invoice is ${status}; no section of it ${lacking[action]}.`, { status });
  }
  for (const { id } of concerned) {
    if (action === "MARK_AS_SENT") await markAsSent(ctx, id);
    if (action === "VOID") await voidInvoice(ctx, id);
    if (action === "MARK_UNCOLLECTIBLE") await writeOffInvoice(ctx, id, date);
    if (action === "REINSTATE") await reinstateInvoice(ctx, id, date);
  }
  return getConsolidatedInvoice(tx, merchant.id, documentId);
}

const lacking: Readonly<Record<DocumentAction, string>> = {
  MARK_AS_SENT: "can be sent",
  VOID: "can be voided",
  MARK_UNCOLLECTIBLE: "is owed",
  REINSTATE: "is written off",
};

/** True if the action applies to a section with this status. Sending and voiding apply to all, so that one section can reject the whole. */
function isConcerned(action: DocumentAction, status: string): boolean {
  if (action === "MARK_UNCOLLECTIBLE") return status === "ISSUED" || status === "PARTIALLY_PAID";
  if (action === "REINSTATE") return status === "UNCOLLECTIBLE";
  return status !== "VOID";
}
