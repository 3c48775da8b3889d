-- A close posts some hundred thousand rows that name the contract, the promise and the entry they are of. A foreign key looks
-- each of them up by itself; these prove all rows of a statement at once, by index. They refuse what the keys refused: rows
-- that name nothing, and the removal of what is named. What is named is locked as a key would, so that it cannot go meanwhile.

alter table journal_entry drop constraint journal_entry_merchant_id_contract_id_fkey;
alter table revenue_entry drop constraint revenue_entry_merchant_id_performance_obligation_id_fkey,
  drop constraint revenue_entry_merchant_id_journal_entry_id_fkey;
alter table obligation_liability_account
  drop constraint obligation_liability_account_merchant_id_performance_oblig_fkey;

-- PL/pgSQL keeps the plans of its statements: made while tables were small, they would read all of them ever after.
create function refuse_rows_without_contract() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  present bigint;
begin
  perform 1
  from (select distinct merchant_id, contract_id from added where contract_id is not null) as named
  join contract on contract.merchant_id = named.merchant_id and contract.id = named.contract_id
  for key share of contract;
  get diagnostics present = row_count;
  if present <> (select count(distinct (merchant_id, contract_id)) from added where contract_id is not null) then
    raise exception 'a row of % names a contract that is not there', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger journal_entry_contract after insert on journal_entry
  referencing new table as added for each statement execute function refuse_rows_without_contract();
create trigger journal_entry_contract_changed after update on journal_entry
  referencing new table as added for each statement execute function refuse_rows_without_contract();

create function refuse_removal_of_contract_with_entries() returns trigger language plpgsql as $$
begin
  if exists (select from journal_entry where merchant_id = old.merchant_id and contract_id = old.id) then
    raise exception 'a contract with journal entries stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger contract_keeps_its_entries after delete or update of merchant_id, id on contract
  for each row execute function refuse_removal_of_contract_with_entries();

create function refuse_rows_without_promise() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  present bigint;
begin
  perform 1
  from (select distinct merchant_id, performance_obligation_id from added) as named
  join performance_obligation as promise
    on promise.merchant_id = named.merchant_id and promise.id = named.performance_obligation_id
  for key share of promise;
  get diagnostics present = row_count;
  if present <> (select count(distinct (merchant_id, performance_obligation_id)) from added) then
    raise exception 'a row of % names a performance obligation that is not there', tg_table_name
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger revenue_entry_promise after insert on revenue_entry
  referencing new table as added for each statement execute function refuse_rows_without_promise();
create trigger revenue_entry_promise_changed after update on revenue_entry
  referencing new table as added for each statement execute function refuse_rows_without_promise();
create trigger obligation_liability_account_promise after insert on obligation_liability_account
  referencing new table as added for each statement execute function refuse_rows_without_promise();
create trigger obligation_liability_account_promise_changed after update on obligation_liability_account
  referencing new table as added for each statement execute function refuse_rows_without_promise();

create function refuse_removal_of_promise_with_revenue() returns trigger language plpgsql as $$
begin
  if exists (select from revenue_entry where merchant_id = old.merchant_id and performance_obligation_id = old.id)
    or exists (select from obligation_liability_account
      where merchant_id = old.merchant_id and performance_obligation_id = old.id) then
    raise exception 'a performance obligation with posted revenue stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger performance_obligation_keeps_its_revenue after delete or update of merchant_id, id on performance_obligation
  for each row execute function refuse_removal_of_promise_with_revenue();

-- Posted by the transaction that posts the entry, so nobody else can remove it meanwhile; the program may not at all.
create function refuse_revenue_without_entry() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_present boolean;
begin
  select bool_and(coalesce((select true from journal_entry as entry
      where entry.merchant_id = named.merchant_id and entry.id = named.journal_entry_id), false))
    into is_present
  from (select distinct merchant_id, journal_entry_id from added) as named;
  if not is_present then
    raise exception 'posted revenue names a journal entry that is not there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger revenue_entry_entry after insert on revenue_entry
  referencing new table as added for each statement execute function refuse_revenue_without_entry();
create trigger revenue_entry_entry_changed after update on revenue_entry
  referencing new table as added for each statement execute function refuse_revenue_without_entry();

create function refuse_removal_of_entry_with_revenue() returns trigger language plpgsql as $$
begin
  if exists (select from revenue_entry where merchant_id = old.merchant_id and journal_entry_id = old.id) then
    raise exception 'a journal entry with posted revenue stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger journal_entry_keeps_its_revenue after delete or update of merchant_id, id on journal_entry
  for each row execute function refuse_removal_of_entry_with_revenue();
