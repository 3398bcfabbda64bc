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
