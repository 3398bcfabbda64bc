-- compatible-from: 0001

-- Customers that move to another database. A frozen one is read-only, and one that has moved is served elsewhere.
alter table marketplace.customers
  add column move text check (move in ('frozen', 'moved')),
  -- Ids of events up to which transaction ids are those of an earlier database: one for each move to this one, ascending. See events/cursor.ts.
  add column event_bounds bigint[] not null default '{}';

create index customers_moving on marketplace.customers (customer_id) where move is not null;

-- Refuses writes of a frozen customer. Its triggers exist only while a customer is frozen, with its id in their condition and as argument.
-- The lock reads the newest state, also in a transaction with an older snapshot, which fails then.
create function marketplace.refuse_frozen() returns trigger language plpgsql as $$
begin
  if current_setting('marketplace.moving', true) is distinct from tg_argv[0] then
    perform from marketplace.customers where customer_id = tg_argv[0]::bigint and move = 'frozen' for share;
    if found then
      raise exception 'customer % is read-only while it moves to another hub', tg_argv[0] using errcode = 'EN503';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
