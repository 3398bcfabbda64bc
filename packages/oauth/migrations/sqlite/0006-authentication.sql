-- How and when the person authenticated at the provider, as JSON with acr and auth_time: access tokens say it, after a refresh too.
alter table mcp_auth_codes add column authentication text;
alter table mcp_refresh_families add column authentication text;
