-- A close kept for each performance obligation that its contract liability stands in the merchant's own account. Revenue that is
-- posted and lines that are billed say so too: what has either and no account of a category kept stands in the merchant's own.
-- The owner of the tables sees every merchant's rows for this one statement.
alter table obligation_liability_account no force row level security;
delete from obligation_liability_account where account is null;
alter table obligation_liability_account force row level security, alter column account set not null;

-- Posted revenue without a category is nobody's to look up.
drop index revenue_entry_category;
create index revenue_entry_category on revenue_entry (merchant_id, category_id) where category_id is not null;
