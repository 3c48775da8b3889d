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
 * A term of a contract that nobody else changes, with what is due issued: what may change must not depend on how far the
 * worker has come.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, BILLING_TERM_NOT_FOUND
 */
export async function settledTerm(
  ctx: WriteContext,
  { contractId, billingTermId }: TermPlace,
): Promise<TermOfContract> {
  // In one packet, carried out in this order; a contract or a term that is not there fails first.
  const [contract] = await Promise.all([
    contracts.lockContract(ctx, contractId, "CONTRACT_DELETED"),
    getTerm(ctx, contractId, billingTermId),
  ]);
  // Whoever changes a term answers with the job that plans its invoices.
  askAhead(ctx.regenerationJob(contractId));
  // What moves an approved contract is booked; where others are issued with it, they are locked before the books.
  if (contract.status === "APPROVED" && contract.consolidationKey === null)
    askAhead(shareBooks(ctx.tx, ctx.merchant.id));
  await catchUpInvoices(ctx, contractId);
  return { contract, record: await getTerm(ctx, contractId, billingTermId) };
}
