-- Every table begins its primary key, unique keys and foreign keys with customer_id, so that a customer's rows stay
-- together if the tables are distributed over several servers by customer.
create schema marketplace;

create table marketplace.customers (
  customer_id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  base_currency text not null check (base_currency ~ '^[A-Z]{3}$'),
  default_vat_rate numeric(7, 4) not null check (default_vat_rate between 0 and 100),
  -- What becomes of an order with a line that cannot be sold: kept and flagged, or refused with 422.
  unsellable_lines text not null default 'flag' check (unsellable_lines in ('flag', 'refuse')),
  created_at timestamptz not null default now(),
  -- The keys and members of a disabled customer are refused; its data is kept.
  is_active boolean not null default true,
  -- Days from the date of an order until it is to be shipped.
  handling_days integer not null default 2 check (handling_days between 0 and 365)
);

create table marketplace.channels (
  customer_id bigint not null references marketplace.customers,
  channel_id bigint generated always as identity,
  name text not null check (name <> ''),
  mode text not null default 'flat' check (mode in ('flat', 'grouped')),
  can_ship_partial_order_lines boolean not null default true,
  created_at timestamptz not null default now(),
  -- A channel that is not active keeps its orders, and its keys are refused.
  is_active boolean not null default true,
  unique (customer_id, name)
);

-- After the other key, for the reason that is given at the orders.
alter table marketplace.channels add primary key (customer_id, channel_id);

create table marketplace.api_keys (
  customer_id bigint not null references marketplace.customers,
  key_id bigint generated always as identity,
  kind text not null check (kind in ('merchant', 'channel')),
  channel_id bigint,
  label text not null,
  scopes text[] not null,
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  replaced_by bigint,
  unique (customer_id, secret_hash),
  foreign key (customer_id, channel_id) references marketplace.channels,
  check ((kind = 'channel') = (channel_id is not null))
);

alter table marketplace.api_keys add primary key (customer_id, key_id);
alter table marketplace.api_keys add foreign key (customer_id, replaced_by) references marketplace.api_keys;

-- References compare byte by byte (collation "C"): they are case-sensitive, and "C" makes the primary key fast.
create table marketplace.products (
  customer_id bigint not null references marketplace.customers,
  product_id bigint generated always as identity,
  merchant_product_reference text collate "C" not null,
  parent_reference text collate "C",
  channel_product_reference text collate "C",
  is_active boolean not null default true,
  name text not null,
  description text,
  details text,
  brand text,
  size text,
  color text,
  ean text,
  manufacturer_product_number text,
  stock integer not null default 0 check (stock >= 0),
  price numeric(14, 4) check (price >= 0),
  msrp numeric(14, 4) check (msrp >= 0),
  purchase_price numeric(14, 4) check (purchase_price >= 0),
  discount_rate numeric(7, 4) check (discount_rate between 0 and 100),
  vat_rate numeric(7, 4) check (vat_rate between 0 and 100),
  shipping_cost numeric(14, 4) check (shipping_cost >= 0),
  shipping_time text,
  url text,
  image_url text,
  category_trail text,
  extra_data jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The transaction that last wrote what a channel may see of the product. A channel remembers which transactions it has seen,
  -- not a number: numbers are given out in another order than transactions commit in.
  changed xid8 not null default pg_current_xact_id(),
  check (parent_reference <> merchant_product_reference)
);

create index products_by_change on marketplace.products (customer_id, changed, product_id);

-- Of indexes that look equally good PostgreSQL takes the youngest (see the orders). So the primary key is made after
-- products_by_change, which would otherwise serve the checks of foreign keys, and products_by_parent after the primary key.
alter table marketplace.products add primary key (customer_id, merchant_product_reference);
alter table marketplace.products add foreign key (customer_id, parent_reference) references marketplace.products;
create index products_by_parent on marketplace.products (customer_id, parent_reference)
  where parent_reference is not null;

-- products_by_name: where the text of products cannot be searched by trigrams.
create index products_by_name on marketplace.products (customer_id, (lower(name) collate "C"), merchant_product_reference)
  where name <> '';

create index products_by_ean on marketplace.products (customer_id, (ean collate "C"), merchant_product_reference)
  where ean is not null;

