import type { ApprovedContract } from "../contracts/service.ts";
import { required } from "../kernel/assert.ts";
import { firstDayOf, formatMonth, type Month, monthOf } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { firstOpenMonth, isClosed } from "../ledger/books.ts";
import { booksAt } from "../ledger/past-books-store.ts";
import { civilDay, instantFromColumn } from "../platform/clock.ts";
import { type RevenueOfPob, revenueOfBook } from "../revenue/book-service.ts";
import { contractsToKeep } from "../revenue/kept-store.ts";
import { type Belonging, type Dimension, idIn } from "./grouping.ts";
import {
  type EarnedThrough,
  earnedThrough,
  type KeptSelection,
  keptAfter,
  keptAtEnd,
  lastKeptMonth,
  notKeptAsOf,
} from "./kept-revenue-store.ts";
import * as names from "./names-store.ts";
import { remainingObligations, type ServedPob } from "./remaining.ts";
import {
  type AsOfReader,
  currencyOf,
  monthOfQuery,
  monthsOfQuery,
  openMonthNotes,
  type Report,
  type ReportQuery,
} from "./request-service.ts";
import * as store from "./revenue-store.ts";
import { type PostedFact, type RevenueFact, revenueByMonth, waterfall, waterfallMonths } from "./waterfall.ts";

/** The revenue waterfall of approved contracts, posted, accrued and planned. */
export async function waterfallReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const first = monthOfQuery(reader, query, "month");
  const dimension = dimensionOf(query, "contract");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const { tx, merchant, cutoff } = reader;
  const end = first + waterfallMonths;
  const facts: RevenueFact[] = [];
  const { kept, computed } = await keptOrComputed(reader, end - 1);
  if (kept !== undefined) {
    const borders = Array.from({ length: waterfallMonths + 1 }, (_, index) => first - 1 + index);
    const sums = await earnedThrough(
      tx,
      merchant.id,
      { ...kept, currency },
      { by: [dimension], borders, category: "ENTRY" },
    );
    for (const sum of sums) facts.push(...spansOf(sum, borders, currency));
  }
  for await (const pob of revenueOfBook(reader, { from: first, last: end - 1, contractIds: computed })) {
    if (pob.contract.currency !== currency) continue;
    const belonging = belongingOf(pob);
    for (const { month, amount, categoryId } of pob.schedule) facts.push({ ...belonging, categoryId, month, amount });
  }
  facts.push(...(await store.adjustedRevenue(tx, merchant.id, { currency, cutoff })));
  const rows = await rowNames(reader, dimension, facts);
  const table = waterfall(facts, { dimension, first, currency, names: rows });
  const period = { of: "MONTHS", first, last: end - 1 } as const;
  return { table, currency, otherCurrencies, period, parameters: { month: formatMonth(first), groupBy: dimension } };
}

/**
 * How contracts are read: from what is kept of them, all but those that are computed, because nothing current is kept of them; a
 * reader of an earlier day has all computed.
 *
 * @param last the last month that is asked for of what has no end
 */
export async function keptOrComputed(
  { tx, merchant, clock, cutoff }: AsOfReader,
  last: Month,
): Promise<{ kept: Omit<KeptSelection, "currency"> | undefined; computed: readonly string[] | undefined }> {
  if (cutoff !== null) return { kept: undefined, computed: undefined };
  const shown = Math.max(last, monthOf(clock.today));
  const computed = await contractsToKeep(tx, merchant.id, { last: shown });
  return { kept: { last: shown, except: computed }, computed };
}

/**
 * What each span between some months earns, dated in its last month, also where its entries come to nothing; what comes after the months is
 * dated in the next one.
 */
function spansOf(
  { earned, entries, ...belonging }: EarnedThrough,
  borders: readonly Month[],
  currency: string,
): RevenueFact[] {
  const after = required(borders.at(-1), "a border") + 1;
  return earned.flatMap((minor, place) => {
    if ((entries[place] ?? 0) === (entries[place - 1] ?? 0)) return [];
    const amount = money(minor - (earned[place - 1] ?? 0n), currency);
    return [{ ...belonging, month: borders[place] ?? after, amount }];
  });
}

/** Remaining performance obligations of the contracts that there were at the end of a month. */
export async function remainingReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const month = monthOfQuery(reader, query, "month");
  const dimension = dimensionOf(query, "contract");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const pobs = await remainingPobs(reader, { month, currency, by: dimension });
  const rows = await rowNames(reader, dimension, pobs);
  const table = remainingObligations(pobs, { dimension, month, currency, names: rows });
  const period = { of: "MONTH_END", month } as const;
  return { table, currency, otherCurrencies, period, parameters: { month: formatMonth(month), groupBy: dimension } };
}

/**
 * The performance obligations of the contracts that there were at the end of a month, as it knew them, with their service. Those
 * of which revenue is kept are added up by a dimension, so that memory does not grow with their number.
 */
