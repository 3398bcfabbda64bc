-- compatible-from: 0001

-- The rules by which channels are offered products. A row for each version; the last one holds, and is also in channel_syncs.
create table marketplace.offer_rules (
  customer_id bigint not null,
  channel_id bigint not null,
  version integer not null check (version > 0),
  rules jsonb not null,
  changed_at timestamptz not null default clock_timestamp(),
  -- Who changed them: a key, or a person, an agent or the hub.
  key_id bigint,
  actor jsonb,
  primary key (customer_id, channel_id, version),
  foreign key (customer_id, channel_id) references marketplace.channels
);

alter table marketplace.channel_syncs
  add column offer_rules jsonb,
  add column offer_version integer not null default 0,
  -- What the rules depend on besides the products: currencies and VAT rates, as JSON. If it changes, the catalogue is compared again.
  add column offer_facts text,
  -- Why the catalogue is being compared.
  add column compare_cause text;

-- What a channel is offered of a product instead of what the rules give.
create table marketplace.offer_overrides (
  customer_id bigint not null,
  channel_id bigint not null,
  merchant_product_reference text collate "C" not null,
  from_at timestamptz not null default '-infinity',
  until_at timestamptz not null default 'infinity' check (until_at > from_at),
  price numeric(14, 4) check (price >= 0),
  stock jsonb,
  hidden boolean not null default false,
  primary key (customer_id, channel_id, merchant_product_reference, from_at),
  foreign key (customer_id, channel_id) references marketplace.channels
);

-- Products that a channel is not offered as the rules say: because an offer cannot be computed, or because its price waits for a person.
create table marketplace.offer_holds (
  customer_id bigint not null,
  channel_id bigint not null,
  merchant_product_reference text collate "C" not null,
  -- Of a problem: OFFER_PROBLEMS. 'PRICE_GUARD' of a price.
  code text not null,
  detail text not null,
  -- Of a price: what the channel knows, and what it would be offered.
  known_price numeric(14, 4),
  price numeric(14, 4),
  cause text not null,
  since timestamptz not null default clock_timestamp(),
  -- Holds for this price only.
  decision text check (decision in ('accepted', 'refused')),
  decided_at timestamptz,
  key_id bigint,
  actor jsonb,
  primary key (customer_id, channel_id, merchant_product_reference)
);

-- What channels were to be offered before and after each change, as JSON: {"Price", "Stock", "IsOffered"}.
create table marketplace.offer_history (
  customer_id bigint not null,
  history_id bigint generated always as identity,
  channel_id bigint not null,
  merchant_product_reference text collate "C" not null,
  occurred_at timestamptz not null default clock_timestamp(),
  before jsonb not null,
  after jsonb not null,
  cause text not null,
  key_id bigint,
  actor jsonb,
  primary key (customer_id, history_id)
);
create index offer_history_of_product
  on marketplace.offer_history (customer_id, merchant_product_reference, history_id);
create index offer_history_by_time on marketplace.offer_history (occurred_at);
