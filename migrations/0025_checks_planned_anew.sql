-- The checks of migrations 0021 and 0024, planned anew for each statement. PL/pgSQL keeps a plan as long as its session: one that
-- was made while a table was small may look a row up by any index that begins with the merchant, and read all the merchant's
-- rows for each row that it looks up, until somebody analyzes the table. `execute` plans for what the tables hold by now.
-- And nothing is locked row by row: whoever removes what may be named waits at the table for those who post, and they for him.

create or replace function refuse_unbalanced_entries() returns trigger language plpgsql set enable_seqscan = off as $$
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

create or replace function refuse_rows_without_contract() returns trigger language plpgsql set enable_seqscan = off as $$
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

create or replace function refuse_removal_of_contract_with_entries() returns trigger language plpgsql as $$
begin
  lock table journal_entry in share row exclusive mode;
  if exists (select from journal_entry where merchant_id = old.merchant_id and contract_id = old.id) then
    raise exception 'a contract with journal entries stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function refuse_rows_without_promise() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_present boolean;
begin
  execute 'select bool_and(coalesce((select true from performance_obligation as promise
      where promise.merchant_id = named.merchant_id and promise.id = named.performance_obligation_id), false))
    from (select distinct merchant_id, performance_obligation_id from added) as named' into is_present;
  if not is_present then
    raise exception 'a row of % names a performance obligation that is not there', tg_table_name
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function refuse_removal_of_promise_with_revenue() returns trigger language plpgsql as $$
begin
  lock table revenue_entry, obligation_liability_account in share row exclusive mode;
  if exists (select from revenue_entry where merchant_id = old.merchant_id and performance_obligation_id = old.id)
    or exists (select from obligation_liability_account
      where merchant_id = old.merchant_id and performance_obligation_id = old.id) then
    raise exception 'a performance obligation with posted revenue stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function refuse_revenue_without_entry() returns trigger language plpgsql set enable_seqscan = off as $$
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

create or replace function refuse_lines_beside_their_invoice() returns trigger language plpgsql as $$
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
