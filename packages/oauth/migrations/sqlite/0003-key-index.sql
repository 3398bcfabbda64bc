-- So that keys are found and cleaned by their end, as the rows of all other tables are.
create index platform_oauth_mcp_keys_expires_at on platform_oauth_mcp_keys (expires_at);
