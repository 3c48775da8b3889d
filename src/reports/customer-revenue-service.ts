import { required } from "../kernel/assert.ts";
import { formatMonth, type Month, parseMonth } from "../kernel/day.ts";
import { isZero, money } from "../kernel/money.ts";
import { type Books, firstOpenMonth } from "../ledger/books.ts";
import { currentBooks } from "../ledger/books-store.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { pageOfAll } from "../platform/http/page-of-all.ts";
import { positionMoves } from "./balance-store.ts";
import { type CustomerMonth, customerRevenue, type PositionMove } from "./customer-revenue.ts";
import { byName, type Names, nameIn } from "./grouping.ts";
import {
  type CustomersOfMonths,
  monthEndCustomers,
  storedMonthsOfCustomers,
  storedThrough,
} from "./month-end-balances-store.ts";
import * as names from "./names-store.ts";
import { type AsOfReader, currencyOf, monthsOfQuery, type ReportQuery } from "./request-service.ts";
import { computedMonths, storedOrComputed, withOpenMonths } from "./revenue-service.ts";
import { otherPosted, postedRevenue } from "./revenue-store.ts";
import { monthsOfCustomers } from "./stored-revenue-store.ts";

/**
 * A page of revenue by customer and month, with contract balances of closed months; of one customer if the query has `customerId`. The keys of all
 * rows are read to find the page, the amounts only for rows of the page, unless closed months of the query are not stored yet.
 */
export async function listCustomerRevenue(
  reader: AsOfReader,
  query: ReportQuery,
  list: ListQuery,
): Promise<{ rows: CustomerMonth[]; extent: Extent; currency: string }> {
  const { tx, merchant } = reader;
  const { currency } = await currencyOf(reader, query.currency);
  const customerIds = query.customerId === undefined ? undefined : [query.customerId];
  const span = { ...monthsOfQuery(reader, query), currency, customerIds };
  const books = await currentBooks(tx, merchant.id);
  const { closedThrough } = books;
  if (
    closedThrough !== null &&
    closedThrough >= span.first &&
    (await storedThrough(tx, merchant.id)) !== closedThrough
  ) {
    const { rows, extent } = pageOfAll(list, await customerMonths(reader, span, books, false), keyOf);
    return { rows, extent, currency };
  }
  const { rows: keys, extent } = pageOfAll(list, await keysOf(reader, span, books), keyOf);
  if (keys.length === 0) return { rows: [], extent, currency };
  const months = keys.map(({ month }) => required(parseMonth(month), "a month"));
  const page = {
    ...{ first: Math.min(...months), end: Math.max(...months) + 1, currency },
    customerIds: [...new Set(keys.map(({ customerId }) => customerId))],
  };
  const rows = new Map((await customerMonths(reader, page, books, true)).map((row) => [keyOf(row), row]));
  return { rows: keys.map((key) => required(rows.get(keyOf(key)), "a row of the page")), extent, currency };
}

type Key = Pick<CustomerMonth, "customerId" | "customerName" | "month">;

function keyOf({ customerId, month }: Pick<CustomerMonth, "customerId" | "month">): string {
  return `${customerId} ${month}`;
}

/** The keys of all rows of the list, in its order: by month, then customer name. */
async function keysOf(reader: AsOfReader, span: CustomersOfMonths, books: Books): Promise<Key[]> {
  const months = await monthsByCustomer(reader, span, books);
  const customers = await names.namesOf(reader.tx, reader.merchant.id, "customer", months.keys());
  const ordered = [...months].map(([id, of]) => ({ id, name: nameIn("customer", id, customers), of })).sort(byName);
  const keys: Key[] = [];
  for (let month = span.first; month < span.end; month++) {
    const text = formatMonth(month);
    for (const { id, name, of } of ordered) {
      if (of.has(month)) keys.push({ customerId: id, customerName: name, month: text });
    }
  }
  return keys;
}

/** The months in which each customer has revenue or, if the month is closed, a balance at its end. */
async function monthsByCustomer(
  reader: AsOfReader,
  { first, end, currency, customerIds }: CustomersOfMonths,
  books: Books,
): Promise<Map<string, Set<Month>>> {
  const { tx, merchant } = reader;
  const found = new Map<string, Set<Month>>();
  const add = (customerId: string | null, months: readonly Month[]) => {
    if (customerId === null || months.length === 0) return;
    const known = found.get(customerId);
    if (known === undefined) found.set(customerId, new Set(months));
    else for (const month of months) known.add(month);
  };
  const open = Math.min(Math.max(first, firstOpenMonth(books) ?? first), end);
  const closed = { first, end: open, currency, customerIds };
  if (first < open) {
    for (const [id, months] of await storedMonthsOfCustomers(tx, merchant.id, closed)) add(id, months);
  }
  if (open === end) return found;
  const { stored, computed } = await storedOrComputed(reader, end - 1);
  const span = { first: open, end, currency, customerIds };
  if (stored !== undefined) {
    for (const [id, months] of await monthsOfCustomers(tx, merchant.id, { ...stored, currency, customerIds }, span))
      add(id, months);
  }
  const posted = await otherPosted(tx, merchant.id, { ...span, cutoff: null });
  const beside = posted.filter(({ amount }) => !isZero(amount));
  for (const { customerId, month } of beside) add(customerId, [month]);
  for await (const { customerId, month } of computedMonths(reader, span, computed)) add(customerId, [month]);
  return found;
}

/**
 * The rows of some customers in some months, in the order of the list.
 *
 * @param isStored true if balances are read from stored months, false if from the journal
 */
export async function customerMonths(
  reader: AsOfReader,
  span: CustomersOfMonths,
  { closedThrough }: Books,
  isStored: boolean,
): Promise<CustomerMonth[]> {
  const { tx, merchant } = reader;
  const { first, end, currency, customerIds } = span;
  const posted = await postedRevenue(tx, merchant.id, { ...span, cutoff: null });
  const facts = await withOpenMonths(
    reader,
    posted.filter(({ amount }) => !isZero(amount)),
    { ...span, customerIds, by: ["customer", "category"] },
  );
  const moves = isStored ? await storedMoves(reader, span) : await positionMoves(tx, merchant.id, span);
  const customers: Names = await names.namesOf(
    tx,
    merchant.id,
    "customer",
    [...facts, ...moves].map(({ customerId }) => customerId),
  );
  const categories = await names.namesOf(
    tx,
    merchant.id,
    "category",
    facts.map(({ categoryId }) => categoryId),
  );
  return customerRevenue(facts, moves, { first, end, currency, closedThrough, customers, categories });
}

/** Changes of the balances of customers by stored month. That of `first` is the whole balance at its end. */
async function storedMoves({ tx, merchant }: AsOfReader, span: CustomersOfMonths): Promise<PositionMove[]> {
  const { first, end, currency } = span;
  const byCustomer = Map.groupBy(await monthEndCustomers(tx, merchant.id, span), ({ customerId }) => customerId);
  return [...byCustomer].flatMap(([customerId, of]) => {
    const at = new Map(of.map((each) => [each.month, each]));
    const moves: PositionMove[] = [];
    let before = { liability: 0n, unbilled: 0n };
    for (let month = first; month < end; month++) {
      const { liability, unbilled } = at.get(month) ?? { liability: 0n, unbilled: 0n };
      moves.push({
        ...{ customerId, month },
        liability: money(liability - before.liability, currency),
        unbilled: money(unbilled - before.unbilled, currency),
      });
      before = { liability, unbilled };
    }
    return moves;
  });
}
