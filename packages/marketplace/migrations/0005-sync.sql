-- What each channel knows of each product, and how it learns of changes. docs/decisions/0006-sync.md explains it.

-- The transaction that last wrote what a channel may see of the product. A channel remembers which transactions it has seen,
-- not a number: numbers are given out in another order than transactions commit in.
alter table marketplace.products add column changed xid8 not null default pg_current_xact_id();

create index products_by_change on marketplace.products (customer_id, changed, product_id);

-- Of indexes that look equally good PostgreSQL takes the youngest (0003-orders.sql). So the primary key is made after
-- products_by_change, which would otherwise serve the checks of foreign keys, and products_by_parent after the primary key.
alter table marketplace.products drop constraint products_customer_id_parent_reference_fkey;
alter table marketplace.products drop constraint products_pkey;
alter table marketplace.products add primary key (customer_id, merchant_product_reference);
alter table marketplace.products add foreign key (customer_id, parent_reference) references marketplace.products;
drop index marketplace.products_by_parent;
create index products_by_parent on marketplace.products (customer_id, parent_reference)
  where parent_reference is not null;

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
  last_mark bigint not null default 0,
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

insert into marketplace.channel_syncs (customer_id, channel_id)
  select customer_id, channel_id from marketplace.channels;

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
  -- As last examined: whether the channel should have the product, and the fingerprints of what it should hold.
  is_wanted boolean not null,
  removal_served boolean not null,
  data_current text collate "C" not null,
  -- What the channel confirmed last, and what it was served and has not confirmed: src/sync/track.ts.
  data_confirmed jsonb,
  data_outstanding jsonb,
  data_pending text check (data_pending in ('create', 'update', 'remove')),
  data_mark bigint,
  data_times integer,
  data_since timestamptz,
  offer_current text collate "C",
  offer_confirmed jsonb,
  offer_outstanding jsonb,
  offer_mark bigint,
  offer_times integer,
  offer_since timestamptz,
  primary key (customer_id, channel_id, merchant_product_reference),
  check ((data_pending is null) = (data_mark is null))
);

-- What a poll reads, in the order in which it serves: what was served least often first, then what was marked first.
create index listings_data_pending on marketplace.listings (customer_id, channel_id, data_times, data_mark)
  where data_mark is not null;
create index listings_offer_pending on marketplace.listings (customer_id, channel_id, offer_times, offer_mark)
  where offer_mark is not null;

-- Younger than the primary key, which a look-up by these would otherwise read the whole channel through.
create unique index listings_by_channel_reference
  on marketplace.listings (customer_id, channel_id, channel_reference) where channel_reference is not null;
create index listings_by_former_reference
  on marketplace.listings (customer_id, channel_id, former_reference) where former_reference is not null;

-- A key that may do all that there was may do what has come.
update marketplace.api_keys set scopes = scopes || array['channels:read', 'channels:write']
where kind = 'merchant' and scopes @> array['products:read', 'products:write', 'orders:read', 'orders:write'];
update marketplace.api_keys set scopes = scopes || array['products:sync', 'offers:sync']
where kind = 'channel' and scopes @> array['orders:create'];
