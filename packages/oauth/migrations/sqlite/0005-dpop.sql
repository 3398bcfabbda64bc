-- The thumbprint of the key that must redeem a code, and of the key that the refresh tokens of a family are bound to (RFC 9449).
alter table mcp_auth_codes add column dpop_jkt text;
alter table mcp_refresh_families add column dpop_jkt text;
-- Whether a refresh has bound them, so that earlier tokens of the family are bound to no key.
alter table mcp_refresh_families add column bound_late integer not null default 0;
