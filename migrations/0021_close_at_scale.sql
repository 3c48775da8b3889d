-- What a close of a hundred thousand obligations asks of each row it posts, asked once a statement and by index.

-- All lines of an entry are inserted by one statement, which proves them: they balance, they are of their entry's day and
-- currency, and one of them is line 1. There is only one line 1, so no other statement can add lines to that entry.
-- PL/pgSQL keeps the plans of its statements: made while the journal was small, they would read all of it ever after.
create or replace function refuse_unbalanced_entries() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_balanced boolean;
  is_of_entry boolean;
begin
  select bool_and(posted.is_balanced), bool_and(first_line = 1 and coalesce(
      (first_date, last_date, first_currency, last_currency) = (
        select entry.date, entry.date, entry.currency, entry.currency from journal_entry as entry
        where entry.merchant_id = posted.merchant_id and entry.id = posted.entry_id), false))
    into is_balanced, is_of_entry
  from (
    select merchant_id, entry_id, sum(debit_minor) = sum(credit_minor) as is_balanced, min(line_number) as first_line,
      min(date) as first_date, max(date) as last_date, min(currency) as first_currency, max(currency) as last_currency
    from added group by merchant_id, entry_id
  ) as posted;
  if not is_balanced then
    raise exception 'journal lines do not balance' using errcode = 'check_violation';
  end if;
  if not is_of_entry then
    raise exception 'journal lines do not match their entry' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- The promises that some terms bill, whose liability a close and an issued invoice look up.
create index performance_obligation_term on performance_obligation (merchant_id, billing_term_id)
  where billing_term_id is not null;

-- That statement finds the entry of every line, so a foreign key would look each up a second time and lock it. Entries do
-- not go (the program may not delete them), and one with lines goes for nobody.
alter table journal_line drop constraint journal_line_merchant_id_entry_id_fkey;

create function refuse_removal_of_entry_with_lines() returns trigger language plpgsql as $$
begin
  if exists (select from journal_line where merchant_id = old.merchant_id and entry_id = old.id) then
    raise exception 'a journal entry with lines stays' using errcode = 'foreign_key_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger journal_entry_keeps_its_lines before delete or update of merchant_id, id on journal_entry
  for each row execute function refuse_removal_of_entry_with_lines();
