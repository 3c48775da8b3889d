-- The books of many merchants in one database. Three rules hold for every tenant table (ADR 0009):
-- its primary key starts with merchant_id, every foreign key between tenant tables carries merchant_id, and row-level
-- security shows a transaction only the merchant it named with SET LOCAL accord.merchant_id.
-- Amounts are integer minor units of the row's currency; ranges of days are half-open; a month is its first day.
--
-- Sections are in the order in which capabilities import each other, so that a foreign key points upwards. Each ends with
-- what the program may do to its tables: rows that must never change cannot be changed by the program at all. Checks that
-- look at many rows, and row-level security, are the last two.

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


-- Merchants, users and keys ---------------------------------------------------------------------------------------------
-- Reference tables: rows that are looked up before the merchant is known. They have no row-level security.

create table merchant (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  is_sandbox boolean not null,
  default_currency text not null,
  time_zone text not null,
  rounding text not null default 'HALF_UP' check (rounding in ('HALF_UP', 'HALF_EVEN')),
  straight_line_default text not null default 'STRAIGHT_LINE'
    check (straight_line_default in ('STRAIGHT_LINE', 'STRAIGHT_LINE_DAILY')),
  late_invoice_date text not null check (late_invoice_date in ('PLANNED', 'TODAY')),
  -- How long usage of a period is waited for before it is billed (rules 4).
  usage_grace_days integer not null default 3 check (usage_grace_days between 0 and 30),
  erp_kind text not null default 'ACCOUNTING' check (erp_kind in ('ACCOUNTING', 'ERP')),
  performance_obligations boolean not null default false,
  require_category boolean not null default false,
  -- True if months with entries in the accounting system cannot be reopened.
  forbid_reopen_synced boolean not null default false,
  bad_debt_tax_relief boolean not null default false,
  invoice_prefix text not null default 'INV-',
  credit_memo_prefix text not null default 'CM-' check (length(credit_memo_prefix) between 1 and 20),
  -- Role to the name of its account, for roles that are not named by their own words (rules 12).
  account_map jsonb not null default '{}' check (jsonb_typeof(account_map) = 'object'),
  default_processor text default 'PROCESSOR_A' check (default_processor in ('PROCESSOR_A')),
  -- Approval policies: which writes need a second person. Every write reads them with the settings (ADR 0032).
  approval_policies jsonb not null default '[]' check (jsonb_typeof(approval_policies) = 'array'),
  -- For a forked sandbox, the merchants it was forked from, oldest first: their close packages and signatures were copied (ADR 0089).
  forked_from uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  constraint merchant_invoice_prefix_length check (length(invoice_prefix) between 1 and 20),
  constraint merchant_prefixes_differ check (invoice_prefix <> credit_memo_prefix)
);

create table app_user (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  -- Salted, with the parameters it was made with (ADR 0070); null: the person has none.
  password_hash text,
  -- Where the person signed in last, or switched to.
  last_merchant_id uuid references merchant,
  created_at timestamptz(3) not null
);
create unique index app_user_email on app_user (lower(email));

create table membership (
  merchant_id uuid not null references merchant,
  user_id uuid not null references app_user,
  -- The person's name in this merchant.
  name text check (length(name) between 1 and 255),
  -- The most that the person, and keys in the person's name, may do (ADR 0032).
  role text not null default 'EDITOR' check (role in ('VIEWER', 'EDITOR', 'CONTROLLER', 'OWNER')),
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
  -- Limits the role of its user; null: no limit.
  role text check (role in ('VIEWER', 'EDITOR', 'CONTROLLER', 'OWNER')),
  created_by_user_id uuid references app_user,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  -- The requests of all processes in one minute, in minutes since 1970 (ADR 0058).
  counted_minute integer,
  requests_counted integer
);
create index api_key_merchant on api_key (merchant_id);

