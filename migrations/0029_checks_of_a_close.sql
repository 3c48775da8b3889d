-- What was looked at before a month was closed (data model 17), for an auditor who asks later. Months that were closed before have none.
alter table accounting_period add column checks jsonb not null default '[]';
