-- compatible-from: 0001

-- When the person was last asked, and has allowed the client. Null for consents of earlier versions.
alter table oauth.mcp_connections add column asked_at timestamptz;
-- Whoever used the successor of the token: a hash of address and program. Null for tokens that an earlier version has replaced.
alter table oauth.mcp_spent_refresh_tokens add column used_by text;
