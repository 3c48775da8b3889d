-- Accounts of a category's own (data model 9), the account that each obligation's contract liability stands in, metadata
-- of a contract's external ids, and the merchant setting that asks for a category.

alter table category
  add column revenue_account text check (length(revenue_account) between 1 and 100),
  add column contract_liability_account text check (length(contract_liability_account) between 1 and 100);

-- Where the contract liability of a performance obligation stands since it was first posted; null is the merchant's own
-- account. What invoices credit there, revenue debits there, whatever becomes of the category.
create table obligation_liability_account (
  merchant_id uuid not null,
  performance_obligation_id uuid not null,
  account text check (length(account) between 1 and 100),
  primary key (merchant_id, performance_obligation_id),
  foreign key (merchant_id, performance_obligation_id) references performance_obligation (merchant_id, id)
);

-- The owner of the tables sees every merchant's rows for this one statement.
alter table performance_obligation no force row level security;
alter table invoice_line no force row level security;
alter table revenue_entry no force row level security;
insert into obligation_liability_account (merchant_id, performance_obligation_id, account)
select merchant_id, id, null from performance_obligation as promise
where exists (select from invoice_line as line
    where line.merchant_id = promise.merchant_id and line.billing_term_id = promise.billing_term_id)
  or exists (select from revenue_entry as entry
    where entry.merchant_id = promise.merchant_id and entry.performance_obligation_id = promise.id);
alter table performance_obligation force row level security;
alter table invoice_line force row level security;
alter table revenue_entry force row level security;

alter table contract_external_id add column metadata jsonb;

alter table merchant add column require_category boolean not null default false;

grant select, insert on obligation_liability_account to accord_app;

alter table obligation_liability_account enable row level security;
alter table obligation_liability_account force row level security;
create policy tenant on obligation_liability_account using (merchant_id = current_merchant());
