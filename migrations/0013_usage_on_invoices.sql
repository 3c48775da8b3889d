-- Metered usage and commitments on invoices: what tells their lines apart, drafts that wait for late usage, and from which
-- month on an event counts.

alter table usage_event add column book_month date check (extract(day from book_month) = 1);
alter table usage_event_deletion add column book_month date check (extract(day from book_month) = 1);

-- The first day on which a draft may be issued, where that is later than its issue date: usage is waited for.
alter table invoice add column ready_on date check (ready_on > issue_date);
drop index invoice_draft;
create index invoice_draft on invoice (merchant_id, (coalesce(ready_on, issue_date)), contract_id) where status = 'DRAFT';

alter table invoice_line
  add column differentiator text check (length(differentiator) between 1 and 255),
  add column invoice_split_key text check (length(invoice_split_key) between 1 and 48),
  add column commitment_id uuid,
  add column commitment_schedule_id uuid,
  -- The first day of the commitment period, or of the schedule for a true-up at its end.
  add column commitment_period_start date,
  -- What changed of a line that is issued already: new less billed.
  add column is_correction boolean not null default false,
  add check (num_nulls(commitment_id, commitment_schedule_id, commitment_period_start) in (0, 3));
create index invoice_line_commitment on invoice_line (merchant_id, commitment_id) where commitment_id is not null;
drop index invoice_line_period;
-- No period of a term is ever billed twice; each seat amendment, differentiator and split key has its own line in a period.
create unique index invoice_line_period on invoice_line (merchant_id, billing_term_id, service_start, type, seat_amendment_id,
  differentiator, invoice_split_key, commitment_schedule_id) nulls not distinct where not is_void and not is_correction;

alter table revenue_entry
  drop constraint revenue_entry_source_check,
  add check (source in ('PATTERN', 'CONSUMED', 'BREAKAGE', 'CATCH_UP'));
