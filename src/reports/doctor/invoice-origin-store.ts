import { type RawBuilder, sql } from "kysely";

/**
 * INV-44. Invoices whose purchase order number, invoice group or terms are none that their contract, its billing terms or a change of the invoice
 * gave them, and manual invoices that are no longer marked as manual (data model 13.3).
 */
export function invoicesOfOtherOrigin(merchantId: string): RawBuilder<unknown> {
  return sql.join(
    [otherPurchaseOrder(merchantId), otherGroup(merchantId), otherDraftTerms(merchantId), unmarked(merchantId)],
    sql` union all `,
  );
}

/** SQL condition that the audit log has a record with a value in a field, before or after a change; null is a value. */
const had = (entityId: RawBuilder<unknown>, path: string, value: RawBuilder<unknown>) => sql`exists (
  select from audit_log as audit
  where audit.merchant_id = current_merchant() and audit.entity_id = ${entityId}::text and (
    audit.changes @> jsonb_build_array(jsonb_build_object('path', ${path}::text, 'from', ${value}))
    or audit.changes @> jsonb_build_array(jsonb_build_object('path', ${path}::text, 'to', ${value}))))`;

/** A draft has the number of its contract; an issued invoice has one that the contract had, or the last one that was set on the invoice. */
const otherPurchaseOrder = (merchantId: string) => sql`
  select 'invoice/' || invoice.id || ': of another purchase order' as id from invoice
    join contract on contract.merchant_id = ${merchantId} and contract.id = invoice.contract_id
  where invoice.merchant_id = ${merchantId} and invoice.po_number is distinct from contract.po_number and case
    when invoice.status = 'DRAFT' then not exists (
      select from outbox_event as waiting
      where waiting.merchant_id = ${merchantId} and waiting.contract_id = contract.id and waiting.handled_at is null)
    else not ${had(sql`contract.id`, "poNumber", sql`invoice.po_number`)}
      and not ${had(sql`invoice.id`, "/poNumber", sql`invoice.po_number`)} end`;

/** An issued invoice is in the group of a usage split or of a term that it bills, or in one that such a term had; one of old books in none. */
const otherGroup = (merchantId: string) => sql`
  select 'invoice/' || invoice.id || ': in another group' from invoice
    left join (
      select distinct line.invoice_id, coalesce(line.invoice_split_key, term.invoice_group) as invoice_group from invoice_line as line
        join billing_term as term on term.merchant_id = ${merchantId} and term.id = line.billing_term_id
      where line.merchant_id = ${merchantId}
    ) as billed on billed.invoice_id = invoice.id and billed.invoice_group is not distinct from invoice.invoice_group
  where invoice.merchant_id = ${merchantId} and invoice.status <> 'DRAFT' and case
    when invoice.is_imported then invoice.invoice_group is not null
    else billed.invoice_id is null and not exists (
      select from invoice_line as line
      where line.merchant_id = ${merchantId} and line.invoice_id = invoice.id
        and ${had(sql`line.billing_term_id`, "invoiceGroup", sql`invoice.invoice_group`)}) end`;

const otherDraftTerms = (merchantId: string) => sql`
  select 'invoice/' || id || ': of other terms than its lines' from invoice
  where merchant_id = ${merchantId} and status = 'DRAFT' and array(select unnest(billing_term_ids) order by 1) is distinct from array(
    select distinct (line ->> 'billingTermId')::uuid from jsonb_array_elements(draft_lines) as line order by 1)`;

const unmarked = (merchantId: string) => sql`
  select 'invoice/' || invoice.id || ': no longer manual' from audit_log as audit
    join invoice on invoice.merchant_id = ${merchantId} and invoice.id::text = audit.entity_id
  where audit.merchant_id = ${merchantId} and audit.action = 'invoice.create' and not exists (
    select from manual_invoice as manual
    where manual.merchant_id = ${merchantId} and manual.contract_id = invoice.contract_id and manual.invoice_group = invoice.invoice_group)`;
