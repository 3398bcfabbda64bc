/** No revocation and no introspection: a stolen token was good until it expired. */
import { DatabaseSync } from 'node:sqlite'
import { postgresStore } from '@entrepot/oauth/postgres'
import { sqliteStore } from '@entrepot/oauth/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CALLBACK,
  call,
  getCode,
  type McpApp,
  mcpOf,
  post,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'
import { type McpCluster, startMcpCluster } from '../support/mcp-cluster.ts'

const SECRET = 'a client secret of more than thirty-two characters'
let app: McpApp

beforeAll(async () => {
  app = await startMcp({
    mcp: {
      clients: {
        shop: { clientSecret: SECRET, redirectUris: [CALLBACK], trusted: true },
        resource: { clientSecret: `${SECRET}!`, grantTypes: [], introspect: true },
      },
    },
  })
})
afterAll(async () => await app.close())

const revoke = (parameters: Record<string, string>) =>
  post(`${app.origin}/oauth/mcp/revoke`, parameters)
const introspect = async (parameters: Record<string, string>) =>
  (await post(`${app.origin}/oauth/mcp/introspect`, parameters)).json
const asResource = (token: string) =>
  introspect({ client_id: 'resource', client_secret: `${SECRET}!`, token })

describe('revocation (RFC 7009)', () => {
  test('of a refresh token ends the family at once, its access tokens included', async () => {
    const code = await getCode(app)
    const { json } = await redeem(app, code)
    const answer = await revoke({
      client_id: code.clientId,
      token: json.refresh_token,
      token_type_hint: 'access_token',
    })
    expect(answer.status).toBe(200)
    expect((await refresh(app, code.clientId, json.refresh_token)).json.error).toBe('invalid_grant')
    expect((await call(app, json.access_token)).status).toBe(401)
    expect((await revoke({ client_id: code.clientId, token: json.refresh_token })).status).toBe(200)
  })

  test('of an access token leaves the refresh token', async () => {
    const code = await getCode(app)
    const { json } = await redeem(app, code)
    await revoke({ client_id: code.clientId, token: json.access_token })
    expect((await call(app, json.access_token)).status).toBe(401)
    const next = await refresh(app, code.clientId, json.refresh_token)
    expect((await call(app, next.json.access_token)).status).toBe(200)
  })

  test('of a token of another client is refused, the client is told, and nothing changes', async () => {
    const code = await getCode(app)
    const { json } = await redeem(app, code)
    const { client_id } = await register(app)
    for (const token of [json.refresh_token, json.access_token]) {
      const refused = await revoke({ client_id, token })
      expect([refused.status, refused.json.error]).toEqual([400, 'invalid_grant'])
      expect(refused.headers.get('cache-control')).toBe('no-store')
    }
    expect((await call(app, json.access_token)).status).toBe(200)
    expect((await refresh(app, code.clientId, json.refresh_token)).status).toBe(200)
  })

  test('of a token that is none says nothing: it is as good as revoked', async () => {
    const { client_id } = await register(app)
    expect((await revoke({ client_id, token: 'nonsense' })).status).toBe(200)
  })

  test('of a confidential client needs its secret', async () => {
    const { json } = await redeem(app, await getCode(app, { clientId: 'shop' }), {
      client_secret: SECRET,
    })
    expect((await revoke({ client_id: 'shop', token: json.access_token })).status).toBe(401)
    expect((await call(app, json.access_token)).status).toBe(200)
  })
})

describe('introspection (RFC 7662)', () => {
  test('tells a resource server of live tokens, and only that others are not', async () => {
    const code = await getCode(app, { scope: 'read' })
    const { json } = await redeem(app, code)
    expect(await asResource(json.access_token)).toEqual({
      active: true,
      iss: app.issuer,
      aud: app.resource,
      token_type: 'Bearer',
      sub: 'ann@example.com',
      client_id: code.clientId,
      scope: 'read',
      exp: expect.any(Number),
      iat: expect.any(Number),
      jti: expect.any(String),
    })
    expect(await asResource(json.refresh_token)).toMatchObject({
      active: true,
      token_type: 'refresh_token',
    })
    await refresh(app, code.clientId, json.refresh_token)
    expect(await asResource(json.refresh_token)).toEqual({ active: false })
    await revoke({ client_id: code.clientId, token: json.refresh_token })
    expect(await asResource(json.access_token)).toEqual({ active: false })
    expect(await asResource('nonsense')).toEqual({ active: false })
  })

  test('tells a client of its own tokens only', async () => {
    const own = (
      await redeem(app, await getCode(app, { clientId: 'shop' }), { client_secret: SECRET })
    ).json
    const other = (await redeem(app, await getCode(app))).json
    const ask = (token: string) => introspect({ client_id: 'shop', client_secret: SECRET, token })
    expect(await ask(own.access_token)).toMatchObject({ active: true, client_id: 'shop' })
    expect(await ask(other.access_token)).toEqual({ active: false })
  })
})

