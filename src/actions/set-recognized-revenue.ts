import { auditedPob } from "../billing-terms/audit-service.ts";
import { bookCorrection } from "../billing-terms/modifications/booking-service.ts";
import { correctPob } from "../billing-terms/modifications/correction-service.ts";
import { roleOf } from "../billing-terms/performance-obligations/group.ts";
import { rejectWithoutFeature } from "../billing-terms/performance-obligations/group-service.ts";
import { isMeasured } from "../billing-terms/performance-obligations/performance-obligation.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { invalidIssues } from "../kernel/errors.ts";
import type { Books } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound, rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import {
  type CustomRevenueEntry,
  checkEntries,
  listAfter,
  manualMonthsAfter,
  totalOfMonths,
} from "../revenue/custom-revenue.ts";
import { amountsOfPob, type PobWithRevenue } from "../revenue/pob-record.ts";
import { pobsWithRevenue } from "../revenue/pob-service.ts";
import * as store from "../revenue/store.ts";

/**
 * Sets the manual months of a performance obligation (data model 4.4).
 *
 * @param closed the closed months, if not those of the books: none for a contract that is being loaded from other books
 * @throws DomainError FEATURE_NOT_ENABLED, POB_NOT_FOUND, CONTRACT_DELETED, PERIOD_CLOSED, VALIDATION_FAILED,
 *   CUSTOM_REVENUE_EXCEEDS_PRICE, CUSTOM_REVENUE_UNBALANCED
 */
export async function setRecognizedRevenue(
  ctx: WriteContext,
  pobId: string,
  entriesIn: (currency: string) => readonly CustomRevenueEntry[],
  { closed }: { readonly closed?: Books } = {},
): Promise<PobWithRevenue> {
  rejectWithoutFeature(ctx);
  const contractId = await store.contractOfPob(ctx.tx, ctx.merchant.id, pobId);
  if (contractId === null) throw recordNotFound("POB_NOT_FOUND");
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const before = await pobOf(ctx, contract, pobId);
  const { pob } = before.record;
  const { price } = amountsOfPob(before);
  const { recognitionPattern: pattern } = pob;
  if (price === null || isMeasured(pattern)) {
    const reason = isMeasured(pattern) ? `is ${pattern}, so earned as it is reported` : "has no price of its own";
    const message = `The performance obligation ${reason}; its months cannot be set manually.`;
    throw invalidIssues([{ path: "", code: "CONFLICT", message }]);
  }
  const books = closed ?? (await shareBooks(ctx.tx, ctx.merchant.id));
  const entries = entriesIn(contract.currency);
  const issues = checkEntries(entries, pob, books);
  if (issues.length > 0) throw rejectionOf(issues);
  const posted = await store.postedMonths(ctx.tx, ctx.merchant.id, [pobId]);
  const manualMonths =
    pattern === "CUSTOM"
      ? listAfter(pob, entries)
      : manualMonthsAfter(pob, entries, { price, books, posted: posted.get(pobId) ?? [] });
  const after = { ...pob, manualMonths };
  const changes = changesBetween(auditedPob(pob), auditedPob(after));
  const entityType = "PERFORMANCE_OBLIGATION";
  const total = totalOfMonths(entries, contract.currency);
  ctx.audit({ action: "performance-obligation.set-revenue", entityType, entityId: pobId, changes, amount: total });
  if (changes.length > 0) {
    await correctPob(ctx, contract, pob, after, await bookCorrection(ctx, contract));
    ctx.publish({ type: "performance-obligation.updated", contractId, data: { performanceObligationId: pobId } });
  }
  return pobOf(ctx, contract, pobId);
}

async function pobOf(ctx: WriteContext, contract: Contract, pobId: string): Promise<PobWithRevenue> {
  const [found] = await pobsWithRevenue(ctx, [contract], [pobId]);
  if (found === undefined || found.record.isDeleted || roleOf(found.record.pob) === "RESIDUAL") {
    throw recordNotFound("POB_NOT_FOUND");
  }
  return found;
}
