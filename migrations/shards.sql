-- What the functions of the schema are in a distributed database (ADR 0095). A trigger of a distributed table fires on a shard: its
-- function finds the rows of a statement there, and the other tables of the merchant in the shards beside it, on the same node and in
-- the same transaction. `accord migrate` puts these in the place of those of the same names; they prove the same.

-- Every query of a merchant's table has the policy's condition, which compares with this. Immutable, it is a value by the time the query
-- is planned, so that each table of it is looked up on the one shard of the merchant. Plans are made anew each time (`plan_cache_mode`).
create or replace function current_merchant() returns uuid language sql immutable parallel safe
  return nullif(current_setting('accord.merchant_id', true), '')::uuid;

-- The shard of another table that has the same merchants as the shard of this name.
create or replace function shard_beside(shard name, other regclass) returns regclass language sql stable as $$
  select to_regclass(shard_name(beside.logicalrelid, beside.shardid))
  from pg_dist_shard as own join pg_dist_shard as beside on beside.shardminvalue = own.shardminvalue
  where own.shardid = substring(shard from '_(\d+)$')::bigint and beside.logicalrelid = other
$$;

create or replace function reject_entries_in_closed_months() returns trigger language plpgsql as $$
declare
  is_late boolean;
begin
  execute format('select exists (
    select from added join %s as books on books.merchant_id = added.merchant_id
    where added.date < books.closed_through + interval ''1 month'')', shard_beside(tg_table_name, 'books')) into is_late;
  if is_late then
    raise exception 'the month is closed' using errcode = 'check_violation', constraint = 'month_is_open';
  end if;
  return null;
end $$;

create or replace function reject_entries_in_locked_months() returns trigger language plpgsql as $$
declare
  is_late boolean;
begin
  execute format('select exists (
    select from added join %s as books on books.merchant_id = added.merchant_id
    where (added.type like ''INVOICE\_%%'' or added.type in (''CREDIT_MEMO_ISSUED'', ''CREDIT_MEMO_VOIDED''))
        and added.date < books.billing_locked_through + interval ''1 month''
      or (added.type like ''PAYMENT\_%%'' or added.type in (''CREDIT_APPLIED'', ''CREDIT_UNAPPLIED'', ''CREDIT_MEMO_REFUNDED''))
        and added.date < books.cash_locked_through + interval ''1 month'')', shard_beside(tg_table_name, 'books')) into is_late;
  if is_late then
    raise exception 'the month is locked' using errcode = 'check_violation', constraint = 'month_is_not_locked';
  end if;
  return null;
end $$;

create or replace function check_commitment_schedules() returns trigger language plpgsql as $$
declare
  -- Of a schedule, or the commitment itself.
  commitment_of uuid := coalesce(to_jsonb(new) ->> 'commitment_id', to_jsonb(new) ->> 'id')::uuid;
  schedules text := shard_beside(tg_table_name, 'commitment_schedule');
  is_live boolean;
  has_schedule boolean;
  has_gap boolean;
begin
  execute format('select exists (select from %s where merchant_id = $1 and id = $2 and deleted_at is null)',
    shard_beside(tg_table_name, 'commitment')) into is_live using new.merchant_id, commitment_of;
  if not is_live then
    return null;
  end if;
  execute format('select exists (select from %s where merchant_id = $1 and commitment_id = $2 and deleted_at is null)', schedules)
    into has_schedule using new.merchant_id, commitment_of;
  if not has_schedule then
    raise exception 'commitment % has no schedule', commitment_of using errcode = 'integrity_constraint_violation';
  end if;
  execute format('select exists (select from (
      select start_date, lag(end_date, 1, start_date) over (order by start_date, end_date) as expected from %s
      where merchant_id = $1 and commitment_id = $2 and deleted_at is null) as chain
      where start_date <> expected)', schedules) into has_gap using new.merchant_id, commitment_of;
  if has_gap then
    raise exception 'schedules of commitment % are not contiguous', commitment_of
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function reject_unbalanced_entries() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_balanced boolean;
  is_of_entry boolean;
begin
  execute format('select bool_and(posted.is_balanced), bool_and(first_line = 1 and coalesce(
      (first_date, last_date, first_currency, last_currency) = (
        select entry.date, entry.date, entry.currency, entry.currency from %s as entry
        where entry.merchant_id = posted.merchant_id and entry.id = posted.entry_id), false))
    from (
      select merchant_id, entry_id, sum(debit_minor) = sum(credit_minor) as is_balanced, min(line_number) as first_line,
        min(date) as first_date, max(date) as last_date, min(currency) as first_currency, max(currency) as last_currency
      from added group by merchant_id, entry_id
    ) as posted', shard_beside(tg_table_name, 'journal_entry')) into is_balanced, is_of_entry;
  if not is_balanced then
    raise exception 'journal lines do not balance' using errcode = 'check_violation';
  end if;
  if not is_of_entry then
    raise exception 'journal lines do not match their entry' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function reject_lines_beside_their_invoice() returns trigger language plpgsql as $$
declare
  is_beside boolean;
begin
  execute format('select exists (
    select from (select merchant_id, invoice_id, count(*) as lines from added group by merchant_id, invoice_id) as issued
      join %s as invoice on invoice.merchant_id = issued.merchant_id and invoice.id = issued.invoice_id
    where invoice.status = ''DRAFT''
      or (issued.lines, invoice.subtotal_minor, invoice.discount_total_minor, invoice.tax_total_minor) <> (
        select count(*), sum(line.subtotal_minor), sum(line.discount_total_minor), sum(line.tax_minor)
        from %s as line
        where line.merchant_id = issued.merchant_id and line.invoice_id = issued.invoice_id))',
    shard_beside(tg_table_name, 'invoice'), shard_beside(tg_table_name, 'invoice_line')) into is_beside;
  if is_beside then
    raise exception 'invoice lines do not match their invoice' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function reject_rows_without_contract() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_present boolean;
