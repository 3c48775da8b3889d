import { auditedObligation } from "../billing-terms/audit-service.ts";
import { bookModification } from "../billing-terms/modifications/booking-service.ts";
import type { Obligation } from "../billing-terms/obligation.ts";
import { deleteParts } from "../billing-terms/obligation-store.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { invoicedThrough } from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices } from "../invoicing/service.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import { type ObligationWithRevenue, obligationsWithRevenue } from "../revenue/obligation-service.ts";
import { isLoaded } from "../revenue/opening-store.ts";
import * as store from "../revenue/store.ts";

/**
 * Deletes an obligation with its term and performance obligation, unless an issued invoice, a closed month or what an opening
 * loaded depends on it.
 *
 * @throws DomainError 400 OBLIGATION_NOT_FOUND (as the spec has it for DELETE), OBLIGATION_LOCKED, CONTRACT_DELETED
 */
export async function deleteObligation(
  ctx: WriteContext,
  contractId: string,
  obligationId: string,
): Promise<ObligationWithRevenue> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  // Due invoices are issued first, so that the result does not depend on the progress of the worker.
  await catchUpInvoices(ctx, contractId);
  const [found] = await obligationsWithRevenue(ctx, contract, obligationId);
  if (found === undefined) throw invalid("OBLIGATION_NOT_FOUND", "Obligation not found.");
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  await rejectIfLocked(ctx, found.obligation, books);
  await remove(ctx, contract, found.obligation);
  return found;
}

async function rejectIfLocked(ctx: WriteContext, obligation: Obligation, books: Books): Promise<void> {
  const { billingTerm, id } = obligation.performanceObligation;
  if (billingTerm.committed.length > 0) {
    throw invalid("OBLIGATION_LOCKED", "A step of a commitment names the obligation's billing term.");
  }
  const invoiced: Day | null = await invoicedThrough(ctx.tx, ctx.merchant.id, billingTerm.id);
  if (invoiced !== null) {
    const through = formatDay(invoiced - 1);
    throw invalid(
      "OBLIGATION_LOCKED",
      `The obligation is invoiced through ${through}; correct it with a credit memo.`,
      {
        invoicedThrough: through,
      },
    );
  }
  if (await isLoaded(ctx.tx, ctx.merchant.id, [id])) {
    const message = "The obligation was loaded by an opening; terminate its billing term instead.";
    throw invalid("OBLIGATION_LOCKED", message);
  }
  const posted = await store.firstPostedMonth(ctx.tx, ctx.merchant.id, id);
  if (posted !== undefined && isClosed(books, posted)) {
    throw invalid(
      "OBLIGATION_LOCKED",
      "Revenue of the obligation is recognized in a closed month; reopen the month first.",
    );
  }
}

async function remove(ctx: WriteContext, contract: Contract, obligation: Obligation): Promise<void> {
  const { performanceObligation: pob } = obligation;
  const lastDay = (pob.service.end ?? ctx.clock.today + 1) - 1;
  const { bookMonth } = await bookModification(ctx, contract, lastDay);
  await deleteParts(
    ctx.tx,
    ctx.merchant.id,
    { groupId: pob.billingTermGroupId, termIds: [pob.billingTerm.id], pobIds: [pob.id] },
    { at: ctx.clock.timestamp, bookMonth },
  );
  await reportTerms(ctx, contract);
  ctx.audit({
    action: "obligation.delete",
    entityType: "OBLIGATION",
    entityId: obligation.id,
    changes: changesBetween(auditedObligation(obligation), {}),
  });
  ctx.publish({ type: "obligation.deleted", contractId: contract.id, data: { obligationId: obligation.id } });
}
