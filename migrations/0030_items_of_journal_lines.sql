-- Accounting systems want the item and the class that revenue is of on its lines (data model 16). Lines that were posted before have none.
alter table journal_line add column item_id uuid, add column class_id uuid;
