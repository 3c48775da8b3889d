-- Lines of commitments belong to commitments that are there.

alter table invoice_line
  add foreign key (merchant_id, commitment_id) references commitment (merchant_id, id),
  add foreign key (merchant_id, commitment_schedule_id, commitment_id)
    references commitment_schedule (merchant_id, id, commitment_id);
