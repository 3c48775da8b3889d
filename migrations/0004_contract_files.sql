-- The job whose result a contract waits for: the last one started, until it has reported or nobody wants to know any more.
alter table contract add column job_id uuid;
alter table contract add column awaits_job boolean not null default false;
alter table contract add check (job_id is not null or not awaits_job);
alter table contract add check (status <> 'PROCESSING' or awaits_job);
create index contract_awaits_job on contract (merchant_id, id) where awaits_job;

create index contract_deleted on contract (merchant_id, deleted_at desc, id) where deleted_at is not null;

-- The signed document of a contract, replaced as a whole. What was there before is told by the audit log.
create table contract_file (
  merchant_id uuid not null,
  contract_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  bytes bytea not null check (length(bytes) between 1 and 26214400),
  sha256 bytea not null check (sha256 = sha256(bytes)),
  uploaded_at timestamptz(3) not null,
  -- What processing found; null until it has run.
  extracted_text text,
  page_count integer check (page_count > 0),
  findings jsonb,
  processed_at timestamptz(3),
  primary key (merchant_id, contract_id),
  foreign key (merchant_id, contract_id) references contract (merchant_id, id)
);
-- PDFs are compressed already.
alter table contract_file alter column bytes set storage external;
grant select, insert, update, delete on contract_file to accord_app;

alter table contract_file enable row level security;
alter table contract_file force row level security;
create policy tenant on contract_file using (merchant_id = current_merchant());
