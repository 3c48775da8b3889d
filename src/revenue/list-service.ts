import { assert, required } from "../kernel/assert.ts";
import { type Month, monthOf, parseMonth } from "../kernel/day.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { currentBooks } from "../ledger/books-store.ts";
import type { Filter } from "../platform/http/filter.ts";
import { type ListQuery, offsetOf } from "../platform/http/list-query.ts";
import { computedRevenue } from "./keep-service.ts";
import type { KeptRevenue } from "./kept-revenue.ts";
import { contractsToKeep } from "./kept-store.ts";
import {
  contractsFrom,
  type EntryOfPob,
  type EntrySelection,
  entriesOf,
  type MonthRange,
  placeOf,
} from "./list-store.ts";
import type { RevenueStatus } from "./schedule.ts";
import { monthsAhead, type Reader } from "./service.ts";
import * as store from "./store.ts";

/** One row of the revenue list: an entry and whose it is. */
export type ListedRevenue = EntryOfPob & { readonly status: RevenueStatus };

/**
 * One page of revenue entries by contract, obligation and month, from what is kept of each contract; what is not current of it is
 * computed. A page costs the same wherever it is: how many entries contracts have is kept too.
 */
export async function listRevenue(
  reader: Reader,
  list: ListQuery,
): Promise<{ entries: ListedRevenue[]; totalItems: number }> {
  const { tx, merchant, clock } = reader;
  const thisMonth = monthOf(clock.today);
  const books = await currentBooks(tx, merchant.id);
  const selection = await selectionOf(reader, books, list);
  const { contractIds } = selection;
  const stale = await contractsToKeep(tx, merchant.id, { last: thisMonth + monthsAhead, contractIds });
  const computed = new Map(
    (await computedRevenue(reader, stale)).map((kept) => [kept.contractId, computedEntries(kept, selection)]),
  );
  const counts = stale.map((contractId) => ({ contractId, count: computed.get(contractId)?.length ?? 0 }));
  const offset = offsetOf(list);
  const { totalItems, contractsBefore, entriesBefore } = await placeOf(tx, merchant.id, selection, {
    offset,
    computed: counts,
  });
  const page = { contractsBefore, limit: list.limit, computed: counts };
  const ids: string[] = [];
  let found = entriesBefore;
  for (const { contractId, count } of await contractsFrom(tx, merchant.id, selection, page)) {
    if (found >= offset + list.limit) break;
    ids.push(contractId);
    found += count;
  }
  const kept = await entriesOf(
    tx,
    merchant.id,
    ids.filter((id) => !computed.has(id)),
    selection,
  );
  const byContract = new Map([...Map.groupBy(kept, ({ contractId }) => contractId), ...computed]);
  const entries = ids
    .flatMap((id) => byContract.get(id) ?? [])
    .slice(offset - entriesBefore)
    .slice(0, list.limit);
  return {
    entries: entries.map((entry) => ({ ...entry, status: statusOf(entry.month, books, thisMonth) })),
    totalItems,
  };
}

function statusOf(month: Month, books: Books, thisMonth: Month): RevenueStatus {
  if (isClosed(books, month)) return "POSTED";
  return month > thisMonth ? "PLANNED" : "ACCRUED";
}

/** The entries of a contract that the list has, as they are computed. */
function computedEntries(kept: KeptRevenue, selection: EntrySelection): EntryOfPob[] {
  const { contractId, customerId } = kept;
  const { months, customerIds, performanceObligationIds } = selection;
  if (customerIds?.includes(customerId ?? "") === false) return [];
  return kept.obligations.flatMap(({ performanceObligationId, billingTermGroupId, entries }) => {
    if (performanceObligationIds?.includes(performanceObligationId) === false) return [];
    return entries
      .filter(({ month }) => months?.some(({ from, to }) => month >= from && month <= to) ?? true)
      .map((entry) => ({ ...entry, contractId, customerId, performanceObligationId, billingTermGroupId }));
  });
}

/** What the filters of a list leave: ids that pass them all, and the months that do. A status is months as the books stand. */
async function selectionOf(
  { tx, merchant, clock }: Reader,
  books: Books,
  { filters }: ListQuery,
): Promise<EntrySelection> {
  const ids = (field: string) => intersected(filters.filter((filter) => filter.field === field).map(valuesOf));
  const performanceObligationIds = ids("performanceObligationId");
  const contractIds = ids("contractId");
  const ofPobs =
    performanceObligationIds === undefined
      ? undefined
      : await store.contractsOfPobs(tx, merchant.id, performanceObligationIds);
  const ranges = filters.flatMap((filter): (readonly MonthRange[])[] => {
    if (filter.field === "timeframe") return [monthsOf(filter)];
    return filter.field === "status" ? [monthsOfStatuses(valuesOf(filter), books, monthOf(clock.today))] : [];
  });
  return {
    contractIds: intersected([contractIds, ofPobs].filter((each) => each !== undefined)),
    customerIds: ids("customerId"),
    performanceObligationIds,
    months: ranges.length === 0 ? undefined : ranges.reduce(commonMonths),
  };
}

function valuesOf({ test, field }: Filter): readonly string[] {
  assert(test.op === "any-of", `the revenue list has no rule ${test.op} of ${field}`);
  return test.values;
}

/** What is in all of some lists; undefined where there is none. */
function intersected(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((other) => other.includes(value)));
}

/** The months of which a filter of months is true. */
function monthsOf({ test }: Filter): readonly MonthRange[] {
  const monthAt = (text: string) => required(parseMonth(text), "a month that was checked");
  if (test.op === "any-of") return [...new Set(test.values)].map(monthAt).map((month) => ({ from: month, to: month }));
  assert(test.op === "range", `the revenue list has no rule ${test.op}`);
  const { from, to } = test;
  return [
    {
      from: from === undefined ? anyMonth.from : monthAt(from.value) + (from.inclusive ? 0 : 1),
      to: to === undefined ? anyMonth.to : monthAt(to.value) - (to.inclusive ? 0 : 1),
    },
  ];
}

/** Beyond the months that there are. */
const anyMonth: MonthRange = { from: 0, to: 12 * 10_000 };

function monthsOfStatuses(
  statuses: readonly string[],
  { closedThrough }: Books,
  thisMonth: Month,
): readonly MonthRange[] {
  const closed = closedThrough ?? anyMonth.from;
  const ranges: Readonly<Record<RevenueStatus, MonthRange>> = {
    POSTED: { from: anyMonth.from, to: closed },
    ACCRUED: { from: closed + 1, to: thisMonth },
    PLANNED: { from: Math.max(closed, thisMonth) + 1, to: anyMonth.to },
  };
  return Object.entries(ranges).flatMap(([status, range]) =>
    statuses.includes(status) && range.from <= range.to ? [range] : [],
  );
}

/** Months that both have. */
function commonMonths(some: readonly MonthRange[], others: readonly MonthRange[]): readonly MonthRange[] {
  return some
    .flatMap((one) => others.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })))
    .filter(({ from, to }) => from <= to);
}
