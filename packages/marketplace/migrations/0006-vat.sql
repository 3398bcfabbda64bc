-- compatible-from: 0001

-- How the VAT of orders is decided, and what that depends on.
alter table marketplace.customers
  add column country_iso text check (country_iso ~ '^[A-Z]{2}$'),
  add column vat_rule text not null default 'product' check (vat_rule in ('product', 'destination')),
  add column zero_vat_for_businesses boolean not null default false;

-- The rates of a customer by destination. Its countries are the area within which VAT is due.
create table marketplace.vat_rates (
  customer_id bigint not null references marketplace.customers,
  country_iso text collate "C" not null check (country_iso ~ '^[A-Z]{2}$'),
  vat_class text collate "C" not null,
  rate numeric(7, 4) not null check (rate between 0 and 100),
  primary key (customer_id, country_iso, vat_class)
);

-- Null: standard.
alter table marketplace.products add column vat_class text;

-- What the channel has sent, and which rule has decided. Orders of earlier versions have none.
alter table marketplace.orders
  add column given_shipping_vat_rate numeric(7, 4),
  add column shipping_vat_amount numeric(19, 4) check (shipping_vat_amount >= 0),
  add column shipping_vat_rate numeric(7, 4),
  add column shipping_vat_source text;

alter table marketplace.order_lines
  add column given_vat_rate numeric(7, 4),
  add column vat_amount numeric(19, 4) check (vat_amount >= 0),
  add column vat_source text;
