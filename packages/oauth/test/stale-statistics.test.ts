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
    jti: 'live-7.1',
  })
  expect(outcome).toMatchObject({ outcome: 'rotated', sub: 'sub-7' })
  expect((await countReads()) - before).toBeLessThan(10)
})
