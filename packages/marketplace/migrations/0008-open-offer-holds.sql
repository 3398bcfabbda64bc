-- compatible-from: 0001

-- What the overview counts: prices that wait for a person, and products that cannot be offered.
create index offer_holds_open on marketplace.offer_holds (customer_id, channel_id, code, cause) where decision is null;
