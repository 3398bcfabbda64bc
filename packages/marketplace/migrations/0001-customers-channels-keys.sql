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
  created_at timestamptz not null default now()
);

create table marketplace.channels (
  customer_id bigint not null references marketplace.customers,
  channel_id bigint generated always as identity,
  name text not null check (name <> ''),
  mode text not null default 'flat' check (mode in ('flat', 'grouped')),
  can_ship_partial_order_lines boolean not null default true,
  created_at timestamptz not null default now(),
  unique (customer_id, name)
);

-- After the other key, for the reason that 0003-orders.sql gives.
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
