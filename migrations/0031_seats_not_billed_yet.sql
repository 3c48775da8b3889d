-- Seats that a credited decrease takes from true-ups that are not issued yet (ADR 0025). Amendments made before name none: what
-- they gave back was credited.
alter table seat_amendment add column unbilled_amendment_ids uuid[] not null default '{}';
