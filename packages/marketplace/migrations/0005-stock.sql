-- compatible-from: 0001

-- Who keeps the stock of a customer. Customers from before are offered as before, until somebody says who keeps it.
alter table marketplace.customers
  add column stock_keeper text not null default 'none' check (stock_keeper in ('merchant', 'hub', 'none')),
  -- Which orders the merchant's system has taken off its counts already. Null: none.
  add column counts_exclude text check (counts_exclude in ('acknowledged')),
  -- How long units that have left are held back if no count comes.
  add column stock_lag_minutes integer not null default 60 check (stock_lag_minutes between 0 and 10080),
  -- Whether units of returns that are accepted are for sale again, where a return does not say so. Only if the hub keeps the stock.
  add column restock_returns boolean not null default false;
alter table marketplace.customers alter column stock_keeper set default 'merchant';

alter table marketplace.products
  -- When the stock was counted. Null if it was written by a node of 0.1.0 only.
  add column stock_counted_at timestamptz,
  -- Why `changed` was set, where no write of the product did it.
  add column changed_cause text;

-- Whether the order is closed, so that its open units do not count. Kept by a trigger, also for nodes of 0.1.0.
alter table marketplace.order_lines add column is_closed boolean not null default false;

update marketplace.order_lines l set is_closed = true
from marketplace.orders o
where o.closed_at is not null and l.customer_id = o.customer_id and l.order_id = o.order_id
  and l.quantity > l.shipped + l.cancelled;

-- The open units of a product.
create index order_lines_open on marketplace.order_lines (customer_id, merchant_product_reference)
  include (order_id, quantity, shipped, cancelled, backordered, merchant_reference)
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

create function marketplace.mark_ordered_products() returns trigger language plpgsql as $$
begin
  insert into marketplace.stock_marks (customer_id, merchant_product_reference, cause)
  select distinct customer_id, merchant_product_reference, 'order' from ordered;
  return null;
end $$;

create trigger order_lines_ordered after insert on marketplace.order_lines
  referencing new table as ordered for each statement execute function marketplace.mark_ordered_products();

create function marketplace.mark_changed_line() returns trigger language plpgsql as $$
begin
  insert into marketplace.stock_marks (customer_id, merchant_product_reference, cause)
  select distinct new.customer_id, reference, 'order'
  from unnest(array[old.merchant_product_reference, new.merchant_product_reference]) as r (reference);
  return null;
end $$;

-- A shipment does not change what is available: open units have left.
create trigger order_lines_changed after update on marketplace.order_lines for each row
  when (new.cancelled <> old.cancelled or new.shipped < old.shipped or new.is_closed <> old.is_closed
    or new.merchant_product_reference <> old.merchant_product_reference)
  execute function marketplace.mark_changed_line();

create function marketplace.close_lines() returns trigger language plpgsql as $$
begin
  update marketplace.order_lines set is_closed = new.closed_at is not null
  where customer_id = new.customer_id and order_id = new.order_id and is_closed <> (new.closed_at is not null);
  return null;
end $$;

create trigger orders_closed after update of closed_at on marketplace.orders for each row
  when ((old.closed_at is null) <> (new.closed_at is null))
  execute function marketplace.close_lines();
