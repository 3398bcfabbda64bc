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
  expires_at timestamptz not null
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
  expires_at timestamptz not null
);
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
  expires_at timestamptz not null
) with (fillfactor = 80);
create index mcp_refresh_families_expires_at on oauth.mcp_refresh_families (expires_at);
create index mcp_refresh_families_connection on oauth.mcp_refresh_families (client_id, sub);

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
  primary key (sub, client_id)
);
create index mcp_connections_expires_at on oauth.mcp_connections (expires_at);
create index mcp_connections_client_id on oauth.mcp_connections (client_id);

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
  detail jsonb not null default '{}'
);
create index mcp_audit_at on oauth.mcp_audit (at);
create index mcp_audit_client_id on oauth.mcp_audit (client_id, id);
create index mcp_audit_sub on oauth.mcp_audit (sub, id) where sub is not null;
