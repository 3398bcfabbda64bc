-- The current refresh token, sealed for whoever shows an earlier one of its family.
alter table mcp_refresh_families add column current_sealed text;

-- Refresh tokens that were spent before the previous one of their family, for as long as a refresh with them may be repeated.
create table mcp_spent_refresh_tokens (
  token_hash text primary key,
  family_id text not null,
  spent_at real not null,
  expires_at real not null
) strict;
create index mcp_spent_refresh_tokens_expires_at on mcp_spent_refresh_tokens (expires_at);
