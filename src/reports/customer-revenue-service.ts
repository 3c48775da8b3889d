import { isZero } from "../kernel/money.ts";
import { currentBooks } from "../ledger/books-store.ts";
import { positionMoves } from "./balance-store.ts";
import { type CustomerMonth, customerRevenue } from "./customer-revenue.ts";
import * as names from "./names-store.ts";
import { type AsOfReader, currencyOf, monthsOfQuery, type ReportQuery } from "./request-service.ts";
import { withOpenMonths } from "./revenue-service.ts";
import { postedRevenue } from "./revenue-store.ts";

/** Revenue of every customer month by month, with contract balances where a month is closed; `customerId` narrows to one. */
export async function revenueOfCustomers(
  reader: AsOfReader,
  query: ReportQuery,
): Promise<{ rows: CustomerMonth[]; currency: string }> {
  const { tx, merchant } = reader;
  const { first, end } = monthsOfQuery(reader, query);
  const { currency } = await currencyOf(reader, query.currency);
  const { closedThrough } = await currentBooks(tx, merchant.id);
  const span = { first, end, currency };
  const { customerId } = query;
  const posted = await postedRevenue(tx, merchant.id, { ...span, cutoff: null, customerId });
  const customerIds = customerId === undefined ? undefined : [customerId];
  const facts = await withOpenMonths(
    reader,
    posted.filter(({ amount }) => !isZero(amount)),
    {
      ...span,
      customerIds,
      by: ["customer", "category"],
    },
  );
  const moves = await positionMoves(tx, merchant.id, { ...span, customerId });
  const rows = customerRevenue(facts, moves, {
    ...span,
    closedThrough,
    customers: await names.namesOf(
      tx,
      merchant.id,
      "customer",
      [...facts, ...moves].map(({ customerId }) => customerId),
    ),
    categories: await names.namesOf(
      tx,
      merchant.id,
      "category",
      facts.map(({ categoryId }) => categoryId),
    ),
  });
  return { rows, currency };
}