export async function remainingPobs(
  reader: AsOfReader,
  { month, currency, by }: { readonly month: Month; readonly currency: string; readonly by: Dimension },
): Promise<ServedPob[]> {
  const { tx, merchant } = reader;
  const { kept, computed } = await keptOrComputedAtEnd(reader, month, currency);
  const pobs: ServedPob[] = [];
  if (kept !== undefined) {
    const borders = bandsAfter(month, await lastKeptMonth(tx, merchant.id, currency));
    const end = { ...kept, currency, month, timeZone: merchant.timeZone };
    pobs.push(...(await keptAtEnd(tx, merchant.id, end, { by, borders })));
  }
  for await (const pob of revenueOfBook(reader, { ...afterEnd(month), contractIds: computed })) {
    const { contract, revenue, schedule } = pob;
    if (contract.currency !== currency || !existed(reader, contract, month)) continue;
    const { pattern } = revenue.pob.recognition;
    pobs.push({
      ...belongingOf(pob),
      price: revenue.price,
      service: revenue.pob.service,
      isVariable: pattern === "RECOGNIZE_AS_BILLED" || pattern === "RECOGNIZE_AS_CONSUMED",
      // What follows usage is scheduled as far as it is owed in any case; what is billed later decides on the rest.
      schedule: pattern === "RECOGNIZE_AS_BILLED" ? [] : schedule,
      count: 1,
    });
  }
  return pobs;
}

/** The book as it stood at the end of a month, with the twelve months after it. */
function afterEnd(month: Month) {
  return { from: month + 1, last: month + 12, atEndOf: month };
}

/** As `keptOrComputed`, of contracts as they stood at the end of a month. */
async function keptOrComputedAtEnd(reader: AsOfReader, month: Month, currency: string) {
  const { kept, computed } = await keptOrComputed(reader, afterEnd(month).last);
  if (kept === undefined || computed === undefined) return { kept, computed };
  const others = await notKeptAsOf(reader.tx, reader.merchant.id, { currency, month });
  const all = [...new Set([...computed, ...others])];
  return { kept: { ...kept, except: all }, computed: all };
}

/** The month and the ends of the bands and of the years that remaining obligations are shown in, through the last month with any. */
function bandsAfter(month: Month, last: Month | null): Month[] {
  const ends = new Set([month, month + 12, month + 24]);
  for (let year = Math.floor((month + 1) / 12); year * 12 <= (last ?? month); year++) ends.add(year * 12 + 11);
  return [...ends].sort((a, b) => a - b);
}

/** When a contract was signed; without that day, when it was approved or its service began, whichever came first. */
function existed({ merchant }: AsOfReader, contract: ApprovedContract, month: Month): boolean {
  const approved =
    contract.approvedAt === null ? null : civilDay(instantFromColumn(contract.approvedAt), merchant.timeZone);
  const begun = [approved, contract.termsStart, contract.start].filter((day) => day !== null);
  return (contract.closeDate ?? Math.min(...begun)) < firstDayOf(month + 1);
}

/** Posted revenue less contra revenue by month; with `basis=ALL` what open months will have, too. */
export async function revenueReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { first, end } = monthsOfQuery(reader, query);
  const dimension = dimensionOf(query, "customer");
  const basis = query.basis ?? "POSTED";
  const { cutoff } = reader;
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const posted = await store.postedRevenue(reader.tx, reader.merchant.id, { first, end, currency, cutoff });
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
  /** Undefined is all of them. */
  readonly customerIds?: readonly string[] | undefined;
  /** What the caller groups by; what revenue belongs to besides is not told. */
  readonly by: readonly Dimension[];
};

/** Revenue of closed months as it was posted, and of open ones as it is accrued and planned; contra revenue of both. */
export async function withOpenMonths(
  reader: AsOfReader,
  posted: readonly PostedFact[],
  { first, end, currency, customerIds, by }: OpenMonths,
): Promise<RevenueFact[]> {
  const books = await booksAt(reader.tx, reader.merchant.id, reader.cutoff);
  // What a reopened month posted is part of what its schedule says; contra revenue and adjustments belong to no schedule.
  const facts: RevenueFact[] = posted.filter(({ month, isScheduled }) => isClosed(books, month) || !isScheduled);
  const open = Math.max(first, firstOpenMonth(books) ?? first);
  const { kept, computed } = await keptOrComputed(reader, end - 1);
  if (kept !== undefined && open < end) {
    const borders = Array.from({ length: end - open + 1 }, (_, index) => open - 1 + index);
    const selection = { ...kept, currency, customerIds };
    for (const sum of await earnedThrough(reader.tx, reader.merchant.id, selection, { by, borders, category: "NOW" })) {
      facts.push(...spansOf(sum, borders, currency).filter(({ month }) => month >= open && month < end));
    }
  }
  for await (const fact of computedMonths(reader, { first, end, currency, customerIds }, computed)) facts.push(fact);
  return facts;
}

/** Revenue of open months of some contracts, computed. */
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
 * What was expected at the end of a month of the twelve months after it, by contract, in minor units: revenue by its month, and
 * price without a month yet of service that begins in them. Facts that count later are left out, so a closed month keeps its
 * figures.
 */
export async function expectedAfter(
  reader: AsOfReader,
  month: Month,
  currency: string,
): Promise<Map<string, { upcoming: bigint; undated: bigint }>> {
  const expected = new Map<string, { upcoming: bigint; undated: bigint }>();
  const { kept, computed } = await keptOrComputedAtEnd(reader, month, currency);
  if (kept !== undefined) {
    for (const { contractId, ...own } of await keptAfter(reader.tx, reader.merchant.id, { ...kept, currency, month })) {
      expected.set(contractId, own);
    }
  }
  for await (const pob of revenueOfBook(reader, { ...afterEnd(month), contractIds: computed })) {
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

/** Names of the rows that facts make. */
export function rowNames({ tx, merchant }: AsOfReader, dimension: Dimension, facts: readonly Belonging[]) {
  return names.namesOf(
    tx,
    merchant.id,
    dimension,
    facts.map((fact) => idIn(dimension, fact)),
  );
}
