-- compatible-from: 0001

-- How the prices of products have changed, and who has changed them. Prices at channels are in offer_history.
create table marketplace.price_changes (
  customer_id bigint not null,
  change_id bigint generated always as identity,
  merchant_product_reference text collate "C" not null,
  occurred_at timestamptz not null default clock_timestamp(),
  before numeric(14, 4),
  after numeric(14, 4),
  -- 'write' or 'import'
  cause text not null,
  key_id bigint,
  actor jsonb,
  primary key (customer_id, change_id)
);
create index price_changes_of_product
  on marketplace.price_changes (customer_id, merchant_product_reference, change_id);
create index price_changes_by_time on marketplace.price_changes (occurred_at);
