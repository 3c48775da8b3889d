import { assert, required } from "../kernel/assert.ts";
import { type Month, monthOf, parseMonth } from "../kernel/day.ts";
import { parseId } from "../kernel/ids.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { currentBooks } from "../ledger/books-store.ts";
import type { Filter } from "../platform/http/filter.ts";
import { type Extent, type ListQuery, nextCursor, offsetOf } from "../platform/http/list-query.ts";
import { rowIsGone } from "../platform/http/page-of-all.ts";
import {
  type ContractCount,
  contractsFrom,
  type EntryOfPob,
  type EntrySelection,
  entriesOf,
  type MonthRange,
  type Place,
  placeOf,
} from "./list-store.ts";
import type { RevenueStatus } from "./schedule.ts";
import { monthsAhead, type Reader } from "./service.ts";
import * as store from "./store.ts";
import type { StoredRevenue } from "./stored-revenue.ts";
import { computedRevenue } from "./stored-revenue-service.ts";
import { staleContracts } from "./stored-revenue-store.ts";

/** One row of the revenue list: an entry with its contract and obligation. */
export type ListedRevenue = EntryOfPob & { readonly status: RevenueStatus };

/**
 * One page of revenue entries by contract, obligation and month. Stored schedules are read, those that are out of date are calculated. Each
 * page costs the same, because the number of entries of each contract is stored too.
 *
 * @throws DomainError CURSOR_INVALID if the row that the cursor names no longer exists
 */
export async function listRevenue(
  reader: Reader,
  list: ListQuery,
): Promise<{ entries: ListedRevenue[]; extent: Extent }> {
  const { tx, merchant, clock } = reader;
  const thisMonth = monthOf(clock.today);
  const books = await currentBooks(tx, merchant.id);
  const selection = await selectionOf(reader, books, list);
  const computed = await computedEntries(reader, selection);
  const counts = [...computed].map(([contractId, { length }]) => ({ contractId, count: length }));
  const [begin] = list.cursor?.values ?? [];
  const offset = offsetOf(list);
  const after = list.cursor === undefined ? { offset } : { contractId: contractOfKey(begin ?? "") };
  const { totalItems, ...place } = await placeOf(tx, merchant.id, selection, { after, computed: counts });
  const contractIds = await contractsOfPage(reader, list, selection, {
    begin: place.begin,
    counts,
  });
  const isStored = (id: string) => !computed.has(id);
  const stored = await entriesOf(tx, merchant.id, contractIds.filter(isStored), selection);
  const byContract = new Map([...Map.groupBy(stored, ({ contractId }) => contractId), ...computed]);
  const found = contractIds.flatMap((id) => byContract.get(id) ?? []);
  const from =
    list.cursor === undefined ? offset - place.entriesBefore : found.findIndex((one) => keyOf(one) === begin) + 1;
  if (list.cursor !== undefined && from === 0) throw rowIsGone();
  const page = found.slice(from, from + list.limit);
  const end = page.at(-1);
  const isLast = end === undefined || place.entriesBefore + from + page.length === totalItems;
  return {
    entries: page.map((entry) => ({ ...entry, status: statusOf(entry.month, books, thisMonth) })),
    extent: { totalItems, nextCursor: isLast ? null : nextCursor(list, [keyOf(end)]) },
  };
}

/** The unique key of an entry. */
function keyOf({ contractId, performanceObligationId, position }: EntryOfPob): string {
  return `${contractId} ${performanceObligationId} ${position}`;
}

/** @throws DomainError CURSOR_INVALID */
function contractOfKey(key: string): string {
  const id = parseId(key.split(" ")[0] ?? "");
  if (id === undefined) throw rowIsGone();
  return id;
}

/** The contracts of a page; the first may have no entry on it. */
async function contractsOfPage(
  { tx, merchant }: Reader,
  { limit }: ListQuery,
  selection: EntrySelection,
  { begin, counts }: { readonly begin: Place["begin"]; readonly counts: readonly ContractCount[] },
): Promise<string[]> {
  const page = { begin, limit: limit + 1, computed: counts };
  const contractIds: string[] = [];
  let afterFirst = 0;
  for (const { contractId, count } of await contractsFrom(tx, merchant.id, selection, page)) {
    if (afterFirst >= limit) break;
    if (contractIds.length > 0) afterFirst += count;
    contractIds.push(contractId);
  }
  return contractIds;
}

function statusOf(month: Month, books: Books, thisMonth: Month): RevenueStatus {
  if (isClosed(books, month)) return "POSTED";
  return month > thisMonth ? "PLANNED" : "ACCRUED";
}

/** Calculated entries of contracts without up-to-date stored revenue. */
async function computedEntries(reader: Reader, selection: EntrySelection): Promise<Map<string, EntryOfPob[]>> {
  const { tx, merchant, clock } = reader;
  const { contractIds } = selection;
  const stale = await staleContracts(tx, merchant.id, { last: monthOf(clock.today) + monthsAhead, contractIds });
  const computed = await computedRevenue(reader, stale);
  const entries = new Map(stale.map((id) => [id, [] as EntryOfPob[]]));
  for (const stored of computed) entries.set(stored.contractId, selectedEntries(stored, selection));
  return entries;
}

function selectedEntries(stored: StoredRevenue, selection: EntrySelection): EntryOfPob[] {
  const { contractId, customerId } = stored;
  const { months, customerIds, performanceObligationIds } = selection;
  if (customerIds?.includes(customerId ?? "") === false) return [];
  return stored.obligations.flatMap(({ performanceObligationId, billingTermGroupId, productId, entries }) => {
    if (performanceObligationIds?.includes(performanceObligationId) === false) return [];
    return entries
      .map((entry, position) => {
        return { ...entry, position, contractId, customerId, performanceObligationId, billingTermGroupId, productId };
      })
      .filter(({ month }) => months?.some(({ from, to }) => month >= from && month <= to) ?? true);
  });
}

/** The ids and months that pass all filters of a list. A status filter is a filter of months, by the closed months. */
async function selectionOf(
  { tx, merchant, clock }: Reader,
  books: Books,
  { filters }: ListQuery,
): Promise<EntrySelection> {
  const ids = (field: string) => intersected(filters.filter((filter) => filter.field === field).map(valuesOf));
  const productIds = ids("productId");
  const ofProducts = productIds && (await store.pobsOfProducts(tx, merchant.id, productIds));
  const performanceObligationIds = common([ids("performanceObligationId"), ofProducts]);
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
    contractIds: common([contractIds, ofPobs]),
    customerIds: ids("customerId"),
    performanceObligationIds,
    months: ranges.length === 0 ? undefined : ranges.reduce(commonMonths),
  };
}

function valuesOf({ test, field }: Filter): readonly string[] {
  assert(test.op === "any-of", `the revenue list has no rule ${test.op} of ${field}`);
  return test.values;
}

/** The intersection of the lists that are defined. */
function common(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return intersected(lists.filter((each) => each !== undefined));
}

/** The intersection of some lists; undefined if there are none. */
function intersected(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((other) => other.includes(value)));
}

/** The months that pass a filter. */
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

/** A range that contains every possible month. */
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

/** The intersection of two sets of ranges. */
function commonMonths(some: readonly MonthRange[], others: readonly MonthRange[]): readonly MonthRange[] {
  return some
    .flatMap((one) => others.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })))
    .filter(({ from, to }) => from <= to);
}
