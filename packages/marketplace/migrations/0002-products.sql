-- References compare byte by byte (collation "C"): they are case-sensitive, and "C" makes the primary key fast.
create table marketplace.products (
  customer_id bigint not null references marketplace.customers,
  product_id bigint generated always as identity,
  merchant_product_reference text collate "C" not null,
  parent_reference text collate "C",
  channel_product_reference text collate "C",
  is_active boolean not null default true,
  name text not null,
  description text,
  details text,
  brand text,
  size text,
  color text,
  ean text,
  manufacturer_product_number text,
  stock integer not null default 0 check (stock >= 0),
  price numeric(14, 4) check (price >= 0),
  msrp numeric(14, 4) check (msrp >= 0),
  purchase_price numeric(14, 4) check (purchase_price >= 0),
  discount_rate numeric(7, 4) check (discount_rate between 0 and 100),
  vat_rate numeric(7, 4) check (vat_rate between 0 and 100),
  shipping_cost numeric(14, 4) check (shipping_cost >= 0),
  shipping_time text,
  url text,
  image_url text,
  category_trail text,
  extra_data jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_id, merchant_product_reference),
  foreign key (customer_id, parent_reference) references marketplace.products,
  check (parent_reference <> merchant_product_reference)
);

create index products_by_parent on marketplace.products (customer_id, parent_reference)
  where parent_reference is not null;