create table marketplace.orders (
  customer_id bigint not null,
  -- Ids that answers show are counted per customer, so that they do not tell one customer how much the others do.
  order_id bigint not null,
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
  -- Sums over the lines, so that one line is shipped without reading the other 4,999.
  units bigint not null,
  shipped bigint not null default 0,
  cancelled bigint not null default 0,
  manco bigint not null default 0,
  backordered bigint not null default 0,
  returned bigint not null default 0,
  refunded_shipping_incl_vat numeric(19, 4) not null default 0,
  closed_at timestamptz,
  -- Orders that are finished together have one combination_id.
  combination_id bigint,
  -- The key that created it. No foreign key: keys are never deleted, and the check would cost each order.
  created_by bigint,
  first_status text not null default 'NEW' check (first_status in ('NEW', 'REQUIRES_CORRECTION')),
  -- The person, the agent or the hub that created it; null for a key. {"kind", "id", "label", "person": {"id", "label"}}
  created_by_actor jsonb,
  -- The rate with which the amounts in the base currency were calculated: 1 for an order in the base currency, null while there is none.
  rate_to_base_currency numeric(19, 12),
  foreign key (customer_id, channel_id) references marketplace.channels,
  unique (customer_id, channel_id, channel_reference),
  check ((merchant_reference is null) = (acknowledged_at is null)),
  check (status <> 'NEW' or merchant_reference is null),
  constraint orders_open check (shipped >= 0 and cancelled >= 0 and shipped + cancelled <= units),
  constraint orders_manco check (manco between 0 and cancelled),
  constraint orders_backordered check (backordered between 0 and units - shipped - cancelled),
  constraint orders_returned check (returned between 0 and shipped),
  constraint orders_refunded_shipping
    check (refunded_shipping_incl_vat between 0 and original_shipping_costs_incl_vat),
  -- Before it is acknowledged an order has no reference, so nothing but its cancellation can name it.
  constraint orders_unacknowledged
    check (merchant_reference is not null or (shipped = 0 and backordered = 0 and closed_at is null))
);

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

create sequence marketplace.combination_ids;

create index orders_by_combination on marketplace.orders (customer_id, combination_id)
  where combination_id is not null;

-- Look-ups by reference need an index that is younger than the primary key. Like all that follow, it is partial, so that the checks of
-- foreign keys, which say nothing of references, cannot take it instead.
create unique index orders_by_merchant_reference on marketplace.orders (customer_id, merchant_reference)
  where merchant_reference is not null;

create index orders_without_rate on marketplace.orders (customer_id, currency_code, order_id)
  where status = 'REQUIRES_CORRECTION' and rate_to_base_currency is null;

-- Where the text of orders cannot be searched by trigrams: see the end of this file.
create index orders_by_email on marketplace.orders (customer_id, (lower(email) collate "C"), order_id desc)
  where email <> '';

create index orders_by_buyer on marketplace.orders (customer_id, (lower(
    coalesce(billing_address ->> 'LastName', billing_address ->> 'CompanyName', '') || ' ' ||
    coalesce(billing_address ->> 'FirstName', '')) collate "C"), order_id desc)
  where email <> '';

-- Lists and counts of orders by their status. The status is in the index, so that counting reads no order. An order enters these indexes when
-- it is acknowledged or done, so they cost nothing when it is created.
create index orders_to_ship on marketplace.orders (customer_id, created_at, order_id) include (status, channel_id)
  where status in ('IN_PROGRESS', 'IN_BACKORDER', 'IN_COMBI');

create index orders_done on marketplace.orders (customer_id, created_at, order_id) include (status, channel_id)
  where status in ('SHIPPED', 'CANCELED', 'MANCO', 'CLOSED', 'RETURNED');

create table marketplace.order_counters (
  customer_id bigint primary key references marketplace.customers,
  last_order_id bigint not null,
  last_line_id bigint not null
) with (fillfactor = 50);

