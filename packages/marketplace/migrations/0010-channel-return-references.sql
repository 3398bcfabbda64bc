-- The reference that a channel gives a return names one return of that channel, whoever recorded it. Earlier versions took
-- several returns of a merchant under one reference of a channel. These stay as they are: all but the oldest are marked, and the
-- index leaves them out. The lock of the first statement keeps hubs of the version before from storing more of them meanwhile.
alter table marketplace.fulfilments
  -- Whether an older record has the same channel_fulfilment_reference. Never true of records that are stored from now on.
  add column repeats_channel_reference boolean not null default false;

update marketplace.fulfilments f set repeats_channel_reference = true
from (
  select customer_id, fulfilment_id, row_number() over (
    partition by customer_id, kind, channel_fulfilment_reference, channel_id order by fulfilment_id) as place
  from marketplace.fulfilments where channel_fulfilment_reference is not null
) counted
where f.customer_id = counted.customer_id and f.fulfilment_id = counted.fulfilment_id and counted.place > 1;

create unique index fulfilments_by_channel_reference
  on marketplace.fulfilments (customer_id, kind, channel_fulfilment_reference, channel_id)
  where channel_fulfilment_reference is not null and not repeats_channel_reference;
