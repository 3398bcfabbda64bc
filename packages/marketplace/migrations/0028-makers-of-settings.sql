-- compatible-from: 0001

-- The transaction that made a channel compare its whole catalogue again: its event tells who did.
alter table marketplace.channel_syncs add column compared_by xid8;
