-- People, agents and the hub itself as the authors of orders and of their events. Null for API keys, whose id and label are in
-- order_events.key_id, orders.created_by and api_keys; both are null where the hub acted by itself.
-- {"kind", "id", "label", "person": {"id", "label"}}
alter table marketplace.order_events add column actor jsonb;
alter table marketplace.orders add column created_by_actor jsonb;

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
