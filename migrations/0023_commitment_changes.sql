-- What a commitment was before each of its changes: months that were closed then go on counting that (rules 7).

create table commitment_change (
  merchant_id uuid not null,
  commitment_id uuid not null,
  -- In which order a commitment changed, from 1.
  number int not null check (number > 0),
  -- The commitment until the change, as the program has it; null before there was one.
  before jsonb check (jsonb_typeof(before) = 'object' and before ->> 'id' = commitment_id::text),
  -- The first month that counts the change; null counts it in every month.
  book_month date check (extract(day from book_month) = 1),
  created_at timestamptz(3) not null,
  primary key (merchant_id, commitment_id, number),
  foreign key (merchant_id, commitment_id) references commitment (merchant_id, id),
  check (before is not null or number = 1)
);

grant select, insert on commitment_change to accord_app;
alter table commitment_change enable row level security;
alter table commitment_change force row level security;
create policy tenant on commitment_change using (merchant_id = current_merchant());