create table marketplace.order_lines (
  customer_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  line_number integer not null,
  channel_reference text collate "C" not null,
  merchant_reference text collate "C",
  merchant_product_reference text collate "C" not null,
  -- Under which the channel lists the product, or listed it last; null where it never acknowledged the product.
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
  -- What became of the units. Open is not stored: it is quantity - shipped - cancelled. The checks repeat the arithmetic of the rules, so
  -- that no other path to this table can break it.
  shipped integer not null default 0,
  cancelled integer not null default 0,
  -- Of the cancelled ones: those that could not be supplied.
  manco integer not null default 0,
  backordered integer not null default 0,
  returned integer not null default 0,
  refunded_incl_vat numeric(19, 4) not null default 0,
  refunded_excl_vat numeric(19, 4) not null default 0,
  primary key (customer_id, order_id, line_id),
  foreign key (customer_id, order_id) references marketplace.orders,
  constraint order_lines_open check (shipped >= 0 and cancelled >= 0 and shipped + cancelled <= quantity),
  constraint order_lines_manco check (manco between 0 and cancelled),
  constraint order_lines_backordered check (backordered between 0 and quantity - shipped - cancelled),
  constraint order_lines_returned check (returned between 0 and shipped),
  constraint order_lines_refunded check (refunded_incl_vat between 0 and original_unit_price_incl_vat * returned),
  constraint order_lines_refunded_excl check (refunded_excl_vat between 0 and refunded_incl_vat)
);

create unique index order_lines_by_merchant_reference on marketplace.order_lines (customer_id, merchant_reference)
  where merchant_reference is not null;

create index order_lines_waiting on marketplace.order_lines (customer_id, merchant_product_reference)
  where vat_rate is null;

-- Shipments, cancellations, backorders and returns.
create table marketplace.fulfilments (
  customer_id bigint not null,
  fulfilment_id bigint not null,
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
  -- Whether an older record has the same channel_fulfilment_reference. Never true of records that are stored from now on.
  repeats_channel_reference boolean not null default false,
  foreign key (customer_id, order_id) references marketplace.orders,
  check ((kind = 'return') = (refund_incl_vat is not null)),
  check ((refund_incl_vat is null) = (refund_excl_vat is null)),
  check ((refund_incl_vat is null) = (refund_shipping_incl_vat is null))
);

-- What the lists page by: of a customer, and of one of its channels.
create index fulfilments_by_creation on marketplace.fulfilments (customer_id, kind, created_at, fulfilment_id);
create index fulfilments_of_channel on marketplace.fulfilments (customer_id, channel_id, kind, created_at, fulfilment_id);

-- After the other keys, for the reason that is given at the orders.
alter table marketplace.fulfilments add primary key (customer_id, fulfilment_id);

create unique index fulfilments_by_reference on marketplace.fulfilments (customer_id, kind, reference)
  where reference is not null;

-- The reference that a channel gives a return names one return of that channel, whoever recorded it.
create unique index fulfilments_by_channel_reference
  on marketplace.fulfilments (customer_id, kind, channel_fulfilment_reference, channel_id)
  where channel_fulfilment_reference is not null and not repeats_channel_reference;

-- The records of an order. Every record has lines.
create index fulfilments_by_order on marketplace.fulfilments (customer_id, order_id, kind) where line_count > 0;

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

create index fulfilment_lines_to_decide on marketplace.fulfilment_lines (customer_id, fulfilment_id)
  where accepted + rejected < quantity;
-- When a customer's last record was dated. Whoever stores records holds this row until they are committed, so that records
-- become visible in the order of their dates and ids: a list that is read page by page never has one appear behind it.
create table marketplace.fulfilment_clocks (
  customer_id bigint primary key references marketplace.customers,
  last_at timestamptz not null,
  last_id bigint not null default 0
);

-- What each channel knows of each product, and how it learns of changes: docs/decisions/0006-sync.md and 0030-what-channels-know.md.

-- One row a channel. Whoever polls or acknowledges for the channel holds its lock; writers of products never do.
create table marketplace.channel_syncs (
  customer_id bigint not null,
  channel_id bigint not null,
  -- Null selects every product.
  selection jsonb,
  offers_in_data boolean not null default false,
  -- The changes that were examined: those of the transactions below change_horizon that are not in change_open, and of that at
  -- the horizon those of the products up to change_after.
  change_horizon xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  change_after bigint not null default 0,
  change_open xid8[] not null default '{}',
  -- Where the examination of the whole catalogue stands, by reference; null when it is done.
  catalogue_after text collate "C" default '',
  -- The transaction that wrote this row. If another one did, the row was restored from a dump, and its transaction ids mean
  -- nothing here.
  written_by xid8 not null default pg_current_xact_id(),
  -- Counts resets. What a listing of an earlier epoch says of the channel's knowledge holds no longer.
  epoch integer not null default 0,
  reset_answer bigint not null default 0,
  last_answer bigint not null default 0,
  last_place bigint not null default 0,
  listed integer not null default 0,
  to_create integer not null default 0,
  to_update integer not null default 0,
  to_remove integer not null default 0,
  offers integer not null default 0,
  polled_at timestamptz,
  acknowledged_at timestamptz,
  primary key (customer_id, channel_id),
  foreign key (customer_id, channel_id) references marketplace.channels
);

