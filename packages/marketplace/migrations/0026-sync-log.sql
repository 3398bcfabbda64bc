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
