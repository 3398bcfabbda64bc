-- compatible-from: 0001

-- Authorizations that a device has started (RFC 8628). Codes are hashed. Rows are kept after `good_until`, so that the device learns that its
-- code has expired.
create table oauth.mcp_device_codes (
  device_hash text primary key,
  user_hash text not null unique,
  client_id text not null,
  resource text not null,
  -- What the device has asked for, and where from.
  scope text not null,
  address text,
  -- Of a decision: `approved` with the code of the authorization, or `denied`.
  status text not null default 'pending',
  code_hash text,
  -- Seconds that the device has to wait between two requests, and whether it did not.
  interval_seconds real not null,
  polled_at timestamptz,
  hurried boolean not null default false,
  good_until timestamptz not null,
  expires_at timestamptz not null
);
create index mcp_device_codes_expires_at on oauth.mcp_device_codes (expires_at);
