-- What each channel has confirmed last of each product, for people who ask what it knows. docs/decisions/0030-what-channels-know.md.

alter table marketplace.listings
  -- The version of the data that was last certain to be at the channel, and since when. Null: none, or from before this migration.
  add column data_confirmed text collate "C",
  add column data_confirmed_at timestamptz,
  add column offer_confirmed text collate "C",
  add column offer_confirmed_at timestamptz;

-- The version of an offer is no longer a hash of its price and stock, but the two themselves.
update marketplace.listings l set
  offer_target = case when p.hash is null then l.offer_target else p.version end,
  offer_version = case when p.hash is null or l.offer_version is distinct from l.offer_target then l.offer_version else p.version end,
  offer_confirmed = case when p.hash is not null and l.offer_version = l.offer_target and l.offer_settled then p.version end,
  data_confirmed = case when l.channel_reference is not null and l.data_settled and l.data_version <> 'absent'
    then ltrim(l.data_version, '+') end
from marketplace.listings own
left join (
  select *, left(translate(encode(sha256(convert_to(version, 'UTF8')), 'base64'), '+/', '-_'), 22) as hash
  from (
    select customer_id, merchant_product_reference,
      '[' || coalesce(trim_scale(price)::text, 'null') || ',' || stock || ']' as version
    from marketplace.products
  ) offers
) p on p.customer_id = own.customer_id and p.merchant_product_reference = own.merchant_product_reference
  and p.hash = own.offer_target
where l.customer_id = own.customer_id and l.channel_id = own.channel_id
  and l.merchant_product_reference = own.merchant_product_reference;

-- The data of the versions that a listing names: the one that was confirmed last, and the one that was served last. Intentionally without
-- foreign keys, as listings.
create table marketplace.listing_views (
  customer_id bigint not null,
  channel_id bigint not null,
  merchant_product_reference text collate "C" not null,
  version text collate "C" not null,
  data json not null,
  primary key (customer_id, channel_id, merchant_product_reference, version)
);

-- Why an acknowledgement of a product was last rejected.
create table marketplace.listing_problems (
  customer_id bigint not null,
  channel_id bigint not null,
  merchant_product_reference text collate "C" not null,
  code text not null,
  detail text not null,
  occurred_at timestamptz not null default now(),
  primary key (customer_id, channel_id, merchant_product_reference)
);
