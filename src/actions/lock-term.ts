import type { BillingTermRecord } from "../billing-terms/billing-term.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices } from "../invoicing/service.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { askAhead } from "../platform/db/pool.ts";
import type { WriteContext } from "../platform/write.ts";

/** Which term of which contract. */
export type TermPlace = { readonly contractId: string; readonly billingTermId: string };

/** A term with its locked contract. */
export type TermOfContract = { readonly contract: Contract; readonly record: BillingTermRecord };

/**
 * A term with its locked contract, after due invoices were issued, so that what may change does not depend on the progress of the worker.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, BILLING_TERM_NOT_FOUND
 */
export async function lockTerm(ctx: WriteContext, { contractId, billingTermId }: TermPlace): Promise<TermOfContract> {
  // Sent in one round trip, carried out in this order; a missing contract or term fails first.
  const [contract] = await Promise.all([
    contracts.lockContract(ctx, contractId, "CONTRACT_DELETED"),
    getTerm(ctx, contractId, billingTermId),
  ]);
  // Every change of a term enqueues the job that regenerates its invoices.
  askAhead(ctx.regenerationJob(contractId));
  // Changes of an approved contract need the books for their booking; contracts that share its documents are locked before the books.
  if (contract.status === "APPROVED" && contract.consolidationKey === null)
    askAhead(shareBooks(ctx.tx, ctx.merchant.id));
  await catchUpInvoices(ctx, contractId);
  return { contract, record: await getTerm(ctx, contractId, billingTermId) };
}
