-- The books of many merchants in one database. Three rules hold for every tenant table (ADR 0009):
-- its primary key starts with merchant_id, every foreign key between tenant tables carries merchant_id, and row-level
-- security shows a transaction only the merchant it named with SET LOCAL accord.merchant_id.
-- Amounts are integer minor units of the row's currency; ranges of days are half-open.

-- The program runs as this role: it owns nothing, cannot bypass row-level security, and may change only what changes.
do $$
begin
  if not exists (select from pg_roles where rolname = 'accord_app') then
    create role accord_app nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of the cluster made it just now
end $$;
grant accord_app to current_user;
grant usage on schema public to accord_app;

create function current_merchant() returns uuid language sql stable parallel safe
  return nullif(current_setting('accord.merchant_id', true), '')::uuid;

-- Reference tables: what must be found before the merchant is known.

create table merchant (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  default_currency text not null,
  time_zone text not null,
  rounding text not null default 'HALF_UP' check (rounding in ('HALF_UP', 'HALF_EVEN')),
  straight_line_default text not null default 'STRAIGHT_LINE'
    check (straight_line_default in ('STRAIGHT_LINE', 'STRAIGHT_LINE_DAILY')),
  late_invoice_date text not null check (late_invoice_date in ('PLANNED', 'TODAY')),
  erp_kind text not null default 'ACCOUNTING' check (erp_kind in ('ACCOUNTING', 'ERP')),
  performance_obligations boolean not null default false,
  invoice_prefix text not null default 'INV-',
  is_sandbox boolean not null,
  created_at timestamptz(3) not null
);

create table app_user (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  created_at timestamptz(3) not null
);
create unique index app_user_email on app_user (lower(email));

create table membership (
  merchant_id uuid not null references merchant,
  user_id uuid not null references app_user,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'REMOVED')),
  created_at timestamptz(3) not null,
  primary key (merchant_id, user_id)
);

create table api_key (
  id uuid primary key,
  merchant_id uuid not null references merchant,
  name text not null,
  -- The secret itself is shown once and never stored.
  secret_hash bytea not null unique,
  last_four text not null,
  access text not null check (access in ('READ_ONLY', 'WRITE')),
  created_by_user_id uuid references app_user,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_key_merchant on api_key (merchant_id);

-- Where a sandbox merchant stands in time. Ticks order the records made while the clock stands still.
create sequence sandbox_tick;

create table sandbox_clock (
  merchant_id uuid primary key,
  now timestamptz(3) not null,
  first_tick bigint not null
);

-- Gapless numbers, taken inside the transaction that uses them.
create table number_counter (
  merchant_id uuid not null,
  series text not null check (series in ('INVOICE', 'JOURNAL_ENTRY')),
  next bigint not null check (next > 0),
  primary key (merchant_id, series)
);

-- The one row that posting shares and closing takes for itself. Closed months form a prefix, so one date tells them all.
create table books (
  merchant_id uuid primary key,
  -- First day of the last closed month.
  closed_through date check (extract(day from closed_through) = 1)
);

create table accounting_period (
  merchant_id uuid not null,
  month date not null check (extract(day from month) = 1),
  status text not null check (status in ('CLOSED', 'REOPENED')),
  closed_at timestamptz(3) not null,
  closed_by text not null,
  reopened_at timestamptz(3),
  reopened_by text,
  reopen_reason text check (length(reopen_reason) <= 1000),
  -- The month whose reopening took this one along.
  reopened_with date,
  -- How often the month was closed; what a close posts carries it.
  close_count integer not null check (close_count > 0),
  -- Activity of the month by currency and account at the moment of the close: what must not change while it is closed.
  activity jsonb not null,
  primary key (merchant_id, month)
);

create table customer (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  company_name text check (length(company_name) <= 255),
  default_currency text not null,
  net_payment_terms integer not null check (net_payment_terms between 0 and 365),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id)
);
create index customer_list on customer (merchant_id, created_at desc, id desc) where deleted_at is null;

create table category (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- The name as it is compared: trimmed, NFC, case folded.
  name_key text not null,
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id)
);
create unique index category_name on category (merchant_id, name_key) where deleted_at is null;

