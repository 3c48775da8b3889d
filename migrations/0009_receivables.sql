-- Receivables: credit memos, payments, what they settle, write-offs and reminders. Each act is a row that never changes;
-- what an act takes back is a row of the opposite sign. Balances and statuses follow from the sums beside them.

alter table number_counter drop constraint number_counter_series_check,
  add check (series in ('INVOICE', 'JOURNAL_ENTRY', 'CREDIT_MEMO'));

alter table journal_entry
  drop constraint journal_entry_type_check,
  add check (type in ('INVOICE_ISSUED', 'REVENUE_RECOGNIZED', 'PRESENTATION', 'PRESENTATION_REVERSAL', 'INVOICE_VOIDED',
    'INVOICE_UNCOLLECTIBLE', 'CREDIT_MEMO_ISSUED', 'CREDIT_MEMO_VOIDED', 'CREDIT_MEMO_REFUNDED', 'CREDIT_APPLIED',
    'CREDIT_UNAPPLIED', 'PAYMENT_RECEIVED', 'PAYMENT_REFUNDED', 'PAYMENT_RETURNED')),
  drop constraint journal_entry_source_type_check,
  add check (source_type in ('INVOICE', 'ACCOUNTING_PERIOD', 'CREDIT_MEMO', 'PAYMENT'));
-- A void reverses what its document posted.
create index journal_entry_source on journal_entry (merchant_id, source_id, number) where source_type <> 'ACCOUNTING_PERIOD';

