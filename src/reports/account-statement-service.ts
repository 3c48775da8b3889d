import { getCustomer } from "../customers/service.ts";
import { required } from "../kernel/assert.ts";
import { addMonths, formatDay } from "../kernel/day.ts";
import { accountStatement } from "./account-statement.ts";
import { owedBefore, owedMoves } from "./account-statement-store.ts";
import {
  type AsOfReader,
  currencyOf,
  daysOfQuery,
  invalidDay,
  type Report,
  type ReportQuery,
} from "./request-service.ts";

/**
 * The statement of account of a customer from a first to a last day, both included, at most twelve months, in the customer's default currency
 * unless another is requested.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND; VALIDATION_FAILED without days; INVALID_DATE for days in the wrong order or more than a year
 */
export async function accountStatementReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { tx, merchant, cutoff } = reader;
  const customer = await getCustomer(tx, merchant.id, required(query.customerId, "customerId"));
  const { first, last } = daysOfQuery(reader, query);
  if (last >= addMonths(first, 12)) throw invalidDay("A statement covers at most twelve months; ask for fewer.");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency ?? customer.defaultCurrency);
  const account = { customerId: customer.id, currency, cutoff };
  const opening = await owedBefore(tx, merchant.id, account, first);
  const moves = await owedMoves(tx, merchant.id, account, { first, last });
  const days = { from: formatDay(first), to: formatDay(last) };
  const table = accountStatement(moves, { opening, ...days });
  const parameters = { customerId: customer.id, customer: customer.name, ...days };
  return { table, currency, otherCurrencies, period: { of: "DAYS", first, last }, parameters };
}
