import { deleteAllOfContract } from "../billing-terms/deletion-store.ts";
import { deleteCommitmentsOf } from "../commitments/write-store.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import { catchUpInvoices, invoicesOfContract, regenerateInvoices } from "../invoicing/service.ts";
import { dayFrom, monthOf } from "../kernel/day.ts";
import { conflict } from "../kernel/errors.ts";
import { type Books, firstOpenMonth, isClosed } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { entriesOfContract } from "../ledger/service.ts";
import type { WriteContext } from "../platform/write.ts";
import { reverseOpening } from "./reverse-opening.ts";

/**
 * Deletes a contract with its terms, performance obligations and drafts, unless an issued invoice, a closed month or an adjustment
 * depends on it (data model 3.4). Takes back what its opening loaded (ADR 0091). Its postings in reopened months are reversed by
 * their next close.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_INVOICED (409)
 */
export async function deleteContract(ctx: WriteContext, contractId: string): Promise<Contract> {
  const contract = await contracts.lockContract(ctx, contractId, "NOT_FOUND");
  // Due invoices are issued first, so that the result does not depend on the progress of the worker.
  await catchUpInvoices(ctx, contractId);
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const invoices = await invoicesOfContract(ctx.tx, ctx.merchant.id, contractId);
  const issued = invoices.filter(({ status }) => status !== "DRAFT" && status !== "VOID");
  rejectIfInvoiced(issued);
  await rejectIfPosted(ctx, books, contractId);
  await reverseOpening(ctx, books, contract, issued);
  const bookMonth = firstOpenMonth(books);
  // The audit row and the event of the contract cover its parts, so they have none of their own.
  await deleteAllOfContract(ctx.tx, ctx.merchant.id, contractId, { deletedAt: ctx.clock.timestamp, bookMonth });
  await deleteCommitmentsOf(ctx.tx, ctx.merchant.id, contractId, ctx.clock.timestamp);
  // Regenerating without terms removes its drafts; must happen before, because a deleted contract is not regenerated.
  await regenerateInvoices(ctx, [contractId]);
  return contracts.markDeleted(ctx, contract);
}

/** Old invoices of an opening are reversed together with it. */
function rejectIfInvoiced(issued: readonly Invoice[]): void {
  const own = issued.filter(({ source }) => source !== "IMPORT");
  if (own.length === 0) return;
  const invoiceNumbers = own.flatMap(({ invoiceNumber }) => invoiceNumber ?? []);
  const message = `The contract has issued invoices (${invoiceNumbers.slice(0, 3).join(", ")}); void them first.`;
  throw conflict("CONTRACT_INVOICED", message, { invoiceNumbers: invoiceNumbers.slice(0, 100) });
}

async function rejectIfPosted({ tx, merchant }: WriteContext, books: Books, contractId: string): Promise<void> {
  const entries = await entriesOfContract(tx, merchant.id, contractId);
  const isInClosedMonth = entries.some(({ date }) => isClosed(books, monthOf(dayFrom(date))));
  if (isInClosedMonth) {
    throw conflict("CONTRACT_INVOICED", "The contract has entries in a closed month; reopen the month first.");
  }
  // No close reverses an adjustment: its contract liability would remain for a deleted contract.
  const adjusted = entries.filter(({ type }) => type === "ADJUSTMENT").flatMap(({ lines }) => lines);
  const byAccount = Map.groupBy(adjusted, ({ role, account }) => `${role} ${account}`);
  const stands = [...byAccount.values()].some(
    (lines) => lines.reduce((net, { debit, credit }) => net + debit.minor - credit.minor, 0n) !== 0n,
  );
  if (stands) throw conflict("CONTRACT_INVOICED", "The contract has adjustments; reverse them first.");
}
