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
