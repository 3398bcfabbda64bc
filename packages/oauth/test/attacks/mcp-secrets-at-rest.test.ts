/** Secrets, codes and keys lay in clear in the database. Here a copy of all of it gives nobody anything. */

import { raw } from '@entrepot/database'
import { memoryStore } from '@entrepot/oauth/memory'
import { postgresStore } from '@entrepot/oauth/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createRefreshTokens } from '../../src/mcp/token/refresh-tokens.ts'
import { createSealer } from '../../src/shared/sealer.ts'
import { SECRET } from '../support/app.ts'
import { createDatabase } from '../support/database.ts'
import { getCode, pkce, redeem, refresh, register, startMcp } from '../support/mcp.ts'

test('a dump of every table holds no secret, code, token or private key', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const app = await startMcp({ store: postgresStore(pool) })
  onTestFinished(() => app.close())
  const confidential = await register(app, { token_endpoint_auth_method: 'client_secret_basic' })
  const unused = await getCode(app)
  const code = await getCode(app)
  const { json } = await redeem(app, code)
  const next = (await refresh(app, code.clientId, json.refresh_token)).json
  const tables = await sql`
    select table_name as name from information_schema.tables where table_schema = 'oauth'`
  let dump = ''
  for (const { name } of tables) dump += JSON.stringify(await sql`select * from oauth.${raw(name)}`)
  expect(tables.length).toBeGreaterThan(10)
  expect(dump).toContain(code.clientId)
  const secrets = [
    confidential.client_secret,
    confidential.registration_access_token,
    unused.code,
    code.code,
    code.verifier,
    json.refresh_token,
    json.refresh_token.split('.')[1],
    next.refresh_token,
    json.access_token,
    next.access_token,
  ]
  for (const secret of secrets) expect(dump).not.toContain(secret)
  expect(dump).not.toMatch(/\\"d\\":|PRIVATE KEY/)
})

test('whoever can read the database cannot make a refresh token of what is in it', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const app = await startMcp({ store: postgresStore(pool) })
  onTestFinished(() => app.close())
  const code = await getCode(app)
  const { json } = await redeem(app, code)
  const [family] = await sql`select family_id, current_hash from oauth.mcp_refresh_families`
  const tag = json.refresh_token.split('.')[2]
  const guesses = [
    `${family?.family_id}.${family?.current_hash}.${tag}`,
    `${family?.family_id}.${pkce().verifier}.${tag}`,
    family?.current_hash,
  ]
  for (const guess of guesses) {
    expect((await refresh(app, code.clientId, guess)).json.error).toBe('invalid_grant')
  }
  expect((await refresh(app, code.clientId, json.refresh_token)).status).toBe(200)
})

test('a spent refresh token does not yield the current one: with `secret` it takes the database too, and the database with `secret` takes a token', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const app = await startMcp({ store: postgresStore(pool) })
  onTestFinished(() => app.close())
  const code = await getCode(app)
  const spent = (await redeem(app, code)).json.refresh_token
  const current = (await refresh(app, code.clientId, spent)).json.refresh_token
  // Whoever knows `secret` makes tokens as this server does.
  const tokens = createRefreshTokens([SECRET])
  const shown = tokens.read(spent)
  const made = shown && tokens.next(shown)
  expect(made?.text.length).toBe(current.length)
  expect(made?.text).not.toBe(current)
  const [family] = await sql`select family_id, current_sealed from oauth.mcp_refresh_families`
  const guess = tokens.first(String(family?.family_id))
  expect(tokens.open(guess, String(family?.current_sealed))).toBeUndefined()
  const isOpened = () => createSealer([SECRET]).open('mcp refresh token', family?.current_sealed)
  expect(isOpened).toThrow('cannot be opened')
})

test('a client that registers itself leaves neither its secret nor its token in the store or the log in clear', async () => {
  const store = memoryStore()
  const app = await startMcp({ store })
  onTestFinished(() => app.close())
  const client = await register(app, { token_endpoint_auth_method: 'client_secret_post' })
  const stored = JSON.stringify(await store.mcp.clients.find(client.client_id))
  expect(stored).not.toContain(client.client_secret)
  expect(stored).not.toContain(client.registration_access_token)
  expect(app.log.join('')).not.toContain(client.client_secret)
})

test('a signing key is in the store with its private part sealed', async () => {
  const store = memoryStore()
  const own = await startMcp({ store })
  const [key] = await store.mcp.keys.list()
  expect(key?.privateKey).toMatch(/^[\w-]{100,}$/)
  expect(JSON.parse(key?.publicKey ?? '{}')).not.toHaveProperty('d')
  await own.close()
})
