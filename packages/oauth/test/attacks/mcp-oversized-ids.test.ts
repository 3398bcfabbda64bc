/** Ids that no index of PostgreSQL takes: refused with an error of OAuth, never a problem of the server. */
import { randomBytes } from 'node:crypto'
import { postgresStore } from '@entrepot/oauth/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import {
  authorizeUrl,
  CALLBACK,
  call,
  getCode,
  goThrough,
  type McpApp,
  mcpOf,
  pkce,
  post,
  redeem,
  refresh,
  startMcp,
} from '../support/mcp.ts'

// Random: PostgreSQL compresses what repeats itself before it measures a row of an index.
const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
const LONGEST_CLIENT = randomText(2_048)

let database: TestDatabase
let app: McpApp
let user = ''

beforeAll(async () => {
  database = await createDatabase()
  app = await startMcp({
    store: postgresStore(database.pool),
    mcp: { clients: { [LONGEST_CLIENT]: { redirectUris: [CALLBACK] } } },
  })
  app.app.oauth.registerHooks({ onLogin: () => ({ user }) })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

test('the longest client and the longest user go together, from consent to revocation', async () => {
  user = randomText(512)
  const code = await getCode(app, { clientId: LONGEST_CLIENT, scope: 'read' })
  const { json } = await redeem(app, code)
  expect((await call(app, json.access_token)).json.sub).toBe(user)
  const next = await refresh(app, LONGEST_CLIENT, json.refresh_token)
  expect(next.status).toBe(200)
  expect(await mcpOf(app).connectedClients(user)).toHaveLength(1)
  expect(await mcpOf(app).revokeClient(user, LONGEST_CLIENT)).toBe(true)
  expect((await call(app, next.json.access_token)).status).toBe(401)
})

test.each([
  ['more bytes than can be stored', () => randomText(513)],
  ['too many bytes of few characters', () => '漢'.repeat(171)],
  ['a megabyte', () => randomText(1_000_000)],
  ['a NUL', () => 'ann\u0000'],
  ['half a character', () => 'ann\ud800'],
])('a user id with %s gives the client access_denied, and the log the reason', async (_, make) => {
  user = make()
  app.log.length = 0
  const { challenge } = pkce()
  const asked = { client_id: LONGEST_CLIENT, scope: 'read', code_challenge: challenge }
  const answer = await goThrough(createBrowser(), authorizeUrl(app, asked))
  expect(answer.searchParams.get('error')).toBe('access_denied')
  expect(answer.searchParams.get('error_description')).toContain('id of this user')
  expect(app.log.join('\n')).toContain('no MCP client can act for this person')
  expect(await mcpOf(app).connectedClients(user)).toEqual([])
  expect(await mcpOf(app).revokeClient(user, LONGEST_CLIENT)).toBe(false)
  await mcpOf(app).revokePerson(user)
})

test.each([
  ['a client id', 2_049],
  ['a client id', 10_000],
])('%s of %i characters is that of no client, at every endpoint', async (_, length) => {
  for (const clientId of [randomText(length), `https://app.example/${randomText(length)}`]) {
    const asked = { client_id: clientId, code_challenge: pkce().challenge }
    expect((await createBrowser().get(authorizeUrl(app, asked))).status).toBe(400)
    for (const path of ['token', 'revoke', 'introspect']) {
      const form = {
        grant_type: 'refresh_token',
        client_id: clientId,
        token: 'x',
        refresh_token: 'x',
      }
      const { status, json } = await post(`${app.origin}/oauth/mcp/${path}`, form)
      expect([status, json.error]).toEqual([401, 'invalid_client'])
    }
  }
})

test('a client of the configuration whose id is too long stops the start', async () => {
  const clients = { [randomText(2_049)]: { redirectUris: [CALLBACK] } }
  await expect(startMcp({ mcp: { clients } })).rejects.toThrow('is not a client id')
})
