-- Lists and counts of orders by their status. The status is in the index, so that counting reads no order. An order enters these indexes when
-- it is acknowledged or done, so they cost nothing when it is created.
drop index marketplace.orders_to_ship;
create index orders_to_ship on marketplace.orders (customer_id, created_at, order_id) include (status, channel_id)
  where status in ('IN_PROGRESS', 'IN_BACKORDER', 'IN_COMBI');

create index orders_done on marketplace.orders (customer_id, created_at, order_id) include (status, channel_id)
  where status in ('SHIPPED', 'CANCELED', 'MANCO', 'CLOSED', 'RETURNED');

-- The records of an order. Partial, so that the checks of foreign keys cannot use it instead of the primary key (0003-orders.sql explains the
-- danger): every record has lines.
create index fulfilments_by_order on marketplace.fulfilments (customer_id, order_id, kind) where line_count > 0;

-- Text is searched by trigrams where the database has the extension pg_trgm or lets us create it. One index of trigrams then replaces those
-- that find the beginning of a name or an e-mail address. Otherwise these stay, and only beginnings are found.
do $$
declare
  home text;
begin
  begin
    create extension if not exists pg_trgm schema marketplace;
  exception when others then
    raise notice 'text will be searched by its beginning only, because pg_trgm cannot be created: %', sqlerrm;
  end;
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if home is null then
    return;
  end if;
  if not has_schema_privilege(home, 'usage') then
    raise notice 'text will be searched by its beginning only, because pg_trgm is in the schema %, which this role may not use', home;
    return;
  end if;
  execute format($index$
    create index orders_by_text on marketplace.orders using gin ((' ' || lower((email || ' ' ||
      coalesce(billing_address ->> 'FirstName', '') || ' ' || coalesce(billing_address ->> 'LastName', '') || ' ' ||
      coalesce(billing_address ->> 'CompanyName', '') || ' ' || channel_reference || ' ' || coalesce(merchant_reference, ''))
      collate "default")) %I.gin_trgm_ops)$index$, home);
  execute format($index$
    create index products_by_text on marketplace.products using gin ((' ' || lower((name || ' ' || merchant_product_reference || ' ' ||
      coalesce(ean, '') || ' ' || coalesce(manufacturer_product_number, '')) collate "default")) %I.gin_trgm_ops)$index$, home);
  drop index marketplace.orders_by_email;
  drop index marketplace.orders_by_buyer;
  drop index marketplace.products_by_name;
end $$;

-- A key that may do all that there was may do what has come: channels read their own orders.
update marketplace.api_keys set scopes = scopes || array['orders:read']
where kind = 'channel' and not scopes @> array['orders:read']
  and scopes @> array['orders:create', 'orders:cancel', 'products:sync', 'offers:sync', 'fulfilment:read', 'returns:create'];
