-- Customers as a whole (data model 11.1), their payment accounts, the merchant's profile (rules 10), the use of keys,
-- and a readable audit log.

alter table customer
  add column parent_customer_id uuid,
  -- { line1, line2, city, state, postalCode, country, addressee }
  add column billing_address jsonb,
  add column shipping_address jsonb,
  add column vat_id text check (length(vat_id) between 1 and 64),
  add column ein text check (length(ein) between 1 and 64),
  add column is_tax_exempt boolean not null default false,
  add column auto_charge boolean not null default false,
  add column dunning_disabled boolean not null default false,
  -- Value by id of the custom field.
  add column custom_fields jsonb not null default '{}',
  add constraint customer_parent foreign key (merchant_id, parent_customer_id) references customer (merchant_id, id),
  add constraint customer_is_not_its_own_parent check (parent_customer_id <> id);
create index customer_children on customer (merchant_id, parent_customer_id) where parent_customer_id is not null;

create table customer_external_id (
  merchant_id uuid not null,
  customer_id uuid not null,
  source_type text not null,
  external_id text not null check (length(external_id) between 1 and 255),
  primary key (merchant_id, customer_id, source_type),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id)
);
create index customer_external_id_value on customer_external_id (merchant_id, external_id);

create table customer_contact (
  merchant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  first_name text check (length(first_name) between 1 and 255),
  last_name text check (length(last_name) between 1 and 255),
  email text not null check (length(email) between 3 and 254),
  is_primary_contact boolean not null,
  is_cc_email boolean not null,
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id)
);
create index customer_contact_customer on customer_contact (merchant_id, customer_id, created_at desc, id desc);
create unique index customer_contact_primary on customer_contact (merchant_id, customer_id) where is_primary_contact;

-- A customer's account at a payment processor. The default method carries the reference it was stored for, so that it
-- can never be the method of an account that the customer was repointed away from (behaviour RAC-12, INV-20).
create table payment_account_link (
  merchant_id uuid not null,
  customer_id uuid not null,
  processor_type text not null check (processor_type in ('PROCESSOR_A')),
  processor_customer_ref text not null check (length(processor_customer_ref) between 1 and 255),
  default_payment_method text check (length(default_payment_method) between 1 and 255),
  default_payment_method_type text
    check (default_payment_method_type in ('CREDIT_CARD', 'ACH_DEBIT', 'ACH_CREDIT', 'CHECK', 'LINK')),
  default_method_ref text,
  -- REQUEST: chosen by whoever linked the account; PROCESSOR: the default of the account there.
  default_method_origin text check (default_method_origin in ('REQUEST', 'PROCESSOR')),
  -- Counts what was decided about the link: an answer of the processor to an older question is not stored.
  revision integer not null check (revision > 0),
  linked_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, customer_id, processor_type),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  constraint payment_account_default_is_of_account check (default_method_ref = processor_customer_ref),
  check ((default_payment_method is null) = (default_method_ref is null)),
  check ((default_payment_method is null) = (default_method_origin is null)),
  check (default_payment_method_type is null or default_payment_method is not null)
);

alter table merchant
  add column default_processor text default 'PROCESSOR_A' check (default_processor in ('PROCESSOR_A'));

create table merchant_profile (
  merchant_id uuid primary key,
  legal_name text check (length(legal_name) between 1 and 255),
  address jsonb,
  vat_id text check (length(vat_id) between 1 and 64),
  registration_number text check (length(registration_number) between 1 and 64),
  iban text check (length(iban) between 15 and 34),
  bic text check (length(bic) in (8, 11)),
  bank_account_name text check (length(bank_account_name) between 1 and 255),
  email text check (length(email) between 3 and 254),
  -- PNG
  logo bytea check (length(logo) <= 204800),
  last_updated_at timestamptz(3) not null,
  check (iban is not null or (bic is null and bank_account_name is null))
);

create table tax_rate (
  merchant_id uuid not null,
  country text not null check (length(country) = 2),
  -- Empty: the whole country.
  region text not null check (length(region) <= 64),
  -- EN 16931 code
  category text not null,
  valid_from date not null,
  rate numeric(9, 8) not null check (rate between 0 and 1),
  primary key (merchant_id, country, region, category, valid_from)
);

alter table api_key add column last_used_at timestamptz(3);

create index audit_log_list on audit_log (merchant_id, at desc, id desc);
create index audit_log_entity on audit_log (merchant_id, entity_id, at desc, id desc);

grant select, insert, update on payment_account_link, merchant_profile to accord_app;
grant select, insert, update, delete on customer_external_id, customer_contact to accord_app;
grant select, insert, delete on tax_rate to accord_app;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array[
    'customer_external_id', 'customer_contact', 'payment_account_link', 'merchant_profile', 'tax_rate'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', tenant_table);
  end loop;
end $$;
