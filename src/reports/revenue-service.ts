import type { ApprovedContract } from "../contracts/service.ts";
import { required } from "../kernel/assert.ts";
import { firstDayOf, formatMonth, type Month, monthOf } from "../kernel/day.ts";
import { money, negate } from "../kernel/money.ts";
import { firstOpenMonth, isClosed } from "../ledger/books.ts";
import { booksAt } from "../ledger/past-books-store.ts";
import { civilDay, instantFromColumn } from "../platform/clock.ts";
import { type RevenueOfPob, revenueOfBook } from "../revenue/book-service.ts";
import { staleContracts } from "../revenue/stored-revenue-store.ts";
import { type Belonging, type Dimension, type Group, grouped, idIn, merged, type Names, nameIn } from "./grouping.ts";
import { HeldRows } from "./held-rows.ts";
import * as names from "./names-store.ts";
import { type RemainingPob, RemainingRows, remainingColumns, type ServedPob } from "./remaining.ts";
import {
  type AsOfReader,
  contractsOfQuery,
  currencyOf,
  type HeldReport,
  monthOfQuery,
  monthsOfQuery,
  narrowingOf,
  openMonthNotes,
  type Report,
  type ReportQuery,
} from "./request-service.ts";
import * as store from "./revenue-store.ts";
import {
  type EarnedThrough,
  earnedInOrder,
  earnedThrough,
  lastStoredMonth,
  notStoredAsOf,
  type PobsOfRow,
  type StoredSelection,
  storedAfter,
  storedAtEnd,
} from "./stored-revenue-store.ts";
import {
  type PostedFact,
  type RevenueFact,
  revenueByMonth,
  waterfallColumns,
  waterfallMonths,
  waterfallPeriods,
  waterfallRows,
} from "./waterfall.ts";

/** The revenue waterfall of approved contracts: posted, accrued and planned revenue by month. */
export async function waterfallReport(reader: AsOfReader, query: ReportQuery): Promise<HeldReport> {
  const first = monthOfQuery(reader, query, "month");
  const dimension = dimensionOf<Dimension>(query, "contract");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const { tx, merchant, cutoff } = reader;
  const end = first + waterfallMonths;
  const borders = Array.from({ length: waterfallMonths + 1 }, (_, index) => first - 1 + index);
  const beside: RevenueFact[] = [];
  const { stored, computed } = await storedOrComputed(reader, end - 1);
  const selection = stored && { ...stored, currency };
  if (selection !== undefined && dimension === "category") {
    const requested = { by: [dimension], borders, category: "ENTRY" } as const;
    for (const sum of await earnedThrough(tx, merchant.id, selection, requested))
      beside.push(...spansOf(sum, borders, currency));
  }
  for await (const pob of revenueOfBook(reader, { from: first, last: end - 1, contractIds: computed })) {
    if (pob.contract.currency !== currency) continue;
    const belonging = belongingOf(pob);
    for (const { month, amount, categoryId } of pob.schedule) beside.push({ ...belonging, categoryId, month, amount });
  }
  beside.push(...(await store.adjustedRevenue(tx, merchant.id, { currency, cutoff })));
  const besideGroups = grouped(dimension, beside, await rowNames(reader, dimension, beside));
  const isInOrder = selection !== undefined && dimension !== "category";
  const inOrder = isInOrder ? storedGroups(reader, selection, { by: dimension, borders }) : none();
  const held = new HeldRows(waterfallColumns, currency);
  const rowOf = waterfallRows(first, currency);
  for await (const group of merged<MonthAmount>(inOrder, besideGroups)) held.add(rowOf(group));
  const table = held.table({ periods: waterfallPeriods(first) });
  const period = { of: "MONTHS", first, last: end - 1 } as const;
  const parameters = { month: formatMonth(first), groupBy: dimension };
  return { table, held, currency, otherCurrencies, period, parameters };
}

type MonthAmount = Pick<RevenueFact, "month" | "amount">;

/** Stored revenue of each row of a report, by span between two borders as in `spansOf`, in the order of the rows. */
async function* storedGroups(
  { tx, merchant }: AsOfReader,
  selection: StoredSelection,
  { by, borders }: { readonly by: Dimension; readonly borders: readonly Month[] },
): AsyncGenerator<Group<MonthAmount>> {
  for await (const rows of earnedInOrder(tx, merchant.id, selection, { by, borders })) {
    for (const { id, name, earned } of rows) {
      const of = earned.map((minor, place) =>
        spanOf(minor - (earned[place - 1] ?? 0n), place, borders, selection.currency),
      );
      yield { id, name: name ?? nameIn(by, id, noNames), of };
    }
  }
}