create table contract (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  customer_id uuid,
  currency text not null,
  start_date date,
  end_date date,
  close_date date,
  net_payment_terms integer not null check (net_payment_terms between 0 and 365),
  source text not null check (source in ('API', 'UPLOAD', 'CRM', 'ERP', 'EMAIL', 'INTERNAL')),
  po_number text check (length(po_number) <= 48),
  allocation_method text not null check (allocation_method in ('STATED', 'RELATIVE_SSP')),
  metadata jsonb,
  status text not null check (status in ('NEW', 'PROCESSING', 'BLOCKED', 'PROCESSED', 'APPROVED')),
  approved_at timestamptz(3),
  approved_by text,
  -- First open month when it was approved: its obligations move no month before (rules 7). Null: none was closed.
  approved_book_month date check (extract(day from approved_book_month) = 1),
  -- Reported by the capabilities that know: the span and fixed value of its terms (null while there is none, or while
  -- one is open-ended), and the day after the last one that an issued invoice covers.
  terms_start date,
  terms_end date,
  terms_value_minor bigint,
  invoiced_through date,
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  check (start_date is null or end_date is null or start_date <= end_date),
  check ((status = 'APPROVED') = (approved_at is not null))
);
create index contract_list on contract (merchant_id, created_at desc, id desc);
create index contract_customer on contract (merchant_id, customer_id);

