-- Ids that answers show are counted per customer, so that they do not tell one customer how much the others do. Existing ids
-- stay: each counter starts at the customer's highest. The lock keeps hubs of the version before from storing orders meanwhile,
-- whose ids would be above the counters.
lock table marketplace.orders, marketplace.order_lines in access exclusive mode;

create table marketplace.order_counters (
  customer_id bigint primary key references marketplace.customers,
  last_order_id bigint not null,
  last_line_id bigint not null
) with (fillfactor = 50);

insert into marketplace.order_counters (customer_id, last_order_id, last_line_id)
select customer_id, max(order_id), (
  select max(line_id) from marketplace.order_lines l where l.customer_id = o.customer_id)
from marketplace.orders o group by customer_id;

alter table marketplace.orders alter column order_id drop identity;
alter table marketplace.order_lines alter column line_id drop identity;

-- Whoever stores records holds the customer's row until the commit anyway.
alter table marketplace.fulfilment_clocks add column last_id bigint not null default 0;

update marketplace.fulfilment_clocks c set last_id = coalesce((
  select max(fulfilment_id) from marketplace.fulfilments f where f.customer_id = c.customer_id), 0);

alter table marketplace.fulfilments alter column fulfilment_id drop identity;

-- Events are counted per order, under the lock of the order.
alter table marketplace.order_events alter column event_id drop identity;
