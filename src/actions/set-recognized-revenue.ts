import { auditedPromise } from "../billing-terms/audit-service.ts";
import { correctPromise } from "../billing-terms/correction-service.ts";
import { roleOf } from "../billing-terms/group.ts";
import { refuseWithoutFeature } from "../billing-terms/group-service.ts";
import { isMeasured } from "../billing-terms/modification.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { invalid } from "../kernel/errors.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound, refusalOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { type CustomRevenueEntry, checkEntries, listAfter, pinsAfter } from "../revenue/custom-revenue.ts";
import { amountsOfPob, type PromiseWithRevenue } from "../revenue/pob-record.ts";
import { promisesWithRevenue } from "../revenue/promise-service.ts";
import * as store from "../revenue/store.ts";

/**
 * Says what months of a promise earn, in place of its pattern (data model 4.4).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, POB_NOT_FOUND, CONTRACT_DELETED, PERIOD_CLOSED, VALIDATION_FAILED,
 *   CUSTOM_REVENUE_EXCEEDS_PRICE, CUSTOM_REVENUE_UNBALANCED
 */
export async function setRecognizedRevenue(
  ctx: WriteContext,
  promiseId: string,
  entriesIn: (currency: string) => readonly CustomRevenueEntry[],
): Promise<PromiseWithRevenue> {
  refuseWithoutFeature(ctx);
  const contractId = await store.contractOfPromise(ctx.tx, ctx.merchant.id, promiseId);
  if (contractId === null) throw recordNotFound("POB_NOT_FOUND");
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const before = await promiseOf(ctx, contract, promiseId);
  const { obligation } = before.record;
  const { price } = amountsOfPob(before);
  const { recognitionPattern: pattern } = obligation;
  if (price === null || isMeasured(pattern)) {
    const reason = isMeasured(pattern) ? `is ${pattern}, so earned as it is reported` : "has no price of its own";
    throw invalid("VALIDATION_FAILED", `The performance obligation ${reason}; its months cannot be set by hand.`);
  }
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const entries = entriesIn(contract.currency);
  const issues = checkEntries(entries, obligation, books);
  if (issues.length > 0) throw refusalOf(issues);
  const posted = await store.postedMonths(ctx.tx, ctx.merchant.id, [promiseId]);
  const pinned =
    pattern === "CUSTOM"
      ? listAfter(obligation, entries)
      : pinsAfter(obligation, entries, { price, books, posted: posted.get(promiseId) ?? [] });
  const after = { ...obligation, pinned };
  const changes = changesBetween(auditedPromise(obligation), auditedPromise(after));
  const entityType = "PERFORMANCE_OBLIGATION";
  ctx.audit({ action: "performance-obligation.set-revenue", entityType, entityId: promiseId, changes });
  if (changes.length > 0) {
    await correctPromise(ctx, contract, obligation, after);
    ctx.tell({ type: "performance-obligation.updated", contractId, data: { performanceObligationId: promiseId } });
  }
  return promiseOf(ctx, contract, promiseId);
}

async function promiseOf(ctx: WriteContext, contract: Contract, promiseId: string): Promise<PromiseWithRevenue> {
  const [found] = await promisesWithRevenue(ctx, [contract], [promiseId]);
  if (found === undefined || found.record.isDeleted || roleOf(found.record.obligation) === "REMAINDER") {
    throw recordNotFound("POB_NOT_FOUND");
  }
  return found;
}