const noNames: Names = new Map();

async function* none(): AsyncGenerator<never> {}

/**
 * Decides how the revenue of contracts is read: as stored (`stored`), except for contracts whose stored revenue is out of date (`computed`). As of an
 * earlier day all contracts are calculated; both are undefined then.
 *
 * @param last the last month of revenue of open-ended obligations
 */
export async function storedOrComputed(
  { tx, merchant, clock, cutoff }: AsOfReader,
  last: Month,
): Promise<{ stored: Omit<StoredSelection, "currency"> | undefined; computed: readonly string[] | undefined }> {
  if (cutoff !== null) return { stored: undefined, computed: undefined };
  const shown = Math.max(last, monthOf(clock.today));
  const computed = await staleContracts(tx, merchant.id, { last: shown });
  return { stored: { last: shown, except: computed }, computed };
}

/**
 * Revenue of each span that ends at a border, dated in the border month, and the rest, dated in the month after the last border. Spans without
 * entries are left out; a span whose entries cancel out is zero.
 */
function spansOf(
  { earned, entries, ...belonging }: EarnedThrough,
  borders: readonly Month[],
  currency: string,
): RevenueFact[] {
  return earned.flatMap((minor, place) => {
    if ((entries[place] ?? 0) === (entries[place - 1] ?? 0)) return [];
    return [{ ...belonging, ...spanOf(minor - (earned[place - 1] ?? 0n), place, borders, currency) }];
  });
}

function spanOf(minor: bigint, place: number, borders: readonly Month[], currency: string): MonthAmount {
  return { month: borders[place] ?? required(borders.at(-1), "a border") + 1, amount: money(minor, currency) };
}

/** Remaining performance obligations of contracts that existed at the end of a month; of all contracts, or those of the query. */
export async function remainingReport(reader: AsOfReader, query: ReportQuery): Promise<HeldReport> {
  const month = monthOfQuery(reader, query, "month");
  const dimension = dimensionOf<Dimension>(query, "contract");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const contractIds = await contractsOfQuery(reader, query);
  const { stored, computed } = await pobsAtEnd(reader, { month, currency, by: dimension, contractIds });
  const beside = grouped(dimension, computed, await rowNames(reader, dimension, computed));
  const made = new RemainingRows(month, currency);
  const held = new HeldRows(remainingColumns, currency);
  for await (const group of merged<RemainingPob>(pobGroups(stored, dimension), beside)) {
    const row = made.rowOf(group);
    if (row !== undefined) held.add(row);
  }
  const period = { of: "MONTH_END", month } as const;
  const parameters = { month: formatMonth(month), groupBy: dimension, ...narrowingOf(query) };
  return { table: held.table(made.layout()), held, currency, otherCurrencies, period, parameters };
}

/** Joins consecutive stored obligations with the same id to one group. */
async function* pobGroups(
  stored: AsyncIterable<readonly PobsOfRow[]>,
  by: Dimension,
): AsyncGenerator<Group<RemainingPob>> {
  let group: (Group<RemainingPob> & { of: RemainingPob[] }) | undefined;
  for await (const rows of stored) {
    for (const { id, name, pobs } of rows) {
      if (group !== undefined && group.id !== id) yield group;
      if (group?.id === id) group.of.push(pobs);
      else group = { id, name: name ?? nameIn(by, id, noNames), of: [pobs] };
    }
  }
  if (group !== undefined) yield group;
}

/** The performance obligations of contracts that existed at the end of a month, by the facts as of then, with their service. */
export async function remainingPobs(reader: AsOfReader, requested: AtEnd): Promise<ServedPob[]> {
  const { stored, computed } = await pobsAtEnd(reader, requested);
  return [...(await Array.fromAsync(stored)).flat().map(({ pobs }) => pobs), ...computed];
}

type AtEnd = {
  readonly month: Month;
  readonly currency: string;
  readonly by: Dimension;
  /** All contracts if undefined. */
  readonly contractIds?: readonly string[] | undefined;
};