-- What one channel knows of one product. Intentionally without foreign keys: a row is made from a product that was read in the
-- same transaction, neither products nor channels are ever deleted, and the checks would cost as much as the row.
create table marketplace.listings (
  customer_id bigint not null,
  channel_id bigint not null,
  merchant_product_reference text collate "C" not null,
  -- The channel's reference, while the product is listed there.
  channel_reference text collate "C",
  former_reference text collate "C",
  epoch integer not null,
  -- As last examined: whether the channel should have the product, and the versions that it should hold.
  is_wanted boolean not null,
  may_be_missing boolean not null,
  data_target text collate "C" not null,
  data_pending text check (data_pending in ('create', 'update', 'remove')),
  data_place bigint,
  data_times integer,
  data_since timestamptz,
  offer_target text collate "C",
  offer_place bigint,
  offer_times integer,
  offer_since timestamptz,
  -- The version that was served last, and the first and the last answer that served it.
  data_version text collate "C",
  data_first bigint not null default 0,
  data_last bigint not null default 0,
  -- Answers that are not acknowledged; 0 stands for those that are no longer told apart.
  data_open bigint[] not null default '{}',
  data_doubted_until bigint not null default 0,
  data_settled boolean not null default false,
  offer_version text collate "C",
  offer_first bigint not null default 0,
  offer_last bigint not null default 0,
  offer_open bigint[] not null default '{}',
  offer_doubted_until bigint not null default 0,
  offer_settled boolean not null default false,
  -- The version that was last certain to be at the channel, and since when; for people who ask what it knows.
  data_confirmed text collate "C",
  data_confirmed_at timestamptz,
  offer_confirmed text collate "C",
  offer_confirmed_at timestamptz,
  primary key (customer_id, channel_id, merchant_product_reference),
  check ((data_pending is null) = (data_place is null))
);

-- What a poll reads, in the order in which it serves: what was served least often first, then what was marked first.
create index listings_data_pending on marketplace.listings (customer_id, channel_id, data_times, data_place)
  where data_place is not null;
create index listings_offer_pending on marketplace.listings (customer_id, channel_id, offer_times, offer_place)
  where offer_place is not null;

-- Younger than the primary key, which a look-up by this would otherwise read the whole channel through.
create unique index listings_by_channel_reference
  on marketplace.listings (customer_id, channel_id, channel_reference) where channel_reference is not null;
-- References of a channel under which products were listed before. Intentionally without foreign keys, as listings.
create table marketplace.former_references (
  customer_id bigint not null,
  channel_id bigint not null,
  channel_reference text collate "C" not null,
  -- The last answer that the channel had been given when the reference was last heard of.
  last_use bigint not null,
  primary key (customer_id, channel_id, channel_reference)
);

-- The data of the versions that a listing names: the one that was confirmed last, and the one that was served last. Intentionally without
-- foreign keys, as listings.
create table marketplace.listing_views (
  customer_id bigint not null,
  channel_id bigint not null,
  merchant_product_reference text collate "C" not null,
  version text collate "C" not null,
  data json not null,
  primary key (customer_id, channel_id, merchant_product_reference, version)
);

-- Why an acknowledgement of a product was last rejected.
create table marketplace.listing_problems (
  customer_id bigint not null,
  channel_id bigint not null,
  merchant_product_reference text collate "C" not null,
  code text not null,
  detail text not null,
  occurred_at timestamptz not null default now(),
  primary key (customer_id, channel_id, merchant_product_reference)
);

