import * as contracts from "../contracts/service.ts";
import type { Books } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { balanceOf, type InvoiceAccount } from "./invoice-account.ts";
import * as store from "./invoice-store.ts";

/**
 * An invoice, locked together with its contract and the books.
 *
 * @throws DomainError INVOICE_NOT_FOUND
 */
export async function lockedInvoice(
  ctx: WriteContext,
  invoiceId: string,
): Promise<{ books: Books; invoice: InvoiceAccount }> {
  await contracts.lockContracts(ctx, await store.contractsOfInvoices(ctx.tx, ctx.merchant.id, [invoiceId]));
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const invoice = (await store.lockInvoices(ctx.tx, ctx.merchant.id, [invoiceId])).get(invoiceId);
  if (invoice === undefined) throw recordNotFound("INVOICE_NOT_FOUND");
  return { books, invoice };
}

/** Writes an audit row about a new status of an invoice. */
export function noteStatus(ctx: WriteContext, action: string, before: InvoiceAccount, status: string): void {
  const changes = [{ path: "/status", from: before.status, to: status }];
  ctx.audit({ action, entityType: "INVOICE", entityId: before.id, changes, amount: balanceOf(before) });
}
