-- compatible-from: 0001

-- The account of the application for which a client acts, as the person has chosen it at consent; '*' for all. Null where nothing was chosen.
alter table oauth.mcp_auth_codes add column account text;
alter table oauth.mcp_refresh_families add column account text;
alter table oauth.mcp_connections add column account text;
