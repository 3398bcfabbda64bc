-- What became of the units of each line. Open is not stored: it is quantity - shipped - cancelled. The checks
-- repeat the arithmetic of fulfilment/rules.ts, so that no other path to these tables can break it.
alter table marketplace.order_lines
  add column shipped integer not null default 0,
  add column cancelled integer not null default 0,
  -- Of the cancelled ones: those that could not be supplied.
  add column manco integer not null default 0,
  add column backordered integer not null default 0,
  add column returned integer not null default 0,
  add column refunded_incl_vat numeric(19, 4) not null default 0,
  add column refunded_excl_vat numeric(19, 4) not null default 0,
  add constraint order_lines_open check (shipped >= 0 and cancelled >= 0 and shipped + cancelled <= quantity),
  add constraint order_lines_manco check (manco between 0 and cancelled),
  add constraint order_lines_backordered check (backordered between 0 and quantity - shipped - cancelled),
  add constraint order_lines_returned check (returned between 0 and shipped),
  add constraint order_lines_refunded check (refunded_incl_vat between 0 and original_unit_price_incl_vat * returned),
  add constraint order_lines_refunded_excl check (refunded_excl_vat between 0 and refunded_incl_vat);

-- The same numbers summed over the lines, so that one line is shipped without reading the other 4,999.
alter table marketplace.orders
  add column units bigint,
  add column shipped bigint not null default 0,
  add column cancelled bigint not null default 0,
  add column manco bigint not null default 0,
  add column backordered bigint not null default 0,
  add column returned bigint not null default 0,
  add column refunded_shipping_incl_vat numeric(19, 4) not null default 0,
  add column closed_at timestamptz,
  -- Orders that are finished together have one combination_id.
  add column combination_id bigint,
  -- The key that created it. No foreign key: keys are never deleted, and the check would cost each order.
  add column created_by bigint,
  add column first_status text not null default 'NEW' check (first_status in ('NEW', 'REQUIRES_CORRECTION'));

update marketplace.orders o set units = (
  select sum(quantity) from marketplace.order_lines l where l.customer_id = o.customer_id and l.order_id = o.order_id);

alter table marketplace.orders
  alter column units set not null,
  add constraint orders_open check (shipped >= 0 and cancelled >= 0 and shipped + cancelled <= units),
  add constraint orders_manco check (manco between 0 and cancelled),
  add constraint orders_backordered check (backordered between 0 and units - shipped - cancelled),
  add constraint orders_returned check (returned between 0 and shipped),
  add constraint orders_refunded_shipping
    check (refunded_shipping_incl_vat between 0 and original_shipping_costs_incl_vat),
  -- Before it is acknowledged an order has no reference, so nothing but its cancellation can name it.
  add constraint orders_unacknowledged
    check (merchant_reference is not null or (shipped = 0 and backordered = 0 and closed_at is null));

create sequence marketplace.combination_ids;

create index orders_by_combination on marketplace.orders (customer_id, combination_id)
  where combination_id is not null;

-- Shipments, cancellations, backorders and returns.
create table marketplace.fulfilments (
  customer_id bigint not null,
  fulfilment_id bigint generated always as identity,
  kind text not null check (kind in ('shipment', 'cancellation', 'backorder', 'return')),
  reference text collate "C" not null,
  -- The channel's own reference, where a channel created the record.
  channel_fulfilment_reference text collate "C",
  order_id bigint not null,
  channel_id bigint not null,
  -- SHA-256 of the canonical request: tells a retry from another record under the same reference.
  content_hash bytea not null check (length(content_hash) = 32),
  -- What is only carried: tracking, reasons, comments.
  details jsonb not null,
  line_count integer not null check (line_count > 0),
  -- Of returns, in the currency that was paid; of which the last part is for shipping costs.
  refund_incl_vat numeric(19, 4) check (refund_incl_vat >= 0),
  refund_excl_vat numeric(19, 4) check (refund_excl_vat between 0 and refund_incl_vat),
  refund_shipping_incl_vat numeric(19, 4) check (refund_shipping_incl_vat between 0 and refund_incl_vat),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (customer_id, order_id) references marketplace.orders,
  unique (customer_id, kind, reference),
  check ((kind = 'return') = (refund_incl_vat is not null)),
  check ((refund_incl_vat is null) = (refund_excl_vat is null)),
  check ((refund_incl_vat is null) = (refund_shipping_incl_vat is null))
);

-- What the lists page by: of a customer, and of one of its channels.
create index fulfilments_by_creation on marketplace.fulfilments (customer_id, kind, created_at, fulfilment_id);
create index fulfilments_of_channel on marketplace.fulfilments (customer_id, channel_id, kind, created_at, fulfilment_id);

-- After the other keys, for the reason that 0003-orders.sql gives.
alter table marketplace.fulfilments add primary key (customer_id, fulfilment_id);

create table marketplace.fulfilment_lines (
  customer_id bigint not null,
  fulfilment_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  quantity integer not null check (quantity > 0),
  -- Of returns.
  accepted integer check (accepted >= 0),
  rejected integer check (rejected >= 0),
  refund_incl_vat numeric(19, 4) check (refund_incl_vat >= 0),
  refund_excl_vat numeric(19, 4) check (refund_excl_vat between 0 and refund_incl_vat),
  manual_refund_incl_vat numeric(19, 4) check (manual_refund_incl_vat >= 0),
  manual_refund_excl_vat numeric(19, 4) check (manual_refund_excl_vat between 0 and manual_refund_incl_vat),
  primary key (customer_id, fulfilment_id, line_id),
  foreign key (customer_id, fulfilment_id) references marketplace.fulfilments,
  foreign key (customer_id, order_id, line_id) references marketplace.order_lines,
  check (accepted + rejected <= quantity)
);

-- When a customer's last record was dated. Whoever stores records holds this row until they are committed, so that records
-- become visible in the order of their dates and ids: a list that is read page by page never has one appear behind it.
create table marketplace.fulfilment_clocks (
  customer_id bigint primary key references marketplace.customers,
  last_at timestamptz not null
);

-- The history of orders. Their creation is not repeated here: it stands in the order itself.
create table marketplace.order_events (
  customer_id bigint not null,
  order_id bigint not null,
  event_id bigint generated always as identity,
  type text not null check (type in ('CORRECTED', 'ACKNOWLEDGED', 'SHIPPED', 'SHIPMENT_CHANGED', 'CANCELLED', 'BACKORDERED',
    'RETURNED', 'RETURN_CHANGED', 'CLOSED', 'REOPENED', 'COMBINED', 'SEPARATED')),
  -- The status of the order afterwards.
  status text not null,
  -- Null where the hub acted by itself. No foreign key: see orders.created_by.
  key_id bigint,
  fulfilment_id bigint,
  occurred_at timestamptz not null default clock_timestamp(),
  primary key (customer_id, order_id, event_id),
  foreign key (customer_id, order_id) references marketplace.orders,
  foreign key (customer_id, fulfilment_id) references marketplace.fulfilments
);

insert into marketplace.order_events (customer_id, order_id, type, status, occurred_at)
select customer_id, order_id, 'ACKNOWLEDGED', status, acknowledged_at
from marketplace.orders where acknowledged_at is not null;

-- A key that may do all that there was may do what has come.
update marketplace.api_keys set scopes = scopes || array['fulfilment:read', 'fulfilment:write']
where kind = 'merchant' and scopes @> array['products:read', 'products:write', 'orders:read', 'orders:write'];
update marketplace.api_keys set scopes = scopes || array['fulfilment:read', 'orders:cancel', 'returns:create']
where kind = 'channel' and scopes @> array['orders:create'];