-- Sessions of users in a merchant (ADR 0070). Only hashes of secrets are stored, here and in links.
create table user_session (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references app_user,
  merchant_id uuid not null references merchant,
  method text not null check (method in ('PASSWORD', 'LINK', 'OIDC')),
  -- Made by a link of one merchant: it sees no other.
  is_bound boolean not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index user_session_user on user_session (user_id);

-- Signs a person in once; a link without a merchant was made by the operator.
create table sign_in_link (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references app_user,
  merchant_id uuid references merchant,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

-- Failed sign-ins in a row, by account and by address.
create table sign_in_brake (
  id text primary key,
  failures integer not null check (failures > 0),
  last_failed_at timestamptz(3) not null,
  blocked_until timestamptz(3)
);

grant select, insert, update on merchant, app_user, membership, api_key to accord_app;
-- The program compares applied migrations with its own, so accord_app must be able to read them.
grant select on kysely_migration to accord_app;
grant select, insert, update, delete on user_session, sign_in_link, sign_in_brake to accord_app;


-- Data of every merchant -----------------------------------------------------------------------------------------------

-- Who the merchant is on its documents (rules 10).
create table merchant_profile (
  merchant_id uuid primary key,
  legal_name text check (length(legal_name) between 1 and 255),
  address jsonb,
  vat_id text check (length(vat_id) between 1 and 64),
  registration_number text check (length(registration_number) between 1 and 64),
  iban text check (length(iban) between 15 and 34),
  bic text check (length(bic) in (8, 11)),
  bank_account_name text check (length(bank_account_name) between 1 and 255),
  email text check (length(email) between 3 and 254),
  -- PNG
  logo bytea check (length(logo) <= 204800),
  last_updated_at timestamptz(3) not null,
  check (iban is not null or (bic is null and bank_account_name is null))
);

create table tax_rate (
  merchant_id uuid not null,
  country text not null check (length(country) = 2),
  -- Empty: the whole country.
  region text not null check (length(region) <= 64),
  -- EN 16931 code
  category text not null,
  valid_from date not null,
  rate numeric(9, 8) not null check (rate between 0 and 1),
  primary key (merchant_id, country, region, category, valid_from)
);

-- Clocks of sandbox merchants. Ticks order records while a clock stands still.
create sequence sandbox_tick;

create function take_tick() returns bigint language sql volatile return nextval('sandbox_tick');

create table sandbox_clock (
  merchant_id uuid primary key,
  now timestamptz(3) not null,
  first_tick bigint not null
);

-- Counters for gapless numbers; a number is taken in the transaction that uses it.
create table number_counter (
  merchant_id uuid not null,
  series text not null check (series in ('INVOICE', 'JOURNAL_ENTRY', 'CREDIT_MEMO', 'ADJUSTMENT', 'JOURNAL_EXPORT')),
  next bigint not null check (next > 0),
  primary key (merchant_id, series)
);

-- Analyzes tables that grew or changed by half since the last time, as the owner of the tables, because a plan made for a small table
-- reads all of it when it is large. Returns the number of analyzed tables.
create function analyze_changed_tables() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed text;
  analyzed integer := 0;
begin
  for changed in
    select format('%I', stats.relname) from pg_stat_user_tables as stats join pg_class on pg_class.oid = stats.relid
    -- Statistics do not include rows of this transaction before it commits.
    left join pg_stat_xact_user_tables as own on own.relid = stats.relid
    where stats.schemaname = 'public' and (stats.n_mod_since_analyze > 500 + greatest(pg_class.reltuples, 0) / 2
      or own.n_tup_ins > 500 + greatest(pg_class.reltuples, 0) * 1.5)
    order by stats.relname
  loop
    execute 'analyze (skip_locked) ' || changed;
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end $$;
revoke all on function analyze_changed_tables() from public;
grant execute on function analyze_changed_tables() to accord_app;

-- Domain events, stored in the transaction of the use case (ADR 0005).
create table outbox_event (
  merchant_id uuid not null,
  id uuid not null,
  type text not null,
  contract_id uuid,
  -- Where no contract names it.
  customer_id uuid,
  data jsonb not null,
  created_at timestamptz(3) not null,
  handled_at timestamptz(3),
  primary key (merchant_id, id)
);
create index outbox_event_pending on outbox_event (merchant_id, contract_id, id) where handled_at is null;

-- Numbers events of all merchants in the order in which they are recorded; a transaction that waited for a lock gets a later number.
create sequence event_ordinal;

-- Events without a position in the feed. The worker reads this table before it knows the merchant, so the table has no row-level
-- security, and contains no data.
create table event_arrival (
  merchant_id uuid not null,
  ordinal bigint not null default nextval('event_ordinal'),
  event_id uuid not null,
  primary key (merchant_id, ordinal)
);

-- The last position of each merchant's feed. Its row lock serializes the assignment of positions; no write takes it.
create table event_feed (
  merchant_id uuid primary key,
  position bigint not null check (position >= 0)
);

-- The feed: each event once, in the order in which they were committed (ADR 0062).
create table feed_event (
  merchant_id uuid not null,
  position bigint not null check (position > 0),
  event_id uuid not null,
  -- As it was when the event got its position.
  customer_id uuid,
  primary key (merchant_id, position),
  unique (merchant_id, event_id),
  foreign key (merchant_id, event_id) references outbox_event (merchant_id, id)
);

-- Contracts whose stored revenue is out of date (ADR 0054): one row per change, so that no write waits for another. A recalculation
-- deletes the rows that it has seen and leaves those of later changes.
create table contract_change (
  merchant_id uuid not null,
  contract_id uuid not null,
  id uuid not null,
  primary key (merchant_id, contract_id, id)
);

-- Changes of the number of rows of lists; their sum is the size of a list in any snapshot. Statements that write to a list
-- add a row here (see "Sizes of lists"), so that none waits for another.
create table list_growth (
  merchant_id uuid not null,
  list text not null,
  id uuid not null default gen_random_uuid(),
  growth bigint not null,
  primary key (merchant_id, list, id)
);

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
  -- Each row has the hash of the row before, so that deletions and changes can be detected.
  sequence bigint,
  previous_hash bytea,
  hash bytea,
  primary key (merchant_id, id)
);
create unique index audit_log_sequence on audit_log (merchant_id, sequence);
create index audit_log_list on audit_log (merchant_id, at desc, id desc);
create index audit_log_entity on audit_log (merchant_id, entity_id, at desc, id desc);

-- The end of each merchant's chain; its row lock puts the audit rows of parallel writes in one order.
create table audit_head (
  merchant_id uuid primary key,
  sequence bigint not null check (sequence >= 0),
  hash bytea not null
);

-- Appends rows to the chain of a merchant, in order. The end of the chain is locked only here, in the statement that is sent
-- together with the commit (ADR 0050), so all other checks come before. The hash of a row covers the previous hash, its number, and
-- the digest of its contents, which the program computes.
create function append_audit(merchant uuid, entries jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  place audit_head;
  before bytea;
  entry record;
begin
  set constraints all immediate;
  select * into place from audit_head where merchant_id = merchant for update;
  if not found then
    insert into audit_head (merchant_id, sequence, hash) values (merchant, 0, '') on conflict do nothing;
    select * into strict place from audit_head where merchant_id = merchant for update;
  end if;
  for entry in
    select * from jsonb_to_recordset(entries) as entry (id uuid, at timestamptz, recorded_at timestamptz, actor_kind text,
      actor_id text, action text, entity_type text, entity_id text, changes jsonb, reason text, request_id text, digest text)
  loop
    before := place.hash;
    place.sequence := place.sequence + 1;
    place.hash := sha256(before || int8send(place.sequence) || decode(entry.digest, 'hex'));
    insert into audit_log (merchant_id, id, at, recorded_at, actor_kind, actor_id, action, entity_type, entity_id, changes,
      reason, request_id, sequence, previous_hash, hash)
    values (merchant, entry.id, entry.at, entry.recorded_at, entry.actor_kind, entry.actor_id, entry.action,
      entry.entity_type, entry.entity_id, entry.changes, entry.reason, entry.request_id, place.sequence, before, place.hash);
  end loop;
  update audit_head set sequence = place.sequence, hash = place.hash where merchant_id = merchant;
end $$;
revoke all on function append_audit(uuid, jsonb) from public;
grant execute on function append_audit(uuid, jsonb) to accord_app;

-- Answers to writes with an Idempotency-Key, stored in the transaction of the write (behaviour 2.6).
create table idempotent_answer (
  merchant_id uuid not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  -- SHA-256 of method, path, query and body: the same key with another request is rejected.
  fingerprint bytea not null,
  -- The text of the answer, so that a replay is the same to the byte.
  answer text not null,
  recorded_at timestamptz(3) not null,
  primary key (merchant_id, idempotency_key)
);
create index idempotent_answer_age on idempotent_answer (merchant_id, recorded_at);

-- Writes that wait for a second person, or waited for one (ADR 0032).
create table change_request (
  merchant_id uuid not null,
  id uuid not null,
  -- The kind of policy that asks for the highest role, and all kinds.
  kind text not null,
  kinds jsonb not null check (jsonb_typeof(kinds) = 'array' and kinds ? kind),
  -- Who may approve.
  role text not null check (role in ('CONTROLLER', 'OWNER')),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  -- Operation, path, parameters, query and body, as they will be carried out.
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  -- The effects of the write, from its dry run.
  dry_run jsonb not null check (jsonb_typeof(dry_run) = 'object'),
  plan_hash text not null,
  -- A key, its user, or both; a person with a session has no key.
  requested_by_key_id uuid references api_key,
  requested_by_user_id uuid references app_user,
  requested_at timestamptz(3) not null,
  decided_by_key_id uuid references api_key,
  decided_by_user_id uuid references app_user,
  decided_at timestamptz(3),
  reason text check (length(reason) between 1 and 1000),
  primary key (merchant_id, id),
  check ((status = 'PENDING') = (decided_at is null)),
  check (requested_by_key_id is not null or requested_by_user_id is not null),
  check ((status = 'PENDING') = (decided_by_key_id is null and decided_by_user_id is null)),
  check (status <> 'APPROVED' or decided_by_user_id is not null),
  -- Nobody may approve their own request.
  check (status <> 'APPROVED' or decided_by_user_id is distinct from requested_by_user_id)
);
create index change_request_list on change_request (merchant_id, requested_at desc, id desc);

-- Requests to the API, stored for seven days: writes, and rejected requests (ADR 0072).
create table request_log (
  merchant_id uuid not null,
  id uuid not null,
  -- Real time.
  at timestamptz(3) not null,
  method text not null,
  path text not null check (length(path) <= 2000),
  status integer not null,
  error_code text,
  milliseconds integer not null,
  request_id text not null,
  key_id uuid,
  user_id uuid,
  -- JSON without secrets, cut if long. Null if there was none, or it is not stored.
  request_body text check (length(request_body) <= 4100),
  answer_body text check (length(answer_body) <= 4100),
  primary key (merchant_id, id)
);
create index request_log_list on request_log (merchant_id, at desc, id desc);

-- How one person likes to see a screen of the console.
create table saved_view (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null references app_user,
  screen text not null check (length(screen) between 1 and 64),
  name text not null check (length(name) between 1 and 255),
  query text not null check (length(query) <= 4000),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create unique index saved_view_name on saved_view (merchant_id, user_id, screen, name);

grant usage on sequence sandbox_tick, event_ordinal to accord_app;
grant select, insert, update, delete on saved_view to accord_app;
grant select, insert, delete on request_log to accord_app;
grant select, insert, update on merchant_profile, sandbox_clock, number_counter, outbox_event, event_feed, audit_head, change_request
  to accord_app;
grant select, insert on feed_event to accord_app;
grant select, insert, delete on tax_rate, idempotent_answer, event_arrival, contract_change to accord_app;
-- To lock them, which asks for the right to update.
grant select, insert, update, delete on list_growth to accord_app;
grant select, insert on audit_log to accord_app;


-- Ledger ---------------------------------------------------------------------------------------------------------------

-- One row per merchant: posting locks it in share mode, closing exclusively. Closed months are contiguous, so one date is sufficient.
create table books (
  merchant_id uuid primary key,
  -- First day of the last closed month.
  closed_through date check (extract(day from closed_through) = 1),
  -- First day of the last month of the close that is running, while its transaction locks the books: usage recorded meanwhile is effective
  -- after this month. Ignored if no close is running.
  closing_through date check (extract(day from closing_through) = 1),
  -- First day of the last month in which no invoice or credit memo can be dated, and of the last in which no payment can be posted,
  -- if locked beyond the closed months. A lock includes all earlier months.
  billing_locked_through date check (extract(day from billing_locked_through) = 1),
  cash_locked_through date check (extract(day from cash_locked_through) = 1)
);

create table journal_entry (
  merchant_id uuid not null,
  id uuid not null,
  number bigint not null check (number > 0),
  date date not null,
  type text not null check (type in ('INVOICE_ISSUED', 'REVENUE_RECOGNIZED', 'PRESENTATION', 'PRESENTATION_REVERSAL',
    'INVOICE_VOIDED', 'INVOICE_UNCOLLECTIBLE', 'INVOICE_REINSTATED', 'CREDIT_MEMO_ISSUED', 'CREDIT_MEMO_VOIDED', 'CREDIT_MEMO_REFUNDED',
    'CREDIT_APPLIED', 'CREDIT_UNAPPLIED', 'PAYMENT_RECEIVED', 'PAYMENT_REFUNDED', 'PAYMENT_RETURNED',
    'ADJUSTMENT', 'OPENING')),
  -- Has no foreign key; see "Keys checked by statement".
  contract_id uuid,
  customer_id uuid,
  source_type text not null check (source_type in ('INVOICE', 'ACCOUNTING_PERIOD', 'CREDIT_MEMO', 'PAYMENT', 'ADJUSTMENT', 'CONTRACT')),
  -- The document's id, or the month that was closed.
  source_id text not null,
  reverses_entry_id uuid,
  currency text not null,
  posted_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create unique index journal_entry_number on journal_entry (merchant_id, number);
create index journal_entry_contract on journal_entry (merchant_id, contract_id, date);
create index journal_entry_date on journal_entry (merchant_id, date, number);
-- To reverse the entries of a voided document.
create index journal_entry_source on journal_entry (merchant_id, source_id, number) where source_type <> 'ACCOUNTING_PERIOD';
-- For reports, which list the currencies they leave out. Entries of a contract have the contract's currency; entries without a contract,
-- such as payments, are looked up here. A close posts none of them, so it does not write to this index.
create index journal_entry_currency on journal_entry (merchant_id, currency) where contract_id is null;

create table journal_line (
  merchant_id uuid not null,
  -- Has no foreign key: reject_unbalanced_entries finds the entry of every line.
  entry_id uuid not null,
  line_number integer not null check (line_number > 0),
  -- The entry's date again, so that balances are read from lines alone.
  date date not null,
  role text not null
    check (role in ('RECEIVABLE', 'UNBILLED_RECEIVABLE', 'CONTRACT_ASSET', 'CONTRACT_LIABILITY', 'REVENUE',
      'BREAKAGE_REVENUE', 'CONTRA_REVENUE', 'TAX_PAYABLE', 'CUSTOMER_CREDIT', 'CASH', 'BAD_DEBT', 'BAD_DEBT_RECOVERED',
      'MIGRATION_CLEARING')),
  account text not null,
  currency text not null,
  debit_minor bigint not null check (debit_minor >= 0),
  credit_minor bigint not null check (credit_minor >= 0),
  contract_id uuid,
  customer_id uuid,
  category_id uuid,
  -- Accounting systems want the item and the class that revenue is of on its lines (data model 16).
  item_id uuid,
  class_id uuid,
  primary key (merchant_id, entry_id, line_number),
  check ((debit_minor = 0) <> (credit_minor = 0))
);
create index journal_line_balance on journal_line (merchant_id, date);
create index journal_line_contra on journal_line (merchant_id, date) where role = 'CONTRA_REVENUE';
create index journal_line_contract on journal_line (merchant_id, contract_id, date);
-- For the statement of account of a customer.
create index journal_line_customer on journal_line (merchant_id, customer_id, date) where role in ('RECEIVABLE', 'CUSTOMER_CREDIT');

-- The sync status of a record in the accounting system, and the version it belongs to (ADR 0087). A record without a row, or with a later
-- version, is NOT_SYNCED. The key refers to one of five tables, so INV-43 checks it.
create table sync_record (
  merchant_id uuid not null,
  entity_type text not null check (entity_type in ('INVOICE', 'CREDIT_MEMO', 'PAYMENT', 'JOURNAL_ENTRY', 'CUSTOMER')),
  entity_id uuid not null,
  status text not null check (status in ('NOT_SYNCED', 'SYNCING', 'SYNCED', 'SYNC_FAILED')),
  -- The version that the status is of, and the last one that the accounting system took.
  version integer not null check (version > 0),
  synced_version integer check (synced_version between 1 and version),
  external_id text check (length(external_id) between 1 and 255),
  error text check (length(error) between 1 and 1000),
  attempts integer not null check (attempts >= 0),
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, entity_type, entity_id),
  check (status <> 'SYNCED' or synced_version = version)
);
create index sync_record_failed on sync_record (merchant_id) where status = 'SYNC_FAILED';

-- A batch of entries for a general ledger (ADR 0076). It never changes: the hash covers the text byte by byte.
create table journal_export (
  merchant_id uuid not null,
  id uuid not null,
  number bigint not null check (number > 0),
  export_number text not null,
  month date not null check (extract(day from month) = 1),
  level text not null check (level in ('DETAIL', 'SUMMARY')),
  format text not null
    check (format in ('CSV', 'XLSX', 'JSON', 'QUICKBOOKS', 'XERO', 'NETSUITE', 'SAGE_INTACCT', 'DATEV')),
  -- The one currency that was asked for; null for all.
  currency text,
  entry_count integer not null check (entry_count > 0),
  -- By currency: entries, lines, and debit and credit as decimal text.
  totals jsonb not null,
  content text not null,
  -- SHA-256 of the content.
  hash bytea not null check (length(hash) = 32),
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (merchant_id, id)
);
create unique index journal_export_number on journal_export (merchant_id, number);
create index journal_export_month on journal_export (merchant_id, month);

-- The batch of an entry. The primary key allows one batch only.
create table journal_entry_export (
  merchant_id uuid not null,
  journal_entry_id uuid not null,
  journal_export_id uuid not null,
  primary key (merchant_id, journal_entry_id),
  foreign key (merchant_id, journal_entry_id) references journal_entry (merchant_id, id),
  foreign key (merchant_id, journal_export_id) references journal_export (merchant_id, id)
);
create index journal_entry_export_batch on journal_entry_export (merchant_id, journal_export_id);

-- Maps journal lines to accounts of the general ledger, with settings of file formats. Validated as a whole when it is stored.
create table chart_of_accounts (
  merchant_id uuid not null primary key,
  accounts jsonb not null check (jsonb_typeof(accounts) = 'array'),
  formats jsonb not null check (jsonb_typeof(formats) = 'object'),
  last_updated_at timestamptz(3) not null
);

grant select, insert, update on books, sync_record, chart_of_accounts to accord_app;
grant select, insert on journal_entry, journal_line, journal_export, journal_entry_export to accord_app;


-- Catalog --------------------------------------------------------------------------------------------------------------
-- Items, products, event types, and their ids in outside systems.

create table category (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- The name as it is compared: trimmed, NFC, case folded.
  name_key text not null,
  -- Accounts of the category's own (data model 9); null is the merchant's.
  revenue_account text check (length(revenue_account) between 1 and 100),
  contract_liability_account text check (length(contract_liability_account) between 1 and 100),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id)
);
create unique index category_name on category (merchant_id, name_key) where deleted_at is null;

-- Handed over by the accounting system alone; known to it, and unique, by its id there.
create table erp_class (
  merchant_id uuid not null,
  id uuid not null,
  external_id text not null check (length(external_id) between 1 and 255),
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create unique index erp_class_external_id on erp_class (merchant_id, external_id);
create index erp_class_list on erp_class (merchant_id, created_at desc, id desc);

create table custom_field (
  merchant_id uuid not null,
  id uuid not null,
  external_id text not null check (length(external_id) between 1 and 255),
  name text not null check (length(name) between 1 and 255),
  applies_to text not null check (applies_to in ('CUSTOMER', 'INVOICE', 'CONTRACT')),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create unique index custom_field_external_id on custom_field (merchant_id, external_id);
create index custom_field_list on custom_field (merchant_id, created_at desc, id desc);

create table item (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  display_name text check (length(display_name) between 1 and 255),
  tax_category text not null check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B')),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index item_list on item (merchant_id, created_at desc, id desc);

-- At most one id per kind of system; several items may have the same id.
create table item_external_id (
  merchant_id uuid not null,
  item_id uuid not null,
  source_type text not null check (source_type in (
    'ERP_A', 'ERP_B', 'ERP_C', 'ERP_D', 'CRM_A', 'CRM_B', 'TAX_A', 'TAX_B', 'TAX_C', 'PROCESSOR_A', 'BILLING_A'
  )),
  external_id text not null check (length(external_id) between 1 and 255),
  primary key (merchant_id, item_id, source_type),
  foreign key (merchant_id, item_id) references item (merchant_id, id)
);
create index item_external_id_value on item_external_id (merchant_id, external_id);

create table product (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- Null shows the name.
  display_name text check (length(display_name) between 1 and 255),
  status text not null check (status in ('ACTIVE', 'INACTIVE')),
  description text check (length(description) between 1 and 2000),
  item_id uuid,
  erp_class_id uuid,
  category_id uuid,
  -- Null leaves the choice to each performance obligation.
  recognition_pattern text check (recognition_pattern in ('STRAIGHT_LINE', 'STRAIGHT_LINE_DAILY', 'POINT_IN_TIME')),
  tax_category text not null check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B')),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, item_id) references item (merchant_id, id),
  foreign key (merchant_id, erp_class_id) references erp_class (merchant_id, id),
  foreign key (merchant_id, category_id) references category (merchant_id, id)
);
create index product_list on product (merchant_id, created_at desc, id desc);
create index product_item on product (merchant_id, item_id);
create index product_erp_class on product (merchant_id, erp_class_id);
create index product_category on product (merchant_id, category_id);

-- Standalone selling price of one unit of a product, in one currency, from a day on.
create table standalone_selling_price (
  merchant_id uuid not null,
  product_id uuid not null,
  currency text not null,
  valid_from date not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (merchant_id, product_id, currency, valid_from),
  foreign key (merchant_id, product_id) references product (merchant_id, id)
);

-- A kind of usage, and the aggregation of its values. A row that a foreign key refers to cannot be deleted.
create table event_type (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  aggregation text not null check (aggregation in ('SUM', 'COUNT', 'MAX', 'LAST')),
  unit_name text check (length(unit_name) between 1 and 255),
  display_type text check (length(display_type) between 1 and 255),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create unique index event_type_name on event_type (merchant_id, normalize(name, nfc));
create index event_type_list on event_type (merchant_id, created_at desc, id desc);

grant select, insert, update on category, erp_class, custom_field, item, item_external_id, product to accord_app;
grant select, insert, delete on standalone_selling_price, event_type to accord_app;
-- No event type changes, but a row lock needs the right to update.
grant update (name) on event_type to accord_app;


-- Customers ------------------------------------------------------------------------------------------------------------

create table customer (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  company_name text check (length(company_name) <= 255),
  parent_customer_id uuid,
  default_currency text not null,
  net_payment_terms integer not null check (net_payment_terms between 0 and 365),
  -- { line1, line2, city, state, postalCode, country, addressee }
  billing_address jsonb,
  shipping_address jsonb,
  vat_id text check (length(vat_id) between 1 and 64),
  ein text check (length(ein) between 1 and 64),
  is_tax_exempt boolean not null default false,
  auto_charge boolean not null default false,
  dunning_disabled boolean not null default false,
  -- Value by id of the custom field.
  custom_fields jsonb not null default '{}',
  -- Incremented by every change of the row; see "Versions".
  version integer not null default 1 check (version > 0),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  constraint customer_parent foreign key (merchant_id, parent_customer_id) references customer (merchant_id, id),
  constraint customer_is_not_its_own_parent check (parent_customer_id <> id)
);
create index customer_list on customer (merchant_id, created_at desc, id desc) where deleted_at is null;
create index customer_children on customer (merchant_id, parent_customer_id) where parent_customer_id is not null;

create table customer_external_id (
  merchant_id uuid not null,
  customer_id uuid not null,
  source_type text not null,
  external_id text not null check (length(external_id) between 1 and 255),
  primary key (merchant_id, customer_id, source_type),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id)
);
create index customer_external_id_value on customer_external_id (merchant_id, external_id);

create table customer_contact (
  merchant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  first_name text check (length(first_name) between 1 and 255),
  last_name text check (length(last_name) between 1 and 255),
  email text not null check (length(email) between 3 and 254),
  is_primary_contact boolean not null,
  is_cc_email boolean not null,
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id)
);
create index customer_contact_customer on customer_contact (merchant_id, customer_id, created_at desc, id desc);
create unique index customer_contact_primary on customer_contact (merchant_id, customer_id) where is_primary_contact;

-- A customer's account at a payment processor. The default method carries the reference it was stored for, so that it
-- can never be the method of an account that the customer was repointed away from (behaviour RAC-12, INV-20).
create table payment_account_link (
  merchant_id uuid not null,
  customer_id uuid not null,
  processor_type text not null check (processor_type in ('PROCESSOR_A')),
  processor_customer_ref text not null check (length(processor_customer_ref) between 1 and 255),
  default_payment_method text check (length(default_payment_method) between 1 and 255),
  default_payment_method_type text
    check (default_payment_method_type in ('CREDIT_CARD', 'ACH_DEBIT', 'ACH_CREDIT', 'CHECK', 'LINK')),
  default_method_ref text,
  -- REQUEST: chosen by the request that linked the account; PROCESSOR: the default method of the account.
  default_method_origin text check (default_method_origin in ('REQUEST', 'PROCESSOR')),
  -- Incremented by each decision about the link, so that a processor's answer to an earlier question is not stored.
  revision integer not null check (revision > 0),
  linked_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, customer_id, processor_type),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  constraint payment_account_default_is_of_account check (default_method_ref = processor_customer_ref),
  check ((default_payment_method is null) = (default_method_ref is null)),
  check ((default_payment_method is null) = (default_method_origin is null)),
  check (default_payment_method_type is null or default_payment_method is not null)
);

grant select, insert, update on customer, payment_account_link to accord_app;
grant select, insert, update, delete on customer_external_id, customer_contact to accord_app;


-- Contracts ------------------------------------------------------------------------------------------------------------

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
  -- Contracts of a customer with the same one are billed on one document (ADR 0040).
  consolidation_key text check (length(consolidation_key) between 1 and 48),
  allocation_method text not null check (allocation_method in ('STATED', 'RELATIVE_SSP')),
  metadata jsonb,
  -- Value by id of the custom field.
  custom_fields jsonb not null default '{}' check (jsonb_typeof(custom_fields) = 'object'),
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
  -- The last started job, until it has reported or its result is no longer needed.
  job_id uuid,
  awaits_job boolean not null default false,
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  check (start_date is null or end_date is null or start_date <= end_date),
  check ((status = 'APPROVED') = (approved_at is not null)),
  check (job_id is not null or not awaits_job),
  check (status <> 'PROCESSING' or awaits_job)
);
create index contract_list on contract (merchant_id, created_at desc, id desc);
create index contract_customer on contract (merchant_id, customer_id);
create index contract_consolidation on contract (merchant_id, customer_id, consolidation_key) where consolidation_key is not null;
create index contract_awaits_job on contract (merchant_id, id) where awaits_job;
create index contract_deleted on contract (merchant_id, deleted_at desc, id) where deleted_at is not null;

create table contract_external_id (
  merchant_id uuid not null,
  contract_id uuid not null,
  source_type text not null,
  external_id text not null check (length(external_id) between 1 and 255),
  metadata jsonb,
  primary key (merchant_id, contract_id, source_type),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
create index contract_external_id_value on contract_external_id (merchant_id, external_id);

-- Reasons why a contract is not ready, by the capability that reported them.
create table contract_readiness (
  merchant_id uuid not null,
  contract_id uuid not null,
  source text not null,
  reasons jsonb not null,
  primary key (merchant_id, contract_id, source),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);

-- The signed document of a contract, replaced as a whole. The audit log has earlier ones.
create table contract_file (
  merchant_id uuid not null,
  contract_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  bytes bytea not null check (length(bytes) between 1 and 26214400),
  sha256 bytea not null check (sha256 = sha256(bytes)),
  uploaded_at timestamptz(3) not null,
  -- Text found by processing; null before.
  extracted_text text,
  page_count integer check (page_count > 0),
  findings jsonb,
  processed_at timestamptz(3),
  primary key (merchant_id, contract_id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
-- PDFs are compressed already.
alter table contract_file alter column bytes set storage external;

grant select, insert, update on contract, contract_external_id, contract_readiness to accord_app;
grant select, insert, update, delete on contract_file to accord_app;


-- Billing terms and performance obligations ------------------------------------------------------------------------------

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
  product_id uuid,
  item_id uuid,
  class_id uuid,
  event_type_id uuid,
  start_date date not null,
  -- The day after the last day of service; null while open-ended.
  end_date date,
  billing_type text not null check (billing_type in ('FLAT', 'UNIT')),
  billing_interval text not null
    check (billing_interval in ('NONE', 'DAY', 'WEEK', 'SEMI_MONTH', 'MONTH', 'QUARTER', 'YEAR')),
  interval_frequency integer not null check (interval_frequency between 1 and 120),
  invoice_date_strategy text not null
    check (invoice_date_strategy in ('FIRST_OF_PERIOD', 'ADVANCED_DUE_START', 'LAST_OF_PERIOD', 'ARREARS')),
  net_payment_terms integer not null check (net_payment_terms between 0 and 365),
  invoice_group text check (length(invoice_group) <= 48),
  proration_policy text not null check (proration_policy in ('NONE', 'MONTH', 'DAY')),
  -- As agreed at first: how one period is priced. Later changes are rows of billing_term_layer.
  price jsonb not null,
  trigger text not null default 'DATE' check (trigger in ('DATE', 'MILESTONE')),
  reached_on date,
  usage_scope text not null default 'STANDALONE' check (usage_scope in ('STANDALONE', 'COMMITMENT')),
  tier_scope text not null default 'TERM' check (tier_scope in ('TERM', 'DIFFERENTIATOR')),
  -- How an amendment credits invoiced days when it lowers a fixed price; for seats, see seat_config.
  credit_on_decrease text not null default 'NONE' check (credit_on_decrease in ('NONE', 'PRORATED')),
  seat_config jsonb,
  -- On which days commitments price the term: [{"commitmentId", "start", "end"}], derived from the tables of commitments.
  committed jsonb not null default '[]' check (jsonb_typeof(committed) = 'array'),
  -- The day after the last day that an issued invoice covers; reported by invoicing.
  invoiced_through date,
  -- The first day on which negative usage that is still carried forward becomes a credit memo; reported by invoicing.
  carried_credit_due date,
  terminated_at timestamptz(3),
  -- For a terminated term: the part of its cut last period that delivered obligations still bill, and the day after the last
  -- day of the uncut period.
  delivered_share numeric check (delivered_share between 0 and 1),
  delivered_until date,
  -- For the replacement of a swapped term: the amount that the old term was billed beyond its end, which is deducted from its invoices:
  -- {"endedBillingTermId", "name", "description", "itemId", "classId", "productId", "minor"}.
  swap_credit jsonb,
  -- Earlier invoice date strategies of a term with invoiced periods, in order: [{"until", "invoiceDateStrategy"}]; each applies to
  -- periods that begin before `until`.
  former_strategies jsonb not null default '[]' check (jsonb_typeof(former_strategies) = 'array'),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_group_id) references billing_term_group (merchant_id, id),
  foreign key (merchant_id, product_id) references product (merchant_id, id),
  foreign key (merchant_id, item_id) references item (merchant_id, id),
  foreign key (merchant_id, class_id) references erp_class (merchant_id, id),
  foreign key (merchant_id, event_type_id) references event_type (merchant_id, id),
  check (end_date > start_date),
  check (reached_on is null or trigger = 'MILESTONE')
);
create index billing_term_contract on billing_term (merchant_id, contract_id);
create index billing_term_of_group on billing_term (merchant_id, billing_term_group_id);
create index billing_term_event_type on billing_term (merchant_id, event_type_id) where event_type_id is not null;
create index billing_term_list on billing_term (merchant_id, created_at desc, id desc);

-- A change of price: it holds for the days of service from effective_from on, and moves no month before book_month.
create table billing_term_layer (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_id uuid not null,
  effective_from date not null,
  price jsonb not null,
  book_month date check (extract(day from book_month) = 1),
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id)
);
create index billing_term_layer_term on billing_term_layer (merchant_id, billing_term_id, effective_from, id);

-- Changes of the number of seats; the number on a day follows from all of them.
create table seat_amendment (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_id uuid not null,
  effective_date date not null,
  quantity numeric(30, 12) check (quantity >= 0),
  delta numeric(30, 12) check (delta <> 0),
  proration_policy text not null check (proration_policy in ('NONE', 'DAY', 'MONTH', 'STARTED_MONTH', 'YEAR')),
  true_up_timing text not null check (true_up_timing in ('IMMEDIATE', 'CO_TERM')),
  note text check (length(note) <= 500),
  -- The day through which the term was invoiced when this was recorded; earlier periods get true-up lines.
  invoiced_through date,
  -- Unbilled amendments whose true-ups a credited decrease reduces first (ADR 0025).
  unbilled_amendment_ids uuid[] not null default '{}',
  book_month date check (extract(day from book_month) = 1),
  deletion_book_month date check (extract(day from deletion_book_month) = 1),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  check ((quantity is null) <> (delta is null)),
  constraint only_what_is_deleted_has_a_deletion_month check (deletion_book_month is null or deleted_at is not null)
);
create index seat_amendment_contract on seat_amendment (merchant_id, contract_id);
create index seat_amendment_term on seat_amendment (merchant_id, billing_term_id, effective_date, created_at, id);

-- With a billing term: earns all billing of the term or, for a residual, its billing beyond the stated prices of the group
-- (rules 7). Otherwise the price is stated.
create table performance_obligation (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_group_id uuid not null,
  billing_term_id uuid,
  name text check (length(name) <= 255),
  product_id uuid,
  item_id uuid,
  class_id uuid,
  category_id uuid,
  event_type_id uuid,
  consideration_type text check (consideration_type in ('FIXED', 'VARIABLE')),
  transaction_price_minor bigint check (transaction_price_minor >= 0),
  standalone_selling_price_minor bigint check (standalone_selling_price_minor > 0),
  recognition_pattern text not null check (recognition_pattern in ('STRAIGHT_LINE', 'STRAIGHT_LINE_DAILY', 'POINT_IN_TIME',
    'RECOGNIZE_AS_BILLED', 'RECOGNIZE_AS_CONSUMED', 'PERCENT_COMPLETE', 'MILESTONE', 'CUSTOM')),
  service_start date not null,
  -- The day after the last day of service; null for an evergreen obligation.
  service_end date,
  recognition_date date,
  milestones jsonb,
  progress jsonb,
  -- Manual months: [{"month": "2026-01", "minor": "1200", "isManual": true}].
  custom_revenue jsonb,
  is_residual boolean not null default false,
  -- First open month when it came to count, and when it ceased to: it moves no month before (rules 7).
  book_month date check (extract(day from book_month) = 1),
  deletion_book_month date check (extract(day from deletion_book_month) = 1),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  constraint only_what_is_deleted_has_a_deletion_month check (deletion_book_month is null or deleted_at is not null),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_group_id) references billing_term_group (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  foreign key (merchant_id, product_id) references product (merchant_id, id),
  foreign key (merchant_id, item_id) references item (merchant_id, id),
  foreign key (merchant_id, class_id) references erp_class (merchant_id, id),
  foreign key (merchant_id, category_id) references category (merchant_id, id),
  foreign key (merchant_id, event_type_id) references event_type (merchant_id, id),
  constraint a_residual_has_a_term_and_no_price
    check (not is_residual or (billing_term_id is not null and transaction_price_minor is null)),
  check (service_end > service_start),
  check ((recognition_pattern = 'POINT_IN_TIME') = (recognition_date is not null)),
  check (billing_term_id is not null or recognition_pattern in ('RECOGNIZE_AS_BILLED', 'RECOGNIZE_AS_CONSUMED')
    or transaction_price_minor is not null)
);
create index performance_obligation_contract on performance_obligation (merchant_id, contract_id);
create index performance_obligation_of_group on performance_obligation (merchant_id, billing_term_group_id);
-- For a close or an issued invoice, to find the liability accounts of performance obligations by term.
create index performance_obligation_term on performance_obligation (merchant_id, billing_term_id)
  where billing_term_id is not null;
create index performance_obligation_category on performance_obligation (merchant_id, category_id);
create index performance_obligation_event_type on performance_obligation (merchant_id, event_type_id)
  where event_type_id is not null;

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

-- Corrections of dates and patterns after approval: the values before and after, and the book month.
create table pob_correction (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_id uuid,
  performance_obligation_id uuid,
  -- The change that it is a part of: service that ends with its term, a price that falls with it.
  modification_id uuid,
  changes jsonb not null,
  book_month date check (extract(day from book_month) = 1),
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  foreign key (merchant_id, performance_obligation_id) references performance_obligation (merchant_id, id),
  check ((billing_term_id is null) <> (performance_obligation_id is null))
);
create index pob_correction_contract on pob_correction (merchant_id, contract_id, created_at, id);

-- Amounts of credit memos and write-offs for billing of a term, with their date; a void is a row with the opposite sign.
create table billing_credit (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_id uuid not null,
  -- Without tax. The credited days of service are half-open.
  amount_minor bigint not null check (amount_minor <> 0),
  service_start date not null,
  service_end date not null,
  -- How revenue falls with it: over the days of service, or not at all, because the term's own price has fallen already (a
  -- termination).
  revenue_effect text not null check (revenue_effect in ('CREDITED_DAYS', 'IN_PRICE')),
  date date not null,
  book_month date not null check (extract(day from book_month) = 1),
  source_type text not null check (source_type in ('CREDIT_MEMO', 'WRITE_OFF', 'RECOVERY')),
  source_id uuid not null,
  invoice_line_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  check (service_end > service_start)
);
create index billing_credit_contract on billing_credit (merchant_id, contract_id, date);
create index billing_credit_line on billing_credit (merchant_id, invoice_line_id);

-- The liability account of an obligation, if it is an account of its category. It is fixed by the first posting: invoices credit it and
-- revenue debits it even if the category changes. Without a row it is the merchant's own account. The obligation has no foreign
-- key; see "Keys checked by statement".
create table obligation_liability_account (
  merchant_id uuid not null,
  performance_obligation_id uuid not null,
  account text not null check (length(account) between 1 and 100),
  primary key (merchant_id, performance_obligation_id)
);

-- How a new price or quantity of a fixed term settles days that were already invoiced; the price itself is the layer with the
-- same id (ADR 0033).
create table price_amendment (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_id uuid not null,
  -- As requested. If the settlement is NONE, the layer begins after the invoiced days.
  effective_date date not null,
  settlement text not null check (settlement in ('IMMEDIATE', 'CO_TERM', 'NONE')),
  -- The setting of the term when this was recorded.
  credit_on_decrease text not null check (credit_on_decrease in ('NONE', 'PRORATED')),
  -- The day through which the term was invoiced when this was recorded; earlier periods get true-up lines.
  invoiced_through date,
  -- Unbilled amendments whose true-ups a credited decrease reduces first (ADR 0025).
  unbilled_amendment_ids uuid[] not null default '{}',
  note text check (length(note) <= 500),
  primary key (merchant_id, id),
  foreign key (merchant_id, id) references billing_term_layer (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id)
);
create index price_amendment_contract on price_amendment (merchant_id, contract_id);
create index price_amendment_term on price_amendment (merchant_id, billing_term_id, effective_date, id);

grant select, insert, update on billing_term_group, billing_term, performance_obligation, obligation to accord_app;
grant select, insert on billing_term_layer, seat_amendment, price_amendment, pob_correction, billing_credit,
  obligation_liability_account to accord_app;
grant update (deleted_at, deletion_book_month) on seat_amendment to accord_app;


-- Usage ----------------------------------------------------------------------------------------------------------------
-- Usage events. They are never changed or removed: a deletion is another event.

-- Partitioned by month, because years of events are stored and an invoice reads one month. Recording an event never creates a partition,
-- because each partition costs every query of all merchants a lock and a look-up.
create table usage_event (
  merchant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  event_type_id uuid not null,
  datetime timestamptz(3) not null,
  value numeric(30, 12) not null,
  differentiator text check (length(differentiator) between 1 and 255),
  invoice_split_key text check (length(invoice_split_key) between 1 and 48),
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  -- The first month in which it is effective; null: in every month.
  book_month date check (extract(day from book_month) = 1),
  created_at timestamptz(3) not null,
  primary key (merchant_id, id, datetime)
) partition by range (datetime);
create index usage_event_list on usage_event (merchant_id, created_at desc, id desc);
create index usage_event_quantity on usage_event (merchant_id, customer_id, event_type_id, datetime);

-- Of all months without a partition of their own (ADR 0041).
create table usage_event_other partition of usage_event default;

-- Creates the partitions from a year ago to three months ahead, as the owner of the tables. A partition is attached, so that others can
-- write meanwhile; it has no grants of its own, so the policy of the table always applies. A month with events in the default partition
-- stays there.
create function ensure_usage_event_partitions() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month timestamp;
  partition_name text;
begin
  -- A process that waited here finds the partitions.
  perform pg_advisory_xact_lock(hashtext('accord.usage-event-partition'));
  for month in
    select generate_series(this_month - interval '12 months', this_month + interval '3 months', interval '1 month')
    from date_trunc('month', now() at time zone 'UTC') as this_month
  loop
    partition_name := 'usage_event_' || to_char(month, 'YYYY_MM');
    continue when exists (select from pg_class where relname = partition_name and relnamespace = 'public'::regnamespace);
    begin
      execute format('create table %I (like usage_event including all)', partition_name);
      execute format('alter table %I enable row level security', partition_name);
      execute format('alter table %I force row level security', partition_name);
      execute format('create policy tenant on %I using (merchant_id = (select current_merchant()))', partition_name);
      execute format('alter table usage_event attach partition %I for values from (%L) to (%L)', partition_name,
        month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    exception when check_violation then
      null;
    end;
  end loop;
end $$;
revoke all on function ensure_usage_event_partitions() from public;
grant execute on function ensure_usage_event_partitions() to accord_app;

-- Customers with events of an event type: the foreign keys of events, checked once per request instead of once for each of a
-- thousand events.
create table usage_stream (
  merchant_id uuid not null,
  customer_id uuid not null,
  event_type_id uuid not null,
  primary key (merchant_id, customer_id, event_type_id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  foreign key (merchant_id, event_type_id) references event_type (merchant_id, id)
);
create index usage_stream_event_type on usage_stream (merchant_id, event_type_id);

-- Idempotency keys live for ever (rules 11). A unique key of the partitioned table would have to hold the datetime.
create table usage_event_key (
  merchant_id uuid not null,
  idempotency_key text collate "C" not null,
  event_id uuid not null,
  -- SHA-256 of the content as sent.
  fingerprint bytea not null,
  primary key (merchant_id, idempotency_key)
);

create table usage_event_deletion (
  merchant_id uuid not null,
  id uuid not null,
  parent_event_id uuid not null,
  -- The first month in which the deletion is effective, as for an event.
  book_month date check (extract(day from book_month) = 1),
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique (merchant_id, parent_event_id)
);

grant select, insert on usage_event, usage_stream, usage_event_key, usage_event_deletion to accord_app;


-- Commitments ----------------------------------------------------------------------------------------------------------
-- Commitments of customers (data model 8). Only facts are stored; periods, drawdown and lines are computed.

create table commitment (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  name text check (length(name) between 1 and 255),
  unit_type text not null check (unit_type in ('CURRENCY', 'UNITS')),
  is_full_duration boolean not null,
  price_priority text not null check (price_priority in ('LOW', 'HIGH')),
  recognition_pattern text not null check (recognition_pattern in ('RECOGNIZE_AS_CONSUMED', 'STRAIGHT_LINE')),
  terminated_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
create index commitment_contract on commitment (merchant_id, contract_id);
create index commitment_list on commitment (merchant_id, created_at desc, id desc);

create table commitment_schedule (
  merchant_id uuid not null,
  id uuid not null,
  commitment_id uuid not null,
  start_date date not null,
  -- The day after the last one.
  end_date date not null check (end_date > start_date),
  commitment_interval text check (commitment_interval in ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY')),
  -- As stated; null follows the prepayment.
  true_up_behavior text check (true_up_behavior in ('EACH_PERIOD', 'END_OF_SCHEDULE', 'NONE')),
  true_up_name text,
  true_up_item_id uuid,
  prepaid_value numeric(30, 12) check (prepaid_value > 0),
  prepayment_schedule_type text
    check (prepayment_schedule_type in ('FULL_UPFRONT', 'PER_COMMITMENT_PERIOD', 'SPLIT_ACROSS_BILLING_PERIODS')),
  prepayment_name text,
  prepayment_item_id uuid,
  net_payment_terms integer check (net_payment_terms between 0 and 365),
  -- By event type, as they were sent.
  overage_configs jsonb not null check (jsonb_typeof(overage_configs) = 'array'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  unique (merchant_id, id, commitment_id),
  foreign key (merchant_id, commitment_id) references commitment (merchant_id, id),
  foreign key (merchant_id, true_up_item_id) references item (merchant_id, id),
  foreign key (merchant_id, prepayment_item_id) references item (merchant_id, id),
  check ((prepaid_value is null) = (prepayment_schedule_type is null)),
  check (prepaid_value is not null or (prepayment_name is null and prepayment_item_id is null))
);
create index commitment_schedule_commitment on commitment_schedule (merchant_id, commitment_id, start_date);

create table commitment_step (
  merchant_id uuid not null,
  id uuid not null,
  commitment_id uuid not null,
  schedule_id uuid not null,
  -- In which order the steps of a schedule are drawn down, from 0.
  position integer not null check (position between 0 and 19),
  name text check (length(name) between 1 and 255),
  value numeric(30, 12) not null check (value > 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  -- A step belongs to a schedule of its own commitment.
  foreign key (merchant_id, schedule_id, commitment_id) references commitment_schedule (merchant_id, id, commitment_id)
);
create unique index commitment_step_position on commitment_step (merchant_id, schedule_id, position)
  where deleted_at is null;
create index commitment_step_commitment on commitment_step (merchant_id, commitment_id);

-- The terms that price a step, in the order of the request. Earlier ones are in the audit log.
create table commitment_step_term (
  merchant_id uuid not null,
  step_id uuid not null,
  billing_term_id uuid not null,
  position integer not null,
  primary key (merchant_id, step_id, billing_term_id),
  foreign key (merchant_id, step_id) references commitment_step (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id)
);
create index commitment_step_term_term on commitment_step_term (merchant_id, billing_term_id);

-- A commitment before each change; months that were closed then continue to use it (rules 7).
create table commitment_change (
  merchant_id uuid not null,
  commitment_id uuid not null,
  -- In which order a commitment changed, from 1.
  number integer not null check (number > 0),
  -- The commitment until the change, as the program has it; null before there was one.
  before jsonb check (jsonb_typeof(before) = 'object' and before ->> 'id' = commitment_id::text),
  -- The first month in which the change is effective; null: in every month.
  book_month date check (extract(day from book_month) = 1),
  created_at timestamptz(3) not null,
  primary key (merchant_id, commitment_id, number),
  foreign key (merchant_id, commitment_id) references commitment (merchant_id, id),
  check (before is not null or number = 1)
);

-- Commitment periods that were published as final; each is once.
create table finalized_period (
  merchant_id uuid not null,
  schedule_id uuid not null,
  period_start date not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, schedule_id, period_start),
  foreign key (merchant_id, schedule_id) references commitment_schedule (merchant_id, id)
);

grant select, insert on commitment, commitment_schedule, commitment_step, commitment_change, finalized_period
  to accord_app;
grant update (is_full_duration, price_priority, terminated_at, updated_at, deleted_at) on commitment to accord_app;
grant update (start_date, end_date, commitment_interval, true_up_behavior, true_up_name, true_up_item_id, prepaid_value,
  prepayment_schedule_type, prepayment_name, prepayment_item_id, net_payment_terms, overage_configs, updated_at, deleted_at)
  on commitment_schedule to accord_app;
grant update (name, value, updated_at, deleted_at) on commitment_step to accord_app;
grant select, insert, delete on commitment_step_term to accord_app;


-- Contract modifications -----------------------------------------------------------------------------------------------
-- How each change of an approved deal is treated, who decided otherwise (ADR 0016), and which obligations a discount
-- belongs to. They are of billing terms, and come after commitments because a change may be of one.

-- One row for each change; its id is that of the fact that made it: a price layer, a seat amendment, a correction, or the
-- term, performance obligation or commitment that was added.
create table contract_modification (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  kind text not null check (kind in (
    'TERM_ADDED', 'TERM_PRICE', 'TERM_DATES', 'TERM_TERMINATED', 'TERM_SWAPPED', 'SEATS', 'PERFORMANCE_OBLIGATION_ADDED', 'PERFORMANCE_OBLIGATION_PRICE', 'PERFORMANCE_OBLIGATION_DATES',
    'COMMITMENT_ADDED', 'COMMITMENT_CHANGED', 'COMMITMENT_TERMINATED')),
  billing_term_id uuid,
  -- For a swap: the term that replaces the other one.
  added_billing_term_id uuid,
  performance_obligation_id uuid,
  commitment_id uuid,
  -- The first day that it changes.
  effective_date date not null,
  -- The fields that changed: [{"path": "transactionPrice", "from": "100.00", "to": "120.00"}].
  changes jsonb not null,
  proposed_treatment text not null check (proposed_treatment in (
    'SEPARATE_CONTRACT', 'PROSPECTIVE', 'CUMULATIVE_CATCH_UP', 'MIXED'
  )),
  paragraph text not null,
  reason text not null,
  -- The day of agreement; null for a correction, which states facts that were always true.
  agreed_on date,
  book_month date check (extract(day from book_month) = 1),
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  foreign key (merchant_id, performance_obligation_id) references performance_obligation (merchant_id, id),
  foreign key (merchant_id, commitment_id) references commitment (merchant_id, id),
  foreign key (merchant_id, added_billing_term_id) references billing_term (merchant_id, id),
  check ((added_billing_term_id is not null) = (kind = 'TERM_SWAPPED')),
  check (num_nonnulls(billing_term_id, performance_obligation_id, commitment_id) = 1)
);
create index contract_modification_contract on contract_modification (merchant_id, contract_id, created_at, id);

-- A chosen treatment in place of the proposed one; the last one applies from its book month on.
create table modification_choice (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  modification_id uuid not null,
  treatment text not null check (treatment in ('SEPARATE_CONTRACT', 'PROSPECTIVE', 'CUMULATIVE_CATCH_UP', 'MIXED')),
  reason text not null check (length(reason) between 1 and 2000),
  book_month date check (extract(day from book_month) = 1),
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, modification_id) references contract_modification (merchant_id, id)
);
create index modification_choice_contract on modification_choice (merchant_id, contract_id, created_at, id);

-- A discount allocated to some obligations of a contract only (ASC 606-10-32-37), with the stated conditions and evidence.
create table discount_allocation (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  discount_minor bigint not null check (discount_minor > 0),
  performance_obligation_ids uuid[] not null check (cardinality(performance_obligation_ids) > 0),
  -- Evidence that the three conditions are met.
  evidence text not null check (length(evidence) between 1 and 2000),
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
create index discount_allocation_contract on discount_allocation (merchant_id, contract_id, created_at, id);

grant select, insert on contract_modification, modification_choice, discount_allocation to accord_app;
grant update (deleted_at) on discount_allocation to accord_app;


-- Invoicing ------------------------------------------------------------------------------------------------------------

create table invoice (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  customer_id uuid not null,
  status text not null check (status in ('DRAFT', 'ISSUED', 'PARTIALLY_PAID', 'PAID', 'UNCOLLECTIBLE', 'VOID')),
  number bigint check (number > 0),
  invoice_number text,
  -- Issued by the books that a contract came from: it has the number that it had there, and none of the series.
  is_imported boolean not null default false,
  currency text not null,
  issue_date date not null,
  due_date date not null,
  original_issue_date date not null,
  original_due_date date not null,
  net_payment_terms integer not null,
  -- The first day on which a draft may be issued, where that is later than its issue date: usage is waited for.
  ready_on date,
  -- A held draft was due when it was created: it replaces a voided invoice, or the tax of its customer is unknown. It is held until its
  -- contract is regenerated or a user issues it.
  is_held boolean not null default false,
  invoice_group text,
  po_number text,
  memo text check (length(memo) <= 4095),
  -- Value by id of the custom field.
  custom_fields jsonb not null default '{}' check (jsonb_typeof(custom_fields) = 'object'),
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
  -- The tax of an issued invoice by category and rate, and the seller and buyer as they were then.
  tax_lines jsonb not null default '[]',
  parties jsonb,
  -- SHA-256 of number, dates, parties, amounts and lines.
  content_hash bytea,
  -- The consolidated invoice that it is a section of, and which one: its sections share one number (ADR 0040).
  consolidated_invoice_id uuid,
  section integer check (section > 0),
  issued_at timestamptz(3),
  delivery_status text not null default 'NOT_SENT' check (delivery_status in ('NOT_SENT', 'SENT', 'SENT_EXTERNALLY')),
  sent_date date,
  paid_on date,
  uncollectible_on date,
  voided_at timestamptz(3),
  -- Incremented by every change of the row; see "Versions".
  version integer not null default 1 check (version > 0),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  check (subtotal_minor - discount_total_minor + tax_total_minor = total_minor),
  check ((status = 'DRAFT' or is_imported) = (number is null)),
  check (not (status = 'DRAFT' and is_imported)),
  check ((status = 'DRAFT') = (draft_lines is not null)),
  check ((status = 'DRAFT') = (issued_at is null)),
  check ((status = 'DRAFT') = (content_hash is null)),
  check ((status = 'DRAFT') = (invoice_number is null)),
  check ((consolidated_invoice_id is null) = (section is null)),
  check (section is null or number is not null),
  check (ready_on > issue_date)
);
create unique index invoice_number on invoice (merchant_id, number, section) nulls not distinct where number is not null;
create unique index invoice_imported_number on invoice (merchant_id, invoice_number) where is_imported and status <> 'VOID';
create unique index invoice_section on invoice (merchant_id, consolidated_invoice_id, section)
  where consolidated_invoice_id is not null;
create index invoice_list on invoice (merchant_id, created_at desc, id desc);
-- The default list of invoices: up to a day, latest first.
create index invoice_by_day on invoice (merchant_id, issue_date desc, created_at desc, id desc);
-- Other orders of the list. The index by status also counts filtered invoices without reading them, and includes the totals for
-- sorting.
create index invoice_by_due_date on invoice (merchant_id, due_date desc, created_at desc, id desc);
create index invoice_by_number on invoice (merchant_id, invoice_number, created_at desc, id desc);
create index invoice_by_status on invoice (merchant_id, status, created_at desc, id desc) include (total_minor, currency, issue_date);
create index invoice_contract on invoice (merchant_id, contract_id, issue_date);
create index invoice_customer on invoice (merchant_id, customer_id);
-- For a close, to find invoices due by the end of the month that are not issued.
create index invoice_late on invoice (merchant_id, original_issue_date)
  where (issue_date > original_issue_date or status = 'DRAFT') and status <> 'VOID';
create index invoice_draft on invoice (merchant_id, (coalesce(ready_on, issue_date)), contract_id) where status = 'DRAFT';
-- Invoices that may need a reminder.
create index invoice_unpaid on invoice (merchant_id, due_date) where status in ('ISSUED', 'PARTIALLY_PAID');

create table invoice_line (
  merchant_id uuid not null,
  invoice_id uuid not null,
  line_number integer not null check (line_number > 0),
  id uuid not null,
  billing_term_id uuid not null,
  type text not null check (type in ('FLAT', 'UNIT', 'SEAT', 'SEAT_TRUE_UP', 'PRICE_TRUE_UP', 'ONE_OFF', 'USAGE', 'LATE_USAGE', 'OVERAGE',
    'TRUE_UP', 'PREPAYMENT', 'PREPAID_APPLIED', 'ADJUSTMENT', 'MANUAL', 'MINIMUM')),
  -- Half-open days of service.
  service_start date not null,
  service_end date not null,
  name text not null,
  description text,
  item_id uuid,
  class_id uuid,
  quantity numeric(30, 12) not null,
  unit_price numeric(30, 12),
  tiers jsonb,
  -- How the amount was calculated, if it is more than quantity × unit price of a full period.
  explanation jsonb,
  subtotal_minor bigint not null,
  discount_total_minor bigint not null,
  total_minor bigint not null,
  tax_category text,
  tax_rate numeric(9, 8),
  tax_minor bigint not null default 0,
  -- For a true-up: the amendment of seats or price that it bills.
  seat_amendment_id uuid,
  price_amendment_id uuid,
  differentiator text check (length(differentiator) between 1 and 255),
  invoice_split_key text check (length(invoice_split_key) between 1 and 48),
  commitment_id uuid,
  commitment_schedule_id uuid,
  -- The first day of the commitment period, or of the schedule for a true-up at its end.
  commitment_period_start date,
  -- The difference to an issued line: new − billed.
  is_correction boolean not null default false,
  is_void boolean not null default false,
  primary key (merchant_id, invoice_id, line_number),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  foreign key (merchant_id, item_id) references item (merchant_id, id),
  foreign key (merchant_id, class_id) references erp_class (merchant_id, id),
  foreign key (merchant_id, seat_amendment_id) references seat_amendment (merchant_id, id),
  foreign key (merchant_id, price_amendment_id) references price_amendment (merchant_id, id),
  foreign key (merchant_id, commitment_id) references commitment (merchant_id, id),
  foreign key (merchant_id, commitment_schedule_id, commitment_id)
    references commitment_schedule (merchant_id, id, commitment_id),
  check (service_end > service_start),
  check (subtotal_minor - discount_total_minor = total_minor),
  check (num_nulls(commitment_id, commitment_schedule_id, commitment_period_start) in (0, 3)),
  check ((seat_amendment_id is not null) = (type = 'SEAT_TRUE_UP')),
  check ((price_amendment_id is not null) = (type = 'PRICE_TRUE_UP'))
);
create unique index invoice_line_id on invoice_line (merchant_id, id);
-- No period of a term is ever billed twice; each amendment, differentiator and split key has its own line in a period.
create unique index invoice_line_period on invoice_line (merchant_id, billing_term_id, service_start, type, seat_amendment_id,
  price_amendment_id, differentiator, invoice_split_key, commitment_schedule_id) nulls not distinct where not is_void and not is_correction;
create index invoice_line_commitment on invoice_line (merchant_id, commitment_id) where commitment_id is not null;

-- At most one id per kind of system. Only issued invoices have them, because drafts are deleted and created again.
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

-- The part of a line that is deducted from invoices of the replacement term: it is no longer owed, and is not credited again.
create table swap_credit_line (
  merchant_id uuid not null,
  invoice_line_id uuid not null,
  billing_term_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  tax_minor bigint not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, invoice_line_id),
  foreign key (merchant_id, invoice_line_id) references invoice_line (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id)
);

-- The invoice groups of manual invoices: an invoice of a group has only the lines of that manual invoice.
create table manual_invoice (
  merchant_id uuid not null,
  contract_id uuid not null,
  invoice_group text not null,
  primary key (merchant_id, contract_id, invoice_group),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);

-- One update issues a draft: it sets number, dates, parties and hash. After that `invoice_issued_is_final` rejects changes
-- of these.
grant select, insert, delete on invoice to accord_app;
grant update (status, number, invoice_number, issue_date, due_date, original_issue_date, original_due_date, ready_on, customer_id,
  po_number, billing_term_ids, subtotal_minor, discount_total_minor, tax_total_minor, total_minor, amount_paid_minor,
  amount_credited_minor, draft_lines, tax_lines, parties, content_hash, consolidated_invoice_id, section, issued_at, created_at, memo,
  custom_fields, is_held, delivery_status, sent_date, paid_on, voided_at, uncollectible_on, last_updated_at) on invoice to accord_app;
grant select, insert on invoice_line to accord_app;
grant update (is_void) on invoice_line to accord_app;
grant select, insert, update on invoice_external_id to accord_app;
grant select, insert, update, delete on swap_credit_line to accord_app;
grant select, insert on manual_invoice to accord_app;


-- Receivables ----------------------------------------------------------------------------------------------------------
-- Credit memos, payments, their applications, write-offs and reminders. Every row is final; a reversal is a row with the
-- opposite sign. Balances and statuses follow from the sums stored with the documents.

create table credit_memo (
  merchant_id uuid not null,
  id uuid not null,
  -- Null for the credits of other books, which an opening loads (ADR 0100).
  number bigint check (number > 0),
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
  external_ids jsonb not null default '[]',
  void_reason text check (length(void_reason) between 1 and 500),
  voided_at timestamptz(3),
  -- Incremented by every change of the row; see "Versions".
  version integer not null default 1 check (version > 0),
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
  -- The credited invoice line, for a linked item; its days of service are half-open.
  invoice_line_id uuid,
  invoice_id uuid,
  contract_id uuid,
  billing_term_id uuid,
  service_start date,
  service_end date,
  -- Is it in the term's own price already, so that its revenue must not fall a second time?
  revenue_effect text not null default 'CREDITED_DAYS'
    check (revenue_effect in ('CREDITED_DAYS', 'IN_PRICE')),
  -- For negative usage, whose line billed nothing, so that the amount of the line is no limit.
  is_beyond_line boolean not null default false,
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
  type text not null check (type in ('MANUAL', 'PROCESSOR', 'RECONCILIATION', 'REFUND', 'OPENING')),
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
  -- Incremented by every change of the row; see "Versions".
  version integer not null default 1 check (version > 0),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  check (returned_on is null or applied_minor = 0)
);
create index payment_list on payment (merchant_id, created_at desc, id desc);
create index payment_by_day on payment (merchant_id, received_at desc, created_at desc, id desc);
create index payment_customer on payment (merchant_id, customer_id);

-- An amount of a credit memo or payment applied to an invoice. A negative row reverses another one.
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
-- An application is reversed at most once.
create unique index application_reversal on application (merchant_id, reverses_id) where reverses_id is not null;
create index application_credit_memo on application (merchant_id, credit_memo_id) where credit_memo_id is not null;
create index application_payment on application (merchant_id, payment_id) where payment_id is not null;
create index application_invoice on application (merchant_id, invoice_id);

-- Money refunded to a customer from the balance of a credit memo or the unapplied part of a payment.
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

-- An uncollectible invoice: its balance, divided into undelivered service, refunded tax and bad debt. A reinstatement is
-- another row with negative amounts for the part that was not recovered.
create table invoice_write_off (
  merchant_id uuid not null,
  invoice_id uuid not null,
  id uuid not null,
  date date not null,
  posted_on date not null,
  contract_liability_minor bigint not null,
  bad_debt_minor bigint not null,
  tax_minor bigint not null,
  reverses_id uuid,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id),
  foreign key (merchant_id, reverses_id) references invoice_write_off (merchant_id, id),
  check (case when reverses_id is null then least(contract_liability_minor, bad_debt_minor, tax_minor) >= 0
    else greatest(contract_liability_minor, bad_debt_minor, tax_minor) <= 0 end)
);
create index invoice_write_off_invoice on invoice_write_off (merchant_id, invoice_id);
-- A write-off is reversed at most once.
create unique index invoice_write_off_reversal on invoice_write_off (merchant_id, reverses_id)
  where reverses_id is not null;

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

grant select, insert on credit_memo, credit_memo_item, payment, application, refund, invoice_write_off, invoice_reminder
  to accord_app;
grant update (applied_minor, refunded_minor, external_ids, void_reason, voided_at, last_updated_at)
  on credit_memo to accord_app;
grant update (applied_minor, refunded_minor, returned_on, return_reason, external_ids, last_updated_at)
  on payment to accord_app;


-- Adjustments ----------------------------------------------------------------------------------------------------------

-- A manual entry of a controller (ADR 0035). It never changes; its reversal is another adjustment.
create table adjustment (
  merchant_id uuid not null,
  id uuid not null,
  number bigint not null check (number > 0),
  adjustment_number text not null,
  date date not null,
  currency text not null,
  reason text not null check (length(reason) between 1 and 500),
  reverses_id uuid,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, reverses_id) references adjustment (merchant_id, id)
);
create unique index adjustment_number on adjustment (merchant_id, number);
-- An adjustment is reversed at most once.
create unique index adjustment_reversal on adjustment (merchant_id, reverses_id) where reverses_id is not null;

create table adjustment_line (
  merchant_id uuid not null,
  adjustment_id uuid not null,
  line_number integer not null check (line_number > 0),
  role text not null check (role in ('REVENUE', 'BREAKAGE_REVENUE', 'CONTRA_REVENUE', 'CONTRACT_LIABILITY',
    'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE', 'BAD_DEBT', 'MIGRATION_CLEARING')),
  -- The account of its category; null is the merchant's own.
  account text check (length(account) between 1 and 100),
  debit_minor bigint not null check (debit_minor >= 0),
  credit_minor bigint not null check (credit_minor >= 0),
  contract_id uuid,
  category_id uuid,
  primary key (merchant_id, adjustment_id, line_number),
  foreign key (merchant_id, adjustment_id) references adjustment (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, category_id) references category (merchant_id, id),
  check ((debit_minor = 0) <> (credit_minor = 0)),
  check (contract_id is not null or role not in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE', 'MIGRATION_CLEARING'))
);
create index adjustment_line_contract on adjustment_line (merchant_id, contract_id) where contract_id is not null;
create index adjustment_line_category on adjustment_line (merchant_id, category_id) where category_id is not null;

grant select, insert on adjustment, adjustment_line to accord_app;


-- Revenue --------------------------------------------------------------------------------------------------------------

-- Revenue posted by closes: one row per obligation, month, source and close. Obligation and entry have no foreign key; see
-- "Keys checked by statement".
create table revenue_entry (
  merchant_id uuid not null,
  performance_obligation_id uuid not null,
  month date not null check (extract(day from month) = 1),
  source text not null check (source in ('PATTERN', 'CONSUMED', 'BREAKAGE', 'CATCH_UP')),
  -- The close count of the posting close; 0 for an opening, −1 for a reversed one.
  close_count integer not null check (close_count >= -1),
  -- For a catch-up, the first month that it corrects; else the month itself.
  earned_month date not null,
  contract_id uuid not null,
  customer_id uuid not null,
  category_id uuid,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  journal_entry_id uuid not null,
  primary key (merchant_id, performance_obligation_id, month, source, close_count)
);
create index revenue_entry_month on revenue_entry (merchant_id, month);
-- Revenue without a category is never looked up.
create index revenue_entry_category on revenue_entry (merchant_id, category_id) where category_id is not null;

grant select, insert on revenue_entry to accord_app;

-- The opening of a contract: its balances in other books at the end of a day (ADR 0077).
create table contract_opening (
  merchant_id uuid not null,
  contract_id uuid not null,
  -- The last day of a month, and the day on which it is posted: the same, or the first open day after it.
  as_of date not null,
  posted_on date not null check (posted_on >= as_of),
  -- The first day whose usage is billed here by terms without a commitment; the day after as_of if other books billed all of it.
  usage_from date not null check (usage_from <= as_of + 1),
  difference text not null check (difference in ('SPREAD', 'CATCH_UP')),
  created_at timestamptz(3) not null,
  primary key (merchant_id, contract_id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);

create table opening_obligation (
  merchant_id uuid not null,
  contract_id uuid not null,
  performance_obligation_id uuid not null,
  recognized_minor bigint not null,
  -- Revenue by the pattern at that day, less recognized revenue.
  difference_minor bigint not null,
  -- By how much each later month differs from the pattern, if the months were stated: first day and minor units of each.
  difference_by_month jsonb,
  primary key (merchant_id, performance_obligation_id),
  foreign key (merchant_id, contract_id) references contract_opening (merchant_id, contract_id),
  foreign key (merchant_id, performance_obligation_id) references performance_obligation (merchant_id, id)
);
create index opening_obligation_contract on opening_obligation (merchant_id, contract_id);

grant select, insert on contract_opening, opening_obligation to accord_app;

-- A cache of the revenue schedules of contracts (ADR 0054). A contract with a row in contract_change is out of date and is recalculated.
-- Months are numbers here, year × 12 + month − 1, because they are offsets into arrays. Rows of a contract are written and deleted
-- together, and the doctor compares them with the facts. There are no foreign keys among these tables: they would be checked row by
-- row, by plans that were made while the tables were small.
create table contract_revenue (
  merchant_id uuid not null,
  contract_id uuid not null,
  customer_id uuid,
  currency text not null,
  -- How many entries it has, and how many through each month from the first on.
  entry_count integer not null check (entry_count >= 0),
  first_month integer,
  entries_through integer[] not null,
  -- The last calculated month of open-ended obligations; null if all have an end.
  last_month integer,
  -- From then on every fact is effective; null where every month knows them all.
  all_effective_from integer,
  primary key (merchant_id, contract_id),
  foreign key (merchant_id, contract_id) references contract
);
create index contract_revenue_customer on contract_revenue (merchant_id, customer_id);
create index contract_revenue_last on contract_revenue (merchant_id, last_month) where last_month is not null;

-- Cumulative revenue of an obligation through each month, in minor units, with the fields by which it is grouped.
create table obligation_revenue (
  merchant_id uuid not null,
  contract_id uuid not null,
  performance_obligation_id uuid not null,
  category_id uuid,
  product_id uuid,
  -- The allocated price; null if it is open, or follows usage or billing.
  price_minor bigint,
  recognition_pattern text not null,
  service_start date not null,
  service_end date,
  -- Is it computed through the last month looked at, and not to its end?
  is_open_ended boolean not null,
  -- True if some entries have another category than the obligation's present one.
  has_other_categories boolean not null,
  first_month integer,
  earned_through bigint[] not null,
  entries_through integer[] not null,
  primary key (merchant_id, contract_id, performance_obligation_id)
);

-- The same entry by entry, as lists show it: a row an obligation, its entries side by side in their order.
create table obligation_schedule (
  merchant_id uuid not null,
  contract_id uuid not null,
  -- Among the obligations of the contract.
  place integer not null,
  performance_obligation_id uuid not null,
  billing_term_group_id uuid not null,
  months integer[] not null,
  amounts_minor bigint[] not null,
  sources text[] not null,
  earned_months integer[] not null,
  category_ids uuid[] not null,
  are_manual boolean[] not null,
  primary key (merchant_id, contract_id, place),
  check (cardinality(months) > 0),
  check (cardinality(amounts_minor) = cardinality(months) and cardinality(sources) = cardinality(months)
    and cardinality(earned_months) = cardinality(months) and cardinality(category_ids) = cardinality(months)
    and cardinality(are_manual) = cardinality(months))
);

-- Annual recurring revenue of a contract at month ends, exact and unrounded.
create table recurring_revenue (
  merchant_id uuid not null,
  contract_id uuid not null,
  from_month integer not null,
  before_month integer not null check (before_month > from_month),
  numerator numeric not null,
  denominator numeric not null check (denominator > 0),
  primary key (merchant_id, contract_id, from_month)
);

grant select, insert, delete on contract_revenue, obligation_revenue, obligation_schedule, recurring_revenue to accord_app;


-- Close ----------------------------------------------------------------------------------------------------------------

create table accounting_period (
  merchant_id uuid not null,
  month date not null check (extract(day from month) = 1),
  status text not null check (status in ('CLOSED', 'REOPENED')),
  closed_at timestamptz(3) not null,
  closed_by text not null,
  reopened_at timestamptz(3),
  reopened_by text,
  reopen_reason text check (length(reopen_reason) <= 1000),
  -- The month with whose reopening this one was reopened.
  reopened_with date,
  -- How often the month was closed; stored with everything that a close posts. An empty month that was closed together with a later one
  -- has no close of its own.
  close_count integer not null check (close_count >= 0),
  -- Activity of the month by currency and account at its close, which must not change while it is closed.
  activity jsonb not null,
  -- The results of the checks before the close (data model 17), for auditors.
  checks jsonb not null default '[]',
  -- The end of the audit chain at the close, so that rows an auditor has seen cannot be cut off later.
  audit_sequence bigint,
  audit_hash bytea,
  -- The hash of the package of the month's last close.
  package_hash bytea check (length(package_hash) = 32),
  primary key (merchant_id, month)
);

-- A cache of contract balances at the end of closed months, summed from the journal after the close (ADR 0085). A row belongs to one close of its
-- month: rows of an earlier close are not read, and the next storing deletes them. The doctor compares the rows with the journal.
create table month_end (
  merchant_id uuid not null,
  month date not null check (extract(day from month) = 1),
  close_count integer not null,
  primary key (merchant_id, month)
);

-- Balances of a contract at the end of a stored month, and its movements since the end of the stored month before. No row if all are zero.
create table month_end_balance (
  merchant_id uuid not null,
  month date not null,
  -- A line of the position has one.
  contract_id uuid not null,
  currency text not null,
  liability_minor bigint not null,
  asset_minor bigint not null,
  unbilled_minor bigint not null,
  billed_minor bigint not null,
  credited_minor bigint not null,
  written_off_minor bigint not null,
  recognized_minor bigint not null,
  adjusted_minor bigint not null,
  primary key (merchant_id, month, contract_id, currency)
);

-- Customers with revenue in a stored month, or with a balance at its end. unbilled_minor is contract asset plus unbilled receivable.
create table month_end_customer (
  merchant_id uuid not null,
  month date not null,
  customer_id uuid not null,
  currency text not null,
  liability_minor bigint not null,
  unbilled_minor bigint not null,
  primary key (merchant_id, month, customer_id, currency)
);

grant select, insert, delete on month_end, month_end_balance, month_end_customer to accord_app;

-- The package of a close: amounts and hashes of the month as one document, with the hash of the package before. The hash covers
-- the text byte by byte.
create table close_package (
  merchant_id uuid not null,
  id uuid not null,
  -- Its place in the merchant's chain, from 1.
  sequence bigint not null check (sequence > 0),
  month date not null check (extract(day from month) = 1),
  close_count integer not null check (close_count > 0),
  closed_at timestamptz(3) not null,
  manifest text not null,
  -- SHA-256 of the manifest.
  hash bytea not null check (length(hash) = 32),
  -- The hash of the package before it; null for the first.
  previous_hash bytea check (length(previous_hash) = 32),
  primary key (merchant_id, id),
  unique (merchant_id, sequence),
  unique (merchant_id, month, close_count),
  check ((previous_hash is null) = (sequence = 1))
);

grant select, insert, update on accounting_period to accord_app;
grant select, insert on close_package to accord_app;

-- Where the chains of a merchant ended, signed with a key that the database never has: at each close, and on demand (ADR 0057).
create table signed_head (
  merchant_id uuid not null,
  -- Its place among the merchant's heads, from 1.
  sequence bigint not null check (sequence > 0),
  head text not null,
  -- Ed25519, of the text.
  signature bytea not null check (length(signature) = 64),
  primary key (merchant_id, sequence)
);
grant select, insert on signed_head to accord_app;

-- Contracts that closes leave out, with a reason, until they are released.
create table close_hold (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  -- The first month that it is left out of; null for every open one.
  from_month date check (extract(day from from_month) = 1),
  reason text not null check (length(reason) between 1 and 1000),
  held_at timestamptz(3) not null,
  held_by text not null,
  released_at timestamptz(3),
  released_by text,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  check ((released_at is null) = (released_by is null))
);
create unique index close_hold_once on close_hold (merchant_id, contract_id) where released_at is null;

-- Contracts that a close left out; the last close of the month did not post them.
create table held_contract (
  merchant_id uuid not null,
  month date not null check (extract(day from month) = 1),
  close_count integer not null check (close_count > 0),
  contract_id uuid not null,
  hold_id uuid not null,
  primary key (merchant_id, month, close_count, contract_id),
  foreign key (merchant_id, hold_id) references close_hold (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
create index held_contract_contract on held_contract (merchant_id, contract_id);
create index held_contract_hold on held_contract (merchant_id, hold_id);

-- Unbilled receivable of a billing term group by close of a month, as the difference to earlier closes: the sum of the month's closes
-- is its balance at the month end. Groups without any have no row.
create table group_unbilled (
  merchant_id uuid not null,
  billing_term_group_id uuid not null,
  month date not null check (extract(day from month) = 1),
  close_count integer not null check (close_count > 0),
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (merchant_id, billing_term_group_id, month, close_count),
  foreign key (merchant_id, billing_term_group_id) references billing_term_group (merchant_id, id)
);

grant select, insert, update on close_hold to accord_app;
grant select, insert on held_contract to accord_app;
grant select, insert on group_unbilled to accord_app;

-- A task template. Changes of a template or of its tasks lock the row.
create table close_task_template (
  merchant_id uuid not null,
  id uuid not null,
  from_month date not null check (extract(day from from_month) = 1),
  -- The number of its last revision.
  revision integer not null check (revision > 0),
  created_at timestamptz(3) not null,
  primary key (merchant_id, id)
);

-- A revision of a template from a month on. Of several revisions for a month, the last one applies.
create table close_task_revision (
  merchant_id uuid not null,
  template_id uuid not null,
  revision integer not null check (revision > 0),
  effective_month date not null check (extract(day from effective_month) = 1),
  -- The last month that it is for; null without an end. Before its first one: for none any more.
  through_month date check (extract(day from through_month) = 1),
  title text not null check (length(title) between 1 and 200),
  instructions text check (length(instructions) between 1 and 4000),
  owner_id uuid not null,
  due_days integer not null check (due_days between 0 and 90),
  due_in text not null check (due_in in ('CALENDAR_DAYS', 'BUSINESS_DAYS')),
  is_required boolean not null,
  primary key (merchant_id, template_id, revision),
  foreign key (merchant_id, template_id) references close_task_template (merchant_id, id),
  foreign key (merchant_id, owner_id) references membership (merchant_id, user_id)
);
create index close_task_revision_owner on close_task_revision (merchant_id, owner_id);

-- Completions and reopenings of a month's task; the last row is its state.
create table close_task_event (
  merchant_id uuid not null,
  template_id uuid not null,
  month date not null check (extract(day from month) = 1),
  sequence integer not null check (sequence > 0),
  kind text not null check (kind in ('DONE', 'REOPENED')),
  at timestamptz(3) not null,
  by text not null,
  reason text check (length(reason) between 1 and 1000),
  evidence jsonb not null,
  primary key (merchant_id, template_id, month, sequence),
  foreign key (merchant_id, template_id) references close_task_template (merchant_id, id),
  check ((kind = 'REOPENED') = (reason is not null)),
  check ((kind = 'DONE') = (jsonb_array_length(evidence) > 0))
);

grant select, insert on close_task_template, close_task_revision, close_task_event to accord_app;
grant update (revision) on close_task_template to accord_app;


-- Webhooks -------------------------------------------------------------------------------------------------------------

create table webhook_endpoint (
  merchant_id uuid not null,
  id uuid not null,
  url text not null check (length(url) between 1 and 2048),
  description text check (length(description) between 1 and 255),
  -- EVENTS: it receives domain events. SYNC: it receives records for the accounting system (ADR 0088).
  purpose text not null default 'EVENTS' check (purpose in ('EVENTS', 'SYNC')),
  -- Names of types; null: all.
  event_types jsonb check (jsonb_typeof(event_types) = 'array'),
  status text not null check (status in ('ENABLED', 'DISABLED')),
  disabled_reason text check (disabled_reason in ('REQUESTED', 'GONE', 'FAILING')),
  -- The signing secret; until then the previous one signs too.
  secret bytea not null,
  -- The key that encrypts it (ADR 0073); null: it is stored in plain text.
  secret_key_id text,
  previous_secret bytea,
  previous_secret_key_id text,
  previous_secret_until timestamptz(3),
  -- Events of the feed behind it have no delivery yet.
  position bigint not null,
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  check ((status = 'DISABLED') = (disabled_reason is not null))
);

create unique index webhook_endpoint_sync on webhook_endpoint (merchant_id) where purpose = 'SYNC' and deleted_at is null;

-- One event for one endpoint. Times are real.
create table webhook_delivery (
  merchant_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  response_status integer,
  failure text,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique (merchant_id, endpoint_id, event_id),
  foreign key (merchant_id, endpoint_id) references webhook_endpoint (merchant_id, id),
  foreign key (merchant_id, event_id) references outbox_event (merchant_id, id),
  check ((status = 'PENDING') = (next_attempt_at is not null))
);
create index webhook_delivery_due on webhook_delivery (merchant_id, endpoint_id, next_attempt_at) where status = 'PENDING';
create index webhook_delivery_list on webhook_delivery (merchant_id, created_at desc, id desc);

-- When the next message of an endpoint is due, and which worker sends it now. Workers read this table before they know the merchant, so
-- it has no row-level security, and contains nothing else.
create table webhook_turn (
  merchant_id uuid not null,
  endpoint_id uuid not null,
  due_at timestamptz(3) not null,
  leased_until timestamptz(3),
  -- The last turn was slow, so that the next may wait for one of the places of slow ones.
  is_slow boolean not null default false,
  primary key (merchant_id, endpoint_id)
);

grant select, insert, update on webhook_endpoint, webhook_delivery, webhook_turn to accord_app;


-- Imports --------------------------------------------------------------------------------------------------------------

-- Imported rows of CSV files, so that an interrupted import continues where it stopped.
create table import_row (
  merchant_id uuid not null,
  import_name text not null,
  row_key text not null,
  contract_id uuid not null,
  primary key (merchant_id, import_name, row_key),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);

-- Deleted with the reversal of a book, so that it can be imported again.
grant select, insert, delete on import_row to accord_app;

-- A book imported from files, with the balances of its old ledger (ADR 0082).
create table book_import (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  -- Who answers for the balances that differ, and why.
  accepted_at timestamptz(3),
  accepted_by text,
  accepted_reason text check (length(accepted_reason) between 1 and 1000),
  -- When it was reversed as a whole; its name is free again (ADR 0101).
  reversed_at timestamptz(3),
  primary key (merchant_id, id),
  check ((accepted_at is null) = (accepted_by is null) and (accepted_at is null) = (accepted_reason is null))
);
create unique index book_import_name on book_import (merchant_id, name) where reversed_at is null;

-- Debits less credits.
create table book_import_tie (
  merchant_id uuid not null,
  import_id uuid not null,
  contract_id uuid not null,
  account text not null check (account in ('RECEIVABLE', 'CONTRACT_LIABILITY', 'CUSTOMER_CREDIT', 'TAX_PAYABLE')),
  -- The name of the contract in the files.
  contract_key text not null,
  currency text not null,
  old_minor bigint not null,
  loaded_minor bigint not null,
  primary key (merchant_id, import_id, contract_id, account),
  foreign key (merchant_id, import_id) references book_import (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
create index book_import_tie_contract on book_import_tie (merchant_id, contract_id);

grant select, insert on book_import, book_import_tie to accord_app;
grant update (accepted_at, accepted_by, accepted_reason, reversed_at) on book_import to accord_app;


-- Guards by triggers ----------------------------------------------------------------------------------------------------
-- Triggers that reject what grants and constraints cannot check, for every role, including the owner of the tables.

-- No entry in a closed month.

create function reject_entries_in_closed_months() returns trigger language plpgsql as $$
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
  referencing new table as added for each statement execute function reject_entries_in_closed_months();
create trigger journal_line_open_month after insert on journal_line
  referencing new table as added for each statement execute function reject_entries_in_closed_months();

-- No document in a month in which billing is locked, no payment in one in which cash is.

create function reject_entries_in_locked_months() returns trigger language plpgsql as $$
begin
  if exists (
    select from added join books on books.merchant_id = added.merchant_id
    where (added.type like 'INVOICE\_%' or added.type in ('CREDIT_MEMO_ISSUED', 'CREDIT_MEMO_VOIDED'))
        and added.date < books.billing_locked_through + interval '1 month'
      or (added.type like 'PAYMENT\_%' or added.type in ('CREDIT_APPLIED', 'CREDIT_UNAPPLIED', 'CREDIT_MEMO_REFUNDED'))
        and added.date < books.cash_locked_through + interval '1 month'
  ) then
    raise exception 'the month is locked' using errcode = 'check_violation', constraint = 'month_is_not_locked';
  end if;
  return null;
end $$;
create trigger journal_entry_unlocked_month after insert on journal_entry
  referencing new table as added for each statement execute function reject_entries_in_locked_months();

-- An issued invoice is final. The trigger lists the columns that may change, so that a new column is final by default.

create function reject_change_of_issued_invoice() returns trigger language plpgsql as $$
declare
  changeable constant text[] := array[
    'status', 'amount_paid_minor', 'amount_credited_minor', 'balance_minor', 'paid_on', 'voided_at', 'uncollectible_on',
    'delivery_status', 'sent_date', 'memo', 'po_number', 'custom_fields', 'version', 'last_updated_at'];
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
create trigger invoice_issued_is_final before update or delete on invoice
  for each row execute function reject_change_of_issued_invoice();

-- Versions of records, so that an outside copy can be compared with its record (ADR 0087). Triggers count changes, so that no
-- statement can forget it; changes of drafts are not counted.

create function count_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger customer_version before update on customer for each row execute function count_change();
create trigger invoice_version before update on invoice for each row when (old.status <> 'DRAFT') execute function count_change();
create trigger credit_memo_version before update on credit_memo for each row execute function count_change();
create trigger payment_version before update on payment for each row execute function count_change();

-- A close package is final.

create function reject_change_of_close_package() returns trigger language plpgsql as $$
begin
  raise exception 'a close package never changes' using errcode = 'check_violation';
end $$;
create trigger close_package_is_final before update or delete on close_package
  for each row execute function reject_change_of_close_package();
create trigger close_package_stays before truncate on close_package
  for each statement execute function reject_change_of_close_package();

create function reject_change_of_signed_head() returns trigger language plpgsql as $$
begin
  raise exception 'a signed head never changes' using errcode = 'check_violation';
end $$;
create trigger signed_head_is_final before update or delete on signed_head
  for each row execute function reject_change_of_signed_head();
create trigger signed_head_stays before truncate on signed_head
  for each statement execute function reject_change_of_signed_head();

-- A batch of a journal export and its entries are final too.

create function reject_change_of_journal_export() returns trigger language plpgsql as $$
begin
  raise exception 'a journal export never changes' using errcode = 'check_violation';
end $$;
create trigger journal_export_is_final before update or delete on journal_export
  for each row execute function reject_change_of_journal_export();
create trigger journal_export_stays before truncate on journal_export
  for each statement execute function reject_change_of_journal_export();
create trigger journal_entry_export_is_final before update or delete on journal_entry_export
  for each row execute function reject_change_of_journal_export();
create trigger journal_entry_export_stays before truncate on journal_entry_export
  for each statement execute function reject_change_of_journal_export();

-- Append-only tables cannot be truncated either, by any role.

create function reject_truncation() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never cut off', tg_table_name using errcode = 'check_violation';
end $$;
do $$
declare
  kept text;
begin
  foreach kept in array array['invoice', 'invoice_line'] || array(
    select relname::text from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and has_table_privilege('accord_app', oid, 'insert') and not has_table_privilege('accord_app', oid, 'delete')
      and not has_any_column_privilege('accord_app', oid, 'update')
      and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = relname || '_stays')
    order by relname)
  loop
    execute format('create trigger %I before truncate on %I for each statement execute function reject_truncation()',
      kept || '_stays', kept);
  end loop;
end $$;

-- Schedules of a live commitment follow each other without a gap, and there is at least one. Checked at the end of the
-- transaction, because a change moves several schedules.

create function check_commitment_schedules() returns trigger language plpgsql as $$
declare
  -- From a row of a schedule, or of the commitment itself.
  commitment_of uuid := coalesce(to_jsonb(new) ->> 'commitment_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if not exists (select from commitment where merchant_id = new.merchant_id and id = commitment_of and deleted_at is null) then
    return null;
  end if;
  if not exists (select from commitment_schedule
      where merchant_id = new.merchant_id and commitment_id = commitment_of and deleted_at is null) then
    raise exception 'commitment % has no schedule', commitment_of using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from (
      select start_date, lag(end_date, 1, start_date) over (order by start_date, end_date) as expected from commitment_schedule
      where merchant_id = new.merchant_id and commitment_id = commitment_of and deleted_at is null) as chain
      where start_date <> expected) then
    raise exception 'schedules of commitment % are not contiguous', commitment_of
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger commitment_schedules after insert or update on commitment
  deferrable initially deferred for each row execute function check_commitment_schedules();
create constraint trigger commitment_schedules after insert or update on commitment_schedule
  deferrable initially deferred for each row execute function check_commitment_schedules();

-- Lines are inserted together with their entry or invoice. The checks below run once per statement, for all rows that it
-- added. They plan their query each time (`execute`), because PL/pgSQL caches a plan for the session, and a plan made for a small table reads
-- all rows of the merchant for each look-up. A close posts a hundred thousand rows, so look-ups must use an index
-- (`enable_seqscan = off`).

-- Lines of an entry balance, have the date and currency of the entry, and one of them is line 1. There is only one line 1,
-- so no other statement can add lines to the entry.
create function reject_unbalanced_entries() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_balanced boolean;
  is_of_entry boolean;
begin
  execute 'select bool_and(posted.is_balanced), bool_and(first_line = 1 and coalesce(
      (first_date, last_date, first_currency, last_currency) = (
        select entry.date, entry.date, entry.currency, entry.currency from journal_entry as entry
        where entry.merchant_id = posted.merchant_id and entry.id = posted.entry_id), false))
    from (
      select merchant_id, entry_id, sum(debit_minor) = sum(credit_minor) as is_balanced, min(line_number) as first_line,
        min(date) as first_date, max(date) as last_date, min(currency) as first_currency, max(currency) as last_currency
      from added group by merchant_id, entry_id
    ) as posted' into is_balanced, is_of_entry;
  if not is_balanced then
    raise exception 'journal lines do not balance' using errcode = 'check_violation';
  end if;
  if not is_of_entry then
    raise exception 'journal lines do not match their entry' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger journal_line_balance after insert on journal_line
  referencing new table as added for each statement execute function reject_unbalanced_entries();

-- Lines of an invoice sum to it: without tax, discounts, and tax.
create function reject_lines_beside_their_invoice() returns trigger language plpgsql as $$
declare
  is_beside boolean;
begin
  execute 'select exists (
    select from (select merchant_id, invoice_id, count(*) as lines from added group by merchant_id, invoice_id) as issued
      join invoice on invoice.merchant_id = issued.merchant_id and invoice.id = issued.invoice_id
    where invoice.status = ''DRAFT''
      or (issued.lines, invoice.subtotal_minor, invoice.discount_total_minor, invoice.tax_total_minor) <> (
        select count(*), sum(line.subtotal_minor), sum(line.discount_total_minor), sum(line.tax_minor)
        from invoice_line as line
        where line.merchant_id = issued.merchant_id and line.invoice_id = issued.invoice_id))' into is_beside;
  if is_beside then
    raise exception 'invoice lines do not match their invoice' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger invoice_line_totals after insert on invoice_line
  referencing new table as added for each statement execute function reject_lines_beside_their_invoice();


-- Keys checked by statement --------------------------------------------------------------------------------------------
-- A close posts some hundred thousand rows that refer to a contract, a performance obligation and an entry. A foreign key
-- would look up and lock each of them separately; these triggers check all rows of a statement at once. They reject what foreign keys
-- would reject: references to missing rows, and the removal of referenced rows. Rows are not locked one by one: a transaction that
-- removes rows that may be referenced locks the table against transactions that post, and the other way round.

-- A journal entry and its contract.

create function reject_rows_without_contract() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_present boolean;
begin
  execute 'select bool_and(coalesce((select true from contract
      where contract.merchant_id = named.merchant_id and contract.id = named.contract_id), false))
    from (select distinct merchant_id, contract_id from added where contract_id is not null) as named' into is_present;
  if not is_present then
    raise exception 'a row of % names a contract that is not there', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger journal_entry_contract after insert on journal_entry
  referencing new table as added for each statement execute function reject_rows_without_contract();
create trigger journal_entry_contract_changed after update on journal_entry
  referencing new table as added for each statement execute function reject_rows_without_contract();

create function reject_removal_of_contract_with_entries() returns trigger language plpgsql as $$
begin
  lock table journal_entry in share row exclusive mode;
  if exists (select from journal_entry where merchant_id = old.merchant_id and contract_id = old.id) then
    raise exception 'a contract with journal entries stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger contract_keeps_its_entries after delete or update of merchant_id, id on contract
  for each row execute function reject_removal_of_contract_with_entries();

-- Posted revenue, the account of a contract liability, and their performance obligation.

create function reject_rows_without_pob() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_present boolean;
begin
  execute 'select bool_and(coalesce((select true from performance_obligation as pob
      where pob.merchant_id = named.merchant_id and pob.id = named.performance_obligation_id), false))
    from (select distinct merchant_id, performance_obligation_id from added) as named' into is_present;
  if not is_present then
    raise exception 'a row of % names a performance obligation that is not there', tg_table_name
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger revenue_entry_pob after insert on revenue_entry
  referencing new table as added for each statement execute function reject_rows_without_pob();
