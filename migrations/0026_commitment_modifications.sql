-- Changes of commitments of approved deals belong in the decision log, as those of terms and promises do.

alter table contract_modification add column commitment_id uuid,
  add foreign key (merchant_id, commitment_id) references commitment (merchant_id, id),
  drop constraint contract_modification_check,
  add constraint contract_modification_check
    check (num_nonnulls(billing_term_id, performance_obligation_id, commitment_id) = 1),
  drop constraint contract_modification_kind_check,
  add constraint contract_modification_kind_check check (kind in (
    'TERM_ADDED', 'TERM_PRICE', 'TERM_DATES', 'TERM_TERMINATED', 'SEATS', 'PROMISE_ADDED', 'PROMISE_PRICE', 'PROMISE_DATES',
    'COMMITMENT_ADDED', 'COMMITMENT_CHANGED', 'COMMITMENT_TERMINATED'));
