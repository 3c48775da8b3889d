import { setImmediate } from "node:timers/promises";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligations/performance-obligation.ts";
import * as billingTerms from "../billing-terms/service.ts";
import { revenueAccounts } from "../catalog/service.ts";
import * as contracts from "../contracts/service.ts";
import type { Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import type { Books } from "../ledger/books.ts";
import type { JournalEntry } from "../ledger/journal-entry.ts";
import { postEntries } from "../ledger/service.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { WriteContext } from "../platform/write.ts";
import * as revenue from "../revenue/service.ts";
import { nothingAdjusted } from "./adjusted-position.ts";
import { adjustedByContract } from "./adjusted-store.ts";
import * as store from "./billed-store.ts";
import { insertGroupUnbilled, unbilledByGroup } from "./group-store.ts";
import {
  type CategoryAccounts,
  type ClosingFacts,
  type ContractClose,
  closeContract,
  type MonthClose,
} from "./month.ts";
import { mayEarnAhead } from "./served-lines.ts";

const contractsPerChunk = 2_000;
const contractsPerTurn = 10;

/** The facts of some contracts for closing a month; `last` is the last contract, after which the next chunk begins. */
type Chunk = {
  readonly facts: readonly ClosingFacts[];
  readonly liabilityAccounts: readonly billingTerms.LiabilityAccount[];
  readonly last: string | undefined;
};

/** Contracts on hold that the close leaves out, and for others the first month that earlier closes left them out of. */
export type LeftOut = {
  readonly leftOut: ReadonlySet<string>;
  readonly leftOutSince: ReadonlyMap<string, Month>;
};

type ContractsToClose = MonthClose & LeftOut;

/**
 * Posts one month contract by contract, in chunks, so that memory does not grow with the book. While one chunk is computed, the chunk before
 * it is written and the next one is read.
 *
 * @param reads   the transaction for reading facts: the writing one, or another that sees the same facts
 * @param publish receives the posted entries in the order of their numbers
 * @returns the number of posted entries
 */
export async function postMonth(
  ctx: WriteContext,
  books: Books,
  { reads, ...close }: ContractsToClose & { readonly reads: Tx },
  publish: (posted: readonly JournalEntry[]) => void,
): Promise<number> {
  const from = { tx: reads, merchant: ctx.merchant };
  let count = 0;
  let [chunk, computed] = [await loadChunk(from, close, undefined), nothingComputed];
  while (chunk.last !== undefined) {
    const [now, before] = [chunk, computed];
    const [posted, next, closes] = await all([
      postChunk(ctx, books, before, publish),
      loadChunk(from, close, now.last),
      closesOf(now, close),
    ]);
    count += posted;
    [chunk, computed] = [next, { closes, liabilityAccounts: now.liabilityAccounts }];
  }
  return count + (await postChunk(ctx, books, computed, publish));
}

type Computed = Pick<Chunk, "liabilityAccounts"> & { readonly closes: readonly ContractClose[] };

const nothingComputed: Computed = { closes: [], liabilityAccounts: [] };

async function postChunk(
  ctx: WriteContext,
  books: Books,
  { closes, liabilityAccounts }: Computed,
  publish: (posted: readonly JournalEntry[]) => void,
): Promise<number> {
  const drafts = closes.flatMap(({ entries }) => entries);
  const postings = closes.flatMap((each) => each.postings);
  const posted = await postEntries(ctx, books, drafts);
  const unbilled = closes.flatMap((each) => each.unbilled);
  await all([
    revenue.insertPostings(ctx.tx, ctx.merchant.id, postings),
    insertGroupUnbilled(ctx.tx, ctx.merchant.id, unbilled),
    (async () => publish(posted))(),
  ]);
  const moved = new Set(postings.map(({ performanceObligationId }) => performanceObligationId));
  const kept = liabilityAccounts.filter(({ performanceObligationId }) => moved.has(performanceObligationId));
  await billingTerms.storeLiabilityAccounts(ctx.tx, ctx.merchant.id, kept);
  return posted.length;
}

/** Computes in batches that yield to the event loop, so that answers from the database are handled meanwhile. */
async function closesOf({ facts }: Chunk, close: MonthClose): Promise<ContractClose[]> {
  const closes: ContractClose[] = [];
  for (let from = 0; from < facts.length; from += contractsPerTurn) {
    await setImmediate();
    closes.push(...facts.slice(from, from + contractsPerTurn).map((contract) => closeContract(contract, close)));
  }
  return closes;
}

/** Like `Promise.all`, but if one fails it waits for the others, so that nothing continues after the transaction was rolled back. */
async function all<T extends readonly unknown[]>(parts: readonly [...{ [K in keyof T]: Promise<T[K]> }]): Promise<T> {
  try {
    return (await Promise.all(parts)) as unknown as T;
  } finally {
    await Promise.allSettled(parts);
  }
}

async function loadChunk(
  ctx: Pick<WriteContext, "tx" | "merchant">,
  close: ContractsToClose,
  after: string | undefined,
): Promise<Chunk> {
  const chunk = await contracts.approvedContracts(ctx.tx, ctx.merchant.id, {
    after,
    contractIds: undefined,
    includeDeleted: true,
    limit: contractsPerChunk,
  });
  if (chunk.length === 0) return { facts: [], liabilityAccounts: [], last: undefined };
  const own = chunk.filter(({ id }) => !close.leftOut.has(id));
  return { ...(await loadFacts(ctx, own, close)), last: chunk.at(-1)?.id };
}

async function loadFacts(
  ctx: Pick<WriteContext, "tx" | "merchant">,
  chunk: readonly contracts.ApprovedContract[],
  { month, closeCount, leftOutSince }: ContractsToClose,
): Promise<Omit<Chunk, "last">> {
  const { tx, merchant } = ctx;
  const ids = chunk.map((contract) => contract.id);
  const loaded = await revenue.factsOfContracts({ tx, merchant }, chunk);
  const records = [...loaded.values()].flatMap((each) => each.records);
  const pobIds = records.map(({ pob }) => pob.id);
  const termIds = records.flatMap(({ pob }) => pob.billingTerm?.id ?? []);
  const liabilityAccounts = await billingTerms.liabilityAccounts(tx, merchant, termIds);
  const posted = await revenue.postedRevenue(tx, merchant.id, pobIds, month);
  const billed = await store.billedByContract(tx, merchant.id, ids, month);
  const adjusted = await adjustedByContract(tx, merchant.id, ids, month);
  const groupIds = closeCount > 1 ? new Set(records.map(({ pob }) => pob.billingTermGroupId)) : new Set<string>();
  const presented = closeCount > 1 ? await store.presentedByContract(tx, merchant.id, ids, month) : new Map();
  const metered = [...loaded].flatMap(([id, { facts }]) => (facts.usage === undefined ? [] : [id]));
  const billedForUsage = await store.billedForUsage(tx, merchant.id, metered, month);
  const ofAll = {
    posted,
    unbilledByGroup: await unbilledByGroup(tx, merchant.id, [...groupIds], month),
    ...(await loadBilled(ctx, { ids, records, liabilityAccounts }, month)),
    accounts: await loadAccounts(ctx, records, liabilityAccounts),
  };
  const facts = chunk.flatMap((contract): ClosingFacts[] => {
    const { id, customerId, currency } = contract;
    const own = loaded.get(id)?.facts;
    if (customerId === null || own === undefined) return [];
    const before = presented.get(id) ?? { unbilled: 0n, asset: 0n, liabilities: new Map() };
    return [
      {
        ...ofAll,
        facts: own,
        leftOutSince: leftOutSince.get(id) ?? null,
        customerId,
        billed: money(billed.get(id) ?? 0n, currency),
        adjusted: adjusted.get(id) ?? nothingAdjusted,
        billedForUsage: billedForUsage.get(id) ?? [],
        presented: {
          unbilledReceivable: money(before.unbilled, currency),
          contractAsset: money(before.asset, currency),
          liabilities: before.liabilities,
        },
      },
    ];
  });
  return { facts, liabilityAccounts };
}

/** Billed amounts by term and period, for the terms that need them. */
async function loadBilled(
  { tx, merchant }: Pick<WriteContext, "tx" | "merchant">,
  chunk: {
    readonly ids: readonly string[];
    readonly records: readonly PerformanceObligationRecord[];
    readonly liabilityAccounts: Chunk["liabilityAccounts"];
  },
  month: Month,
): Promise<Pick<ClosingFacts, "billedByPeriod" | "billedTrueUps" | "billedByTerm">> {
  const { ids, records, liabilityAccounts } = chunk;
  const late = await store.termsBilledLate(tx, merchant.id, ids, month);
  // A changed obligation may have earned in advance by the facts of an earlier month; others are billed before they are earned.
  const later = records.flatMap(({ pob, corrections, withdrawn }) => {
    const { billingTerm: term, service, recognitionPattern: pattern } = pob;
    if (term === null) return [];
    const isChanged = corrections.length + withdrawn.length > 0;
    return isChanged || late.has(term.id) || mayEarnAhead({ service, pattern }, term) ? [term.id] : [];
  });
  const withAccount = liabilityAccounts.map(({ billingTermId }) => billingTermId);
  const { byPeriod, trueUps } = await store.billedByPeriod(tx, merchant.id, later, month);
  return {
    billedByPeriod: byPeriod,
    billedTrueUps: trueUps,
    billedByTerm: await store.billedByTerm(tx, merchant.id, withAccount, month),
  };
}

async function loadAccounts(
  { tx, merchant }: Pick<WriteContext, "tx" | "merchant">,
  records: readonly PerformanceObligationRecord[],
  liabilityAccounts: Chunk["liabilityAccounts"],
): Promise<CategoryAccounts> {
  const categoryIds = new Set(records.flatMap(({ pob }) => pob.categoryId ?? []));
  return {
    revenue: await revenueAccounts(tx, merchant.id, [...categoryIds]),
    liability: new Map(liabilityAccounts.map((each) => [each.performanceObligationId, each.account])),
  };
}
