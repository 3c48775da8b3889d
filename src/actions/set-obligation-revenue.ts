import { bookCorrection } from "../billing-terms/modifications/booking-service.ts";
import { correctPob } from "../billing-terms/modifications/correction-service.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { getObligation } from "../billing-terms/service.ts";
import * as contracts from "../contracts/service.ts";
import { type DomainError, invalidIssues } from "../kernel/errors.ts";
import type { Books } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { recordNotFound, rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { type CustomRevenueEntry, checkEntries, manualMonthsAfter, totalOfMonths } from "../revenue/custom-revenue.ts";
import type { ObligationWithRevenue } from "../revenue/obligation-service.ts";
import { schedulesOfContracts } from "../revenue/service.ts";
import * as store from "../revenue/store.ts";
import { noteObligationChange } from "./obligation-change.ts";

/**
 * Sets the manual months of an obligation (data model 4.4).
 *
 * @param closed the closed months, if not those of the books: none for a contract that is being loaded from other books
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, OBLIGATION_NOT_FOUND, PERIOD_CLOSED, VALIDATION_FAILED,
 *   CUSTOM_REVENUE_EXCEEDS_PRICE, CUSTOM_REVENUE_UNBALANCED
 */
export async function setObligationRevenue(
  ctx: WriteContext,
  contractId: string,
  obligationId: string,
  entriesIn: (currency: string) => readonly CustomRevenueEntry[],
  { closed }: { readonly closed?: Books } = {},
): Promise<ObligationWithRevenue> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const before = await getObligation(ctx.tx, ctx.merchant.id, contractId, obligationId);
  const { performanceObligation: pob } = before;
  const entries = entriesIn(contract.currency);
  const reason = noManualMonthsReason(pob);
  if (reason !== null) throw withoutManualMonths(reason);
  const books = closed ?? (await shareBooks(ctx.tx, ctx.merchant.id));
  const issues = checkEntries(entries, pob, books);
  if (issues.length > 0) throw rejectionOf(issues);

  const schedules = await schedulesOfContracts(ctx, [contract], books);
  const found = schedules.get(contractId)?.pobs.get(pob.id);
  if (found === undefined) throw recordNotFound("OBLIGATION_NOT_FOUND");
  const { price } = found.revenue;
  if (price === null) throw withoutManualMonths("is billed without an end");
  const posted = await store.postedMonths(ctx.tx, ctx.merchant.id, [pob.id]);
  const manualMonths = manualMonthsAfter(pob, entries, { price, books, posted: posted.get(pob.id) ?? [] });
  await correctPob(ctx, contract, pob, { ...pob, manualMonths }, await bookCorrection(ctx, contract));
  return noteObligationChange(ctx, contract, before, {
    ...{ action: "obligation.set-revenue", publishes: true },
    amount: totalOfMonths(entries, contract.currency),
  });
}

/**
 * Why a performance obligation cannot have manual months (data model 4.4); null if it can.
 */
function noManualMonthsReason({ service, recognitionPattern: pattern }: PerformanceObligation): string | null {
  if (service.end === null) return "has no last day";
  if (pattern === "RECOGNIZE_AS_CONSUMED") return "is earned as it is consumed";
  return pattern === "RECOGNIZE_AS_BILLED" ? "is earned as it is billed" : null;
}

function withoutManualMonths(reason: string): DomainError {
  const message = `The service ${reason}; its months cannot be set manually.`;
  return invalidIssues([{ path: "", code: "CONFLICT", message }]);
}
