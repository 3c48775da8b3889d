import { deleteAllOfContract } from "../billing-terms/deletion-store.ts";
import { deleteCommitmentsOf } from "../commitments/write-store.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices, invoicesOfContract, regenerateInvoices } from "../invoicing/service.ts";
import { monthOf, parseDay } from "../kernel/day.ts";
import { conflict } from "../kernel/errors.ts";
import { firstOpenMonth, isClosed } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { entriesOfContract } from "../ledger/service.ts";
import type { WriteContext } from "../platform/write.ts";

/**
 * Deletes a contract with its terms, performance obligations and drafts, unless an issued invoice, a closed month or what an
 * opening loaded depends on it (data model 3.4). Its postings in reopened months are reversed by their next close.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_INVOICED (409)
 */
export async function deleteContract(ctx: WriteContext, contractId: string): Promise<Contract> {
  const contract = await contracts.lockContract(ctx, contractId, "NOT_FOUND");
  // Due invoices are issued first, so that the result does not depend on the progress of the worker.
  await catchUpInvoices(ctx, contractId);
  await rejectIfInvoiced(ctx, contract);
  const bookMonth = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
  // The audit row and the event of the contract cover its parts, so they have none of their own.
  await deleteAllOfContract(ctx.tx, ctx.merchant.id, contractId, { deletedAt: ctx.clock.timestamp, bookMonth });
  await deleteCommitmentsOf(ctx.tx, ctx.merchant.id, contractId, ctx.clock.timestamp);
  // Regenerating without terms removes its drafts; must happen before, because a deleted contract is not regenerated.
  await regenerateInvoices(ctx, [contractId]);
  return contracts.markDeleted(ctx, contract);
}

async function rejectIfInvoiced(ctx: WriteContext, contract: Contract): Promise<void> {
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const invoices = await invoicesOfContract(ctx.tx, ctx.merchant.id, contract.id);
  const issued = invoices.filter(({ status }) => status !== "DRAFT" && status !== "VOID");
  if (issued.length > 0) {
    const invoiceNumbers = issued.flatMap(({ invoiceNumber }) => invoiceNumber ?? []);
    const message = `The contract has issued invoices (${invoiceNumbers.slice(0, 3).join(", ")}); void them first.`;
    throw conflict("CONTRACT_INVOICED", message, { invoiceNumbers: invoiceNumbers.slice(0, 100) });
  }
  const entries = await entriesOfContract(ctx.tx, ctx.merchant.id, contract.id);
  // The opening entry belongs to the old books; no close reverses it (ADR 0077).
  if (entries.some(({ type }) => type === "OPENING")) {
    const message = "The contract was loaded by an opening; terminate its billing terms instead.";
    throw conflict("CONTRACT_INVOICED", message);
  }
  const isInClosedMonth = entries.some(({ date }) => {
    const day = parseDay(date);
    return day !== undefined && isClosed(books, monthOf(day));
  });
  if (isInClosedMonth) {
    throw conflict("CONTRACT_INVOICED", "The contract has entries in a closed month; reopen the month first.");
  }
}
