-- A draft that was due when it was made is what a void has freed. It is held until its contract is regenerated or somebody issues it.
alter table invoice add column is_held boolean not null default false;
