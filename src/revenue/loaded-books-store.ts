import { sql } from "kysely";
import { type Day, dayFrom } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { Tx } from "../platform/db/pool.ts";

/** What an opening loaded for a contract: billed terms, old invoices, and posted balances by account role. */
export type LoadedBooks = {
  readonly terms: readonly { readonly billingTermId: string; readonly end: Day; readonly billed: Money }[];
  readonly invoices: readonly {
    readonly id: string;
    readonly invoiceNumber: string;
    readonly issueDate: Day;
    readonly dueDate: Day;
    readonly total: Money;
    readonly tax: Money;
    /** Unpaid at the opening. */
    readonly balance: Money;
  }[];
  /** Credits of billed periods, without tax; `service` is half-open. */
  readonly credits: readonly {
    readonly billingTermId: string;
    readonly amount: Money;
    readonly tax: Money;
    readonly service: Period;
  }[];
  /** Debits less credits. */
  readonly balances: ReadonlyMap<string, Money>;
};

/** What the opening of a contract loaded, as it is stored now; empty if the contract has no opening. */
export async function loadedBooks(
  tx: Tx,
  merchantId: string,
  { contractId, currency }: { readonly contractId: string; readonly currency: string },
): Promise<LoadedBooks> {
  const terms = await sql<{ id: string; end: string; minor: string }>`
    select line.billing_term_id as id, max(line.service_end) as end, sum(line.total_minor) as minor
    from invoice
      join invoice_line as line on line.merchant_id = invoice.merchant_id and line.invoice_id = invoice.id
    where invoice.merchant_id = ${merchantId} and invoice.contract_id = ${contractId} and invoice.is_imported
    group by line.billing_term_id order by line.billing_term_id`.execute(tx);
  const invoices = await sql<Record<"id" | "number" | "issued" | "due" | "total" | "tax" | "settled", string>>`
    select invoice.id, invoice.invoice_number as number, original_issue_date as issued, due_date as due,
      total_minor as total, tax_total_minor as tax,
      coalesce((select sum(application.amount_minor) from application
          left join payment on payment.merchant_id = application.merchant_id and payment.id = application.payment_id
          left join credit_memo as memo on memo.merchant_id = application.merchant_id and memo.id = application.credit_memo_id
        where application.merchant_id = invoice.merchant_id and application.invoice_id = invoice.id
          and application.reverses_id is null
          and (payment.type = 'OPENING' or (memo.id is not null and memo.number is null
            and application.created_at = opening.created_at))), 0) as settled
    from invoice
      join contract_opening as opening on opening.merchant_id = invoice.merchant_id and opening.contract_id = invoice.contract_id
    where invoice.merchant_id = ${merchantId} and invoice.contract_id = ${contractId} and is_imported
    order by original_issue_date, invoice_number`.execute(tx);
  const credits = await sql<Record<"id" | "start" | "end" | "minor" | "tax", string>>`
    select item.billing_term_id as id, service_start as start, service_end as end, amount_minor as minor, tax_minor as tax
    from credit_memo_item as item
      join credit_memo as memo on memo.merchant_id = item.merchant_id and memo.id = item.credit_memo_id
    where item.merchant_id = ${merchantId} and item.contract_id = ${contractId} and memo.number is null
    order by line_number`.execute(tx);
  const balances = await sql<{ role: string; minor: string }>`
    select line.role, sum(line.debit_minor - line.credit_minor) as minor
    from journal_entry as entry
      join contract_opening as opening on opening.merchant_id = entry.merchant_id and opening.contract_id = entry.contract_id
      join journal_line as line on line.merchant_id = entry.merchant_id and line.entry_id = entry.id
    where entry.merchant_id = ${merchantId} and entry.contract_id = ${contractId}
      and (entry.type = 'OPENING' or (entry.type = 'INVOICE_ISSUED' and exists (select from invoice
        where invoice.merchant_id = entry.merchant_id and invoice.id::text = entry.source_id and invoice.is_imported))
        or (entry.posted_at = opening.created_at and exists (select from credit_memo as memo
        where memo.merchant_id = entry.merchant_id and memo.id::text = entry.source_id and memo.number is null)))
    group by line.role order by line.role`.execute(tx);
  const amount = (minor: string) => money(BigInt(minor), currency);
  return {
    terms: terms.rows.map(({ id, end, minor }) => ({
      ...{ billingTermId: id, end: dayFrom(end), billed: amount(minor) },
    })),
    invoices: invoices.rows.map(({ id, number, issued, due, total, tax, settled }) => ({
      ...{ id, invoiceNumber: number, issueDate: dayFrom(issued), dueDate: dayFrom(due) },
      ...{ total: amount(total), tax: amount(tax), balance: money(BigInt(total) - BigInt(settled), currency) },
    })),
    credits: credits.rows.map(({ id, start, end, minor, tax }) => ({
      ...{ billingTermId: id, amount: amount(minor), tax: amount(tax) },
      service: { start: dayFrom(start), end: dayFrom(end) },
    })),
    balances: new Map(balances.rows.map(({ role, minor }) => [role, amount(minor)])),
  };
}
