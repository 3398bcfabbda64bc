-- Whose customers a person may see. A customer is not referred to: its table is the marketplace's, and may one day be in
-- another database. Customers are never deleted, and a membership without one shows nothing.
create table hub.members (
  user_id bigint not null references hub.users on delete cascade,
  customer_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (user_id, customer_id)
);