/** As {@link remainingPobs}: stored ones, summed up by dimension and read in chunks, and those that are calculated. */
async function pobsAtEnd(
  reader: AsOfReader,
  { month, currency, by, contractIds }: AtEnd,
): Promise<{ stored: AsyncIterable<readonly PobsOfRow[]>; computed: ServedPob[] }> {
  const { tx, merchant } = reader;
  const { stored: selection, computed: toCompute } = await storedOrComputedAtEnd(reader, month, currency);
  const borders = bandsAfter(month, await lastStoredMonth(tx, merchant.id, currency));
  const end = selection && { ...selection, currency, month, contractIds, timeZone: merchant.timeZone };
  const stored = end === undefined ? none() : storedAtEnd(tx, merchant.id, end, { by, borders });
  const computed: ServedPob[] = [];
  for await (const pob of revenueOfBook(reader, { ...afterEnd(month), contractIds: inBoth(toCompute, contractIds) })) {
    const { contract, revenue, schedule } = pob;
    if (contract.currency !== currency || !existed(reader, contract, month)) continue;
    const { pattern } = revenue.pob.recognition;
    computed.push({
      ...belongingOf(pob),
      price: revenue.price,
      service: revenue.pob.service,
      isVariable: pattern === "RECOGNIZE_AS_BILLED" || pattern === "RECOGNIZE_AS_CONSUMED",
      // The schedule of usage has committed amounts, which are owed in any case. Revenue as billed depends on later billing, so it has none.
      schedule: pattern === "RECOGNIZE_AS_BILLED" ? [] : schedule,
      count: 1,
    });
  }
  return { stored, computed };
}

/** Selects revenue as of the end of a month, with the twelve months after it. */
function afterEnd(month: Month) {
  return { from: month + 1, last: month + 12, atEndOf: month };
}

/** As {@link storedOrComputed}, for contracts as they stood at the end of a month. */
async function storedOrComputedAtEnd(reader: AsOfReader, month: Month, currency: string) {
  const { stored, computed } = await storedOrComputed(reader, afterEnd(month).last);
  if (stored === undefined || computed === undefined) return { stored, computed };
  const others = await notStoredAsOf(reader.tx, reader.merchant.id, { currency, month });
  const all = [...new Set([...computed, ...others])];
  return { stored: { ...stored, except: all }, computed: all };
}

/** The borders for remaining obligations: the month, the ends of the 12 and 24 month bands, and ends of years through the year of `last`. */
function bandsAfter(month: Month, last: Month | null): Month[] {
  const ends = new Set([month, month + 12, month + 24]);
  for (let year = Math.floor((month + 1) / 12); year * 12 <= (last ?? month); year++) ends.add(year * 12 + 11);
  return [...ends].sort((a, b) => a - b);
}

/** True if a contract was signed by the end of a month or, without a close date, approved or begun, whichever came first. */
function existed({ merchant }: AsOfReader, contract: ApprovedContract, month: Month): boolean {
  const approved =
    contract.approvedAt === null ? null : civilDay(instantFromColumn(contract.approvedAt), merchant.timeZone);
  const begun = [approved, contract.termsStart, contract.start].filter((day) => day !== null);
  return (contract.closeDate ?? Math.min(...begun)) < firstDayOf(month + 1);
}

/** Posted revenue less contra revenue by month; with `basis=ALL` also accrued and planned revenue of open months. */
export async function revenueReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { first, end } = monthsOfQuery(reader, query);
  const dimension = dimensionOf(query, "customer");
  const basis = query.basis ?? "POSTED";
  const { cutoff } = reader;
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const selection = { first, end, currency, cutoff, by: dimension };
  const posted = await store.postedRevenue(reader.tx, reader.merchant.id, selection);
  const facts =
    basis === "POSTED" ? posted : await withOpenMonths(reader, posted, { first, end, currency, by: [dimension] });
  const notes = basis === "POSTED" ? await openMonthNotes(reader, end - 1) : [];
  const rows = await rowNames(reader, dimension, facts);
  const table = revenueByMonth(facts, { dimension, first, end, currency, notes, names: rows });
  const parameters = { startMonth: formatMonth(first), endMonth: formatMonth(end - 1), groupBy: dimension, basis };
  const period = { of: "MONTHS", first, last: end - 1 } as const;
  return { table, currency, otherCurrencies, period, parameters };
}

type OpenMonths = {
  readonly first: Month;
  readonly end: Month;
  readonly currency: string;
  /** All customers if undefined. */
  readonly customerIds?: readonly string[] | undefined;
  /** Dimensions that the caller groups by; ids of other dimensions may be null. */
  readonly by: readonly Dimension[];
};

/**
 * Posted revenue of closed months, and accrued and planned revenue of open months less revenue that openings loaded from other books. Contra revenue
 * and adjustments are included for all months.
 */