-- What channels have polled and acknowledged: a row for each minute, kind of call and key.
create table marketplace.sync_log (
  customer_id bigint not null references marketplace.customers,
  channel_id bigint not null,
  minute timestamptz not null,
  kind text not null check (kind in ('POLL_DATA', 'POLL_OFFERS', 'ACKNOWLEDGE_DATA', 'ACKNOWLEDGE_OFFERS')),
  -- 0 for callers without a key.
  key_id bigint not null,
  entry_id bigint not null generated always as identity,
  last_at timestamptz not null,
  calls integer not null,
  created integer not null,
  updated integer not null,
  removed integer not null,
  failed integer not null,
  offers integer not null,
  rejected integer not null,
  -- The first 20 of the minute.
  rejected_references text[] not null,
  -- Milliseconds of all calls, and of the longest one.
  total_ms integer not null,
  max_ms integer not null,
  primary key (customer_id, channel_id, minute, kind, key_id)
);

create index on marketplace.sync_log (customer_id, channel_id, entry_id);
create index on marketplace.sync_log (minute);

-- Calls that were refused, for a week. Ids ascend in the order of commits, because each writer holds the customer's row of refusal_clocks.
create table marketplace.refusals (
  customer_id bigint not null references marketplace.customers,
  refusal_id bigint not null,
  occurred_at timestamptz not null,
  method text not null,
  -- The pattern of the path, such as /v2/orders/:reference.
  route text not null,
  status smallint not null,
  code text not null,
  actor jsonb not null,
  request_id text not null,
  primary key (customer_id, refusal_id)
);
create index refusals_by_time on marketplace.refusals (occurred_at);

create table marketplace.refusal_clocks (
  customer_id bigint not null references marketplace.customers,
  last_id bigint not null,
  last_at timestamptz not null,
  -- Refusals in the minute of last_at, whether they are stored or not: only the first of a minute are.
  in_minute bigint not null,
  primary key (customer_id)
);

-- The answers of requests with an Idempotency-Key, kept for a day. There is no foreign key: rows live shorter than customers, and the check
-- would lock the row of the customer for every request.
create table marketplace.idempotency_keys (
  customer_id bigint not null,
  -- SHA-256 of the actor and its key, so that neither is stored, and so that all entries of the index are small.
  key_hash bytea not null check (length(key_hash) = 32),
  -- SHA-256 of method, path, query and body.
  request_hash bytea not null check (length(request_hash) = 32),
  -- The request that runs or has run under this key. Another one can take over a claim, and then has an id of its own.
  claim_id uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  -- Null while the request is running.
  status smallint,
  headers jsonb,
  -- Null while the request is running, and of an answer that was too large to be stored.
  body text,
  primary key (customer_id, key_hash)
-- A page has space for the answers of its claims, so that storing an answer does not change the indexes.
) with (fillfactor = 10);

create index idempotency_keys_by_age on marketplace.idempotency_keys (claimed_at);

-- What was used of the limits in their current windows. The rows may be lost in a crash, so they are not written to the log of the database.
create unlogged table marketplace.rate_windows (
  -- 0 for addresses, which belong to no customer.
  customer_id bigint not null,
  -- SHA-256 of the actor or the address.
  subject bytea not null check (length(subject) = 32),
  policy text not null,
  ends_at timestamptz not null,
  quota bigint not null,
  -- What nodes have leased in this window.
  used bigint not null,
  -- What the last lease got.
  granted bigint not null,
  primary key (customer_id, subject, policy)
) with (fillfactor = 50);

-- What requests with an Idempotency-Key have done, stored in the transaction that did it. If the node ends before it stores the answer, a
-- repeat makes the answer from this row, and has no further effect. Only one transaction of a key can insert its row.
create table marketplace.idempotency_effects (
  customer_id bigint not null,
  -- As in idempotency_keys. The hash of a streamed request includes its body here.
  key_hash bytea not null check (length(key_hash) = 32),
  request_hash bytea not null check (length(request_hash) = 32),
  settled_at timestamptz not null default clock_timestamp(),
  -- The result of the transaction, serialized by V8. That of a call with a secret is encrypted.
  result bytea not null,
  primary key (customer_id, key_hash)
);

create index idempotency_effects_by_age on marketplace.idempotency_effects (settled_at);

-- How many units of the base currency one unit of a currency was worth on a day.
create table marketplace.exchange_rates (
  customer_id bigint not null references marketplace.customers,
  currency_code text collate "C" not null check (currency_code ~ '^[A-Z]{3}$'),
  rate_date date not null,
  rate numeric(19, 12) not null check (rate > 0),
  primary key (customer_id, currency_code, rate_date)
);

