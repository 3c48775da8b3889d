import { type GroupRecord, roleOf } from "../billing-terms/performance-obligations/group.ts";
import { rejectWithoutFeature } from "../billing-terms/performance-obligations/group-service.ts";
import { listGroups as listGroupRecords } from "../billing-terms/performance-obligations/group-store.ts";
import { listPobIds, namesOfPobs, type PobFilter } from "../billing-terms/performance-obligations/pob-list-store.ts";
import type * as pobs from "../billing-terms/performance-obligations/pob-service.ts";
import { groupsOf } from "../billing-terms/performance-obligations/residual-service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { isClosed } from "../ledger/books.ts";
import { currentBooks, shareBooks } from "../ledger/books-store.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import type { PobWithRevenue } from "./pob-record.ts";
import { type Reader, schedulesOfContracts } from "./service.ts";
import * as store from "./store.ts";

export type ListedGroup = {
  readonly group: GroupRecord;
  readonly termIds: readonly string[];
  readonly pobIds: readonly string[];
};

/**
 * One page of the groups of a contract with the ids of their members, newest first.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, FEATURE_NOT_ENABLED
 */
export async function listGroups(
  reader: Reader,
  contractId: string,
  list: ListQuery,
): Promise<{ groups: ListedGroup[]; extent: Extent }> {
  rejectWithoutFeature(reader);
  const contract = await contracts.getContract(reader, contractId, "CONTRACT_DELETED");
  const { groups, extent } = await listGroupRecords(reader.tx, reader.merchant.id, contract.id, list);
  const members = await groupsOf(reader, contract.id);
  const listed = groups.map((group): ListedGroup => {
    const { terms, pobs: all } = members.get(group.id) ?? { terms: [], pobs: [] };
    const shown = all.filter((pob) => roleOf(pob) !== "RESIDUAL");
    return { group, termIds: terms.map(({ id }) => id), pobIds: shown.map(({ id }) => id) };
  });
  return { groups: listed, extent };
}

/**
 * One page of the performance obligations of a contract, or of the merchant, newest first.
 *
 * @throws DomainError FEATURE_NOT_ENABLED; of a contract CONTRACT_NOT_FOUND, CONTRACT_DELETED
 */
export async function listPobs(
  reader: Reader,
  scope: PobFilter,
  list: ListQuery,
): Promise<{ pobs: PobWithRevenue[]; extent: Extent }> {
  rejectWithoutFeature(reader);
  if (scope.contractId !== undefined) await contracts.getContract(reader, scope.contractId, "CONTRACT_DELETED");
  const { pobs: page, extent } = await listPobIds(reader.tx, reader.merchant.id, scope, list);
  const contractIds = [...new Set(page.map(({ contractId }) => contractId))];
  const found = await contracts.findContracts(reader.tx, reader.merchant.id, contractIds);
  return {
    pobs: await pobsWithRevenue(
      reader,
      found,
      page.map(({ id }) => id),
    ),
    extent,
  };
}

/** Performance obligations with their revenue, in the order of the ids; deleted ones are absent. */
export async function pobsWithRevenue(
  reader: Reader,
  of: readonly Contract[],
  ids: readonly string[],
): Promise<PobWithRevenue[]> {
  const { tx, merchant } = reader;
  const books = await currentBooks(tx, merchant.id);
  const loaded = await schedulesOfContracts(reader, of, books);
  const names = await namesOfPobs(tx, merchant.id, ids);
  return ids.flatMap((id): PobWithRevenue[] => {
    const found = [...loaded.values()].find(({ pobs }) => pobs.has(id));
    const [one, named] = [found?.pobs.get(id), names.get(id)];
    const record = found?.records.find(({ pob: obligation }) => obligation.id === id);
    if (found === undefined || one === undefined || record?.isDeleted !== false || named === undefined) return [];
    const { revenue, entries } = one;
    return [{ record, revenue, names: named, schedule: entries, context: found.facts.context }];
  });
}

export const { contractOfPob } = store;

/** Which of some performance obligations have revenue in a closed month. */
export async function postedIn(ctx: WriteContext, pobIds: readonly string[]): Promise<pobs.Posted> {
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const posted = await store.postedMonths(ctx.tx, ctx.merchant.id, pobIds);
  return (id) => posted.get(id)?.some(({ month }) => isClosed(books, month)) ?? false;
}
