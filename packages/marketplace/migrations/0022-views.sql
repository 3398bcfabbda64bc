-- Lists as people arrange them: a filter and columns under a name.
create table marketplace.views (
  customer_id bigint not null references marketplace.customers,
  view_id bigint generated always as identity,
  list text not null,
  name text not null,
  -- Whose it is, such as person:7. Null: it is shared with all who act for the customer.
  owner text collate "C",
  filter jsonb not null,
  columns jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (customer_id, view_id)
);

create unique index views_by_name on marketplace.views (customer_id, list, coalesce(owner, ''), name);