create trigger revenue_entry_pob_changed after update on revenue_entry
  referencing new table as added for each statement execute function reject_rows_without_pob();
create trigger obligation_liability_account_pob after insert on obligation_liability_account
  referencing new table as added for each statement execute function reject_rows_without_pob();
create trigger obligation_liability_account_pob_changed after update on obligation_liability_account
  referencing new table as added for each statement execute function reject_rows_without_pob();

create function reject_removal_of_pob_with_revenue() returns trigger language plpgsql as $$
begin
  lock table revenue_entry, obligation_liability_account in share row exclusive mode;
  if exists (select from revenue_entry where merchant_id = old.merchant_id and performance_obligation_id = old.id)
    or exists (select from obligation_liability_account
      where merchant_id = old.merchant_id and performance_obligation_id = old.id) then
    raise exception 'a performance obligation with posted revenue stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger performance_obligation_keeps_its_revenue after delete or update of merchant_id, id on performance_obligation
  for each row execute function reject_removal_of_pob_with_revenue();

-- Posted revenue, journal lines (reject_unbalanced_entries finds their entry) and their journal entry are inserted by one
-- transaction, so no other one can remove the entry meanwhile; the program may never remove it.

create function reject_revenue_without_entry() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_present boolean;
begin
  execute 'select bool_and(coalesce((select true from journal_entry as entry
      where entry.merchant_id = named.merchant_id and entry.id = named.journal_entry_id), false))
    from (select distinct merchant_id, journal_entry_id from added) as named' into is_present;
  if not is_present then
    raise exception 'posted revenue names a journal entry that is not there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger revenue_entry_entry after insert on revenue_entry
  referencing new table as added for each statement execute function reject_revenue_without_entry();
