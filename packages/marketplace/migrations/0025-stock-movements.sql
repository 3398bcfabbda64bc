-- compatible-from: 0001

-- By how many units the stock of products was changed, and not counted, so that a count of an earlier moment can be made one of now.
create table marketplace.stock_movements (
  customer_id bigint not null,
  merchant_product_reference text collate "C" not null,
  moved_at timestamptz not null default clock_timestamp(),
  units bigint not null
);
create index stock_movements_of_product on marketplace.stock_movements (customer_id, merchant_product_reference, moved_at);
create index stock_movements_by_time on marketplace.stock_movements (moved_at);
