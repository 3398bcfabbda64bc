-- compatible-from: 0001

-- What stands on packing slips: who sends them, and the languages in which the customer writes to buyers.
alter table marketplace.customers
  add column sender_name text,
  add column sender_address text,
  add column languages text[];
