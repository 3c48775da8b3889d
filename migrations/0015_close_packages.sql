-- Close packages, and what the accounting system was told of journal entries.

-- What a merchant may hold in its hands after a close: the month's figures and hashes as one document, and each carries
-- the hash of the one before it. The text is what the hash covers, byte by byte.
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
alter table close_package enable row level security;
alter table close_package force row level security;
create policy tenant on close_package using (merchant_id = current_merchant());
grant select, insert on close_package to accord_app;

create function refuse_change_of_close_package() returns trigger language plpgsql as $$
begin
  raise exception 'a close package never changes' using errcode = 'check_violation';
end $$;
create trigger close_package_is_final before update or delete on close_package
  for each row execute function refuse_change_of_close_package();
create trigger close_package_stays before truncate on close_package
  for each statement execute function refuse_change_of_close_package();

-- The hash of the package of a month's last close; null for months that were closed before there were packages.
alter table accounting_period add column package_hash bytea check (length(package_hash) = 32);

-- A month that was only closed along with a later one, and had nothing in it, has no close of its own to count.
alter table accounting_period drop constraint accounting_period_close_count_check;
alter table accounting_period add constraint accounting_period_close_count_check check (close_count >= 0);

-- How far the accounting system has an entry. The entry itself never changes; without a row it is NOT_SYNCED.
create table journal_entry_sync (
  merchant_id uuid not null,
  journal_entry_id uuid not null,
  status text not null check (status in ('NOT_SYNCED', 'SYNCING', 'SYNCED', 'SYNC_FAILED')),
  external_id text check (length(external_id) between 1 and 255),
  error text check (length(error) between 1 and 1000),
  attempts integer not null check (attempts >= 0),
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, journal_entry_id),
  foreign key (merchant_id, journal_entry_id) references journal_entry (merchant_id, id)
);
alter table journal_entry_sync enable row level security;
alter table journal_entry_sync force row level security;
create policy tenant on journal_entry_sync using (merchant_id = current_merchant());
grant select, insert, update on journal_entry_sync to accord_app;

-- May a month be reopened of which the accounting system has entries?
alter table merchant add column forbid_reopen_synced boolean not null default false;
