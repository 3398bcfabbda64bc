-- What is known of a channel's copy of a product: src/sync/copy.ts. docs/decisions/0006-sync.md explains the rule.

alter table marketplace.channel_syncs rename column last_mark to last_place;
alter table marketplace.listings rename column removal_served to may_be_missing;
alter table marketplace.listings rename column data_current to data_target;
alter table marketplace.listings rename column offer_current to offer_target;
alter table marketplace.listings rename column data_mark to data_place;
alter table marketplace.listings rename column offer_mark to offer_place;

alter table marketplace.listings
  -- The version that was served last, and the first and the last answer that served it.
  add column data_version text collate "C",
  add column data_first bigint not null default 0,
  add column data_last bigint not null default 0,
  -- Answers that are not acknowledged; 0 stands for those that are no longer told apart.
  add column data_open bigint[] not null default '{}',
  add column data_doubted_until bigint not null default 0,
  add column data_settled boolean not null default false,
  add column offer_version text collate "C",
  add column offer_first bigint not null default 0,
  add column offer_last bigint not null default 0,
  add column offer_open bigint[] not null default '{}',
  add column offer_doubted_until bigint not null default 0,
  add column offer_settled boolean not null default false;

-- What a channel had confirmed, with nothing served since, it still holds. Of the rest nothing is known: all that was answered so
-- far is outstanding, so it is sent until an answer from now on settles it.
update marketplace.listings l set
  data_version = case when l.data_outstanding is null then l.data_confirmed ->> 0 end,
  data_first = case when l.data_outstanding is null and l.data_confirmed is not null
    then (l.data_confirmed ->> 1)::bigint else s.last_answer + 1 end,
  data_last = case when l.data_outstanding is null and l.data_confirmed is not null
    then (l.data_confirmed ->> 1)::bigint else 0 end,
  data_open = case when l.data_outstanding is null then '{}'::bigint[] else '{0}' end,
  data_settled = l.data_outstanding is null and l.data_confirmed is not null,
  offer_version = case when l.offer_outstanding is null then l.offer_confirmed ->> 0 end,
  offer_first = case when l.offer_outstanding is null and l.offer_confirmed is not null
    then (l.offer_confirmed ->> 1)::bigint else s.last_answer + 1 end,
  offer_last = case when l.offer_outstanding is null and l.offer_confirmed is not null
    then (l.offer_confirmed ->> 1)::bigint else 0 end,
  offer_open = case when l.offer_outstanding is null then '{}'::bigint[] else '{0}' end,
  offer_settled = l.offer_outstanding is null and l.offer_confirmed is not null
from marketplace.channel_syncs s
where s.customer_id = l.customer_id and s.channel_id = l.channel_id;

-- References of a channel under which products were listed before. Intentionally without foreign keys, as listings.
create table marketplace.former_references (
  customer_id bigint not null,
  channel_id bigint not null,
  channel_reference text collate "C" not null,
  -- The last answer that the channel had been given when the reference was last heard of.
  last_use bigint not null,
  primary key (customer_id, channel_id, channel_reference)
);

insert into marketplace.former_references (customer_id, channel_id, channel_reference, last_use)
select distinct l.customer_id, l.channel_id, l.former_reference, s.last_answer
from marketplace.listings l
join marketplace.channel_syncs s on s.customer_id = l.customer_id and s.channel_id = l.channel_id
where l.former_reference is not null;

drop index marketplace.listings_by_former_reference;
alter table marketplace.listings
  drop column data_confirmed, drop column data_outstanding,
  drop column offer_confirmed, drop column offer_outstanding;
