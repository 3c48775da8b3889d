import { type GroupRecord, roleOf } from "../billing-terms/group.ts";
import { refuseWithoutFeature } from "../billing-terms/group-service.ts";
import { listGroups as listGroupRecords } from "../billing-terms/group-store.ts";
import { listPromiseIds, namesOfPromises, type PromiseScope } from "../billing-terms/promise-list-store.ts";
import type * as promises from "../billing-terms/promise-service.ts";
import { groupsOf } from "../billing-terms/remainder-service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { isClosed } from "../ledger/books.ts";
import { currentBooks, shareBooks } from "../ledger/books-store.ts";
import type { ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import type { PromiseWithRevenue } from "./pob-record.ts";
import { type Reader, schedulesOfContracts } from "./service.ts";
import * as store from "./store.ts";

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

/** Performance obligations with their revenue, in the order of the ids; deleted ones are absent. */
export async function promisesWithRevenue(
  reader: Reader,
  of: readonly Contract[],
  ids: readonly string[],
): Promise<PromiseWithRevenue[]> {
  const { tx, merchant } = reader;
  const books = await currentBooks(tx, merchant.id);
  const loaded = await schedulesOfContracts(reader, of, books);
  const names = await namesOfPromises(tx, merchant.id, ids);
  return ids.flatMap((id): PromiseWithRevenue[] => {
    const found = [...loaded.values()].find(({ pobs }) => pobs.has(id));
    const [one, named] = [found?.pobs.get(id), names.get(id)];
    const record = found?.records.find(({ obligation }) => obligation.id === id);
    if (found === undefined || one === undefined || record === undefined || named === undefined) return [];
    const { revenue, entries } = one;
    return [{ record, revenue, names: named, schedule: entries, context: found.facts.context }];
  });
}

export const { contractOfPromise } = store;

/** Which of some promises have revenue in a closed month. */
export async function postedIn(ctx: WriteContext, promiseIds: readonly string[]): Promise<promises.Posted> {
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const posted = await store.postedMonths(ctx.tx, ctx.merchant.id, promiseIds);
  return (id) => posted.get(id)?.some(({ month }) => isClosed(books, month)) ?? false;
}
