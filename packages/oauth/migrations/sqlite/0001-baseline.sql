-- The tables of the PostgreSQL schema `oauth`; times are seconds since 1970.
create table csrf_tokens (
  token_hash text primary key,
  data text not null,
  expires_at real not null
) strict, without rowid;
create index csrf_tokens_expires_at on csrf_tokens (expires_at);

create table logins (
  login_id text primary key,
  provider text not null,
  issuer text not null,
  subject text not null,
  sid text,
  session text not null,
  issued_at integer not null,
  generation integer not null default 0,
  tokens text,
  refused integer not null default 0,
  holder text,
  lease_until real,
  expires_at real not null,
  -- Whose sign-in it is, as in the session, so that all sign-ins of a user can be ended.
  user_id text,
  -- When and from where the person has signed in.
  created_at real,
  address text,
  user_agent text
) strict;
create index logins_subject on logins (provider, subject);
create index logins_sid on logins (provider, sid) where sid is not null;
create index logins_expires_at on logins (expires_at);
create index logins_user_id on logins (user_id);

-- The tables of the PostgreSQL schema `oauth`; times are seconds since 1970. Codes, tokens and secrets are SHA-256; private keys are sealed.

-- Clients that have registered themselves (RFC 7591).
create table platform_oauth_mcp_clients (
  client_id text primary key,
  secret_hash text,
  registration_hash text not null,
  metadata text not null,
  issued_at real not null,
  expires_at real not null
) strict;
create index platform_oauth_mcp_clients_expires_at on platform_oauth_mcp_clients (expires_at);

-- Client ID Metadata Documents, kept as long as their servers allow.
create table mcp_client_documents (
  url text primary key,
  document text not null,
  expires_at real not null,
  -- Documents of clients in use stay longer than they are fresh, for outages of their websites. Null: fresh until it expires.
  fresh_until real
) strict;
create index mcp_client_documents_expires_at on mcp_client_documents (expires_at);

-- Keys that sign access tokens. A key without expires_at has no successor yet.
create table platform_oauth_mcp_keys (
  kid text primary key,
  alg text not null,
  generation integer not null,
  public_key text not null,
  private_key text not null,
  created_at real not null,
  expires_at real,
  unique (alg, generation)
) strict;
create index platform_oauth_mcp_keys_expires_at on platform_oauth_mcp_keys (expires_at);

-- Codes stay after their use, so that a replay is known as one. family_id: what was issued on it.
create table mcp_auth_codes (
  code_hash text primary key,
  client_id text not null,
  sub text not null,
  resource text not null,
  redirect_uri text not null,
  code_challenge text not null,
  scope text not null,
  offline integer not null,
  family_id text,
  good_until real not null,
  expires_at real not null,
  -- How and when the person authenticated at the provider, as JSON with acr and auth_time: access tokens say it, after a refresh too.
  authentication text
) strict;
create index mcp_auth_codes_expires_at on mcp_auth_codes (expires_at);
create index mcp_auth_codes_connection on mcp_auth_codes (client_id, sub);

-- What was issued on one code: the current refresh token and the one before. Without a refresh token there is no hash.
create table mcp_refresh_families (
  family_id text primary key,
  client_id text not null,
  sub text not null,
  resource text not null,
  scope text not null,
  current_hash text,
  previous_hash text,
  created_at real not null,
  rotated_at real,
  revoked_at real,
  expires_at real not null,
  -- As in the code.
  authentication text,
  -- The current refresh token, sealed for whoever shows an earlier one of its family.
  current_sealed text
) strict;
create index mcp_refresh_families_expires_at on mcp_refresh_families (expires_at);
create index mcp_refresh_families_connection on mcp_refresh_families (client_id, sub);
create index mcp_refresh_families_person on mcp_refresh_families (sub, client_id);

-- Refresh tokens that were spent before the previous one of their family, for as long as a refresh with them may be repeated.
create table mcp_spent_refresh_tokens (
  token_hash text primary key,
  family_id text not null,
  spent_at real not null,
  expires_at real not null
) strict;
create index mcp_spent_refresh_tokens_expires_at on mcp_spent_refresh_tokens (expires_at);

-- Assertions that were used (RFC 7523).
create table mcp_assertion_jtis (
  assertion_hash text primary key,
  expires_at real not null
) strict;
create index mcp_assertion_jtis_expires_at on mcp_assertion_jtis (expires_at);

-- Which clients act for whom: what people have consented to.
create table mcp_connections (
  sub text not null,
  client_id text not null,
  -- The protected resource that the consent is for.
  resource text not null,
  client_name text not null,
  redirect_host text not null,
  scope text not null,
  created_at real not null,
  consented_at real not null,
  expires_at real not null,
  primary key (sub, client_id, resource)
) strict;
create index mcp_connections_expires_at on mcp_connections (expires_at);
-- What clients hold is listed by client and by person, in pages.
create index mcp_connections_client on mcp_connections (client_id, sub);

-- What the guards refuse although it is signed: families, single tokens, clients. Kept as long as access tokens live.
create table mcp_revocations (
  id text primary key,
  revoked_at real not null,
  expires_at real not null
) strict;
create index mcp_revocations_revoked_at on mcp_revocations (revoked_at);
create index mcp_revocations_expires_at on mcp_revocations (expires_at);

-- Calls counted over all nodes.
create table mcp_limits (
  key text primary key,
  count integer not null,
  expires_at real not null
) strict;
create index mcp_limits_expires_at on mcp_limits (expires_at);

create table mcp_audit (
  id integer primary key autoincrement,
  at real not null,
  event text not null,
  client_id text,
  sub text,
  detail text not null,
  -- The request that has caused the event.
  address text,
  user_agent text
) strict;
create index mcp_audit_at on mcp_audit (at);
create index mcp_audit_client_id on mcp_audit (client_id, id);
create index mcp_audit_sub on mcp_audit (sub, id) where sub is not null;
-- Sign-ins for clients, among the many events of a client or a person.
create index mcp_audit_sign_ins_client on mcp_audit (client_id, id) where event = 'oauth.mcp.consent.granted';
create index mcp_audit_sign_ins_person on mcp_audit (sub, id) where event = 'oauth.mcp.consent.granted';

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
