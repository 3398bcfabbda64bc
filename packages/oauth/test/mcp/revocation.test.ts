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

  test('of a token of another client, or of none, changes nothing and says nothing', async () => {
    const code = await getCode(app)
    const { json } = await redeem(app, code)
    const { client_id } = await register(app)
    for (const token of [json.refresh_token, json.access_token, 'nonsense']) {
      expect((await revoke({ client_id, token })).status).toBe(200)
    }
    expect((await call(app, json.access_token)).status).toBe(200)
    expect((await refresh(app, code.clientId, json.refresh_token)).status).toBe(200)
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

describe('the clients of a person', () => {
  test('can be listed and revoked, one by one', async () => {
    const [one, two] = [
      await getCode(app, { scope: 'read' }),
      await getCode(app, { scope: 'write' }),
    ]
    const first = (await redeem(app, one)).json
    const second = (await redeem(app, two)).json
    const mcp = mcpOf(app)
    const list = await mcp.connectedClients('ann@example.com')
    const found = list.find(({ clientId }) => clientId === one.clientId)
    expect(found).toEqual({
      clientId: one.clientId,
      clientName: 'Robot',
      redirectHost: '127.0.0.1:4001',
      scopes: ['read'],
      connectedAt: expect.any(Date),
      usedAt: expect.any(Date),
      active: true,
    })
    expect(await mcp.revokeClient('ann@example.com', one.clientId)).toBe(true)
    expect(await mcp.revokeClient('ann@example.com', one.clientId)).toBe(false)
    expect(await mcp.revokeClient('ben@example.com', two.clientId)).toBe(false)
    expect((await call(app, first.access_token)).status).toBe(401)
    expect((await refresh(app, one.clientId, first.refresh_token)).json.error).toBe('invalid_grant')
    expect((await call(app, second.access_token)).status).toBe(200)
    const ids = (await mcp.connectedClients('ann@example.com')).map(({ clientId }) => clientId)
    expect(ids).not.toContain(one.clientId)
    expect(ids).toContain(two.clientId)
  })
})

test('the audit tells the life of a grant, in rows and in log lines, and never a token', async () => {
  const code = await getCode(app, { scope: 'read' })
  const { json } = await redeem(app, code)
  const next = (await refresh(app, code.clientId, json.refresh_token)).json
  await revoke({ client_id: code.clientId, token: next.refresh_token })
  const rows = await mcpOf(app).audit({ clientId: code.clientId })
  const events = [
    'oauth.mcp.client.registered',
    'oauth.mcp.consent.granted',
    'oauth.mcp.token.issued',
    'oauth.mcp.token.refreshed',
    'oauth.mcp.token.revoked',
  ]
  expect(rows.map(({ event }) => event).toReversed()).toEqual(events)
  expect(rows.slice(0, -1).map(({ sub }) => sub)).toEqual(Array(4).fill('ann@example.com'))
  const lines = app.log.filter(
    (line) => line.includes(code.clientId) && line.includes('"MCP audit"'),
  )
  expect(lines.map((line) => JSON.parse(line).audit)).toEqual(events)
  const secrets = [
    code.code,
    code.verifier,
    json.access_token,
    json.refresh_token,
    next.refresh_token,
  ]
  const told = JSON.stringify(rows) + app.log.join('')
  for (const secret of secrets) expect(told).not.toContain(secret)
})
