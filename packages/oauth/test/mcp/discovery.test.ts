import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { memoryStore } from '@entrepot/oauth/memory'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, getCode, type McpApp, redeem, startMcp } from '../support/mcp.ts'

let app: McpApp

beforeAll(async () => {
  app = await startMcp({ mcp: { scopes: { read: 'Read', write: 'Write' } } })
})
afterAll(async () => await app.close())

async function get(path: string, of: McpApp = app) {
  const response = await fetch(`${of.origin}${path}`)
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape
  return { status: response.status, headers: response.headers, json: JSON.parse(text) as any }
}

describe('the metadata of the server', () => {
  test('says what MCP asks for', async () => {
    const { status, json } = await get('/.well-known/oauth-authorization-server')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      issuer: app.issuer,
      authorization_endpoint: `${app.origin}/oauth/mcp/authorize`,
      token_endpoint: `${app.origin}/oauth/mcp/token`,
      registration_endpoint: `${app.origin}/oauth/mcp/register`,
      revocation_endpoint: `${app.origin}/oauth/mcp/revoke`,
      introspection_endpoint: `${app.origin}/oauth/mcp/introspect`,
      jwks_uri: `${app.origin}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['read', 'write', 'offline_access'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      resource_parameter_supported: true,
    })
    expect(json.token_endpoint_auth_methods_supported).toContain('private_key_jwt')
  })

  test('is not there as openid-configuration: no ID tokens are issued', async () => {
    const response = await fetch(`${app.origin}/.well-known/openid-configuration`)
    expect(response.status).toBe(404)
  })

  test('names what is turned off in no place', async () => {
    const small = await startMcp({
      mcp: {
        dynamicClientRegistration: { enabled: false },
        clientIdMetadataDocuments: { enabled: false },
      },
    })
    const { json } = await get('/.well-known/oauth-authorization-server', small)
    expect(json).not.toHaveProperty('registration_endpoint')
    expect(json).not.toHaveProperty('client_id_metadata_document_supported')
    const body = '{"redirect_uris":["https://app.example/cb"]}'
    const headers = { 'content-type': 'application/json' }
    const registration = await fetch(`${small.origin}/oauth/mcp/register`, {
      method: 'POST',
      body,
      headers,
    })
    expect(registration.status).toBe(404)
    await small.close()
  })
})

test('the metadata of the resource is at its own path and at the root', async () => {
  for (const path of ['', '/mcp']) {
    const { status, json } = await get(`/.well-known/oauth-protected-resource${path}`)
    expect([status, json]).toEqual([
      200,
      {
        resource: app.resource,
        authorization_servers: [app.issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['read', 'write'],
        dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'],
      },
    ])
  }
  expect((await fetch(`${app.origin}/.well-known/oauth-protected-resource/other`)).status).toBe(404)
})

test('offline_access is a matter of the server and none of the resource, even where the settings name it', async () => {
  const own = await startMcp({ mcp: { scopes: { read: 'Read', offline_access: 'Stay' } } })
  const resource = (await get('/.well-known/oauth-protected-resource', own)).json
  expect(resource.scopes_supported).toEqual(['read'])
  const server = (await get('/.well-known/oauth-authorization-server', own)).json
  expect(server.scopes_supported).toEqual(['read', 'offline_access'])
  await own.close()
})

test('scripts of any website may read the documents and use the endpoints for programs, and no others', async () => {
  const open = [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/jwks.json',
    '/oauth/mcp/token',
    '/oauth/mcp/register',
    '/oauth/mcp/revoke',
  ]
  for (const path of open) {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
    const preflight = await fetch(`${app.origin}${path}`, { method: 'OPTIONS', headers })
    expect([path, preflight.status]).toEqual([path, 204])
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  }
  for (const path of ['/oauth/mcp/authorize', '/oauth/mcp/confirm', '/oauth/mcp/introspect']) {
    const answer = await fetch(`${app.origin}${path}`, { method: 'OPTIONS' })
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
})

describe('the key set', () => {
  test('may be kept for as long as a new key is published before it signs', async () => {
    const { headers } = await get('/.well-known/jwks.json')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })

  test.each(['ES256', 'RS256', 'EdDSA'] as const)(
    'verifies tokens that are signed with %s',
    async (signingAlgorithm) => {
      const own = await startMcp({ mcp: { signingAlgorithm } })
      const { json } = await redeem(own, await getCode(own))
      const { alg, kid } = decodeProtectedHeader(json.access_token)
      const keys = (await get('/.well-known/jwks.json', own)).json.keys
      expect([alg, keys.map((key: { kid: string }) => key.kid)]).toEqual([signingAlgorithm, [kid]])
      expect((await call(own, json.access_token)).status).toBe(200)
      await own.close()
    },
  )

  test('publishes the next key before it signs, and the last one as long as its tokens live', async () => {
    let skew = 0
    const clock = () => Date.now() / 1_000 + skew
    const store = memoryStore({ clock })
    const start = () => startMcp({ store, mcp: { keyRotationInterval: 3_600, accessTokenTtl: 60 } })
    const first = await start()
    const [old] = (await get('/.well-known/jwks.json', first)).json.keys
    await first.close()
    skew += 3_601
    const second = await start()
    const kids = async (of: McpApp) =>
      (await get('/.well-known/jwks.json', of)).json.keys.map((key: { kid: string }) => key.kid)
    const [, next] = await kids(second)
    expect(await kids(second)).toEqual([old.kid, next])
    const kidOf = async (of: McpApp) =>
      decodeProtectedHeader((await redeem(of, await getCode(of))).json.access_token).kid
    expect(await kidOf(second)).toBe(old.kid)
    await second.close()
    skew += 301
    const third = await start()
    expect(await kidOf(third)).toBe(next)
    expect(await kids(third)).toEqual([old.kid, next])
    await third.close()
    skew += 200
    const fourth = await start()
    expect(await kids(fourth)).toEqual([next])
    await fourth.close()
  })

  test('goes on after a change of algorithm: old tokens stay good', async () => {
    const store = memoryStore()
    const first = await startMcp({ store })
    await first.close()
    const second = await startMcp({ store, mcp: { signingAlgorithm: 'EdDSA' } })
    const { keys } = (await get('/.well-known/jwks.json', second)).json
    expect(keys.map((key: { alg: string }) => key.alg)).toEqual(['ES256', 'EdDSA'])
    await second.close()
  })

  test('holds a key of the configuration, which then signs', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const signingKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const own = await startMcp({ mcp: { signingKeyPem, signingAlgorithm: 'RS256' } })
    const { json } = await redeem(own, await getCode(own))
    const { kid } = decodeProtectedHeader(json.access_token)
    expect(kid).toMatch(/^pinned-[\w-]{16}$/)
    const { keys } = (await get('/.well-known/jwks.json', own)).json
    expect(keys).toEqual([
      { kty: 'RSA', n: expect.any(String), e: 'AQAB', alg: 'RS256', use: 'sig', kid },
    ])
    expect((await call(own, json.access_token)).status).toBe(200)
    await own.close()
  })

  test.each([
    ['no key', 'nonsense', 'ES256'],
    ['a key of another kind', pem('ed25519'), 'ES256'],
    ['a short RSA key', pem('rsa'), 'RS256'],
  ] as const)(
    '%s in the configuration stops the start',
    async (_title, signingKeyPem, signingAlgorithm) => {
      const starting = startMcp({ mcp: { signingKeyPem, signingAlgorithm } })
      await expect(starting).rejects.toMatchObject({
        code: 'OAUTH_CONFIG',
        message: expect.stringContaining('mcp.signingKeyPem'),
      })
      await expect(starting).rejects.not.toThrow('PRIVATE KEY')
    },
  )

  function pem(kind: 'ed25519' | 'rsa'): string {
    const key =
      kind === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey
        : generateKeyPairSync('ed25519').privateKey
    return createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' }))
      .export({ type: 'pkcs8', format: 'pem' })
      .toString()
  }
})
