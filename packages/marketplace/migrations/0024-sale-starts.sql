-- compatible-from: 0001

-- The price that a channel was offered before the price of an override with a time: the end of a sale may return to it. Null until it has begun.
alter table marketplace.offer_overrides add column price_before numeric(14, 4);