create trigger revenue_entry_entry_changed after update on revenue_entry
  referencing new table as added for each statement execute function reject_revenue_without_entry();

create function reject_removal_of_entry_with_revenue() returns trigger language plpgsql as $$
begin
  if exists (select from revenue_entry where merchant_id = old.merchant_id and journal_entry_id = old.id) then
    raise exception 'a journal entry with posted revenue stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger journal_entry_keeps_its_revenue after delete or update of merchant_id, id on journal_entry
  for each row execute function reject_removal_of_entry_with_revenue();

create function reject_removal_of_entry_with_lines() returns trigger language plpgsql as $$
begin
  if exists (select from journal_line where merchant_id = old.merchant_id and entry_id = old.id) then
    raise exception 'a journal entry with lines stays' using errcode = 'foreign_key_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger journal_entry_keeps_its_lines before delete or update of merchant_id, id on journal_entry
  for each row execute function reject_removal_of_entry_with_lines();


-- Sizes of lists --------------------------------------------------------------------------------------------------------
-- Each page of a list has the total number of rows, and counting them would take longer than the page. So each statement stores the
-- number of rows it adds or removes, once per merchant (ADR 0055). One statement of 32, at random, sums up the stored rows, because
-- counting them first would cost more than storing one. Rows that another transaction is summing up are left to it, so that
-- nothing waits.

