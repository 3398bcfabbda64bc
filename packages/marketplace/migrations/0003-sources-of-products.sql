-- compatible-from: 0001

-- The source whose imports have brought a product last.
create table marketplace.product_sources (
  customer_id bigint not null,
  merchant_product_reference text collate "C" not null,
  source text not null,
  primary key (customer_id, merchant_product_reference),
  foreign key (customer_id, merchant_product_reference) references marketplace.products
);

create index product_sources_by_source on marketplace.product_sources (customer_id, source, merchant_product_reference);

alter table marketplace.imports
  -- How many active products earlier imports of its source had brought, if it is complete.
  add column known bigint,
  add column deactivated bigint not null default 0,
  -- Rows that bring stock, and rows of products whose stock the shop does not count.
  add column stocked bigint not null default 0,
  add column unmanaged bigint not null default 0,
  -- What holds for the file as a whole, and how often its rows report what. Set when the import ends.
  add column notes jsonb not null default '[]',
  add column reasons jsonb not null default '[]';
