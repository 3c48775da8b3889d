-- Answers of writes that carried an Idempotency-Key, kept in the transaction of their effect (behaviour 2.6).
create table idempotent_answer (
  merchant_id uuid not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  -- SHA-256 of method, path, query and body: the same key with another request is refused.
  fingerprint bytea not null,
  -- The text of the answer, so that a replay is the same to the byte.
  answer text not null,
  recorded_at timestamptz(3) not null,
  primary key (merchant_id, idempotency_key)
);
create index idempotent_answer_age on idempotent_answer (merchant_id, recorded_at);
grant select, insert, delete on idempotent_answer to accord_app;

-- Every audit row carries the hash of the one before, so that nothing can be taken out or changed unseen.
alter table audit_log add column sequence bigint;
alter table audit_log add column previous_hash bytea;
alter table audit_log add column hash bytea;
create unique index audit_log_sequence on audit_log (merchant_id, sequence);

-- The end of each merchant's chain; its row lock puts the audit rows of parallel writes in one order.
create table audit_head (
  merchant_id uuid primary key,
  sequence bigint not null check (sequence >= 0),
  hash bytea not null
);
grant select, insert, update on audit_head to accord_app;

-- The end of the chain at the moment of the close: what an auditor has seen cannot be cut off later.
alter table accounting_period add column audit_sequence bigint;
alter table accounting_period add column audit_hash bytea;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['idempotent_answer', 'audit_head'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I using (merchant_id = current_merchant())', tenant_table);
  end loop;
end $$;