create table contract_external_id (
  merchant_id uuid not null,
  contract_id uuid not null,
  source_type text not null,
  external_id text not null check (length(external_id) between 1 and 255),
  primary key (merchant_id, contract_id, source_type),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
create index contract_external_id_value on contract_external_id (merchant_id, external_id);

-- Why a contract is not ready, by the capability that said so.
create table contract_readiness (
  merchant_id uuid not null,
  contract_id uuid not null,
  source text not null,
  reasons jsonb not null,
  primary key (merchant_id, contract_id, source),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);

create table billing_term_group (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  name text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
create index billing_term_group_contract on billing_term_group (merchant_id, contract_id);

create table billing_term (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_group_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  description text check (length(description) <= 2000),
  start_date date not null,
  -- The day after the last day of service; null while open-ended.
  end_date date,
  billing_interval text not null
    check (billing_interval in ('NONE', 'DAY', 'WEEK', 'SEMI_MONTH', 'MONTH', 'QUARTER', 'YEAR')),
  interval_frequency integer not null check (interval_frequency between 1 and 120),
  invoice_date_strategy text not null
    check (invoice_date_strategy in ('FIRST_OF_PERIOD', 'ADVANCED_DUE_START', 'LAST_OF_PERIOD', 'ARREARS')),
  net_payment_terms integer not null check (net_payment_terms between 0 and 365),
  billing_type text not null check (billing_type in ('FLAT', 'UNIT')),
  pricing_type text not null check (pricing_type in ('SIMPLE')),
  pricing jsonb not null,
  quantity numeric(30, 12) not null check (quantity >= 0),
  discounts jsonb not null,
  proration_policy text not null check (proration_policy in ('DAY')),
  invoice_group text check (length(invoice_group) <= 48),
  -- The day after the last day that an issued invoice covers; reported by invoicing.
  invoiced_through date,
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_group_id) references billing_term_group (merchant_id, id),
  check (end_date > start_date)
);
create index billing_term_contract on billing_term (merchant_id, contract_id);

create table performance_obligation (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_group_id uuid not null,
  -- The term whose billing is this obligation's price (rules 7: made behind the scenes, it follows its term).
  billing_term_id uuid not null,
  category_id uuid,
  recognition_pattern text not null
    check (recognition_pattern in ('STRAIGHT_LINE', 'STRAIGHT_LINE_DAILY', 'POINT_IN_TIME')),
  service_start date not null,
  -- The day after the last day of service; null for an evergreen obligation.
  service_end date,
  recognition_date date,
  -- First open month when it came to count, and when it ceased to: it moves no month before (rules 7).
  book_month date check (extract(day from book_month) = 1),
  deletion_book_month date check (extract(day from deletion_book_month) = 1),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_group_id) references billing_term_group (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  foreign key (merchant_id, category_id) references category (merchant_id, id),
  check (service_end > service_start),
  check ((recognition_pattern = 'POINT_IN_TIME') = (recognition_date is not null))
);
create index performance_obligation_contract on performance_obligation (merchant_id, contract_id);
create index performance_obligation_category on performance_obligation (merchant_id, category_id);

-- The classic door: one group, one term and one performance obligation under one id.
create table obligation (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_id uuid not null,
  performance_obligation_id uuid not null,
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  foreign key (merchant_id, performance_obligation_id) references performance_obligation (merchant_id, id)
);
create index obligation_contract on obligation (merchant_id, contract_id);

create table invoice (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  customer_id uuid not null,
  status text not null check (status in ('DRAFT', 'ISSUED', 'PARTIALLY_PAID', 'PAID', 'UNCOLLECTIBLE', 'VOID')),
  number bigint check (number > 0),
  invoice_number text,
  currency text not null,
  issue_date date not null,
  due_date date not null,
  original_issue_date date not null,
  original_due_date date not null,
  net_payment_terms integer not null,
  invoice_group text,
  po_number text,
  billing_term_ids uuid[] not null,
  subtotal_minor bigint not null,
  discount_total_minor bigint not null,
  tax_total_minor bigint not null,
  total_minor bigint not null check (total_minor >= 0),
  amount_paid_minor bigint not null default 0,
  amount_credited_minor bigint not null default 0,
  balance_minor bigint not null
    generated always as (case when status = 'VOID' then 0 else total_minor - amount_paid_minor - amount_credited_minor end) stored
    check (balance_minor >= 0),
  -- Lines of a draft; an issued invoice has its lines in invoice_line, where nothing can change them.
  draft_lines jsonb,
  -- SHA-256 of what was issued: number, dates, parties, amounts and lines.
  content_hash bytea,
  issued_at timestamptz(3),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  check (subtotal_minor - discount_total_minor + tax_total_minor = total_minor),
  check ((status = 'DRAFT') = (number is null)),
  check ((status = 'DRAFT') = (draft_lines is not null)),
  check ((status = 'DRAFT') = (issued_at is null)),
  check ((status = 'DRAFT') = (content_hash is null)),
  check ((number is null) = (invoice_number is null))
);
create unique index invoice_number on invoice (merchant_id, number) where number is not null;
create index invoice_list on invoice (merchant_id, created_at desc, id desc);
create index invoice_contract on invoice (merchant_id, contract_id, issue_date);
create index invoice_customer on invoice (merchant_id, customer_id);
create index invoice_draft on invoice (merchant_id, issue_date, contract_id) where status = 'DRAFT';

create table invoice_line (
  merchant_id uuid not null,
  invoice_id uuid not null,
  line_number integer not null check (line_number > 0),
  billing_term_id uuid not null,
  type text not null check (type in ('FLAT', 'UNIT', 'ONE_OFF')),
  -- Half-open days of service.
  service_start date not null,
  service_end date not null,
  name text not null,
  description text,
  quantity numeric(30, 12) not null,
  unit_price numeric(30, 12) not null,
  subtotal_minor bigint not null,
  discount_total_minor bigint not null,
  total_minor bigint not null,
  is_void boolean not null default false,
  primary key (merchant_id, invoice_id, line_number),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  check (service_end > service_start),
  check (subtotal_minor - discount_total_minor = total_minor)
);
-- No period of a term is ever billed twice.
create unique index invoice_line_period on invoice_line (merchant_id, billing_term_id, service_start, type)
  where not is_void;

create table journal_entry (
  merchant_id uuid not null,
  id uuid not null,
  number bigint not null check (number > 0),
  date date not null,
  type text not null
    check (type in ('INVOICE_ISSUED', 'REVENUE_RECOGNIZED', 'PRESENTATION', 'PRESENTATION_REVERSAL')),
  contract_id uuid,
  customer_id uuid,
  source_type text not null check (source_type in ('INVOICE', 'ACCOUNTING_PERIOD')),
  -- The invoice's id, or the month that was closed.
  source_id text not null,
  reverses_entry_id uuid,
  currency text not null,
  posted_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
create unique index journal_entry_number on journal_entry (merchant_id, number);
create index journal_entry_contract on journal_entry (merchant_id, contract_id, date);
create index journal_entry_date on journal_entry (merchant_id, date, number);

create table journal_line (
  merchant_id uuid not null,
  entry_id uuid not null,
  line_number integer not null check (line_number > 0),
  -- The entry's date again, so that balances are read from lines alone.
  date date not null,
  role text not null
    check (role in ('RECEIVABLE', 'UNBILLED_RECEIVABLE', 'CONTRACT_ASSET', 'CONTRACT_LIABILITY', 'REVENUE',
      'BREAKAGE_REVENUE', 'CONTRA_REVENUE', 'TAX_PAYABLE', 'CUSTOMER_CREDIT', 'CASH', 'BAD_DEBT', 'BAD_DEBT_RECOVERED')),
  account text not null,
  currency text not null,
  debit_minor bigint not null check (debit_minor >= 0),
  credit_minor bigint not null check (credit_minor >= 0),
  contract_id uuid,
  customer_id uuid,
  category_id uuid,
  primary key (merchant_id, entry_id, line_number),
  foreign key (merchant_id, entry_id) references journal_entry (merchant_id, id),
  check ((debit_minor = 0) <> (credit_minor = 0))
);
create index journal_line_balance on journal_line (merchant_id, date);
create index journal_line_contract on journal_line (merchant_id, contract_id, date);

-- Revenue posted by closes: one row an obligation, month, source and close.
create table revenue_entry (
  merchant_id uuid not null,
  performance_obligation_id uuid not null,
  month date not null check (extract(day from month) = 1),
  source text not null check (source in ('PATTERN', 'CATCH_UP')),
  close_count integer not null check (close_count > 0),
  -- For a catch-up the first month whose revenue it makes good; else the month itself.
  earned_month date not null,
  contract_id uuid not null,
  customer_id uuid not null,
  category_id uuid,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  journal_entry_id uuid not null,
  primary key (merchant_id, performance_obligation_id, month, source, close_count),
  foreign key (merchant_id, performance_obligation_id) references performance_obligation (merchant_id, id),
  foreign key (merchant_id, journal_entry_id) references journal_entry (merchant_id, id)
);
create index revenue_entry_month on revenue_entry (merchant_id, month);
create index revenue_entry_category on revenue_entry (merchant_id, category_id);

-- What use cases told, in the transaction that did it (ADR 0005).
create table outbox_fact (
  merchant_id uuid not null,
  id uuid not null,
  type text not null,
  contract_id uuid,
  data jsonb not null,
  created_at timestamptz(3) not null,
  handled_at timestamptz(3),
  primary key (merchant_id, id)
);
create index outbox_fact_pending on outbox_fact (merchant_id, contract_id, id) where handled_at is null;

create table audit_log (
  merchant_id uuid not null,
  id uuid not null,
  -- The merchant's clock, and the wall clock: they differ for a sandbox.
  at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('KEY', 'USER', 'SYSTEM')),
  actor_id text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  changes jsonb not null,
  reason text,
  request_id text,
  primary key (merchant_id, id)
);

-- Rows of a CSV import that are done, so that a run that was cut short goes on where it stopped.
create table import_row (
  merchant_id uuid not null,
  import_name text not null,
  row_key text not null,
  contract_id uuid not null,
  primary key (merchant_id, import_name, row_key),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);

-- What may be done to each table. Rows that must never change cannot be changed by the program at all.

grant usage on sequence sandbox_tick to accord_app;
grant select, insert, update on merchant, app_user, membership, api_key to accord_app;
grant select, insert, update on sandbox_clock, number_counter, books, accounting_period, customer, category, contract,
  contract_external_id, contract_readiness, billing_term_group, billing_term, performance_obligation, obligation
  to accord_app;
grant select, insert, delete on invoice to accord_app;
grant update (status, number, invoice_number, issue_date, due_date, original_issue_date, original_due_date, customer_id,
  po_number, billing_term_ids, subtotal_minor, discount_total_minor, tax_total_minor, total_minor, amount_paid_minor,
  amount_credited_minor, draft_lines, content_hash, issued_at, last_updated_at) on invoice to accord_app;
grant select, insert on invoice_line to accord_app;
grant update (is_void) on invoice_line to accord_app;
grant select, insert on journal_entry, journal_line, revenue_entry, audit_log, import_row to accord_app;
grant select, insert, update on outbox_fact to accord_app;

-- The second wall behind the grants: triggers that look at a whole statement at once.

create function refuse_unbalanced_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select from added group by merchant_id, entry_id, currency having sum(debit_minor) <> sum(credit_minor)
  ) then
    raise exception 'journal lines do not balance' using errcode = 'check_violation';
  end if;
  if exists (
    select from (
      select merchant_id, entry_id, count(*) as lines, min(date) as first_date, max(date) as last_date,
        min(currency) as first_currency, max(currency) as last_currency
      from added group by merchant_id, entry_id
    ) as posted join journal_entry as entry on entry.merchant_id = posted.merchant_id and entry.id = posted.entry_id
    where (first_date, last_date, first_currency, last_currency)
        is distinct from (entry.date, entry.date, entry.currency, entry.currency)
      or lines <> (
        select count(*) from journal_line as line
        where line.merchant_id = posted.merchant_id and line.entry_id = posted.entry_id)
  ) then
    raise exception 'journal lines do not match their entry' using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- All lines of an entry are inserted by one statement, so that the statement proves the entry, and none is added later.