describe('the last access token of refresh tokens that have expired', () => {
  const db = new DatabaseSync(':memory:')
  const store = sqliteStore(db)
  let short: McpApp
  beforeAll(async () => {
    short = await startMcp({ store, mcp: { rememberConsent: 'never' } })
  })
  afterAll(async () => await short.close())

  async function expired() {
    const code = await getCode(short)
    const { json } = await redeem(short, code)
    db.exec('update mcp_refresh_families set expires_at = unixepoch() - 1')
    db.exec('update mcp_connections set expires_at = expires_at - 31536000')
    await store.clean()
    expect((await call(short, json.access_token)).status).toBe(200)
    expect((await refresh(short, code.clientId, json.refresh_token)).status).toBe(400)
    return { clientId: code.clientId, token: json.access_token as string }
  }

  test('ends when the person ends the client, which is still listed', async () => {
    const { clientId, token } = await expired()
    const [client] = await mcpOf(short).connectedClients('ann@example.com')
    expect(client).toMatchObject({ clientId })
    expect(await mcpOf(short).revokeClient('ann@example.com', clientId)).toBe(true)
    expect((await call(short, token)).status).toBe(401)
  })

  test('ends when all that acts for the person ends', async () => {
    const { token } = await expired()
    await mcpOf(short).revokePerson('ann@example.com')
    expect((await call(short, token)).status).toBe(401)
  })
})

describe('every node hears of it', () => {
  let cluster: McpCluster
  beforeAll(async () => {
    cluster = await startMcpCluster(2)
  })
  afterAll(async () => await cluster.close())

  test('a revoked access token is refused by every node within seconds', async () => {
    const { node } = cluster
    const { json } = await redeem(node(0), await cluster.code())
    for (const index of [0, 1])
      expect((await call(node(index), json.access_token)).status).toBe(200)
    const body = { client_id: 'robot', token: json.access_token }
    expect((await post(`${node(0).origin}/oauth/mcp/revoke`, body)).status).toBe(200)
    expect((await call(node(0), json.access_token)).status).toBe(401)
    const status = async () => (await call(node(1), json.access_token)).status
    await expect.poll(status).toBe(401)
  })

  test('a disabled client is refused by every node within seconds, and served again once it is enabled', async () => {
    const { node, database } = cluster
    const { json } = await redeem(node(0), await cluster.code())
    const { clientStates } = postgresStore(database.pool).mcp
    const state = { clientId: 'robot', reason: null }
    for (const [disabled, expected] of [
      [true, 401],
      [false, 200],
    ] as const) {
      await clientStates.set({ ...state, disabled }, { event: 'test', clientId: 'robot' })
      for (const index of [0, 1]) {
        const status = async () => (await call(node(index), json.access_token)).status
        await expect.poll(status).toBe(expected)
      }
    }
    expect((await refresh(node(1), 'robot', json.refresh_token)).status).toBe(200)
  })

  test('a revoked refresh token takes its access tokens with it, on every node', async () => {
    const { node } = cluster
    const { json } = await redeem(node(0), await cluster.code())
    expect((await call(node(1), json.access_token)).status).toBe(200)
    const body = { client_id: 'robot', token: json.refresh_token }
    expect((await post(`${node(0).origin}/oauth/mcp/revoke`, body)).status).toBe(200)
    expect((await refresh(node(1), 'robot', json.refresh_token)).json.error).toBe('invalid_grant')
    const status = async () => (await call(node(1), json.access_token)).status
    await expect.poll(status).toBe(401)
  })
})
