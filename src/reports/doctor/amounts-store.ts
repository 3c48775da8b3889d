import { sql } from "kysely";
import { isCurrency } from "../../kernel/currency.ts";
import { violationsOf } from "./check-result.ts";
import { type Check, check, queryCheck } from "./check-store.ts";

/** INV-27: currencies. INV-29: the receivable account equals the balances of unpaid invoices, by customer and currency. */
export const amountChecks: readonly Check[] = [
  queryCheck(
    {
      id: "INV-27",
      severity: "violation",
      sentence: "A contract, its invoices, its revenue and its journal lines are in one currency.",
    },
    (merchantId) => sql`
      with own as materialized (select id, currency from contract where merchant_id = ${merchantId})
      select invoice.id::text as id from invoice join own on own.id = invoice.contract_id
      where invoice.merchant_id = ${merchantId} and invoice.currency <> own.currency
      union
      select entry.id::text from journal_entry as entry join own on own.id = entry.contract_id
      where entry.merchant_id = ${merchantId} and entry.currency <> own.currency
      union
      select line.entry_id::text from journal_line as line join own on own.id = line.contract_id
      where line.merchant_id = ${merchantId} and line.currency <> own.currency
      union
      select revenue.performance_obligation_id::text from revenue_entry as revenue join own on own.id = revenue.contract_id
      where revenue.merchant_id = ${merchantId} and revenue.currency <> own.currency`,
  ),
  check(
    {
      id: "INV-27",
      severity: "violation",
      sentence: "Every currency in the books is an ISO 4217 currency with known decimals.",
    },
    async ({ tx, merchant }) => {
      const { rows } = await sql<{ currency: string }>`
        select currency from contract where merchant_id = ${merchant.id}
        union select currency from invoice where merchant_id = ${merchant.id}
        union select currency from journal_line where merchant_id = ${merchant.id}
        union select default_currency from customer where merchant_id = ${merchant.id}
        order by 1`.execute(tx);
      return violationsOf(rows.map((row) => row.currency).filter((currency) => !isCurrency(currency)));
    },
  ),
  queryCheck(
    {
      id: "INV-29",
      severity: "violation",
      sentence:
        "The receivable account of every customer is the sum of the balances of the invoices the customer has not paid.",
    },
    // Rules 8, "Sub-ledgers".
    (merchantId) => sql`
      select distinct concat_ws('/', customer_id, currency) as id from (
        select customer_id, currency, debit_minor - credit_minor as amount from journal_line
        where merchant_id = ${merchantId} and role = 'RECEIVABLE'
        union all
        select customer_id, currency, -balance_minor from invoice
        where merchant_id = ${merchantId} and status in ('ISSUED', 'PARTIALLY_PAID')
      ) as movement
      group by customer_id, currency having sum(amount) <> 0`,
  ),
];
