-- What customers commit to use (data model 8). Facts alone: periods, drawdown and lines follow from them.

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
  true_up_behavior text not null check (true_up_behavior in ('EACH_PERIOD', 'END_OF_SCHEDULE', 'NONE')),
  true_up_name text,
  true_up_item_id uuid,
  prepaid_value numeric(30, 12) check (prepaid_value > 0),
  prepayment_schedule_type text
    check (prepayment_schedule_type in ('FULL_UPFRONT', 'PER_COMMITMENT_PERIOD', 'SPLIT_ACROSS_BILLING_PERIODS')),
  prepayment_name text,
  prepayment_item_id uuid,
  net_payment_terms int check (net_payment_terms between 0 and 365),
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
  check ((prepaid_value is null) = (prepayment_schedule_type is null))
);
create index commitment_schedule_commitment on commitment_schedule (merchant_id, commitment_id, start_date);

create table commitment_step (
  merchant_id uuid not null,
  id uuid not null,
  commitment_id uuid not null,
  schedule_id uuid not null,
  -- In which order the steps of a schedule are drawn down, from 0.
  position int not null check (position between 0 and 19),
  name text check (length(name) between 1 and 255),
  value numeric(30, 12) not null check (value > 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  -- A step stands in a schedule of its own commitment.
  foreign key (merchant_id, schedule_id, commitment_id) references commitment_schedule (merchant_id, id, commitment_id)
);
create unique index commitment_step_position on commitment_step (merchant_id, schedule_id, position)
  where deleted_at is null;
create index commitment_step_commitment on commitment_step (merchant_id, commitment_id);

-- Which terms price a step, in the order of the request. What it was before is in the audit log.
create table commitment_step_term (
  merchant_id uuid not null,
  step_id uuid not null,
  billing_term_id uuid not null,
  position int not null,
  primary key (merchant_id, step_id, billing_term_id),
  foreign key (merchant_id, step_id) references commitment_step (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id)
);
create index commitment_step_term_term on commitment_step_term (merchant_id, billing_term_id);

-- On which days commitments price the term: [{"commitmentId", "start", "end"}], derived from the tables above.
alter table billing_term add column committed jsonb not null default '[]' check (jsonb_typeof(committed) = 'array');

grant select, insert on commitment, commitment_schedule, commitment_step to accord_app;
grant update (is_full_duration, price_priority, terminated_at, updated_at, deleted_at) on commitment to accord_app;
grant update (start_date, end_date, commitment_interval, true_up_behavior, true_up_name, true_up_item_id, prepaid_value,
  prepayment_schedule_type, prepayment_name, prepayment_item_id, net_payment_terms, overage_configs, updated_at, deleted_at)
  on commitment_schedule to accord_app;
grant update (name, value, updated_at, deleted_at) on commitment_step to accord_app;
grant select, insert, delete on commitment_step_term to accord_app;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['commitment', 'commitment_schedule', 'commitment_step', 'commitment_step_term'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', tenant_table);
  end loop;
end $$;

-- Schedules of a live commitment follow each other without a gap, and there is at least one. Asked at the end of the
-- transaction, for a change moves several of them.
create function check_commitment_schedules() returns trigger language plpgsql as $$
declare
  -- Of a schedule, or the commitment itself.
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
