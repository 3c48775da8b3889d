import { type RawBuilder, sql } from "kysely";

/**
 * Minor units that are owed of a row of `invoice` at the end of a day: the total less what was posted against the receivable up to
 * that day. Of invoices that were issued by then (`issuedBy`) they sum to the receivable account (rules 8, "Sub-ledgers").
 *
 * It looks at each invoice by itself, so that a list that is narrowed otherwise reads no more than that leaves; the ageing report, which
 * needs them all, adds them up at once (`reports/receivable-store.ts: openBalances`), and a test holds its cells to this.
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
