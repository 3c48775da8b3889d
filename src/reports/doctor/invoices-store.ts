import { sql } from "kysely";
import { type Check, queryCheck } from "./check-store.ts";

/** INV-03: totals of invoices. INV-06: no service billed twice. The part of INV-10 about the numbers and sections of invoices. */
export const invoiceChecks: readonly Check[] = [
  queryCheck(
    {
      id: "INV-03",
      severity: "violation",
      sentence:
        "Every invoice adds up: its totals are those of its lines, its balance is the total less payments and credits, and PAID means a balance of zero.",
    },
    (merchantId) => sql`
      select invoice.id from invoice
        left join (
          select invoice_id, sum(subtotal_minor) as subtotal, sum(discount_total_minor) as discount
          from invoice_line where merchant_id = ${merchantId} group by invoice_id
        ) as issued on issued.invoice_id = invoice.id
        left join lateral (
          select sum((line ->> 'subtotal')::bigint) as subtotal, sum((line ->> 'discountTotal')::bigint) as discount
          from jsonb_array_elements(invoice.draft_lines) as line
        ) as draft on invoice.status = 'DRAFT'
      where invoice.merchant_id = ${merchantId} and (
        (subtotal_minor, discount_total_minor) is distinct from
          (coalesce(issued.subtotal, draft.subtotal), coalesce(issued.discount, draft.discount))
        or subtotal_minor - discount_total_minor + tax_total_minor <> total_minor
        or balance_minor <> case when status = 'VOID' then 0 else total_minor - amount_paid_minor - amount_credited_minor end
        or balance_minor < 0
        or (status in ('ISSUED', 'PARTIALLY_PAID', 'PAID') and (status = 'PAID') <> (balance_minor = 0)))`,
  ),
  queryCheck(
    {
      id: "INV-06",
      severity: "violation",
      sentence:
        "No day of a billing term is billed twice; true-ups and usage that is distinguished are billed by their own lines.",
    },
    (merchantId) => sql`
      select distinct invoice_id as id from (
        select invoice_id, service_start, max(service_end) over (
          partition by billing_term_id, type, seat_amendment_id, price_amendment_id, differentiator, invoice_split_key,
            commitment_schedule_id
          order by service_start, service_end rows between unbounded preceding and 1 preceding) as covered_through
        from invoice_line where merchant_id = ${merchantId} and not is_void and not is_correction
      ) as line where service_start < covered_through`,
  ),
  queryCheck(
    {
      id: "INV-10",
      severity: "violation",
      sentence: "Issued invoices are numbered from 1 without a gap, so none was deleted.",
    },
    (merchantId) => sql`
      select id::text from (
        select id, number, invoice_number, section, lag(number, 1, 0::bigint) over (order by number, section) as former,
          lag(coalesce(section, 0), 1, 0) over (order by number, section) as former_section
        from invoice where merchant_id = ${merchantId} and number is not null
      ) as invoice
      where case when coalesce(section, 1) = 1 then number <> former + 1
        else number <> former or section <> former_section + 1 end
        or right(invoice_number, length(number::text)) <> number::text
      union all
      select 'INVOICE' from (
        select coalesce(max(next), 1) as next from number_counter
        where merchant_id = ${merchantId} and series = 'INVOICE'
      ) as counter
      where next <> 1 + (select coalesce(max(number), 0) from invoice where merchant_id = ${merchantId})`,
  ),
  queryCheck(
    {
      id: "INV-10",
      severity: "violation",
      sentence:
        "A consolidated invoice is one document: its sections have its number, customer, currency, dates and terms, each is of another contract, and they are void together.",
    },
    (merchantId) => sql`
      select consolidated_invoice_id as id from invoice
      where merchant_id = ${merchantId} and consolidated_invoice_id is not null
      group by consolidated_invoice_id
      having count(distinct (number, invoice_number, customer_id, currency, issue_date, due_date, net_payment_terms)) > 1
        or count(distinct contract_id) <> count(*) or count(*) < 2 or max(section) <> count(*)
        or bool_or(status = 'VOID') <> bool_and(status = 'VOID')`,
  ),
];