create table credit_memo (
  merchant_id uuid not null,
  id uuid not null,
  number bigint not null check (number > 0),
  credit_memo_number text not null,
  customer_id uuid not null,
  currency text not null,
  issue_date date not null,
  reason text not null check (length(reason) between 1 and 500),
  memo text check (length(memo) <= 4095),
  subtotal_minor bigint not null check (subtotal_minor > 0),
  tax_total_minor bigint not null check (tax_total_minor >= 0),
  total_minor bigint not null,
  -- The sums of its applications and refunds.
  applied_minor bigint not null default 0 check (applied_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  balance_minor bigint not null
    generated always as (case when voided_at is null then total_minor - applied_minor - refunded_minor else 0 end) stored
    check (balance_minor >= 0),
  status text not null generated always as (case
    when voided_at is not null then 'VOID'
    when applied_minor + refunded_minor = 0 then 'OPEN'
    when applied_minor + refunded_minor < total_minor then 'PARTIALLY_APPLIED'
    else 'APPLIED' end) stored,
  sync_status text not null default 'NOT_SYNCED' check (sync_status in ('NOT_SYNCED', 'SYNCING', 'SYNCED', 'SYNC_FAILED')),
  external_ids jsonb not null default '[]',
  void_reason text check (length(void_reason) between 1 and 500),
  voided_at timestamptz(3),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  check (subtotal_minor + tax_total_minor = total_minor),
  check (voided_at is null or applied_minor + refunded_minor = 0),
  check ((voided_at is null) = (void_reason is null))
);
create unique index credit_memo_number on credit_memo (merchant_id, number);
create index credit_memo_list on credit_memo (merchant_id, created_at desc, id desc);
create index credit_memo_customer on credit_memo (merchant_id, customer_id);

create table credit_memo_item (
  merchant_id uuid not null,
  id uuid not null,
  credit_memo_id uuid not null,
  line_number integer not null check (line_number > 0),
  -- What it takes back, where it is linked to a line of an invoice; its days of service are half-open.
  invoice_line_id uuid,
  invoice_id uuid,
  contract_id uuid,
  billing_term_id uuid,
  service_start date,
  service_end date,
  -- Is it in the term's own price already, so that its revenue must not fall a second time?
  revenue_effect text not null default 'CREDITED_DAYS'
    check (revenue_effect in ('CREDITED_DAYS', 'IN_PRICE')),
  item_id uuid,
  class_id uuid,
  -- The category of the item's product, for contra revenue.
  category_id uuid,
  name text,
  note text,
  quantity numeric(30, 12) check (quantity > 0),
  amount_minor bigint not null check (amount_minor > 0),
  tax_minor bigint not null check (tax_minor >= 0),
  primary key (merchant_id, id),
  unique (merchant_id, credit_memo_id, line_number),
  foreign key (merchant_id, credit_memo_id) references credit_memo (merchant_id, id),
  foreign key (merchant_id, invoice_line_id) references invoice_line (merchant_id, id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  foreign key (merchant_id, item_id) references item (merchant_id, id),
  foreign key (merchant_id, class_id) references erp_class (merchant_id, id),
  foreign key (merchant_id, category_id) references category (merchant_id, id) on delete set null (category_id),
  check (num_nulls(invoice_line_id, invoice_id, contract_id, billing_term_id, service_start, service_end) in (0, 6)),
  check (invoice_line_id is not null or item_id is not null),
  check (service_end > service_start)
);
create index credit_memo_item_line on credit_memo_item (merchant_id, invoice_line_id);
create index credit_memo_item_invoice on credit_memo_item (merchant_id, invoice_id);
create index credit_memo_item_contract on credit_memo_item (merchant_id, contract_id);

create table payment (
  merchant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- When the money came, and when it was posted: on the first open day if that month was closed.
  received_at date not null,
  posted_on date not null,
  type text not null check (type in ('MANUAL', 'PROCESSOR', 'RECONCILIATION', 'REFUND')),
  method text check (method in ('CREDIT_CARD', 'ACH_DEBIT', 'ACH_CREDIT', 'CHECK', 'LINK')),
  reference text check (length(reference) <= 255),
  applied_minor bigint not null default 0 check (applied_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  returned_on date,
  return_reason text check (length(return_reason) <= 500),
  unapplied_minor bigint not null
    generated always as (case when returned_on is null then amount_minor - applied_minor - refunded_minor else 0 end) stored
    check (unapplied_minor >= 0),
  status text not null generated always as (case
    when returned_on is not null then 'FAILED'
    when refunded_minor = amount_minor then 'REFUNDED'
    else 'COMPLETED' end) stored,
  external_ids jsonb not null default '[]',
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  check (returned_on is null or applied_minor = 0)
);
create index payment_list on payment (merchant_id, created_at desc, id desc);
create index payment_customer on payment (merchant_id, customer_id);

-- What a memo or a payment settles of an invoice. A row below zero takes another one back.
create table application (
  merchant_id uuid not null,
  id uuid not null,
  credit_memo_id uuid,
  payment_id uuid,
  invoice_id uuid not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- The day of the act, and the day it was posted.
  applied_on date not null,
  posted_on date not null,
  -- The account it was posted to on the invoice's side: another one once the invoice is written off.
  account_role text not null check (account_role in ('RECEIVABLE', 'BAD_DEBT', 'BAD_DEBT_RECOVERED')),
  reverses_id uuid,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, credit_memo_id) references credit_memo (merchant_id, id),
  foreign key (merchant_id, payment_id) references payment (merchant_id, id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id),
  foreign key (merchant_id, reverses_id) references application (merchant_id, id),
  check ((credit_memo_id is null) <> (payment_id is null)),
  check ((amount_minor < 0) = (reverses_id is not null))
);
-- An application is taken back once.
create unique index application_reversal on application (merchant_id, reverses_id) where reverses_id is not null;
create index application_credit_memo on application (merchant_id, credit_memo_id) where credit_memo_id is not null;
create index application_payment on application (merchant_id, payment_id) where payment_id is not null;
create index application_invoice on application (merchant_id, invoice_id);

-- Money given back to a customer out of a memo's balance or of what a payment left over.
create table refund (
  merchant_id uuid not null,
  id uuid not null,
  credit_memo_id uuid,
  payment_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  date date not null,
  posted_on date not null,
  method text check (method in ('CREDIT_CARD', 'ACH_DEBIT', 'ACH_CREDIT', 'CHECK', 'LINK')),
  reference text check (length(reference) <= 255),
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, credit_memo_id) references credit_memo (merchant_id, id),
  foreign key (merchant_id, payment_id) references payment (merchant_id, id),
  check ((credit_memo_id is null) <> (payment_id is null))
);
create index refund_credit_memo on refund (merchant_id, credit_memo_id) where credit_memo_id is not null;
create index refund_payment on refund (merchant_id, payment_id) where payment_id is not null;

-- An invoice that nobody expects to be paid: its balance, split into what was billed and not served, and the loss.
create table invoice_write_off (
  merchant_id uuid not null,
  invoice_id uuid not null,
  id uuid not null,
  date date not null,
  posted_on date not null,
  contract_liability_minor bigint not null check (contract_liability_minor >= 0),
  bad_debt_minor bigint not null check (bad_debt_minor >= 0),
  created_at timestamptz(3) not null,
  primary key (merchant_id, invoice_id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id)
);

-- Reminders that became due: the first, second and third of an invoice.
create table invoice_reminder (
  merchant_id uuid not null,
  invoice_id uuid not null,
  step integer not null check (step > 0),
  due_on date not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, invoice_id, step),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id)
);
-- Whose reminders may be due.
create index invoice_unpaid on invoice (merchant_id, due_date) where status in ('ISSUED', 'PARTIALLY_PAID');

grant select, insert on credit_memo, credit_memo_item, payment, application, refund, invoice_write_off, invoice_reminder
  to accord_app;
grant update (applied_minor, refunded_minor, sync_status, external_ids, void_reason, voided_at, last_updated_at)
  on credit_memo to accord_app;
grant update (applied_minor, refunded_minor, returned_on, return_reason, external_ids, last_updated_at)
  on payment to accord_app;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['credit_memo', 'credit_memo_item', 'payment', 'application', 'refund',
      'invoice_write_off', 'invoice_reminder'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', tenant_table);
  end loop;
end $$;
