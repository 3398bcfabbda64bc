-- Rows of the audit lie in the order of their times, so a block range index finds old ones, and costs a grant next to nothing.
drop index oauth.mcp_audit_at;
create index mcp_audit_at on oauth.mcp_audit using brin (at) with (autosummarize = on);

-- So that keys are found and cleaned by their end, as the rows of all other tables are.
create index platform_oauth_mcp_keys_expires_at on oauth.platform_oauth_mcp_keys (expires_at);

-- Each code is changed once, when it is redeemed: with room for that in its page, no index has to learn of it.
alter table oauth.mcp_auth_codes set (fillfactor = 50);
