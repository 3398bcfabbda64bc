-- States of sign-ins under way. `data` is sealed; `token_hash` is the SHA-256 of the state.
create table oauth.csrf_tokens (
  token_hash text primary key,
  data text not null,
  expires_at timestamptz not null
);
create index csrf_tokens_expires_at on oauth.csrf_tokens (expires_at);

-- Sign-ins that sessions stand on. `session` and `tokens` are sealed; `issued_at` is the provider's clock, in seconds.
create table oauth.logins (
  login_id text primary key,
  provider text not null,
  issuer text not null,
  subject text not null,
  sid text,
  session text not null,
  issued_at bigint not null,
  generation integer not null default 0,
  tokens text,
  refused boolean not null default false,
  holder text,
  lease_until timestamptz,
  expires_at timestamptz not null,
  -- Whose sign-in it is, as in the session, so that all sign-ins of a user can be ended.
  user_id text,
  -- When and from where the person has signed in.
  created_at timestamptz default now(),
  address text,
  user_agent text
);
create index logins_subject on oauth.logins (provider, subject);
create index logins_sid on oauth.logins (provider, sid) where sid is not null;
create index logins_expires_at on oauth.logins (expires_at);
-- By hash, since the application chooses how long its ids are.
create index logins_user_id on oauth.logins using hash (user_id);

-- The authorization server for MCP clients. Codes, tokens and secrets are SHA-256; private keys are sealed.

-- Clients that have registered themselves (RFC 7591).
create table oauth.platform_oauth_mcp_clients (
  client_id text primary key,
  secret_hash text,
  registration_hash text not null,
  metadata text not null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index platform_oauth_mcp_clients_expires_at on oauth.platform_oauth_mcp_clients (expires_at);

-- Client ID Metadata Documents, kept as long as their servers allow.
create table oauth.mcp_client_documents (
  url text primary key,
  document text not null,
  expires_at timestamptz not null,
  -- Documents of clients in use stay longer than they are fresh, for outages of their websites. Null: fresh until it expires.
  fresh_until timestamptz
);
create index mcp_client_documents_expires_at on oauth.mcp_client_documents (expires_at);

-- Keys that sign access tokens. A key without expires_at has no successor yet.
create table oauth.platform_oauth_mcp_keys (
  kid text primary key,
  alg text not null,
  generation integer not null,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  unique (alg, generation)
);
create index platform_oauth_mcp_keys_expires_at on oauth.platform_oauth_mcp_keys (expires_at);

-- Codes stay after their use, so that a replay is known as one. family_id: what was issued on it.
create table oauth.mcp_auth_codes (
  code_hash text primary key,
  client_id text not null,
  sub text not null,
  resource text not null,
  redirect_uri text not null,
  code_challenge text not null,
  scope text not null,
  offline boolean not null,
  family_id text,
  good_until timestamptz not null,
  expires_at timestamptz not null,
  -- How and when the person authenticated at the provider, as JSON with acr and auth_time: access tokens say it, after a refresh too.
  authentication text
-- Each code is changed once, when it is redeemed: with room for that in its page, no index has to learn of it.
) with (fillfactor = 50);
create index mcp_auth_codes_expires_at on oauth.mcp_auth_codes (expires_at);
create index mcp_auth_codes_connection on oauth.mcp_auth_codes (client_id, sub);

-- What was issued on one code: the current refresh token and the one before. Without a refresh token there is no hash.
create table oauth.mcp_refresh_families (
  family_id text primary key,
  client_id text not null,
  sub text not null,
  resource text not null,
  scope text not null,
  current_hash text,
  previous_hash text,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  revoked_at timestamptz,
  expires_at timestamptz not null,
  -- As in the code.
  authentication text,
  -- The current refresh token, sealed for whoever shows an earlier one of its family.
  current_sealed text
) with (fillfactor = 80);
create index mcp_refresh_families_expires_at on oauth.mcp_refresh_families (expires_at);
create index mcp_refresh_families_connection on oauth.mcp_refresh_families (client_id, sub);
create index mcp_refresh_families_person on oauth.mcp_refresh_families (sub, client_id);

-- Refresh tokens that were spent before the previous one of their family, for as long as a refresh with them may be repeated.
create table oauth.mcp_spent_refresh_tokens (
  token_hash text primary key,
  family_id text not null,
  spent_at timestamptz not null,
  expires_at timestamptz not null
);
create index mcp_spent_refresh_tokens_expires_at on oauth.mcp_spent_refresh_tokens (expires_at);

-- Assertions that were used (RFC 7523).
create table oauth.mcp_assertion_jtis (
  assertion_hash text primary key,
  expires_at timestamptz not null
);
create index mcp_assertion_jtis_expires_at on oauth.mcp_assertion_jtis (expires_at);

-- Which clients act for whom: what people have consented to.
create table oauth.mcp_connections (
  sub text not null,
  client_id text not null,
  client_name text not null,
  redirect_host text not null,
  scope text not null,
  created_at timestamptz not null default now(),
  consented_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The protected resource that the consent is for.
  resource text not null default ''
);
create index mcp_connections_expires_at on oauth.mcp_connections (expires_at);
alter table oauth.mcp_connections add primary key (sub, client_id, resource);
-- What clients hold is listed by client and by person, in pages.
create index mcp_connections_client on oauth.mcp_connections (client_id, sub);

-- What the guards refuse although it is signed: families, single tokens, clients. Kept as long as access tokens live.
create table oauth.mcp_revocations (
  id text primary key,
  revoked_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index mcp_revocations_revoked_at on oauth.mcp_revocations (revoked_at);
create index mcp_revocations_expires_at on oauth.mcp_revocations (expires_at);

-- Calls counted over all nodes.
create unlogged table oauth.mcp_limits (
  key text primary key,
  count integer not null,
  expires_at timestamptz not null
);
create index mcp_limits_expires_at on oauth.mcp_limits (expires_at);

create table oauth.mcp_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  client_id text,
  sub text,
  detail jsonb not null default '{}',
  -- The request that has caused the event.
  address text,
  user_agent text
);
create index mcp_audit_client_id on oauth.mcp_audit (client_id, id);
create index mcp_audit_sub on oauth.mcp_audit (sub, id) where sub is not null;
-- Rows lie in the order of their times, so a block range index finds old ones, and costs a grant next to nothing.
create index mcp_audit_at on oauth.mcp_audit using brin (at) with (autosummarize = on);
-- Sign-ins for clients, among the many events of a client or a person.
create index mcp_audit_sign_ins_client on oauth.mcp_audit (client_id, id) where event = 'oauth.mcp.consent.granted';
create index mcp_audit_sign_ins_person on oauth.mcp_audit (sub, id) where event = 'oauth.mcp.consent.granted';

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