-- Currencies whose rates have changed since the waiting orders were last searched for orders that can be released.
create table marketplace.changed_rates (
  customer_id bigint not null references marketplace.customers,
  currency_code text collate "C" not null,
  -- Waiting orders up to this one have been examined.
  after_order_id bigint not null default 0,
  primary key (customer_id, currency_code)
);

-- The euro reference rates of the European Central Bank, which are the same for all customers: how many units of a currency one euro was
-- worth on a day. The euro itself has the rate 1, so that a rate between any two currencies is one quotient.
create table marketplace.ecb_rates (
  currency_code text collate "C" not null check (currency_code ~ '^[A-Z]{3}$'),
  rate_date date not null,
  per_euro numeric(19, 12) not null check (per_euro > 0),
  primary key (currency_code, rate_date)
);

create sequence marketplace.event_ids;

-- One row, which tells whether the log was restored from a dump: the id of the transaction that wrote it is then another one.
create table marketplace.event_log (
  written_by xid8 not null,
  place text
);
-- Where the log is: the cluster, the database, and how often a standby or a backup has become the cluster. A service that does not tell the
-- first or the last still has the others.
create function marketplace.event_log_place() returns text language plpgsql stable as $$
declare
  cluster text := '';
  timeline text := '';
begin
  begin
    select system_identifier::text into cluster from pg_control_system();
  exception when others then null;
  end;
  begin
    timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  exception when others then null;
  end;
  return (select format('%s/%s/%s', cluster, oid, timeline) from pg_database where datname = current_database());
end $$;

-- Whether the log is where its row was written, by the transaction that wrote it. Not so after a restore, in a copy, and on a promoted standby.
create function marketplace.event_log_is_in_place() returns boolean language sql stable as $$
  select xmin::text::numeric = written_by::text::numeric % 4294967296
    and place is not distinct from marketplace.event_log_place()
  from marketplace.event_log
$$;

-- Lets a log that is not in place continue with ids that were never used. A reader may have seen events that this log does not have; with their
-- ids, new events would be hidden from it. The gap is more than any log has written since its last backup.
create function marketplace.continue_event_log() returns void language plpgsql as $$
begin
  perform from marketplace.event_log for update;
  if marketplace.event_log_is_in_place() then return; end if;
  perform setval('marketplace.event_ids', last_value + 1000000000000) from marketplace.event_ids;
  update marketplace.event_log set place = marketplace.event_log_place();
  -- A subtransaction has its own id: the row has got it by the statement before.
  update marketplace.event_log set written_by = xmin::text::xid8;
end $$;

-- Each connection checks the place before its first event: a connection ends with its server, so none goes on after a standby was promoted.
create function marketplace.next_event_id() returns bigint language plpgsql as $$
begin
  if current_setting('marketplace.event_log', true) is distinct from 'in place' then
    if not marketplace.event_log_is_in_place() then perform marketplace.continue_event_log(); end if;
    perform set_config('marketplace.event_log', 'in place', false);
  end if;
  -- The transaction has its id before the event has, see 0015.
  perform pg_current_xact_id();
  return nextval('marketplace.event_ids');
end $$;

-- Written by the transaction whose id the row has: a migration runs in a subtransaction, which has an id of its own.
insert into marketplace.event_log values (pg_current_xact_id(), marketplace.event_log_place());
update marketplace.event_log set written_by = xmin::text::xid8;

-- One log of what happens to the records of a customer.
create table marketplace.events (
  -- No foreign keys: customers and orders are never deleted, and the checks would cost each event.
  customer_id bigint not null,
  -- The transaction has its id before the event has: a reader that sees a higher event_id either sees this event, or knows from its
  -- snapshot that this transaction is still open. See events/cursor.ts.
  event_id bigint not null default marketplace.next_event_id(),
  changed xid8 not null default pg_current_xact_id(),
  occurred_at timestamptz not null default clock_timestamp(),
  -- Counts the events of a subject, from 1, under its lock. Null where an event has no subject.
  sequence integer check (sequence > 0),
  -- Null where a person, an agent or the hub acted; see actor.
  key_id bigint,
  -- The channel that the event concerns.
  channel_id bigint,
  type text not null,
  subject_kind text,
  subject_id text collate "C",
  actor jsonb,
  request_id text,
  -- What changed. Small.
  data jsonb not null,
  check ((subject_kind is null) = (subject_id is null) and (subject_kind is null) = (sequence is null))
);

