/** How PostgreSQL looks rows up while its statistics are old: by their keys all the same. */
import { postgresStore } from '@entrepot/oauth/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, openPool, runnerOf } from './support/database.ts'

const OVER = 20_000
const ALIVE = 2_000

test('a grant does not read every live family after a clean-up, when the statistics are old', async () => {
  const { url, drop } = await createDatabase()
  onTestFinished(drop)
  // Statistics of what a connection has read can be told once it is idle: there is one.
  const pool = openPool(url, { max: 1 })
  onTestFinished(async () => await pool.end())
  const sql = runnerOf(pool)
  const insert = async (count: number, prefix: string, lives: string) => {
    await sql`
      insert into oauth.mcp_refresh_families (family_id, client_id, sub, resource, scope, current_hash, expires_at)
      select ${prefix} || i, 'agent', 'sub-' || i, 'r', 's', 'h', now() + ${lives}::interval
      from generate_series(1, ${count}::int) i`
  }
  const countReads = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<{ count: number }>`
      select idx_tup_fetch::int as count from pg_stat_user_tables where relid = 'oauth.mcp_refresh_families'::regclass`
    return row?.count ?? 0
  }
  const store = postgresStore(pool)
  await store.prepare()
  await sql`alter table oauth.mcp_refresh_families set (autovacuum_enabled = off)`
  await insert(OVER, 'over-', '-1 day')
  await sql`vacuum analyze oauth.mcp_refresh_families`
  await insert(ALIVE, 'live-', '1 day')
  // As a clean-up does. What follows finds a hundred pages of dead rows where the index on the ends begins.
  await sql`
    delete from oauth.mcp_refresh_families where ctid = any (array(
      select ctid from oauth.mcp_refresh_families where expires_at <= now() limit ${OVER / 2}))`
  const before = await countReads()
  const outcome = await store.mcp.grants.rotate({
    familyId: 'live-7',
    clientId: 'agent',
    tokenHash: 'h',
    nextHash: 'h2',
    nextSealed: 'sealed',
    familyTtl: 86_400,
    idleTtl: 86_400,
    resource: 'r',
    scopes: undefined,
    allowed: undefined,
    graceSeconds: 60,
    instance: 'one',
    jti: 'live-7.1',
  })
  expect(outcome).toMatchObject({ outcome: 'rotated', sub: 'sub-7' })
  expect((await countReads()) - before).toBeLessThan(10)
})

test('a page of connections, grants, sign-ins or the audit is read by an index, among many of other people', async () => {
  const { url, drop } = await createDatabase()
  onTestFinished(drop)
  const pool = openPool(url, { max: 1 })
  onTestFinished(async () => await pool.end())
  const sql = runnerOf(pool)
  const store = postgresStore(pool)
  await store.prepare()
  const count = 40_000
  await sql`
    insert into oauth.mcp_refresh_families (family_id, client_id, sub, resource, scope, current_hash, expires_at)
    select 'f' || i, 'client-' || i % 100, 'sub-' || i, 'r', 's', 'h', now() + interval '1 day'
    from generate_series(1, ${count}::int) i`
  await sql`
    insert into oauth.mcp_connections (sub, client_id, client_name, redirect_host, scope, expires_at)
    select 'sub-' || i, 'client-' || i % 100, 'Robot', 'x', 's', now() + interval '1 day'
    from generate_series(1, ${count}::int) i`
  await sql`
    insert into oauth.logins (login_id, user_id, provider, issuer, subject, session, issued_at, expires_at)
    select 'l' || i, 'sub-' || i, 'acme', '', 's', 'x', 1, now() + interval '1 day'
    from generate_series(1, ${count}::int) i`
  await sql`
    insert into oauth.mcp_audit (event, client_id, sub)
    select case when i % 2 = 0 and i % 2000 <> 14 or i % 2 = 1 and i % 25 <> 0
        then 'oauth.mcp.token.refreshed' else 'oauth.mcp.consent.granted' end, name, name
    from generate_series(1, ${2 * count}::int) i, lateral (select case i % 2 when 0 then '7' else 'other-' || i end) n (name)`
  await sql`
    insert into oauth.platform_oauth_mcp_clients (client_id, registration_hash, metadata, expires_at)
    select 'client-' || i, 'h', '{}', now() + interval '1 day' from generate_series(1, ${count}::int) i`
  for (const table of [
    'mcp_refresh_families',
    'mcp_connections',
    'logins',
    'mcp_audit',
    'platform_oauth_mcp_clients',
  ]) {
    await pool.query(`vacuum analyze oauth.${table}`)
  }
  // An index of the rows of all has several hundred.
  const MAX_BLOCKS = 150
  const countBlocks = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<{ count: number }>`
      select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0))::int as count
      from pg_statio_user_tables where schemaname = 'oauth'`
    return row?.count ?? 0
  }
  const { directory, audit } = store.mcp
  const page = { after: undefined, limit: 11 }
  const lists: readonly (() => Promise<readonly unknown[]>)[] = [
    () => directory.clients(page),
    () => directory.connections({ clientId: 'client-7' }, page),
    () => directory.connections({ sub: 'sub-7' }, page),
    () => directory.grants({ clientId: 'client-7' }, page),
    () => directory.grants({ sub: 'sub-7' }, page),
    () => store.signIns.list('sub-7', page),
    () => audit.list({ event: 'oauth.mcp.consent.granted', clientId: '7', limit: 11 }),
    () => audit.list({ event: 'oauth.mcp.consent.granted', sub: '7', limit: 11 }),
    () => audit.list({ clientId: '7', limit: 11 }),
  ]
  for (const [index, list] of lists.entries()) {
    // Often enough that PostgreSQL considers a plan for every value.
    for (let time = 0; time < 6; time += 1) {
      const before = await countBlocks()
      expect((await list()).length, `list ${index}`).toBeGreaterThan(0)
      expect((await countBlocks()) - before, `list ${index}`).toBeLessThan(MAX_BLOCKS)
    }
  }
  const before = await countBlocks()
  await directory.documents({ after: 'client-1', limit: 11 })
  expect((await countBlocks()) - before).toBeLessThan(MAX_BLOCKS)
})