create function add_up_growth(merchant uuid, name text, rows bigint) returns void language sql set enable_seqscan = off as $$
  with summed as (
    delete from list_growth where merchant_id = merchant and list = name and id = any(array(
      select id from list_growth where merchant_id = merchant and list = name for update skip locked))
    returning growth
  )
  insert into list_growth (merchant_id, list, growth) select merchant, name, rows + coalesce(sum(growth), 0) from summed;
$$;

create function note_growth(merchant uuid, name text, rows bigint) returns void language plpgsql as $$
begin
  -- A snapshot that is older than the statement might not see who added up meanwhile.
  if random() < 1.0 / 32 and current_setting('transaction_isolation') = 'read committed' then
    perform add_up_growth(merchant, name, rows);
  else
    insert into list_growth (merchant_id, list, growth) values (merchant, name, rows);
  end if;
end $$;

create function note_added_rows() returns trigger language plpgsql as $$
begin
  perform note_growth(merchant_id, tg_table_name, count(*)) from added group by merchant_id;
  return null;
end $$;

create function note_removed_rows() returns trigger language plpgsql as $$
begin
  perform note_growth(merchant_id, tg_table_name, -count(*)) from removed group by merchant_id;
  return null;
end $$;

-- For tables whose deleted rows remain but are not listed.

