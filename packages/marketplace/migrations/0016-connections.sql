-- compatible-from: 0001

-- Shops that a connector synchronises with the hub. The secrets of a shop are with its connector only.
create table marketplace.connections (
  customer_id bigint not null references marketplace.customers,
  connection_id bigint generated always as identity,
  channel_id bigint,
  name text not null,
  -- Which adapter, such as 'vendure'.
  shop text collate "C" not null,
  -- What the shop is for the hub.
  role text not null check (role in ('merchant', 'channel')),
  settings jsonb not null,
  is_paused boolean not null default false,
  -- Counts changes by people.
  version integer not null default 1,
  -- Counts holders of the lease. Writes of a connector name it, so that one that has lost the lease changes nothing.
  lease_number integer not null default 0,
  lease_holder text,
  lease_expires_at timestamptz,
  -- What the connector says of its work: items that wait, by step.
  pending jsonb,
  lag_seconds integer,
  failure_message text,
  failure_remedy text,
  failing_since timestamptz,
  last_run_at timestamptz,
  last_success_at timestamptz,
  last_change_at timestamptz,
  cursors jsonb not null default '{}',
  -- Counts of the rows below, kept under the lock of this row: pairs by kind, pairs that are being created, problems.
  linked jsonb not null default '{}',
  creating integer not null default 0,
  problems integer not null default 0,
  -- What a connector compares to learn that there may be something to carry to the shop: a number that grows with events that concern it,
  -- the position up to which events were examined, and what the channel had to fetch when it last had something.
  work bigint not null default 0,
  events_cursor text not null,
  product_mark text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The rows that belong to it are removed afterwards, by a job.
  deleted_at timestamptz,
  primary key (customer_id, connection_id),
  foreign key (customer_id, channel_id) references marketplace.channels,
  check ((role = 'channel') = (channel_id is not null)),
  check ((failure_message is null) = (failing_since is null))
);
create index connections_deleted on marketplace.connections (deleted_at) where deleted_at is not null;

-- Which record of the hub is which record of the shop. The tables below have no foreign keys, so that a connection is deleted at once.
create table marketplace.connection_pairs (
  customer_id bigint not null,
  connection_id bigint not null,
  kind text collate "C" not null,
  hub_id text collate "C" not null,
  shop_id text collate "C",
  -- 'creating': stored before the shop is called, so that a connector that ends meanwhile looks for the record before it creates another one.
  state text not null check (state in ('creating', 'linked', 'removed')),
  -- Of what was last written to the shop.
  fingerprint text,
  url text,
  data jsonb,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (customer_id, connection_id, kind, hub_id)
);
create index connection_pairs_of_record on marketplace.connection_pairs (customer_id, kind, hub_id);
create unique index connection_pairs_by_shop_id on marketplace.connection_pairs (customer_id, connection_id, kind, shop_id)
  where shop_id is not null;

-- Why a record is not as it should be in the shop or in the hub: one problem for each record.
create table marketplace.connection_problems (
  customer_id bigint not null,
  connection_id bigint not null,
  problem_id bigint generated always as identity,
  kind text collate "C" not null,
  hub_id text collate "C",
  shop_id text collate "C",
  -- What identifies the record: 'h:' and its id in the hub, or else 's:' and that in the shop.
  record text collate "C" not null,
  code text collate "C" not null,
  message text not null,
  remedy text not null,
  shop_message text,
  since timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (customer_id, connection_id, problem_id)
);
create index connection_problems_of_record on marketplace.connection_problems (customer_id, kind, hub_id) where hub_id is not null;
create unique index connection_problems_by_record on marketplace.connection_problems (customer_id, connection_id, kind, record);

-- What people ask of a connector.
create table marketplace.connection_requests (
  customer_id bigint not null,
  connection_id bigint not null,
  request_id bigint generated always as identity,
  action text not null check (action in ('run', 'dry_run', 'test', 'retry')),
  problem_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  primary key (customer_id, connection_id, request_id)
);
create index connection_requests_closed on marketplace.connection_requests (closed_at) where closed_at is not null;
create unique index connection_requests_open on marketplace.connection_requests
  (customer_id, connection_id, action, coalesce(problem_id, 0)) where closed_at is null;

-- Runs in which something was done, tests and dry runs.
create table marketplace.connection_runs (
  customer_id bigint not null,
  connection_id bigint not null,
  run_id bigint generated always as identity,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  trigger text not null,
  request_id bigint,
  is_dry_run boolean not null,
  outcome text not null check (outcome in ('ok', 'partly', 'failed')),
  failure jsonb,
  steps jsonb not null,
  -- Of a dry run: the first changes that it would have made, and their number.
  changes jsonb,
  changes_total integer,
  -- Of a test.
  findings jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (customer_id, connection_id, run_id)
);
create index connection_runs_by_time on marketplace.connection_runs (created_at);

-- What adapters say of themselves, for the form with which a shop is connected. 0: stored by the merchant.
create table marketplace.connectors (
  customer_id bigint not null references marketplace.customers,
  shop text collate "C" not null,
  channel_id bigint not null default 0,
  description jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (customer_id, shop, channel_id)
);
