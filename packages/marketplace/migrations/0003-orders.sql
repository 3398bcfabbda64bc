create table marketplace.orders (
  customer_id bigint not null,
  order_id bigint generated always as identity,
  channel_id bigint not null,
  channel_reference text collate "C" not null,
  merchant_reference text collate "C",
  status text not null check (status in ('NEW', 'IN_PROGRESS', 'SHIPPED', 'IN_BACKORDER', 'CANCELED', 'MANCO',
    'IN_COMBI', 'CLOSED', 'RETURNED', 'REQUIRES_CORRECTION')),
  -- SHA-256 of the canonical request: tells a channel's retry from another order under the same reference.
  content_hash bytea not null check (length(content_hash) = 32),
  corrections jsonb not null default '[]',
  channel_customer_reference text,
  email text not null,
  phone text,
  company_registration_no text,
  vat_no text,
  payment_method text,
  billing_address jsonb not null,
  shipping_address jsonb not null,
  extra_data jsonb,
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  order_date timestamptz not null,
  max_vat_rate numeric(7, 4),
  -- Known without counting, so that a page can end before it holds too many lines.
  line_count integer not null,
  -- 'original': in the currency that was paid. The others are in the customer's base currency; null while there is no
  -- exchange rate. VAT is null while a line's rate is not known.
  original_shipping_costs_incl_vat numeric(19, 4) not null check (original_shipping_costs_incl_vat >= 0),
  original_shipping_costs_vat numeric(19, 4),
  original_total_incl_vat numeric(19, 4) not null,
  original_total_vat numeric(19, 4),
  shipping_costs_incl_vat numeric(19, 4),
  shipping_costs_vat numeric(19, 4),
  total_incl_vat numeric(19, 4),
  total_vat numeric(19, 4),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  foreign key (customer_id, channel_id) references marketplace.channels,
  unique (customer_id, channel_id, channel_reference),
  check ((merchant_reference is null) = (acknowledged_at is null)),
  check (status <> 'NEW' or merchant_reference is null)
);

create unique index orders_by_merchant_reference on marketplace.orders (customer_id, merchant_reference)
  where merchant_reference is not null;

-- What GET /v2/orders/new reads: as long as the new orders are many, never as long as the old ones.
create index orders_new on marketplace.orders (customer_id, created_at, order_id) where status = 'NEW';

create index orders_to_correct on marketplace.orders (customer_id, created_at, order_id)
  where status = 'REQUIRES_CORRECTION';

-- What GET /v2/orders pages by, and what its updatedSince looks for.
create index orders_by_creation on marketplace.orders (customer_id, created_at, order_id);
create index orders_by_update on marketplace.orders (customer_id, updated_at);

-- The primary key is made last, and so has the highest oid of the indexes. While a table has no statistics, PostgreSQL finds
-- all indexes that begin with customer_id equally cheap for (customer_id, order_id), and takes the youngest; the foreign key of
-- order_lines keeps that plan, and with another index each check reads all orders of the customer. A test watches over this.
alter table marketplace.orders add primary key (customer_id, order_id);

create table marketplace.order_lines (
  customer_id bigint not null,
  order_id bigint not null,
  line_id bigint generated always as identity,
  line_number integer not null,
  channel_reference text collate "C" not null,
  merchant_reference text collate "C",
  merchant_product_reference text collate "C" not null,
  channel_product_reference text collate "C",
  quantity integer not null check (quantity > 0),
  -- Null while the product is not known: the line waits for it.
  vat_rate numeric(7, 4),
  original_unit_price_incl_vat numeric(14, 4) not null check (original_unit_price_incl_vat >= 0),
  original_unit_vat numeric(14, 4),
  unit_price_incl_vat numeric(19, 4),
  unit_vat numeric(19, 4),
  fee_fixed numeric(14, 4) check (fee_fixed >= 0),
  fee_rate numeric(7, 4) check (fee_rate between 0 and 100),
  delivery_time_indication text,
  primary key (customer_id, order_id, line_id),
  foreign key (customer_id, order_id) references marketplace.orders
);

create unique index order_lines_by_merchant_reference on marketplace.order_lines (customer_id, merchant_reference)
  where merchant_reference is not null;

create index order_lines_waiting on marketplace.order_lines (customer_id, merchant_product_reference)
  where vat_rate is null;
