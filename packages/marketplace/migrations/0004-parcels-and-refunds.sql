-- compatible-from: 0001

-- When a shipment was voided: its units are open again, so it does not count any more. Null for all other records.
alter table marketplace.fulfilments
  add column voided_at timestamptz check (voided_at is null or kind = 'shipment');
