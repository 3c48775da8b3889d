-- The role of a member, and settings of the merchant (data model 18).

-- OWNER or MEMBER. It says who somebody is; what somebody may do is the access of the key (ADR 0011).
alter table membership add column role text not null default 'MEMBER' check (role in ('OWNER', 'MEMBER'));

-- The user that a merchant was created with is its owner.
update membership set role = 'OWNER'
where (merchant_id, user_id) in (
  select distinct on (merchant_id) merchant_id, user_id from membership order by merchant_id, created_at, user_id
);

alter table merchant
  -- How long usage of a period is waited for before it is billed (rules 4).
  add column usage_grace_days integer not null default 3 check (usage_grace_days between 0 and 30),
  add column credit_memo_prefix text not null default 'CM-' check (length(credit_memo_prefix) between 1 and 20),
  -- Role to the name of its account, for roles that are not named by their own words (rules 12).
  add column account_map jsonb not null default '{}' check (jsonb_typeof(account_map) = 'object'),
  add constraint merchant_invoice_prefix_length check (length(invoice_prefix) between 1 and 20),
  add constraint merchant_prefixes_differ check (invoice_prefix <> credit_memo_prefix);
