-- The policy of each table asked for the merchant once a row: of an insert of six thousand journal lines, six thousand times. As
-- a query of its own it is asked once a statement.
do $$
declare
  tenant_table regclass;
begin
  for tenant_table in
    select policy.polrelid from pg_policy as policy join pg_class as relation on relation.oid = policy.polrelid
    where policy.polname = 'tenant' and relation.relnamespace = 'public'::regnamespace
  loop
    execute format('alter policy tenant on %s using (merchant_id = (select current_merchant()))', tenant_table);
  end loop;
end $$;

-- And so do those of the partitions that are still to be made.
create or replace function make_usage_event_partitions(months date[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
  partition_name text;
begin
  for month in select distinct date_trunc('month', wanted)::date from unnest(months) as wanted order by 1 loop
    partition_name := 'usage_event_' || to_char(month, 'YYYY_MM');
    continue when exists (select from pg_class where relname = partition_name and relnamespace = 'public'::regnamespace);
    -- Whoever waited here asks again: the table may have been made meanwhile.
    perform pg_advisory_xact_lock(hashtext('accord.usage-event-partition'));
    continue when exists (select from pg_class where relname = partition_name and relnamespace = 'public'::regnamespace);
    execute format('create table %I (like usage_event including all)', partition_name);
    execute format('alter table %I enable row level security', partition_name);
    execute format('alter table %I force row level security', partition_name);
    execute format('create policy tenant on %I using (merchant_id = (select current_merchant()))', partition_name);
    execute format('alter table usage_event attach partition %I for values from (%L) to (%L)', partition_name,
      month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
  end loop;
end $$;
