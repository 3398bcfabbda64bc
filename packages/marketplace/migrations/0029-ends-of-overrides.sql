-- compatible-from: 0001

-- Overrides that ended long ago are found without reading the others.
create index offer_overrides_by_end on marketplace.offer_overrides (until_at);
