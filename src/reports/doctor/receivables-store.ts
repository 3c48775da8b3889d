import { sql } from "kysely";
import { type Check, queryCheck } from "./check-store.ts";

/** INV-04: applications of credit memos and payments. INV-05: status of credit memos. INV-30: the customer credit account. */
export const receivableChecks: readonly Check[] = [
  queryCheck(
    {
      id: "INV-04",
      severity: "violation",
      sentence:
        "Nothing is applied twice: a credit memo or payment settles no more than it has, in its own currency, and the paid and credited amounts of an invoice are what was applied to it.",
    },
    (merchantId) => sql`
      with act as materialized (
        select application.*, coalesce(memo.currency, payment.currency) as credit_currency, invoice.currency
        from application
          join invoice on invoice.merchant_id = ${merchantId} and invoice.id = application.invoice_id
          left join credit_memo as memo on memo.merchant_id = ${merchantId} and memo.id = application.credit_memo_id
          left join payment on payment.merchant_id = ${merchantId} and payment.id = application.payment_id
        where application.merchant_id = ${merchantId}
      )
      select id::text as id from act where amount_minor = 0 or credit_currency is distinct from currency
      union
      select reversal.id::text from act as reversal join act as taken on taken.id = reversal.reverses_id
      where reversal.amount_minor + taken.amount_minor <> 0 or reversal.invoice_id <> taken.invoice_id
      union
      select memo.id::text from credit_memo as memo
        left join (select credit_memo_id, sum(amount_minor) as amount from act group by credit_memo_id) as applied
          on applied.credit_memo_id = memo.id
        left join (
          select credit_memo_id, sum(amount_minor) as amount from refund where merchant_id = ${merchantId} group by credit_memo_id
        ) as refunded on refunded.credit_memo_id = memo.id
        left join (
          select credit_memo_id, sum(amount_minor) as net, sum(tax_minor) as tax from credit_memo_item
          where merchant_id = ${merchantId} group by credit_memo_id
        ) as item on item.credit_memo_id = memo.id
      where memo.merchant_id = ${merchantId} and (
        applied_minor <> coalesce(applied.amount, 0) or refunded_minor <> coalesce(refunded.amount, 0)
        or applied_minor + refunded_minor > total_minor
        or (subtotal_minor, tax_total_minor) is distinct from (item.net, item.tax))
      union
      select payment.id::text from payment
        left join (select payment_id, sum(amount_minor) as amount from act group by payment_id) as applied
          on applied.payment_id = payment.id
        left join (
          select payment_id, sum(amount_minor) as amount from refund where merchant_id = ${merchantId} group by payment_id
        ) as refunded on refunded.payment_id = payment.id
      where payment.merchant_id = ${merchantId} and (
        applied_minor <> coalesce(applied.amount, 0) or refunded_minor <> coalesce(refunded.amount, 0)
        or applied_minor + refunded_minor > amount_minor)
      union
      select invoice.id::text from invoice
        left join (
          select invoice_id, sum(amount_minor) filter (where payment_id is not null) as paid,
            sum(amount_minor) filter (where credit_memo_id is not null) as credited
          from act group by invoice_id
        ) as applied on applied.invoice_id = invoice.id
      where invoice.merchant_id = ${merchantId}
        and (amount_paid_minor, amount_credited_minor) <> (coalesce(applied.paid, 0), coalesce(applied.credited, 0))
      union
      select line.id::text from invoice_line as line
        join credit_memo_item as item on item.merchant_id = ${merchantId} and item.invoice_line_id = line.id
        join credit_memo as memo on memo.merchant_id = ${merchantId} and memo.id = item.credit_memo_id and memo.status <> 'VOID'
      -- What usage below zero is worth is credited beyond its line, which billed none of it (ADR 0046).
      where line.merchant_id = ${merchantId} and not item.is_beyond_line
      group by line.id, line.total_minor, line.tax_minor
      having sum(item.amount_minor) > line.total_minor or sum(item.tax_minor) > line.tax_minor`,
  ),
  queryCheck(
    {
      id: "INV-05",
      severity: "violation",
      sentence: "The status of every credit memo follows from its applications and refunds.",
    },
    (merchantId) => sql`
      select memo.id from credit_memo as memo
        cross join lateral (
          select coalesce((select sum(amount_minor) from application
              where merchant_id = ${merchantId} and credit_memo_id = memo.id), 0)
            + coalesce((select sum(amount_minor) from refund
              where merchant_id = ${merchantId} and credit_memo_id = memo.id), 0) as amount
        ) as used
      where memo.merchant_id = ${merchantId} and status <> case
        when voided_at is not null and used.amount = 0 then 'VOID'
        when voided_at is not null then 'none: it is void and used'
        when used.amount = 0 then 'OPEN'
        when used.amount < total_minor then 'PARTIALLY_APPLIED'
        else 'APPLIED' end`,
  ),
  queryCheck(
    {
      id: "INV-30",
      severity: "violation",
      sentence:
        "The customer credit account of every customer is the unused part of the customer's credit memos and payments.",
    },
    // Rules 8, "Sub-ledgers".
    (merchantId) => sql`
      select distinct concat_ws('/', customer_id, currency) as id from (
        select customer_id, currency, debit_minor - credit_minor as amount from journal_line
        where merchant_id = ${merchantId} and role = 'CUSTOMER_CREDIT'
        union all
        select customer_id, currency, balance_minor from credit_memo where merchant_id = ${merchantId}
        union all
        select customer_id, currency, unapplied_minor from payment where merchant_id = ${merchantId}
      ) as movement
      group by customer_id, currency having sum(amount) <> 0`,
  ),
];
