-- Clients that an operator has disabled, whatever kind they are of. The row of one that was enabled again expires after every node has
-- read of it.
create table oauth.mcp_client_states (
  client_id text primary key,
  disabled boolean not null,
  reason text,
  changed_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz
);
create index mcp_client_states_changed_at on oauth.mcp_client_states (changed_at);
create index mcp_client_states_expires_at on oauth.mcp_client_states (expires_at);

-- What clients hold is listed by client and by person, in pages.
create index mcp_connections_client on oauth.mcp_connections (client_id, sub);
drop index oauth.mcp_connections_client_id;
create index mcp_refresh_families_person on oauth.mcp_refresh_families (sub, client_id);

-- When and from where people have signed in. Older rows have the provider's time only.
alter table oauth.logins add column created_at timestamptz, add column address text, add column user_agent text;
alter table oauth.logins alter column created_at set default now();

-- The request that has caused an event.
alter table oauth.mcp_audit add column address text, add column user_agent text;
-- Sign-ins for clients, among the many events of a client or a person.
create index mcp_audit_sign_ins_client on oauth.mcp_audit (client_id, id) where event = 'oauth.mcp.consent.granted';
create index mcp_audit_sign_ins_person on oauth.mcp_audit (sub, id) where event = 'oauth.mcp.consent.granted';
