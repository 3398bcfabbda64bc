-- compatible-from: 0001

-- What the columns of files are that do not have our names, as people have said it: a mapping under a name.
create table marketplace.import_mappings (
  customer_id bigint not null references marketplace.customers,
  name text not null,
  -- By the names of the columns: the field, 'ExtraData' or 'Ignore'.
  columns jsonb not null,
  -- Values of all products of a file, in fields for which it has no column.
  constants jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (customer_id, name)
);