export async function withOpenMonths(
  reader: AsOfReader,
  posted: readonly PostedFact[],
  { first, end, currency, customerIds, by }: OpenMonths,
): Promise<RevenueFact[]> {
  const books = await booksAt(reader.tx, reader.merchant.id, reader.cutoff);
  // The schedule of a reopened month includes what was posted in it. Contra revenue and adjustments are in no schedule.
  const facts: RevenueFact[] = posted.filter(({ month, isScheduled }) => isClosed(books, month) || !isScheduled);
  const open = Math.max(first, firstOpenMonth(books) ?? first);
  if (open < end) {
    const requested = { first: open, end, currency, customerIds, cutoff: reader.cutoff };
    const opened = await store.openedRevenue(reader.tx, reader.merchant.id, requested);
    for (const fact of opened) facts.push({ ...fact, amount: negate(fact.amount) });
  }
  const { stored, computed } = await storedOrComputed(reader, end - 1);
  if (stored !== undefined && open < end) {
    const borders = Array.from({ length: end - open + 1 }, (_, index) => open - 1 + index);
    const selection = { ...stored, currency, customerIds };
    for (const sum of await earnedThrough(reader.tx, reader.merchant.id, selection, { by, borders, category: "NOW" })) {
      facts.push(...spansOf(sum, borders, currency).filter(({ month }) => month >= open && month < end));
    }
  }
  for await (const fact of computedMonths(reader, { first, end, currency, customerIds }, computed)) facts.push(fact);
  return facts;
}

/** Calculated revenue of some contracts in open months. */
export async function* computedMonths(
  reader: AsOfReader,
  { first, end, currency, customerIds }: Omit<OpenMonths, "by">,
  contractIds: readonly string[] | undefined,
): AsyncGenerator<RevenueFact> {
  for await (const pob of revenueOfBook(reader, { from: first, last: end - 1, customerIds, contractIds })) {
    if (pob.contract.currency !== currency) continue;
    const belonging = belongingOf(pob);
    for (const { month, amount, status } of pob.schedule) {
      if (status !== "POSTED" && month >= first && month < end) yield { ...belonging, month, amount };
    }
  }
}

/**
 * Revenue that was expected at the end of a month, by contract, in minor units: revenue of the twelve months after it (`upcoming`), and price without
 * a month of service that begins by their end (`undated`). Facts that are effective later are left out, so the figures of a closed month do not
 * change.
 */
export async function expectedAfter(
  reader: AsOfReader,
  month: Month,
  { currency, contractIds }: { readonly currency: string; readonly contractIds: readonly string[] },
): Promise<Map<string, { upcoming: bigint; undated: bigint }>> {
  const expected = new Map<string, { upcoming: bigint; undated: bigint }>();
  if (contractIds.length === 0) return expected;
  const { stored, computed } = await storedOrComputedAtEnd(reader, month, currency);
  if (stored !== undefined) {
    const selection = { ...stored, currency, month, contractIds };
    for (const { contractId, ...own } of await storedAfter(reader.tx, reader.merchant.id, selection)) {
      expected.set(contractId, own);
    }
  }
  for await (const pob of revenueOfBook(reader, { ...afterEnd(month), contractIds: inBoth(computed, contractIds) })) {
    const { contract, revenue, schedule } = pob;
    if (contract.currency !== currency) continue;
    const own = expected.get(contract.id) ?? { upcoming: 0n, undated: 0n };
    expected.set(contract.id, own);
    let left = revenue.price?.minor ?? 0n;
    for (const { month: of, amount } of schedule) {
      left -= amount.minor;
      if (of > month && of <= month + 12) own.upcoming += amount.minor;
    }
    const begins = revenue.pob.service.start < firstDayOf(month + 13);
    if (revenue.price !== null && begins) own.undated += left;
  }
  return expected;
}

/** The contracts in both selections; undefined means all. */
function inBoth(
  some: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] | undefined {
  if (some === undefined || others === undefined) return some ?? others;
  const wanted = new Set(others);
  return some.filter((id) => wanted.has(id));
}

function belongingOf({ contract, record: { pob: obligation } }: RevenueOfPob): Belonging {
  return {
    contractId: contract.id,
    customerId: contract.customerId,
    categoryId: obligation.categoryId,
    productId: obligation.productId ?? obligation.billingTerm?.productId ?? null,
  };
}

export function dimensionOf<D extends Dimension>(query: ReportQuery, fallback: D): D {
  return (query.groupBy as D | undefined) ?? fallback;
}

/** Names of the rows of a dimension. */
export function rowNames({ tx, merchant }: AsOfReader, dimension: Dimension, facts: readonly Belonging[]) {
  return names.namesOf(
    tx,
    merchant.id,
    dimension,
    facts.map((fact) => idIn(dimension, fact)),
  );
}
