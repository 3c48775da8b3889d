import { auditedPromise } from "../billing-terms/audit-service.ts";
import { correctPromise } from "../billing-terms/correction-service.ts";
import { type GroupRecord, roleOf } from "../billing-terms/group.ts";
import { membersOf, refuseWithoutFeature } from "../billing-terms/group-service.ts";
import { listGroups as listGroupRecords } from "../billing-terms/group-store.ts";
import { isMeasured } from "../billing-terms/modification.ts";
import type { PromiseDraft } from "../billing-terms/promise-draft.ts";
import { listPromiseIds, namesOfPromises, type PromiseScope } from "../billing-terms/promise-list-store.ts";
import * as promises from "../billing-terms/promise-service.ts";
import { groupsOf } from "../billing-terms/remainder-service.ts";
import { performanceObligationsOfContracts } from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { assert } from "../kernel/assert.ts";
import { monthOf } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { isClosed } from "../ledger/books.ts";
import { currentBooks, shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound, refusalOf } from "../platform/http/error-codes.ts";
import type { ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import { billedByGroup } from "./billed-store.ts";
import { type CustomRevenueEntry, checkEntries, listAfter, pinsAfter } from "./custom-revenue.ts";
import { promiseByMonth } from "./promise-by-month.ts";
import { type PromiseWithRevenue, worthOf } from "./promise-record.ts";
import { revenueSchedule } from "./schedule.ts";
import { monthsAhead, type Reader } from "./service.ts";
import * as store from "./store.ts";
import { usageOfPromises } from "./usage-service.ts";

export type ListedGroup = {
  readonly group: GroupRecord;
  readonly termIds: readonly string[];
  readonly promiseIds: readonly string[];
};

/**
 * One page of the groups of a contract with the ids of their members, oldest first.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, FEATURE_NOT_ENABLED
 */
export async function listGroups(
  reader: Reader,
  contractId: string,
  list: ListQuery,
): Promise<{ groups: ListedGroup[]; totalItems: number }> {
  refuseWithoutFeature(reader);
  const contract = await contracts.getContract(reader, contractId, "CONTRACT_DELETED");
  const { groups, totalItems } = await listGroupRecords(reader.tx, reader.merchant.id, contract.id, list);
  const members = await groupsOf(reader, contract.id);
  const listed = groups.map((group): ListedGroup => {
    const { terms, promises: all } = members.get(group.id) ?? { terms: [], promises: [] };
    const shown = all.filter((promise) => roleOf(promise) !== "REMAINDER");
    return { group, termIds: terms.map(({ id }) => id), promiseIds: shown.map(({ id }) => id) };
  });
  return { groups: listed, totalItems };
}

/**
 * One page of the performance obligations of a contract, or of the merchant, newest first.
 *
 * @throws DomainError FEATURE_NOT_ENABLED; of a contract CONTRACT_NOT_FOUND, CONTRACT_DELETED
 */
export async function listPromises(
  reader: Reader,
  scope: PromiseScope,
  list: ListQuery,
): Promise<{ promises: PromiseWithRevenue[]; totalItems: number }> {
  refuseWithoutFeature(reader);
  if (scope.contractId !== undefined) await contracts.getContract(reader, scope.contractId, "CONTRACT_DELETED");
  const { promises: page, totalItems } = await listPromiseIds(reader.tx, reader.merchant.id, scope, list);
  const contractIds = [...new Set(page.map(({ contractId }) => contractId))];
  const found = await contracts.findContracts(reader.tx, reader.merchant.id, contractIds);
  return {
    promises: await promisesWithRevenue(
      reader,
      found,
      page.map(({ id }) => id),
    ),
    totalItems,
  };
}

/** Performance obligations with their revenue, in the order of the ids. */
export async function promisesWithRevenue(
  { tx, merchant, clock }: Reader,
  of: readonly Contract[],
  ids: readonly string[],
): Promise<PromiseWithRevenue[]> {
  const contractsById = new Map(of.map((contract) => [contract.id, contract]));
  const records = await performanceObligationsOfContracts(tx, merchant.id, [...contractsById.keys()]);
  const books = await currentBooks(tx, merchant.id);
  const posted = await store.postedMonths(tx, merchant.id, ids);
  const billed = await billedByGroup(tx, merchant.id, records);
  const usage = await usageOfPromises({ tx, merchant }, of, records);
  const names = await namesOfPromises(tx, merchant.id, ids);
  const thisMonth = monthOf(clock.today);
  return ids.flatMap((id): PromiseWithRevenue[] => {
    const record = records.find(({ obligation }) => obligation.id === id);
    const contract = contractsById.get(record?.obligation.contractId ?? "");
    const named = names.get(id);
    if (record === undefined || contract === undefined || named === undefined) return [];
    const context = { currency: contract.currency, rounding: merchant.rounding };
    const promise = promiseByMonth(record, contract, {
      billed: billed.get(record.obligation.billingTermGroupId),
      metered: { usage: usage.get(contract.id), through: thisMonth + monthsAhead, pricing: context },
    });
    const facts = { posted: posted.get(id) ?? [], books, thisMonth };
    return [
      {
        record,
        known: promise.known,
        names: named,
        schedule: revenueSchedule(promise, facts, thisMonth + monthsAhead, context),
        context,
      },
    ];
  });
}

export type SavedPromises = {
  readonly created: readonly PromiseWithRevenue[];
  readonly updated: readonly PromiseWithRevenue[];
  readonly deletedIds: readonly string[];
  readonly warnings: promises.SavedPromises["warnings"];
};

/**
 * Saves promises of a group, all or nothing (data model 6.1).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, CONTRACT_NOT_FOUND, CONTRACT_DELETED, and as `promises.savePromises`
 */
export async function savePromises(
  ctx: WriteContext,
  contractId: string,
  groupId: string,
  batch: promises.PromiseBatch,
): Promise<SavedPromises> {
  refuseWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const { promises: members } = await membersOf(ctx, contract, groupId);
  const isPosted = await postedIn(
    ctx,
    members.map(({ id }) => id),
  );
  return shown(ctx, contractId, await promises.savePromises(ctx, contract, groupId, batch, isPosted));
}

/**
 * Changes one promise (data model 6.2).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, CONTRACT_NOT_FOUND, CONTRACT_DELETED, and as `promises.patchPromise`
 */
export async function patchPromise(
  ctx: WriteContext,
  contractId: string,
  promiseId: string,
  draft: PromiseDraft,
): Promise<SavedPromises> {
  refuseWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  return shown(ctx, contractId, await promises.patchPromise(ctx, contract, promiseId, draft));
}

/**
 * Says what months of a promise earn, in place of its pattern (data model 4.4).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, POB_NOT_FOUND, CONTRACT_DELETED, PERIOD_CLOSED, VALIDATION_FAILED,
 *   CUSTOM_REVENUE_EXCEEDS_PRICE, CUSTOM_REVENUE_UNBALANCED
 */
export async function saveRecognized(
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
  const { price } = worthOf(before);
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

export const { contractOfPromise } = store;

async function promiseOf(ctx: WriteContext, contract: Contract, promiseId: string): Promise<PromiseWithRevenue> {
  const [found] = await promisesWithRevenue(ctx, [contract], [promiseId]);
  if (found === undefined || found.record.isDeleted || roleOf(found.record.obligation) === "REMAINDER") {
    throw recordNotFound("POB_NOT_FOUND");
  }
  return found;
}

async function shown(ctx: WriteContext, contractId: string, saved: promises.SavedPromises): Promise<SavedPromises> {
  const contract = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
  const all = await promisesWithRevenue(ctx, [contract], [...saved.createdIds, ...saved.updatedIds]);
  const created = all.slice(0, saved.createdIds.length);
  assert(all.length === saved.createdIds.length + saved.updatedIds.length, "what was just saved is found");
  return { created, updated: all.slice(created.length), deletedIds: saved.deletedIds, warnings: saved.warnings };
}

/** Which of some promises have revenue in a closed month. */
export async function postedIn(ctx: WriteContext, promiseIds: readonly string[]): Promise<promises.Posted> {
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const posted = await store.postedMonths(ctx.tx, ctx.merchant.id, promiseIds);
  return (id) => posted.get(id)?.some(({ month }) => isClosed(books, month)) ?? false;
}
