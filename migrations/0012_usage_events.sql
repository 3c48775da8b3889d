-- Usage events: what happened, for ever. Partitioned by month of the moment they happened, because years of them are kept
-- and a bill asks for one month. Nothing here is ever changed or removed: a deletion is an event of its own.

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
  created_at timestamptz(3) not null,
  primary key (merchant_id, id, datetime)
) partition by range (datetime);
create index usage_event_list on usage_event (merchant_id, created_at desc, id desc);
create index usage_event_quantity on usage_event (merchant_id, customer_id, event_type_id, datetime);

-- Which customers have events of which types: the foreign keys of the events, asked once for a request and not for each
-- of a thousand events.
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
  -- SHA-256 of what was sent.
  fingerprint bytea not null,
  primary key (merchant_id, idempotency_key)
);

create table usage_event_deletion (
  merchant_id uuid not null,
  id uuid not null,
  parent_event_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique (merchant_id, parent_event_id)
);

grant select, insert on usage_event, usage_stream, usage_event_key, usage_event_deletion to accord_app;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['usage_event', 'usage_stream', 'usage_event_key', 'usage_event_deletion'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', tenant_table);
  end loop;
end $$;

-- Makes the partitions of some months, as the owner of the tables: the program's role owns nothing. A new partition is
-- attached, which others may write beside; nobody is granted the partition itself, so the table's policy always holds.
create function make_usage_event_partitions(months date[]) returns void
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
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', partition_name);
    execute format('alter table usage_event attach partition %I for values from (%L) to (%L)', partition_name,
      month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
  end loop;
end $$;
revoke all on function make_usage_event_partitions(date[]) from public;
grant execute on function make_usage_event_partitions(date[]) to accord_app;
