import { type RawBuilder, sql } from "kysely";

/**
 * SQL: minor units owed of an `invoice` row at the end of a day: its total less postings against the receivable up to that day. Over invoices
 * issued by then (`issuedBy`) they sum to the receivable account (rules 8, "Sub-ledgers").
 *
 * Evaluated per invoice, so that a filtered list reads only its own rows. The ageing report needs all invoices and sums them at once
 * (`reports/receivable-store.ts: openBalances`); a test compares the two.
 *
 * @param day as `YYYY-MM-DD`
 */
export function owedMinor(day: string): RawBuilder<string> {
  return sql<string>`(invoice.total_minor - coalesce((
    select sum(amount_minor) from application
    where application.merchant_id = invoice.merchant_id and application.invoice_id = invoice.id
      and account_role = 'RECEIVABLE' and posted_on <= ${day}::date
  ), 0) - coalesce((
    select sum(contract_liability_minor + bad_debt_minor + invoice_write_off.tax_minor) from invoice_write_off
    where invoice_write_off.merchant_id = invoice.merchant_id and invoice_write_off.invoice_id = invoice.id
      and posted_on <= ${day}::date
  ), 0))`;
}

/** True if a row of `invoice` was issued by a day, and is not void. */
export function issuedBy(day: string): RawBuilder<boolean> {
  return sql<boolean>`(invoice.status <> 'DRAFT' and invoice.voided_at is null and invoice.issue_date <= ${day}::date)`;
}