-- Readers follow the ids, and search the events of transactions that have ended since.
alter table marketplace.events add primary key (customer_id, event_id);
create index events_by_transaction on marketplace.events (customer_id, changed, event_id);
-- The history of a subject. Unique, so that a writer without the lock cannot give a number twice.
create unique index events_of_subject on marketplace.events (customer_id, subject_kind, subject_id, sequence)
  where subject_kind is not null;
-- Events of orders are kept for good.
create index events_to_remove on marketplace.events (occurred_at) where subject_kind is distinct from 'order';

-- Where a merchant or one of its channels receives events.
create table marketplace.webhooks (
  customer_id bigint not null references marketplace.customers,
  webhook_id bigint generated always as identity,
  -- Null: of the merchant.
  channel_id bigint,
  url text not null,
  label text not null,
  -- Types of events, with `*` for all of them, and such as `order.*` for all of a kind.
  event_types text[] not null,
  payload text not null check (payload in ('full', 'thin')),
  -- The private key of Ed25519, encrypted. Both are null for a webhook that is signed with its secret only.
  sealed_key text,
  public_key text,
  is_enabled boolean not null default true,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('requested', 'gone', 'failing')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  last_success_at timestamptz,
  -- The first failure after the last success.
  failing_since timestamptz,
  -- Events up to this position have deliveries.
  event_cursor text not null,
  -- While events are delivered again: the position, and which of them.
  replay_cursor text,
  replay_since timestamptz,
  replay_until timestamptz,
  replay_failed_only boolean,
  -- When there may be something to do for the webhook. One node at a time does it: the lease ends by itself if that node dies.
  due_at timestamptz not null default clock_timestamp(),
  lease_id uuid,
  leased_until timestamptz,
  foreign key (customer_id, channel_id) references marketplace.channels
-- Leases change often, and change no index.
) with (fillfactor = 50);

alter table marketplace.webhooks add primary key (customer_id, webhook_id);

-- The secrets with which deliveries are signed: one, or two for a while after a rotation.
create table marketplace.webhook_secrets (
  customer_id bigint not null,
  webhook_id bigint not null,
  secret_id bigint generated always as identity,
  -- Encrypted, because the secret itself is needed to sign.
  sealed text not null,
  created_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz,
  primary key (customer_id, webhook_id, secret_id),
  foreign key (customer_id, webhook_id) references marketplace.webhooks on delete cascade
);

-- The deliveries of events to webhooks: one for each event and webhook. There is no foreign key, because the check would lock the row of the
-- webhook for every delivery; the deliveries of a deleted webhook are removed in chunks.
create table marketplace.webhook_deliveries (
  customer_id bigint not null,
  webhook_id bigint not null,
  delivery_id bigint generated always as identity,
  -- Null for a test.
  event_id bigint,
  event_type text not null,
  -- Deliveries of the same subject are sent one after the other.
  subject text,
  -- The event as in the answers of /v2/events.
  event json not null,
  occurred_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Failed attempts since the delivery was created or sent again.
  failures integer not null default 0,
  -- When the next attempt is due; null unless pending.
  due_at timestamptz default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- When the attempt was begun whose result was stored last: a node that loses its connection during a commit stores it again.
  last_attempt_at timestamptz,
  primary key (customer_id, webhook_id, delivery_id),
  unique (customer_id, webhook_id, event_id)
);

create index webhook_deliveries_due on marketplace.webhook_deliveries (customer_id, webhook_id, due_at) where state = 'pending';
-- For the removal of old deliveries. Rows are stored in the order of their age, so a few pages describe all of them.
create index webhook_deliveries_by_age on marketplace.webhook_deliveries using brin (created_at);

-- What was sent, and what was answered.
create table marketplace.webhook_attempts (
  customer_id bigint not null,
  webhook_id bigint not null,
  delivery_id bigint not null,
  attempt_id bigint generated always as identity,
  started_at timestamptz not null,
  milliseconds integer not null,
  -- Null if there was no answer.
  status smallint,
  -- Why the attempt has failed; null after a success.
  error text,
  -- The first KB of the request and of the answer.
  request text not null,
  answer text,
  primary key (customer_id, webhook_id, delivery_id, attempt_id)
);

