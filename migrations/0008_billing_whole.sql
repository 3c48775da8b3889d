-- Billing, whole: every kind of term and price, changes of a price, seat amendments, stated promises, and what a line of
-- an invoice says of itself.

-- Rows are rewritten below, for all merchants at once.
alter table billing_term no force row level security;
alter table invoice_line no force row level security;

alter table billing_term
  add column product_id uuid,
  add column item_id uuid,
  add column class_id uuid,
  add column event_type_id uuid,
  -- As agreed at first: how one period is priced. Later changes are rows of billing_term_layer.
  add column price jsonb,
  add column trigger text not null default 'DATE' check (trigger in ('DATE', 'MILESTONE')),
  add column reached_on date,
  add column usage_scope text not null default 'STANDALONE' check (usage_scope in ('STANDALONE', 'COMMITMENT')),
  add column tier_scope text not null default 'TERM' check (tier_scope in ('TERM', 'DIFFERENTIATOR')),
  add column seat_config jsonb,
  add column terminated_at timestamptz(3),
  add foreign key (merchant_id, product_id) references product (merchant_id, id),
  add foreign key (merchant_id, item_id) references item (merchant_id, id),
  add foreign key (merchant_id, class_id) references erp_class (merchant_id, id),
  add foreign key (merchant_id, event_type_id) references event_type (merchant_id, id);

update billing_term set price = jsonb_build_object(
  'pricingType', pricing_type, 'pricing', pricing, 'tierBoundary', 'UPPER', 'packageSize', null, 'minimumPackages', 0,
  'quantity', trim_scale(quantity)::text,
  'discounts', coalesce((select jsonb_agg(discount || '{"start": null, "end": null}') from jsonb_array_elements(discounts) as discount), '[]'),
  'escalator', null, 'minimumAmount', null, 'maximumAmount', null);

alter table billing_term
  alter column price set not null,
  drop column pricing_type, drop column pricing, drop column quantity, drop column discounts,
  drop constraint billing_term_proration_policy_check,
  add check (proration_policy in ('NONE', 'MONTH', 'DAY')),
  add check (reached_on is null or trigger = 'MILESTONE');
create index billing_term_list on billing_term (merchant_id, created_at desc, id desc);
create index billing_term_of_group on billing_term (merchant_id, billing_term_group_id);
create index billing_term_event_type on billing_term (merchant_id, event_type_id) where event_type_id is not null;

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

-- What was said of the number of seats; the count of a day follows from all of it.
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
  -- How far the term was invoiced when this was said: those periods are charged by true-up lines.
  invoiced_through date,
  book_month date check (extract(day from book_month) = 1),
  deletion_book_month date check (extract(day from deletion_book_month) = 1),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  check ((quantity is null) <> (delta is null))
);
create index seat_amendment_contract on seat_amendment (merchant_id, contract_id);
create index seat_amendment_term on seat_amendment (merchant_id, billing_term_id, effective_date, created_at, id);

-- Corrections of dates and patterns after approval: what a field was and became, and the month from which that counts.
create table promise_correction (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_id uuid,
  performance_obligation_id uuid,
  changes jsonb not null,
  book_month date check (extract(day from book_month) = 1),
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  foreign key (merchant_id, performance_obligation_id) references performance_obligation (merchant_id, id),
  check ((billing_term_id is null) <> (performance_obligation_id is null))
);
create index promise_correction_contract on promise_correction (merchant_id, contract_id, created_at, id);

-- What credit memos and write-offs take back of what a term billed, dated as they are; a void is a row of the opposite sign.
create table billing_reduction (
  merchant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  billing_term_id uuid not null,
  -- Tax excluded; the days of service that it takes back, half-open.
  amount_minor bigint not null check (amount_minor <> 0),
  service_start date not null,
  service_end date not null,
  -- How revenue falls with it: over the days of service, or not at all, because the term's own price has fallen already (a
  -- termination).
  revenue_effect text not null check (revenue_effect in ('CREDITED_DAYS', 'IN_PRICE')),
  date date not null,
  book_month date not null check (extract(day from book_month) = 1),
  source_type text not null check (source_type in ('CREDIT_MEMO', 'WRITE_OFF')),
  source_id uuid not null,
  invoice_line_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id),
  foreign key (merchant_id, billing_term_id) references billing_term (merchant_id, id),
  check (service_end > service_start)
);
create index billing_reduction_contract on billing_reduction (merchant_id, contract_id, date);
create index billing_reduction_line on billing_reduction (merchant_id, invoice_line_id);

