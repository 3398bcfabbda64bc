-- The account of the application for which a client acts, as the person has chosen it at consent; '*' for all. Null where nothing was chosen.
alter table mcp_auth_codes add column account text;
alter table mcp_refresh_families add column account text;
alter table mcp_connections add column account text;
