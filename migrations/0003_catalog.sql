-- The rest of the catalog: what outside systems call things, what is sold, and what is metered.

-- Handed over by the accounting system alone; known to it, and unique, by its id there.
create table erp_class (
  merchant_id uuid not null,
  id uuid not null,
  external_id text not null check (length(external_id) between 1 and 255),
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create unique index erp_class_external_id on erp_class (merchant_id, external_id);
create index erp_class_list on erp_class (merchant_id, created_at desc, id desc);

create table custom_field (
  merchant_id uuid not null,
  id uuid not null,
  external_id text not null check (length(external_id) between 1 and 255),
  name text not null check (length(name) between 1 and 255),
  applies_to text not null check (applies_to in ('CUSTOMER', 'INVOICE', 'CONTRACT')),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create unique index custom_field_external_id on custom_field (merchant_id, external_id);
create index custom_field_list on custom_field (merchant_id, created_at desc, id desc);

create table item (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  display_name text check (length(display_name) between 1 and 255),
  tax_category text not null check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B')),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index item_list on item (merchant_id, created_at desc, id desc);

-- At most one id for each kind of system; the same id may stand on many items.
create table item_external_id (
  merchant_id uuid not null,
  item_id uuid not null,
  source_type text not null check (source_type in (
    'ERP_A', 'ERP_B', 'ERP_C', 'ERP_D', 'CRM_A', 'CRM_B', 'TAX_A', 'TAX_B', 'TAX_C', 'PROCESSOR_A', 'BILLING_A'
  )),
  external_id text not null check (length(external_id) between 1 and 255),
  primary key (merchant_id, item_id, source_type),
  foreign key (merchant_id, item_id) references item (merchant_id, id)
);
create index item_external_id_value on item_external_id (merchant_id, external_id);

create table product (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- Null shows the name.
  display_name text check (length(display_name) between 1 and 255),
  status text not null check (status in ('ACTIVE', 'INACTIVE')),
  description text check (length(description) between 1 and 2000),
  item_id uuid,
  erp_class_id uuid,
  category_id uuid,
  -- Null leaves the choice to each performance obligation.
  recognition_pattern text check (recognition_pattern in ('STRAIGHT_LINE', 'STRAIGHT_LINE_DAILY', 'POINT_IN_TIME')),
  tax_category text not null check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B')),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, item_id) references item (merchant_id, id),
  foreign key (merchant_id, erp_class_id) references erp_class (merchant_id, id),
  foreign key (merchant_id, category_id) references category (merchant_id, id)
);
create index product_list on product (merchant_id, created_at desc, id desc);
create index product_item on product (merchant_id, item_id);
create index product_erp_class on product (merchant_id, erp_class_id);
create index product_category on product (merchant_id, category_id);

-- What one unit of a product sells for on its own, in one currency, from one day on.
create table standalone_selling_price (
  merchant_id uuid not null,
  product_id uuid not null,
  currency text not null,
  valid_from date not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (merchant_id, product_id, currency, valid_from),
  foreign key (merchant_id, product_id) references product (merchant_id, id)
);

-- What is metered and how its values add up. A row that a foreign key names cannot be deleted.
create table event_type (
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  aggregation text not null check (aggregation in ('SUM', 'COUNT', 'MAX', 'LAST')),
  unit_name text check (length(unit_name) between 1 and 255),
  display_type text check (length(display_type) between 1 and 255),
  created_at timestamptz(3) not null,
  last_updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create unique index event_type_name on event_type (merchant_id, normalize(name, nfc));
create index event_type_list on event_type (merchant_id, created_at desc, id desc);

grant select, insert, update on erp_class, custom_field, item, item_external_id, product to accord_app;
grant select, insert, delete on standalone_selling_price to accord_app;
grant select, insert, delete on event_type to accord_app;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array[
    'erp_class', 'custom_field', 'item', 'item_external_id', 'product', 'standalone_selling_price', 'event_type'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', tenant_table);
  end loop;
end $$;
