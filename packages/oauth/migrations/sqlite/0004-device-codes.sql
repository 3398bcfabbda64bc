-- Authorizations that a device has started (RFC 8628). Codes are hashed. Rows are kept after `good_until`, so that the device learns that its
-- code has expired.
create table mcp_device_codes (
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
  polled_at real,
  hurried integer not null default 0,
  good_until real not null,
  expires_at real not null
) strict;
create index mcp_device_codes_expires_at on mcp_device_codes (expires_at);