-- A promise of its own has a stated price; one without follows the billing of its term.
alter table performance_obligation
  alter column billing_term_id drop not null,
  add column name text check (length(name) <= 255),
  add column product_id uuid,
  add column item_id uuid,
  add column class_id uuid,
  add column event_type_id uuid,
  add column consideration_type text check (consideration_type in ('FIXED', 'VARIABLE')),
  add column transaction_price_minor bigint check (transaction_price_minor >= 0),
  add column standalone_selling_price_minor bigint check (standalone_selling_price_minor > 0),
  add column milestones jsonb,
  add column progress jsonb,
  -- Months that are pinned: [{"month": "2026-01", "minor": "1200", "isByHand": true}].
  add column custom_revenue jsonb,
  drop constraint performance_obligation_recognition_pattern_check,
  add check (recognition_pattern in ('STRAIGHT_LINE', 'STRAIGHT_LINE_DAILY', 'POINT_IN_TIME', 'RECOGNIZE_AS_BILLED',
    'RECOGNIZE_AS_CONSUMED', 'PERCENT_COMPLETE', 'MILESTONE', 'CUSTOM')),
  add check (billing_term_id is not null or recognition_pattern in ('RECOGNIZE_AS_BILLED', 'RECOGNIZE_AS_CONSUMED')
    or transaction_price_minor is not null),
  add foreign key (merchant_id, product_id) references product (merchant_id, id),
  add foreign key (merchant_id, item_id) references item (merchant_id, id),
  add foreign key (merchant_id, class_id) references erp_class (merchant_id, id),
  add foreign key (merchant_id, event_type_id) references event_type (merchant_id, id);
create index performance_obligation_of_group on performance_obligation (merchant_id, billing_term_group_id);
create index performance_obligation_event_type on performance_obligation (merchant_id, event_type_id) where event_type_id is not null;

alter table invoice
  add column memo text check (length(memo) <= 4095),
  add column custom_fields jsonb not null default '[]',
  add column delivery_status text not null default 'NOT_SENT'
    check (delivery_status in ('NOT_SENT', 'SENT', 'SENT_EXTERNALLY')),
  add column sent_date date,
  add column paid_on date,
  add column voided_at timestamptz(3),
  add column uncollectible_on date,
  -- The tax of an issued invoice by category and rate, and the seller and buyer as they were then.
  add column tax_lines jsonb not null default '[]',
  add column parties jsonb;
grant update (memo, custom_fields, delivery_status, sent_date, paid_on, voided_at, uncollectible_on, tax_lines, parties)
  on invoice to accord_app;

alter table invoice_line
  add column id uuid not null default gen_random_uuid(),
  add column seat_amendment_id uuid,
  add column item_id uuid,
  add column class_id uuid,
  add column tiers jsonb,
  -- How the amount came to be, where it is more than quantity × unit price of a full period.
  add column explanation jsonb,
  add column tax_category text,
  add column tax_rate numeric(9, 8),
  add column tax_minor bigint not null default 0,
  alter column unit_price drop not null,
  drop constraint invoice_line_type_check,
  add check (type in ('FLAT', 'UNIT', 'SEAT', 'SEAT_TRUE_UP', 'ONE_OFF', 'USAGE', 'LATE_USAGE', 'OVERAGE', 'TRUE_UP',
    'PREPAYMENT', 'PREPAID_APPLIED', 'ADJUSTMENT', 'MANUAL', 'MINIMUM')),
  add foreign key (merchant_id, seat_amendment_id) references seat_amendment (merchant_id, id),
  add foreign key (merchant_id, item_id) references item (merchant_id, id),
  add foreign key (merchant_id, class_id) references erp_class (merchant_id, id);
alter table invoice_line alter column id drop default;
create unique index invoice_line_id on invoice_line (merchant_id, id);
drop index invoice_line_period;
-- No period of a term is ever billed twice; each seat amendment has its own line in a period.
create unique index invoice_line_period on invoice_line (merchant_id, billing_term_id, service_start, type, seat_amendment_id)
  nulls not distinct where not is_void;

alter table billing_term force row level security;
alter table invoice_line force row level security;

-- A row lock needs the right to update.
grant update (name) on event_type to accord_app;

grant select, insert on billing_term_layer, promise_correction, billing_reduction to accord_app;
grant select, insert on seat_amendment to accord_app;
grant update (deleted_at, deletion_book_month) on seat_amendment to accord_app;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['billing_term_layer', 'seat_amendment', 'promise_correction', 'billing_reduction'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', tenant_table);
  end loop;
end $$;
