-- A channel that is not active keeps its orders, and its keys are refused.
alter table marketplace.channels add column is_active boolean not null default true;

-- How many units of the base currency one unit of a currency was worth on a day.
create table marketplace.exchange_rates (
  customer_id bigint not null references marketplace.customers,
  currency_code text collate "C" not null check (currency_code ~ '^[A-Z]{3}$'),
  rate_date date not null,
  rate numeric(19, 12) not null check (rate > 0),
  primary key (customer_id, currency_code, rate_date)
);

-- Currencies whose rates have changed since the waiting orders were last searched for orders that can be released.
create table marketplace.changed_rates (
  customer_id bigint not null references marketplace.customers,
  currency_code text collate "C" not null,
  -- Waiting orders up to this one have been examined.
  after_order_id bigint not null default 0,
  primary key (customer_id, currency_code)
);

-- The rate with which the amounts in the base currency were calculated: 1 for an order in the base currency, null while there is no rate.
-- The default fills the existing orders without rewriting them.
alter table marketplace.orders add column rate_to_base_currency numeric(19, 12) default 1;
update marketplace.orders set rate_to_base_currency = null where total_incl_vat is null;
alter table marketplace.orders alter column rate_to_base_currency drop default;

-- The indexes of searches and figures are partial, so that the checks of foreign keys cannot use them instead of the primary keys
-- (0003-orders.sql explains the danger).
create index orders_without_rate on marketplace.orders (customer_id, currency_code, order_id)
  where status = 'REQUIRES_CORRECTION' and rate_to_base_currency is null;

create index orders_to_ship on marketplace.orders (customer_id, created_at, order_id)
  where status in ('IN_PROGRESS', 'IN_BACKORDER', 'IN_COMBI');

create index orders_by_email on marketplace.orders (customer_id, (lower(email) collate "C"), order_id desc)
  where email <> '';

create index orders_by_buyer on marketplace.orders (customer_id, (lower(
    coalesce(billing_address ->> 'LastName', billing_address ->> 'CompanyName', '') || ' ' ||
    coalesce(billing_address ->> 'FirstName', '')) collate "C"), order_id desc)
  where email <> '';

create index products_by_name on marketplace.products (customer_id, (lower(name) collate "C"), merchant_product_reference)
  where name <> '';

create index products_by_ean on marketplace.products (customer_id, (ean collate "C"), merchant_product_reference)
  where ean is not null;

create index fulfilment_lines_to_decide on marketplace.fulfilment_lines (customer_id, fulfilment_id)
  where accepted + rejected < quantity;
