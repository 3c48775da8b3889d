-- Invoices: ids in outside systems, values of custom fields, and what may change of one once it is issued.

-- At most one id for each kind of system. Only issued invoices have them: a draft is removed and made anew.
create table invoice_external_id (
  merchant_id uuid not null,
  invoice_id uuid not null,
  source_type text not null check (source_type in (
    'ERP_A', 'ERP_B', 'ERP_C', 'ERP_D', 'CRM_A', 'CRM_B', 'TAX_A', 'TAX_B', 'TAX_C', 'PROCESSOR_A', 'BILLING_A'
  )),
  external_id text not null check (length(external_id) between 1 and 255),
  primary key (merchant_id, invoice_id, source_type),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id)
);
create index invoice_external_id_value on invoice_external_id (merchant_id, external_id);
alter table invoice_external_id enable row level security;
alter table invoice_external_id force row level security;
create policy tenant on invoice_external_id using (merchant_id = current_merchant());
grant select, insert, update on invoice_external_id to accord_app;

-- Value by id of the custom field, as customers have it. No invoice has one yet, and an array could hold none.
alter table invoice no force row level security;
alter table invoice alter column custom_fields set default '{}';
update invoice set custom_fields = '{}' where jsonb_typeof(custom_fields) <> 'object';
alter table invoice add constraint invoice_custom_fields_check check (jsonb_typeof(custom_fields) = 'object');
alter table invoice force row level security;

-- Names what may change, so that a column added later is final until somebody says otherwise.
create or replace function refuse_change_of_issued_invoice() returns trigger language plpgsql as $$
declare
  changeable constant text[] := array[
    'status', 'amount_paid_minor', 'amount_credited_minor', 'balance_minor', 'paid_on', 'voided_at', 'uncollectible_on',
    'delivery_status', 'sent_date', 'memo', 'po_number', 'custom_fields', 'last_updated_at'];
begin
  if old.status <> 'DRAFT' and (
    tg_op = 'DELETE'
    or to_jsonb(old) - changeable <> to_jsonb(new) - changeable
    or new.status = 'DRAFT'
    or (old.status = 'VOID' and new.status <> 'VOID')
    -- Who has paid, or need not, has no more use for an order number.
    or (old.status in ('PAID', 'VOID') and old.po_number is distinct from new.po_number)
  ) then
    raise exception 'an issued invoice never changes' using errcode = 'check_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- A draft that is issued is removed and inserted with all of this at once.
revoke update (number, invoice_number, issue_date, original_issue_date, issued_at, content_hash, parties)
  on invoice from accord_app;

-- Lines come with their invoice, all at once, and sum to it: without tax, discounts, and tax.
create or replace function refuse_lines_beside_their_invoice() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select merchant_id, invoice_id, count(*) as lines from added group by merchant_id, invoice_id) as issued
      join invoice on invoice.merchant_id = issued.merchant_id and invoice.id = issued.invoice_id
    where invoice.status = 'DRAFT'
      or (issued.lines, invoice.subtotal_minor, invoice.discount_total_minor, invoice.tax_total_minor) <> (
        select count(*), sum(line.subtotal_minor), sum(line.discount_total_minor), sum(line.tax_minor)
        from invoice_line as line
        where line.merchant_id = issued.merchant_id and line.invoice_id = issued.invoice_id)
  ) then
    raise exception 'invoice lines do not match their invoice' using errcode = 'check_violation';
  end if;
  return null;
end $$;
