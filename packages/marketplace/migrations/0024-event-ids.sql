-- Each node checked once whether the log was restored. A node that stayed up while a standby was promoted went on with ids that the lost primary
-- may have given already. Now each connection checks before its first event: a connection ends with its server.

-- Whether the log is where its row was written, by the transaction that wrote it. Not so after a restore, in a copy, and on a promoted standby.
create function marketplace.event_log_is_in_place() returns boolean language sql stable as $$
  select xmin::text::numeric = written_by::text::numeric % 4294967296
    and place is not distinct from marketplace.event_log_place()
  from marketplace.event_log
$$;

-- Lets a log that is not in place continue with ids that were never used. A reader may have seen events that this log does not have; with their
-- ids, new events would be hidden from it. The gap is more than any log has written since its last backup.
create function marketplace.continue_event_log() returns void language plpgsql as $$
begin
  perform from marketplace.event_log for update;
  if marketplace.event_log_is_in_place() then return; end if;
  perform setval('marketplace.event_ids', last_value + 1000000000000) from marketplace.event_ids;
  update marketplace.event_log set place = marketplace.event_log_place();
  -- A subtransaction has its own id: the row has got it by the statement before.
  update marketplace.event_log set written_by = xmin::text::xid8;
end $$;

create function marketplace.next_event_id() returns bigint language plpgsql as $$
begin
  if current_setting('marketplace.event_log', true) is distinct from 'in place' then
    if not marketplace.event_log_is_in_place() then perform marketplace.continue_event_log(); end if;
    perform set_config('marketplace.event_log', 'in place', false);
  end if;
  -- The transaction has its id before the event has, see 0015.
  perform pg_current_xact_id();
  return nextval('marketplace.event_ids');
end $$;

alter table marketplace.events alter column event_id set default marketplace.next_event_id();