create trigger journal_line_balance after insert on journal_line
  referencing new table as added for each statement execute function refuse_unbalanced_entries();

create function refuse_entries_in_closed_months() returns trigger language plpgsql as $$
begin
  if exists (
    select from added join books on books.merchant_id = added.merchant_id
    where added.date < books.closed_through + interval '1 month'
  ) then
    raise exception 'the month is closed' using errcode = 'check_violation', constraint = 'month_is_open';
  end if;
  return null;
end $$;
create trigger journal_entry_open_month after insert on journal_entry
  referencing new table as added for each statement execute function refuse_entries_in_closed_months();

create trigger journal_line_open_month after insert on journal_line
  referencing new table as added for each statement execute function refuse_entries_in_closed_months();

-- All lines of an invoice are inserted by one statement and make up its totals; none is added later.
create function refuse_lines_beside_their_invoice() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select merchant_id, invoice_id, count(*) as lines from added group by merchant_id, invoice_id) as issued
      join invoice on invoice.merchant_id = issued.merchant_id and invoice.id = issued.invoice_id
    where invoice.status = 'DRAFT'
      or (issued.lines, invoice.subtotal_minor, invoice.discount_total_minor) <> (
        select count(*), sum(line.subtotal_minor), sum(line.discount_total_minor) from invoice_line as line
        where line.merchant_id = issued.merchant_id and line.invoice_id = issued.invoice_id)
  ) then
    raise exception 'invoice lines do not match their invoice' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger invoice_line_totals after insert on invoice_line
  referencing new table as added for each statement execute function refuse_lines_beside_their_invoice();