create function note_added_live_rows() returns trigger language plpgsql as $$
begin
  perform note_growth(merchant_id, tg_table_name, count(*)) from added where deleted_at is null group by merchant_id;
  return null;
end $$;

create function note_removed_live_rows() returns trigger language plpgsql as $$
begin
  perform note_growth(merchant_id, tg_table_name, -count(*)) from removed where deleted_at is null group by merchant_id;
  return null;
end $$;

create function note_deletion() returns trigger language plpgsql as $$
begin
  perform note_growth(new.merchant_id, tg_table_name, case when new.deleted_at is null then 1 else -1 end);
  return null;
end $$;

do $$
declare
  listed text;
  live text;
begin
  foreach listed in array array['customer', 'contract', 'billing_term', 'invoice', 'payment', 'credit_memo', 'journal_entry', 'usage_event'] loop
    live := case when listed in ('customer', 'contract', 'billing_term') then 'live_' else '' end;
    execute format('create trigger %I after insert on %I referencing new table as added
      for each statement execute function %I()', listed || '_grows', listed, 'note_added_' || live || 'rows');
    execute format('create trigger %I after delete on %I referencing old table as removed
      for each statement execute function %I()', listed || '_shrinks', listed, 'note_removed_' || live || 'rows');
    if live <> '' then
      execute format('create trigger %I after update of deleted_at on %I for each row
        when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function note_deletion()', listed || '_deletion', listed);
    end if;
  end loop;
end $$;


-- Tenant isolation -----------------------------------------------------------------------------------------------------
-- Without a merchant no row is seen, with one only its own (also by the owner of the tables). It holds for every table with
-- a merchant_id but the reference tables. The merchant is asked for by a query of its own, once a statement and not once a
-- row: an insert of six thousand journal lines would ask six thousand times.

do $$
declare
  tenant_table regclass;
begin
  for tenant_table in
    select relation.oid from pg_class as relation join pg_attribute as held on held.attrelid = relation.oid
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p') and held.attname = 'merchant_id'
      and relation.relname not in ('membership', 'api_key', 'user_session', 'sign_in_link', 'event_arrival', 'webhook_turn')
  loop
    execute format('alter table %s enable row level security', tenant_table);
    execute format('alter table %s force row level security', tenant_table);
    execute format('create policy tenant on %s using (merchant_id = (select current_merchant()))', tenant_table);
  end loop;
end $$;
