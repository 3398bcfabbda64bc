/** Secrets lay in clear in the database. */
import { postgresStore, revokePerson } from '@entrepot/oauth/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { SECRET, startApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { startHostileProvider } from '../support/hostile-provider.ts'
import { PostgresSessions } from '../support/postgres-sessions.ts'

test('the tables and the sessions hold no token, state, verifier, nonce, cookie or session id in clear', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  await PostgresSessions.create(pool)
  const idp = await startHostileProvider()
  onTestFinished(() => idp.close())
  const secrets = new Set<string>(['the-client-secret', SECRET])
  idp.onTokens = (body, form) => {
    for (const name of ['access_token', 'refresh_token', 'id_token'])
      secrets.add(String(body[name]))
    for (const name of ['code', 'code_verifier', 'refresh_token'])
      if (form.get(name)) secrets.add(String(form.get(name)))
    if (form.get('grant_type') === 'refresh_token') delete body.id_token
    return undefined
  }
  const acme = {
    provider: 'oidc',
    issuer: idp.origin,
    clientId: 'shop',
    clientSecret: 'the-client-secret',
  }
  const shop = await startApp({
    session: { store: new PostgresSessions(pool) },
    oauth: { store: postgresStore(pool), debug: true, providers: { acme } },
  })
  onTestFinished(() => shop.close())
  const browser = createBrowser()
  // One that is under way, and one that is finished and refreshed.
  for (const finish of [false, true]) {
    const start = await browser.get(`${shop.origin}/oauth/acme/login`)
    const query = new URL(start.location ?? '').searchParams
    for (const name of ['state', 'nonce']) secrets.add(query.get(name) ?? '')
    for (const value of browser.cookies.get(new URL(shop.origin).host)?.values() ?? [])
      secrets.add(value)
    if (finish) await browser.follow(start.location ?? '')
  }
  expect((await browser.get(`${shop.origin}/oauth/acme/refresh`)).status).toBe(200)
  const [{ id } = { id: '' }] = await sql<{ id: string }>`select id from test_sessions`
  secrets.add(id)

  const own = await sql`
    select (select json_agg(t) from oauth.csrf_tokens t)::text as states, (select json_agg(t) from oauth.logins t)::text as logins`
  const dump = JSON.stringify(own)
  const sessions = JSON.stringify(await sql`select data from test_sessions`)
  expect(dump).toContain('token_hash')
  expect(dump).toContain('"generation\\":1')
  expect(secrets.size).toBeGreaterThanOrEqual(14)
  for (const secret of secrets) {
    expect(dump, 'the tables').not.toContain(secret)
    expect(sessions, 'the sessions').not.toContain(secret)
  }

  // Sealed tokens of somebody who is gone are not kept either; a transaction that fails has removed nobody.
  const kept = async () => await sql`select tokens from oauth.logins`
  const client = await pool.connect()
  await client.query('begin')
  await revokePerson(client, 'ann@example.com')
  await client.query('rollback')
  client.release()
  expect(await kept()).toHaveLength(1)
  await revokePerson(pool, 'somebody@example.com')
  expect(await kept()).toHaveLength(1)
  await revokePerson(pool, 'ann@example.com')
  expect(await kept()).toEqual([])
})
