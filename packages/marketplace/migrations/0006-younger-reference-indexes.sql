-- Look-ups by reference need indexes that are younger than the primary keys, for the reason that 0003-orders.sql gives the
-- other way round: while a table has no statistics, PostgreSQL takes the youngest of the indexes that it finds equally cheap,
-- and reads all rows of the customer through the primary key. These are partial, so the checks of foreign keys, which say
-- nothing of references, cannot take them instead.
drop index marketplace.orders_by_merchant_reference;
create unique index orders_by_merchant_reference on marketplace.orders (customer_id, merchant_reference)
  where merchant_reference is not null;

alter table marketplace.fulfilments drop constraint fulfilments_customer_id_kind_reference_key;
create unique index fulfilments_by_reference on marketplace.fulfilments (customer_id, kind, reference)
  where reference is not null;
