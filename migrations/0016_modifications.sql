-- Contract modifications: how each change of an approved deal is treated, and who decided otherwise (ADR 0016). And which
-- obligations a discount belongs to.

-- One row for each change; its id is that of the fact that made it: a price layer, a seat amendment, a correction, or the
-- term or promise that was added.
create table contract_modification (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  kind text not null check (kind in (
    'TERM_ADDED', 'TERM_PRICE', 'TERM_DATES', 'TERM_TERMINATED', 'SEATS', 'PROMISE_ADDED', 'PROMISE_PRICE', 'PROMISE_DATES'
  )),
  billing_term_id uuid,
  performance_obligation_id uuid,
  -- The first day of what was agreed.
  effective_date date not null,
  -- The fields that changed: [{"path": "transactionPrice", "from": "100.00", "to": "120.00"}].
  changes jsonb not null,
  proposed_treatment text not null check (proposed_treatment in (
    'SEPARATE_CONTRACT', 'PROSPECTIVE', 'CUMULATIVE_CATCH_UP', 'MIXED'
  )),
  paragraph text not null,
  reason text not null,
  book_month date check (extract(day from book_month) = 1),
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  foreign key (merchant_id, performance_obligation_id) references performance_obligation (merchant_id, id),
  check ((billing_term_id is null) <> (performance_obligation_id is null))
);
create index contract_modification_contract on contract_modification (merchant_id, contract_id, created_at, id);

-- A treatment that somebody chose in place of the proposed one; the last one counts, from its book month on.
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

-- The change that a correction is a part of: service that ends with its term, a price that falls with it.
alter table promise_correction add column modification_id uuid;

-- A discount that belongs to some of a contract's obligations alone (ASC 606-10-32-37), with what was stated for it.
create table discount_allocation (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  discount_minor bigint not null check (discount_minor > 0),
  performance_obligation_ids uuid[] not null check (cardinality(performance_obligation_ids) > 0),
  -- What shows that the three conditions hold, in words.
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

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['contract_modification', 'modification_choice', 'discount_allocation'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', tenant_table);
  end loop;
end $$;
