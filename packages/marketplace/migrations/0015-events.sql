-- One log of what happens to the records of a customer. It takes over the history of orders, and the creation of each order, which so far
-- stood in the order only. The locks keep hubs of the version before from writing meanwhile.
lock table marketplace.orders, marketplace.order_events in access exclusive mode;

create sequence marketplace.event_ids;

create table marketplace.events (
  -- No foreign keys: customers and orders are never deleted, and the checks would cost each event.
  customer_id bigint not null,
  -- The transaction has its id before the event has: a reader that sees a higher event_id either sees this event, or knows from its
  -- snapshot that this transaction is still open. See events/cursor.ts.
  event_id bigint not null default case when pg_current_xact_id() is not null then nextval('marketplace.event_ids') end,
  changed xid8 not null default pg_current_xact_id(),
  occurred_at timestamptz not null default clock_timestamp(),
  -- Counts the events of a subject, from 1, under its lock. Null where an event has no subject.
  sequence integer check (sequence > 0),
  -- Null where a person, an agent or the hub acted; see 0011.
  key_id bigint,
  -- The channel that the event concerns.
  channel_id bigint,
  type text not null,
  subject_kind text,
  subject_id text collate "C",
  actor jsonb,
  request_id text,
  -- What changed. Small.
  data jsonb not null,
  check ((subject_kind is null) = (subject_id is null) and (subject_kind is null) = (sequence is null))
);

-- The ids follow the times, and the sequence of each order.
insert into marketplace.events (customer_id, event_id, occurred_at, sequence, key_id, channel_id, type, subject_kind, subject_id, actor, data)
select customer_id, row_number() over (order by sort_at, order_id, sequence), occurred_at, sequence, key_id, channel_id,
  type, 'order', order_id::text, actor, data
from (
  select e.*, max(occurred_at) over (partition by customer_id, order_id order by sequence) as sort_at
  from (
    select customer_id, order_id, created_at as occurred_at, 1 as sequence, created_by as key_id, channel_id,
      'order.created' as type, created_by_actor as actor, jsonb_build_object('Status', first_status) as data
    from marketplace.orders
    union all
    select e.customer_id, e.order_id, e.occurred_at, (row_number() over (
        partition by e.customer_id, e.order_id order by e.event_id))::integer + 1, e.key_id, o.channel_id,
      case e.type
        when 'CORRECTED' then 'order.corrected'
        when 'ACKNOWLEDGED' then 'order.acknowledged'
        when 'SHIPPED' then 'shipment.created'
        when 'SHIPMENT_CHANGED' then 'shipment.updated'
        when 'CANCELLED' then 'cancellation.created'
        when 'BACKORDERED' then 'backorder.created'
        when 'RETURNED' then 'return.created'
        when 'RETURN_CHANGED' then 'return.updated'
        when 'CLOSED' then 'order.closed'
        when 'REOPENED' then 'order.reopened'
        else 'order.combined'
      end, e.actor, jsonb_strip_nulls(jsonb_build_object('Status', e.status,
        'Record', case when f.kind is not null then jsonb_build_object('Kind', f.kind, 'Reference', f.reference) end,
        'IsCombined', case e.type when 'COMBINED' then true when 'SEPARATED' then false end))
    from marketplace.order_events e
    join marketplace.orders o using (customer_id, order_id)
    left join marketplace.fulfilments f on f.customer_id = e.customer_id and f.fulfilment_id = e.fulfilment_id
  ) e
) e;

select setval('marketplace.event_ids', greatest((select max(event_id) from marketplace.events), 1));

-- Readers follow the ids, and search the events of transactions that have ended since.
alter table marketplace.events add primary key (customer_id, event_id);
create index events_by_transaction on marketplace.events (customer_id, changed, event_id);
-- The history of a subject. Unique, so that a writer without the lock cannot give a number twice.
create unique index events_of_subject on marketplace.events (customer_id, subject_kind, subject_id, sequence)
  where subject_kind is not null;
-- Events of orders are kept for good.
create index events_to_remove on marketplace.events (occurred_at) where subject_kind is distinct from 'order';

drop table marketplace.order_events;

-- One row, which tells whether the log was restored from a dump: the id of the transaction that wrote it is then another one.
create table marketplace.event_log (
  written_by xid8 not null
);
insert into marketplace.event_log values (pg_current_xact_id());
