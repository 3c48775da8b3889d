import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import type { PlannedInvoice } from "./plan.ts";
import type { InvoiceTax } from "./tax.ts";

/** A due invoice with everything that decides which document it is on. */
export type DatedPart = {
  readonly contract: Pick<Contract, "consolidationKey">;
  readonly draft: {
    readonly id: string;
    readonly customerId: string;
    readonly currency: string;
    readonly poNumber: string | null;
    readonly invoice: Pick<PlannedInvoice, "issueDate" | "readyOn" | "netPaymentTerms" | "invoiceGroup">;
    readonly tax: Pick<InvoiceTax, "taxLines">;
  };
  /** As it is issued. */
  readonly issueDate: Day;
  readonly dueDate: Day;
};

/**
 * Groups invoices that are issued together into documents (ADR 0040): those with the same consolidation key, customer, currency, dates, payment
 * terms, invoice group, PO number and tax scope.
 *
 * @returns documents in the order of their first invoices, each with its invoices in the order given
 */
export function documentsOf<Part extends DatedPart>(invoices: readonly Part[]): Part[][] {
  return [...Map.groupBy(invoices, documentKey).values()];
}

/** Without a consolidation key an invoice is a document of its own. */
function documentKey({ contract, draft, issueDate, dueDate }: DatedPart): string {
  if (contract.consolidationKey === null) return draft.id;
  const { invoice, tax } = draft;
  return JSON.stringify([
    [contract.consolidationKey, draft.customerId, draft.currency],
    [invoice.issueDate, invoice.readyOn, issueDate, dueDate, invoice.netPaymentTerms],
    [invoice.invoiceGroup, draft.poNumber],
    // Lines outside the scope of tax cannot be with others (EN 16931 BR-O-11 to BR-O-14).
    tax.taxLines.every(({ category }) => category === "O"),
  ]);
}
