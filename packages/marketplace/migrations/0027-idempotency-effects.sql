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