-- Files of products that are stored first, and then applied by a job.
create sequence marketplace.import_ids;

create table marketplace.imports (
  customer_id bigint not null references marketplace.customers,
  import_id bigint not null default nextval('marketplace.import_ids'),
  -- uploading -> queued -> running -> done | failed | cancelled
  status text not null default 'uploading' check (status in ('uploading', 'queued', 'running', 'done', 'failed', 'cancelled')),
  file_name text,
  options jsonb not null,
  is_dry_run boolean not null,
  -- How the file is read, once it was recognised.
  settings jsonb,
  bytes bigint not null default 0,
  -- The bytes that were applied. In pass 2, the rows whose parents stood behind them are applied.
  applied_bytes bigint not null default 0,
  pass smallint not null default 1,
  -- How many items of the pass were applied.
  position bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  skipped bigint not null default 0,
  failed bigint not null default 0,
  problem text,
  -- The node that applies it, until when without a sign of life.
  claim uuid,
  claimed_until timestamptz,
  -- Who has sent the file, for the log of events.
  actor jsonb not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (customer_id, import_id)
);
create index imports_open on marketplace.imports (created_at) where status in ('uploading', 'queued', 'running');

create table marketplace.import_chunks (
  customer_id bigint not null,
  import_id bigint not null,
  number integer not null,
  content bytea not null,
  primary key (customer_id, import_id, number),
  foreign key (customer_id, import_id) references marketplace.imports on delete cascade
);
-- A file is written and read once: compression would cost more than it saves.
alter table marketplace.import_chunks alter column content set storage external;

-- What the rows of a file report. A row of kind deferred waits for pass 2.
create table marketplace.import_rows (
  customer_id bigint not null,
  import_id bigint not null,
  position bigint not null,
  line bigint not null,
  kind text not null check (kind in ('error', 'skipped', 'note', 'deferred')),
  reference text,
  message text not null,
  primary key (customer_id, import_id, position),
  foreign key (customer_id, import_id) references marketplace.imports on delete cascade
);

-- Lists as people arrange them: a filter and columns under a name.
create table marketplace.views (
  customer_id bigint not null references marketplace.customers,
  view_id bigint generated always as identity,
  list text not null,
  name text not null,
  -- Whose it is, such as person:7. Null: it is shared with all who act for the customer.
  owner text collate "C",
  filter jsonb not null,
  columns jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (customer_id, view_id)
);

create unique index views_by_name on marketplace.views (customer_id, list, coalesce(owner, ''), name);

-- Text is searched by trigrams where the database has the extension pg_trgm or lets us create it. One index of trigrams then replaces those
-- that find the beginning of a name or an e-mail address. Otherwise these stay, and only beginnings are found.
do $$
declare
  home text;
begin
  begin
    create extension if not exists pg_trgm schema marketplace;
  exception when others then
    raise notice 'text will be searched by its beginning only, because pg_trgm cannot be created: %', sqlerrm;
  end;
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if home is null then
    return;
  end if;
  if not has_schema_privilege(home, 'usage') then
    raise notice 'text will be searched by its beginning only, because pg_trgm is in the schema %, which this role may not use', home;
    return;
  end if;
  execute format($index$
    create index orders_by_text on marketplace.orders using gin ((' ' || lower((email || ' ' ||
      coalesce(billing_address ->> 'FirstName', '') || ' ' || coalesce(billing_address ->> 'LastName', '') || ' ' ||
      coalesce(billing_address ->> 'CompanyName', '') || ' ' || channel_reference || ' ' || coalesce(merchant_reference, ''))
      collate "default")) %I.gin_trgm_ops)$index$, home);
  execute format($index$
    create index products_by_text on marketplace.products using gin ((' ' || lower((name || ' ' || merchant_product_reference || ' ' ||
      coalesce(ean, '') || ' ' || coalesce(manufacturer_product_number, '')) collate "default")) %I.gin_trgm_ops)$index$, home);
  drop index marketplace.orders_by_email;
  drop index marketplace.orders_by_buyer;
  drop index marketplace.products_by_name;
end $$;
