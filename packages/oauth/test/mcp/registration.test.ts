import { DatabaseSync } from 'node:sqlite'
import { sqliteStore } from '@entrepot/oauth/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CALLBACK,
  call,
  getCode,
  type McpApp,
  mcpOf,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'

/** An initial access token. */
const INITIAL = 'let-me-in-and-nobody-else-but-me'

const db = new DatabaseSync(':memory:')
const store = sqliteStore(db)
let app: McpApp

beforeAll(async () => {
  app = await startMcp({ store })
})
afterAll(async () => await app.close())

type Client = Record<string, string>

async function manage(
  client: Client,
  method: string,
  body?: object,
  token = client.registration_access_token,
) {
  const response = await fetch(client.registration_client_uri ?? '', {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    json: text ? JSON.parse(text) : undefined,
  }
}

describe('a client that registers itself', () => {
  test('gets what it asked for, completed, with a token to manage it', async () => {
    const client = await register(app, { client_uri: 'https://robot.example', extra: 'ignored' })
    expect(client).toEqual({
      client_id: expect.stringMatching(/^[\da-f-]{36}$/),
      client_id_issued_at: expect.any(Number),
      registration_access_token: expect.stringMatching(/^[\w-]{43}$/),
      registration_client_uri: `${app.issuer}/oauth/mcp/register/${client.client_id}`,
      client_name: 'Robot',
      client_uri: 'https://robot.example',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })

  test('without token_endpoint_auth_method it is public, and is told so', async () => {
    const { client_secret, token_endpoint_auth_method, client_id } = await register(app)
    expect([client_secret, token_endpoint_auth_method]).toEqual([undefined, 'none'])
    expect((await redeem(app, await getCode(app, { clientId: client_id }))).status).toBe(200)
  })

  test.each([[''], [[]]])('may send %j for every member that it does not set', async (nothing) => {
    const optional = [
      'client_name',
      'client_uri',
      'logo_uri',
      'tos_uri',
      'policy_uri',
      'grant_types',
      'response_types',
      'token_endpoint_auth_method',
      'application_type',
      'scope',
      'contacts',
      'software_id',
      'software_version',
      'jwks_uri',
      'jwks',
    ]
    const empty = Object.fromEntries(optional.map((name) => [name, nothing]))
    const [bare, client] = [await register(app, { client_name: null }), await register(app, empty)]
    expect(Object.keys(client)).toEqual(Object.keys(bare))
    expect(client.grant_types).toEqual(bare.grant_types)
    const changed = { ...empty, redirect_uris: [CALLBACK] }
    const { status, json } = await manage(client, 'PUT', changed)
    expect([status, Object.keys(json)]).toEqual([200, Object.keys(bare)])
    const without = await register(app, { redirect_uris: nothing })
    expect(without.error).toBe('invalid_redirect_uri')
  })

  test('gets no grant that it cannot have', async () => {
    const grant_types = ['authorization_code', 'client_credentials', 'implicit']
    expect((await register(app, { grant_types })).grant_types).toEqual(['authorization_code'])
  })

  test('needs the initial access token, and an allowed host, where the settings say so', async () => {
    const gated = await startMcp({
      mcp: {
        dynamicClientRegistration: {
          initialAccessToken: INITIAL,
          allowedRedirectUriHosts: ['App.example'],
        },
      },
    })
    const send = async (token: string | undefined, uri: string) => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const body = JSON.stringify({ redirect_uris: [uri] })
      const url = `${gated.origin}/oauth/mcp/register`
      const response = await fetch(url, { method: 'POST', headers, body })
      return [response.status, ((await response.json()) as { error?: string }).error]
    }
    expect(await send(undefined, 'https://app.example/cb')).toEqual([401, 'invalid_token'])
    expect(await send('wrong', 'https://app.example/cb')).toEqual([401, 'invalid_token'])
    expect(await send(INITIAL, 'https://other.example/cb')).toEqual([400, 'invalid_redirect_uri'])
    expect(await send(INITIAL, 'https://app.example/cb')).toEqual([201, undefined])
    await gated.close()
  })
})

describe('a registration is managed with its token (RFC 7592)', () => {
  test('it is read and changed', async () => {
    const client = await register(app)
    expect((await manage(client, 'GET')).json).toEqual(client)
    const redirect_uris = ['https://robot.example/cb']
    const changed = await manage(client, 'PUT', {
      client_id: client.client_id,
      client_name: 'R2',
      redirect_uris,
    })
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { client_name: 'R2', redirect_uris },
    ])
    expect((await manage(client, 'GET')).json.redirect_uris).toEqual(redirect_uris)
    const [row] = await mcpOf(app).audit({ clientId: client.client_id })
    expect(row).toMatchObject({
      event: 'oauth.mcp.client.updated',
      detail: { client_name: 'R2', redirect_uris },
    })
  })

  test('a bad change changes nothing', async () => {
    const client = await register(app)
    for (const body of [
      { client_id: 'another', redirect_uris: [CALLBACK] },
      { redirect_uris: ['http://evil.example'] },
      { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_basic' },
      { redirect_uris: [CALLBACK], client_secret: 'a secret of its own' },
      { redirect_uris: [CALLBACK], client_secret: null },
    ]) {
      expect((await manage(client, 'PUT', body)).status).toBe(400)
    }
    expect((await manage(client, 'GET')).json).toEqual(client)
  })

  test('it is sent back as it came, secret included, and the secret cannot be chosen', async () => {
    const method = { token_endpoint_auth_method: 'client_secret_basic' }
    const client = await register(app, method)
    const { status, json } = await manage(client, 'PUT', { ...client, client_name: 'R3' })
    expect([status, json.client_name]).toEqual([200, 'R3'])
    const chosen = { ...client, client_secret: 'a secret of its own' }
    expect((await manage(client, 'PUT', chosen)).json.error).toBe('invalid_client_metadata')
  })

  test.each(['GET', 'PUT', 'DELETE'])(
    '%s with the token of another client is refused',
    async (method) => {
      const [client, other] = [await register(app), await register(app)]
      const body = method === 'PUT' ? { redirect_uris: [CALLBACK] } : undefined
      for (const token of [other.registration_access_token, 'x', '']) {
        const { status, headers } = await manage(client, method, body, token)
        expect([status, headers.get('www-authenticate')]).toEqual([
          401,
          'Bearer error="invalid_token"',
        ])
      }
      const bare = await fetch(client.registration_client_uri, { method })
      expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      const gone = { ...client, registration_client_uri: `${app.issuer}/oauth/mcp/register/nobody` }
      expect((await manage(gone, method, body)).status).toBe(401)
    },
  )

  test('deleting it can be repeated after a failure, which leaves it as it was', async () => {
    const client = await register(app)
    const { json } = await redeem(app, await getCode(app, { clientId: client.client_id }))
    db.exec(
      `create trigger away before insert on mcp_revocations begin select raise(abort, 'away'); end`,
    )
    expect((await manage(client, 'DELETE')).status).toBe(500)
    db.exec('drop trigger away')
    expect((await call(app, json.access_token)).status).toBe(200)
    expect((await manage(client, 'DELETE')).status).toBe(204)
    expect((await call(app, json.access_token)).status).toBe(401)
  })

  test('deleting it ends all that it has', async () => {
    const client = await register(app)
    const { json } = await redeem(app, await getCode(app, { clientId: client.client_id }))
    expect((await manage(client, 'DELETE')).status).toBe(204)
    expect((await call(app, json.access_token)).status).toBe(401)
    const refreshed = await refresh(app, client.client_id, json.refresh_token)
    expect(refreshed.json.error).toBe('invalid_client')
    const events = await mcpOf(app).audit({ clientId: client.client_id })
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['oauth.mcp.client.registered', 'oauth.mcp.client.deleted']),
    )
  })
})
