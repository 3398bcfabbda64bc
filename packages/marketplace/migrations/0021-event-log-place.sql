-- Whether the log was restored from a dump is told by the transaction that wrote the row of event_log. Migrations run in subtransactions, which
-- have ids of their own, so that each new database looked restored. And a copy of the database was not recognised.

-- Where the log is: the cluster, the database, and how often a standby or a backup has become the cluster. A service that does not tell the
-- first or the last still has the others.
create function marketplace.event_log_place() returns text language plpgsql stable as $$
declare
  cluster text := '';
  timeline text := '';
begin
  begin
    select system_identifier::text into cluster from pg_control_system();
  exception when others then null;
  end;
  begin
    timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  exception when others then null;
  end;
  return (select format('%s/%s/%s', cluster, oid, timeline) from pg_database where datname = current_database());
end $$;

alter table marketplace.event_log add column place text;

-- Only if this transaction has created the log. Any other continues as restored, once: its ids jump, which is harmless.
-- The first statement gives the row the id of this subtransaction, and the second writes it with the same id.
update marketplace.event_log set place = marketplace.event_log_place() where written_by = pg_current_xact_id();
update marketplace.event_log set written_by = xmin::text::xid8 where written_by = pg_current_xact_id();