begin
  execute format('select bool_and(coalesce((select true from %s as contract
      where contract.merchant_id = named.merchant_id and contract.id = named.contract_id), false))
    from (select distinct merchant_id, contract_id from added where contract_id is not null) as named',
    shard_beside(tg_table_name, 'contract')) into is_present;
  if not is_present then
    raise exception 'a row of % names a contract that is not there', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function reject_removal_of_contract_with_entries() returns trigger language plpgsql as $$
declare
  entries text := shard_beside(tg_table_name, 'journal_entry');
  is_named boolean;
begin
  execute format('lock table %s in share row exclusive mode', entries);
  execute format('select exists (select from %s where merchant_id = $1 and contract_id = $2)', entries)
    into is_named using old.merchant_id, old.id;
  if is_named then
    raise exception 'a contract with journal entries stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function reject_rows_without_pob() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_present boolean;
begin
  execute format('select bool_and(coalesce((select true from %s as pob
      where pob.merchant_id = named.merchant_id and pob.id = named.performance_obligation_id), false))
    from (select distinct merchant_id, performance_obligation_id from added) as named',
    shard_beside(tg_table_name, 'performance_obligation')) into is_present;
  if not is_present then
    raise exception 'a row of % names a performance obligation that is not there', tg_table_name
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function reject_removal_of_pob_with_revenue() returns trigger language plpgsql as $$
declare
  revenue text := shard_beside(tg_table_name, 'revenue_entry');
  accounts text := shard_beside(tg_table_name, 'obligation_liability_account');
  is_named boolean;
begin
  execute format('lock table %s, %s in share row exclusive mode', revenue, accounts);
  execute format('select exists (select from %s where merchant_id = $1 and performance_obligation_id = $2)
    or exists (select from %s where merchant_id = $1 and performance_obligation_id = $2)', revenue, accounts)
    into is_named using old.merchant_id, old.id;
  if is_named then
    raise exception 'a performance obligation with posted revenue stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function reject_revenue_without_entry() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_present boolean;
begin
  execute format('select bool_and(coalesce((select true from %s as entry
      where entry.merchant_id = named.merchant_id and entry.id = named.journal_entry_id), false))
    from (select distinct merchant_id, journal_entry_id from added) as named',
    shard_beside(tg_table_name, 'journal_entry')) into is_present;
  if not is_present then
    raise exception 'posted revenue names a journal entry that is not there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function reject_removal_of_entry_with_revenue() returns trigger language plpgsql as $$
declare
  is_named boolean;
begin
  execute format('select exists (select from %s where merchant_id = $1 and journal_entry_id = $2)',
    shard_beside(tg_table_name, 'revenue_entry')) into is_named using old.merchant_id, old.id;
  if is_named then
    raise exception 'a journal entry with posted revenue stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function reject_removal_of_entry_with_lines() returns trigger language plpgsql as $$
declare
  is_named boolean;
begin
  execute format('select exists (select from %s where merchant_id = $1 and entry_id = $2)',
    shard_beside(tg_table_name, 'journal_line')) into is_named using old.merchant_id, old.id;
  if is_named then
    raise exception 'a journal entry with lines stays' using errcode = 'foreign_key_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- Named by the shard that the rows came to or went from.
create or replace function note_growth(merchant uuid, name text, rows bigint) returns void language plpgsql as $$
declare
  growth text := shard_beside(name, 'list_growth');
  list constant text := regexp_replace(name, '_\d+$', '');
begin
  -- A snapshot that is older than the statement might not see who added up meanwhile.
  if random() < 1.0 / 32 and current_setting('transaction_isolation') = 'read committed' then
    execute format('with summed as (
        delete from %1$s where merchant_id = $1 and list = $2 and id = any(array(
          select id from %1$s where merchant_id = $1 and list = $2 for update skip locked))
        returning growth
      )
      insert into %1$s (merchant_id, list, id, growth)
      select $1, $2, gen_random_uuid(), $3 + coalesce(sum(growth), 0) from summed', growth) using merchant, list, rows;
  else
    execute format('insert into %s (merchant_id, list, id, growth) values ($1, $2, gen_random_uuid(), $3)', growth)
      using merchant, list, rows;
  end if;
end $$;

-- No node counts what others count: the program takes the tick itself.
create or replace function take_tick() returns bigint language sql volatile return null::bigint;

-- A partition is distributed as it is attached.
create or replace function ensure_usage_event_partitions() returns void
  language plpgsql security definer set search_path = public, pg_temp
  set citus.enable_unsafe_triggers = on as $$
declare
  month timestamp;
  partition_name text;
begin
  -- Whoever waited here finds them made.
  perform pg_advisory_xact_lock(hashtext('accord.usage-event-partition'));
  for month in
    select generate_series(this_month - interval '12 months', this_month + interval '3 months', interval '1 month')
    from date_trunc('month', now() at time zone 'UTC') as this_month
  loop
    partition_name := 'usage_event_' || to_char(month, 'YYYY_MM');
    continue when exists (select from pg_class where relname = partition_name and relnamespace = 'public'::regnamespace);
    begin
      execute format('create table %I (like usage_event including all)', partition_name);
      execute format('alter table usage_event attach partition %I for values from (%L) to (%L)', partition_name,
        month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      execute format('create policy tenant on %I using (merchant_id = current_merchant())', partition_name);
      execute format('alter table %I enable row level security, force row level security', partition_name);
    exception when check_violation then
      null;
    end;
  end loop;
end $$;
