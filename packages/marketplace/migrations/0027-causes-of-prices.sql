-- compatible-from: 0001

-- The last change of a product that can have changed its prices at channels, which changes of the stock follow: the transaction that made it, its cause,
-- and of an override the transaction in which somebody has changed that.
alter table marketplace.products
  add column price_changed xid8,
  add column price_cause text,
  add column price_made_by xid8;

-- The transaction that made the mark: its event tells who did.
alter table marketplace.stock_marks add column made_by xid8;
alter table marketplace.stock_marks alter column made_by set default pg_current_xact_id();
