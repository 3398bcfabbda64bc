import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'

/** Fills every table of the store with expired rows. */
export async function fillWithExpired(pool: Pool, rows: number): Promise<void> {
  const run = async ({ text, values }: Sql) => void (await pool.query(text, values))
  const past = sql`now() - interval '1 day'`
  const id = sql`'expired-' || i`
  const from = sql`from generate_series(1, ${rows}::int) i`
  await run(sql`
    insert into oauth.mcp_auth_codes (code_hash, client_id, sub, resource, redirect_uri, code_challenge, scope, offline,
      good_until, expires_at)
    select ${id}, 'agent', 'sub-' || i, 'r', 'u', 'c', 's', true, ${past}, ${past} ${from}`)
  await run(sql`
    insert into oauth.mcp_refresh_families (family_id, client_id, sub, resource, scope, current_hash, expires_at)
    select ${id}, 'agent', 'sub-' || i, 'r', 's', 'h', ${past} ${from}`)
  await run(sql`
    insert into oauth.mcp_spent_refresh_tokens (token_hash, family_id, spent_at, expires_at)
    select ${id}, 'f', ${past}, ${past} ${from}`)
  await run(sql`
    insert into oauth.mcp_assertion_jtis (assertion_hash, expires_at) select ${id}, ${past} ${from}`)
  await run(sql`
    insert into oauth.mcp_connections (sub, client_id, client_name, redirect_host, scope, expires_at)
    select 'sub-' || i, 'agent', 'n', 'h', 's', ${past} ${from}`)
  await run(sql`
    insert into oauth.mcp_revocations (id, revoked_at, expires_at) select ${id}, ${past}, ${past} ${from}`)
  await run(
    sql`insert into oauth.mcp_limits (key, count, expires_at) select ${id}, 1, ${past} ${from}`,
  )
  await run(sql`
    insert into oauth.platform_oauth_mcp_clients (client_id, registration_hash, metadata, expires_at)
    select ${id}, 'h', '{}', ${past} ${from}`)
  await run(sql`
    insert into oauth.mcp_client_documents (url, document, expires_at) select ${id}, '{}', ${past} ${from}`)
  await run(sql`
    insert into oauth.mcp_audit (at, event, client_id, sub)
    select ${past}, 'expired', 'agent', 'sub-' || i ${from}`)
  await run(
    sql`insert into oauth.csrf_tokens (token_hash, data, expires_at) select ${id}, 'd', ${past} ${from}`,
  )
  await run(sql`
    insert into oauth.logins (login_id, provider, issuer, subject, session, issued_at, expires_at)
    select ${id}, 'acme', 'i', 'sub-' || i, 's', 0, ${past} ${from}`)
  await run(sql`
    insert into oauth.platform_oauth_mcp_keys (kid, alg, generation, public_key, private_key, expires_at)
    select ${id}, 'expired', i, '{}', 's', ${past} ${from}`)
  await run(sql`vacuum analyze`)
}
