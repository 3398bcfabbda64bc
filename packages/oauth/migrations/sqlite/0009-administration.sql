-- Clients that an operator has disabled, whatever kind they are of. The row of one that was enabled again expires after every node has
-- read of it.
create table mcp_client_states (
  client_id text primary key,
  disabled integer not null,
  reason text,
  changed_at real not null,
  expires_at real
) strict;
create index mcp_client_states_changed_at on mcp_client_states (changed_at);
create index mcp_client_states_expires_at on mcp_client_states (expires_at);

-- What clients hold is listed by client and by person, in pages.
create index mcp_connections_client on mcp_connections (client_id, sub);
drop index mcp_connections_client_id;
create index mcp_refresh_families_person on mcp_refresh_families (sub, client_id);

-- When and from where people have signed in. Older rows have the provider's time only.
alter table logins add column created_at real;
alter table logins add column address text;
alter table logins add column user_agent text;

-- The request that has caused an event.
alter table mcp_audit add column address text;
alter table mcp_audit add column user_agent text;
-- Sign-ins for clients, among the many events of a client or a person.
create index mcp_audit_sign_ins_client on mcp_audit (client_id, id) where event = 'oauth.mcp.consent.granted';
create index mcp_audit_sign_ins_person on mcp_audit (sub, id) where event = 'oauth.mcp.consent.granted';