create function refuse_change_of_issued_invoice() returns trigger language plpgsql as $$
begin
  if old.status <> 'DRAFT' and (
    tg_op = 'DELETE'
    or (old.number, old.invoice_number, old.issue_date, old.due_date, old.original_issue_date, old.original_due_date,
        old.customer_id, old.subtotal_minor, old.discount_total_minor, old.tax_total_minor, old.total_minor,
        old.content_hash, old.issued_at)
      is distinct from
       (new.number, new.invoice_number, new.issue_date, new.due_date, new.original_issue_date, new.original_due_date,
        new.customer_id, new.subtotal_minor, new.discount_total_minor, new.tax_total_minor, new.total_minor,
        new.content_hash, new.issued_at)
  ) then
    raise exception 'an issued invoice never changes' using errcode = 'check_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger invoice_issued_is_final before update or delete on invoice
  for each row execute function refuse_change_of_issued_invoice();

-- Tenant isolation: without a merchant no row is seen, with one only its own (also by the owner of the tables).

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array[
    'sandbox_clock', 'number_counter', 'books', 'accounting_period', 'customer', 'category', 'contract',
    'contract_external_id', 'contract_readiness', 'billing_term_group', 'billing_term', 'performance_obligation',
    'obligation', 'invoice', 'invoice_line', 'journal_entry', 'journal_line', 'revenue_entry', 'outbox_fact',
    'audit_log', 'import_row'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', tenant_table);
  end loop;
end $$;
