-- compatible-from: 0001

-- Who keeps the stock of a customer. The stock of customers from before is offered as before, until somebody says who keeps it. What nodes of
-- 0.1.0 did not write until then is made up for at that moment.
alter table marketplace.customers
  add column stock_keeper text not null default 'none' check (stock_keeper in ('merchant', 'hub', 'none')),
  -- Which orders the merchant's system has taken off its counts already. Null: none.
  add column counts_exclude text check (counts_exclude in ('acknowledged')),
  -- How long units that have left are held back if no count comes.
  add column stock_lag_minutes integer not null default 60 check (stock_lag_minutes between 0 and 10080),
  -- Whether units of returns that are accepted are for sale again, where a return does not say so. Only if the hub keeps the stock.
  add column restock_returns boolean not null default false;

alter table marketplace.products
  -- When the stock was counted. Null if it was written by a node of 0.1.0 only.
  add column stock_counted_at timestamptz,
  -- Why `changed` was set, where no write of the product did it.
  add column changed_cause text;

-- Whether the order is closed, so that its open units do not count.
alter table marketplace.order_lines add column is_closed boolean not null default false;

-- The open units of a product.
create index order_lines_open on marketplace.order_lines (customer_id, merchant_product_reference)
  include (order_id, line_id, quantity, shipped, cancelled, backordered, merchant_reference)
  where quantity > shipped + cancelled and not is_closed;

-- Units that have left the merchant's stock since it was counted: shipped, or acknowledged, if counts exclude acknowledged orders. A row is
-- removed when the customer's time for counts has passed.
create table marketplace.stock_departures (
  customer_id bigint not null,
  merchant_product_reference text collate "C" not null,
  left_at timestamptz not null default clock_timestamp(),
  order_id bigint not null,
  line_id bigint not null,
  -- Of a shipment: which, and its units. An acknowledgement concerns all units of the line that are not cancelled.
  fulfilment_id bigint,
  units integer check (units > 0),
  check ((fulfilment_id is null) = (units is null))
);
create index stock_departures_of_product on marketplace.stock_departures (customer_id, merchant_product_reference, left_at);
create index stock_departures_of_shipment on marketplace.stock_departures (customer_id, fulfilment_id)
  where fulfilment_id is not null;
create index stock_departures_by_time on marketplace.stock_departures (left_at);

-- Products whose availability may have changed, or will at a time. A node marks them as changed for the channels, and removes the rows.
create table marketplace.stock_marks (
  customer_id bigint not null,
  merchant_product_reference text collate "C" not null,
  due_at timestamptz not null default clock_timestamp(),
  cause text not null
);
create index stock_marks_by_time on marketplace.stock_marks (due_at);
create index stock_marks_of_product on marketplace.stock_marks (customer_id, merchant_product_reference);

-- Products of which more units are ordered than there are.
create table marketplace.stock_shortfalls (
  customer_id bigint not null,
  merchant_product_reference text collate "C" not null,
  units bigint not null check (units > 0),
  since timestamptz not null default clock_timestamp(),
  primary key (customer_id, merchant_product_reference)
);
