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
