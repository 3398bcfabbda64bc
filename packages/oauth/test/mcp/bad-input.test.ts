/** Each endpoint's answer to malformed, missing, repeated, oversized and contradictory parameters. */
import { postgresStore } from '@entrepot/oauth/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { CALLBACK, type McpApp, pkce, register, startMcp } from '../support/mcp.ts'

const SECRET = 'a client secret of more than thirty-two characters'
const WEB = 'https://app.example/callback'
let app: McpApp
let clientId: string
let webId: string

beforeAll(async () => {
  app = await startMcp({
    mcp: {
      dynamicClientRegistration: { rateLimit: false },
      scopes: { read: 'Read' },
      clients: {
        shop: { clientSecret: SECRET, redirectUris: [CALLBACK] },
        machine: { grantTypes: ['refresh_token'], redirectUris: [CALLBACK] },
      },
    },
  })
  clientId = (await register(app)).client_id
  webId = (await register(app, { redirect_uris: [WEB] })).client_id
})
afterAll(async () => await app.close())

type Changes = Record<string, string | readonly string[] | undefined>

/** An authorization request with changes: undefined leaves a parameter out, a list repeats it. */
async function authorize(changes: Changes, accept = 'application/json') {
  const url = new URL(`${app.origin}/oauth/mcp/authorize`)
  const all: Changes = {
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    state: 'a state & more',
    ...changes,
  }
  for (const [name, value] of Object.entries(all)) {
    for (const one of value === undefined ? [] : [value].flat()) url.searchParams.append(name, one)
  }
  return await createBrowser().get(url.href, { headers: { accept } })
}

describe('the authorization endpoint', () => {
  test.each<[string, Changes, string]>([
    ['no client', { client_id: undefined }, 'invalid_request'],
    ['an empty client', { client_id: '' }, 'invalid_request'],
    ['two clients', { client_id: ['a', 'b'] }, 'invalid_request'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['a very long client', { client_id: 'x'.repeat(5_000) }, 'invalid_client'],
    ['a client with a NUL', { client_id: 'a\u0000b' }, 'invalid_client'],
    ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['two redirect URIs', { redirect_uri: [CALLBACK, 'https://evil.example'] }, 'invalid_request'],
    ['a foreign redirect URI', { redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    ['a longer redirect URI', { redirect_uri: `${CALLBACK}/more` }, 'invalid_request'],
    ['a redirect URI with a query', { redirect_uri: `${CALLBACK}?x=1` }, 'invalid_request'],
    [
      'another loopback name',
      { redirect_uri: 'http://localhost:4001/callback' },
      'invalid_request',
    ],
    ['a user name', { redirect_uri: 'http://a@127.0.0.1:4001/callback' }, 'invalid_request'],
    ['a relative redirect URI', { redirect_uri: '/callback' }, 'invalid_request'],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'invalid_request'],
  ])('never redirects with %s', async (_title, changes, error) => {
    const { status, json, headers, location } = await authorize(changes)
    expect([status, json.error, location]).toEqual([400, error, undefined])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    const page = await authorize(changes, 'text/html')
    expect([page.status, page.headers.get('content-type')]).toEqual([
      400,
      'text/html; charset=utf-8',
    ])
    expect(page.text).not.toContain('<script')
  })

  test.each<[string, Changes]>([
    ['a client that is gone', { client_id: 'nobody' }],
    ['a foreign redirect URI', { redirect_uri: 'https://evil.example/' }],
  ])('tells a person with %s what to do next', async (_title, changes) => {
    const { text } = await authorize(changes, 'text/html')
    expect(text).toContain('Start again in the application; if that does not help, remove this')
  })

  test.each<[string, Changes, string]>([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['two response types', { response_type: ['code', 'code'] }, 'invalid_request'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['two response modes', { response_mode: ['query', 'fragment'] }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['a challenge of other characters', { code_challenge: '+'.repeat(43) }, 'invalid_request'],
    ['two challenges', { code_challenge: ['a', 'b'] }, 'invalid_request'],
    ['a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['a resource that is no URL', { resource: 'mcp' }, 'invalid_target'],
    ['a resource with a fragment', { resource: 'FRAGMENT' }, 'invalid_target'],
    [
      'two resources, one foreign',
      { resource: ['OWN', 'https://other.example'] },
      'invalid_target',
    ],
    ['unknown scopes', { scope: 'nonsense' }, 'invalid_scope'],
    ['malformed scopes', { scope: 'a"b' }, 'invalid_scope'],
    ['two scopes', { scope: ['read', 'read'] }, 'invalid_request'],
    ['a client without the grant', { client_id: 'machine' }, 'unauthorized_client'],
  ])('tells the client of %s', async (_title, changes, error) => {
    const resource = changes.resource && [changes.resource].flat().map(ownResource)
    const { status, location } = await authorize({ ...changes, ...(resource && { resource }) })
    expect(status).toBe(302)
    const url = new URL(location ?? '')
    expect(url.origin + url.pathname).toBe(CALLBACK)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x7e]+$/),
      state: 'a state & more',
      iss: app.issuer,
    })
  })

  const ownResource = (one: string) =>
    one === 'OWN' ? app.resource : one === 'FRAGMENT' ? `${app.resource}#x` : one

  test('does not say back a state that came twice or is too long', async () => {
    for (const state of [['a', 'b'], 'x'.repeat(2_049)]) {
      const { location } = await authorize({ state })
      expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_request')
    }
  })

  test('takes parameters without a value as left out', async () => {
    const empty = { resource: '', response_mode: '', scope: '', state: '' }
    expect((await authorize(empty, 'text/html')).status).toBe(200)
    const { location } = await authorize({ ...empty, response_type: 'token' })
    expect(new URL(location ?? '').searchParams.has('state')).toBe(false)
  })

  test('asks the person before it sends them to an address that anybody could have registered', async () => {
    const { status, text, location } = await authorize(
      { client_id: webId, redirect_uri: WEB, response_type: 'token' },
      'text/html',
    )
    expect([status, location]).toEqual([400, undefined])
    expect(text).toContain('Go back to app.example')
    expect(text).toContain('https://app.example/callback?error&#61;unsupported_response_type')
  })

  test('takes GET only', async () => {
    for (const method of ['POST', 'PUT', 'HEAD']) {
      const response = await fetch(`${app.origin}/oauth/mcp/authorize`, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
    }
  })
})

test.each([
  ['token', 'GET', 'OPTIONS, POST'],
  ['token', 'PUT', 'OPTIONS, POST'],
  ['revoke', 'GET', 'OPTIONS, POST'],
  ['introspect', 'DELETE', 'POST'],
  ['register', 'GET', 'OPTIONS, POST'],
])('the endpoint %s says to a %s which methods it has', async (name, method, allow) => {
  const response = await fetch(`${app.origin}/oauth/mcp/${name}`, { method })
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toMatchObject({ error: 'invalid_request' })
})

describe('the consent form', () => {
  test.each([
    ['nothing', ''],
    ['an unknown token', 'token=unknown&decision=allow'],
    ['two tokens', 'token=a&token=b&decision=allow'],
    ['no form', '{"token":1}'],
  ])('answers 400 to %s', async (_title, body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(`${app.origin}/oauth/mcp/confirm`, {
      method: 'POST',
      body,
      headers,
    })
    expect(response.status).toBe(400)
  })
})

const FORM = 'application/x-www-form-urlencoded'

async function send(path: string, body: string, type: string | undefined = FORM, headers = {}) {
  const response = await fetch(`${app.origin}${path}`, {
    method: 'POST',
    body: new TextEncoder().encode(body),
    headers: { ...(type && { 'content-type': type }), ...headers },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, json: text && JSON.parse(text) }
}

describe('the token endpoint', () => {
  test.each<[string, string, number, string]>([
    ['an empty body', '', 400, 'invalid_request'],
    ['no grant type', 'client_id=x', 400, 'invalid_request'],
    ['an unknown grant type', 'grant_type=password', 400, 'unsupported_grant_type'],
    ['a grant that is off', 'grant_type=client_credentials', 400, 'unsupported_grant_type'],
    ['a name of Object', 'grant_type=constructor', 400, 'unsupported_grant_type'],
    [
      'a parameter twice',
      'grant_type=refresh_token&client_id=a&client_id=b',
      400,
      'invalid_request',
    ],
    ['no client', 'grant_type=refresh_token', 401, 'invalid_client'],
    ['an unknown client', 'grant_type=refresh_token&client_id=x', 401, 'invalid_client'],
    ['no code', 'grant_type=authorization_code&client_id=CLIENT', 400, 'invalid_request'],
    [
      'no verifier',
      'grant_type=authorization_code&client_id=CLIENT&code=x',
      400,
      'invalid_request',
    ],
    [
      'an unknown code',
      `grant_type=authorization_code&client_id=CLIENT&code=x&code_verifier=${'v'.repeat(43)}`,
      400,
      'invalid_grant',
    ],
    ['no refresh token', 'grant_type=refresh_token&client_id=CLIENT', 400, 'invalid_request'],
    [
      'an unknown one',
      'grant_type=refresh_token&client_id=CLIENT&refresh_token=x',
      400,
      'invalid_grant',
    ],
    [
      'a malformed scope',
      'grant_type=refresh_token&client_id=CLIENT&refresh_token=x&scope=%22',
      400,
      'invalid_scope',
    ],
    [
      'a foreign resource',
      'grant_type=refresh_token&client_id=CLIENT&refresh_token=x&resource=https://x.example',
      400,
      'invalid_target',
    ],
    [
      'half an assertion',
      'grant_type=refresh_token&client_assertion=x&refresh_token=x',
      400,
      'invalid_request',
    ],
    [
      'an assertion of another type',
      'grant_type=refresh_token&client_assertion=x&client_assertion_type=y',
      400,
      'invalid_request',
    ],
    ['broken percent signs', 'grant_type=%zz', 400, 'unsupported_grant_type'],
  ])('answers an error and no-store to %s', async (_title, body, status, error) => {
    const answer = await send('/oauth/mcp/token', body.replace('CLIENT', clientId))
    expect([answer.status, answer.json.error]).toEqual([status, error])
    expect(answer.json.error_description).toMatch(/^[\x20-\x7e]+$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('answers 413 to a body that is too large, as an OAuth error', async () => {
    const answer = await send('/oauth/mcp/token', `grant_type=${'x'.repeat(70_000)}`)
    expect([answer.status, answer.json.error]).toEqual([413, 'invalid_request'])
  })

  test.each([
    ['Basic', 'Basic !!!'],
    ['Basic without a colon', `Basic ${Buffer.from('shop').toString('base64')}`],
    ['Basic with broken percent signs', `Basic ${Buffer.from('%zz:x').toString('base64')}`],
    ['Bearer', 'Bearer x'],
  ])('refuses the header %s', async (_title, authorization) => {
    const body = 'grant_type=refresh_token&refresh_token=x'
    const answer = await send('/oauth/mcp/token', body, FORM, { authorization })
    expect([answer.status, answer.json.error]).toEqual([401, 'invalid_client'])
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="oauth"')
  })

  test('refuses a client_id that contradicts the header', async () => {
    const authorization = `Basic ${Buffer.from(`shop:${SECRET}`).toString('base64')}`
    const body = `grant_type=refresh_token&refresh_token=x&client_id=${clientId}`
    const answer = await send('/oauth/mcp/token', body, FORM, { authorization })
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request'])
  })

  test('takes JSON with texts, and refuses other JSON', async () => {
    const json = 'application/json'
    const good = await send('/oauth/mcp/token', '{"grant_type":"password"}', json)
    expect(good.json.error).toBe('unsupported_grant_type')
    for (const body of ['[]', '{"grant_type":1}', '{', 'null']) {
      expect((await send('/oauth/mcp/token', body, json)).json.error).toBe('invalid_request')
    }
  })
})

describe('registration', () => {
  test.each<[string, object | string, string]>([
    ['no JSON', 'nonsense', 'invalid_client_metadata'],
    ['a list', [], 'invalid_client_metadata'],
    ['nothing', {}, 'invalid_redirect_uri'],
    ['no redirect URIs', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['a redirect URI that is no text', { redirect_uris: [1] }, 'invalid_redirect_uri'],
    ['plain http', { redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://app.example/cb#x'] }, 'invalid_redirect_uri'],
    ['a user name', { redirect_uris: ['https://u:p@app.example/cb'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['data', { redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    ['an app scheme', { redirect_uris: ['robot-app://app/cb'] }, 'invalid_redirect_uri'],
    [
      'a backslash',
      { redirect_uris: ['https://app.example\\@evil.example'] },
      'invalid_redirect_uri',
    ],
    ['too many redirect URIs', { redirect_uris: Array(33).fill(CALLBACK) }, 'invalid_redirect_uri'],
    [
      'a name that is no text',
      { redirect_uris: [CALLBACK], client_name: 1 },
      'invalid_client_metadata',
    ],
    [
      'no useful grant',
      { redirect_uris: [CALLBACK], grant_types: ['implicit'] },
      'invalid_client_metadata',
    ],
    [
      'the implicit flow',
      { redirect_uris: [CALLBACK], response_types: ['token'] },
      'invalid_client_metadata',
    ],
    [
      'an unknown method',
      { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'tls_client_auth' },
      'invalid_client_metadata',
    ],
    [
      'no keys',
      { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'private_key_jwt' },
      'invalid_client_metadata',
    ],
    [
      'a private key',
      {
        redirect_uris: [CALLBACK],
        jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'a', d: 'b' }] },
      },
      'invalid_client_metadata',
    ],
    [
      'a script as a website',
      { redirect_uris: [CALLBACK], client_uri: 'javascript:x' },
      'invalid_client_metadata',
    ],
    ['a malformed scope', { redirect_uris: [CALLBACK], scope: 'a"b' }, 'invalid_client_metadata'],
  ])('refuses %s', async (_title, metadata, error) => {
    const body = typeof metadata === 'string' ? metadata : JSON.stringify(metadata)
    const { status, json, headers } = await send('/oauth/mcp/register', body, 'application/json')
    expect([status, json.error]).toEqual([400, error])
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('revocation and introspection', () => {
  test.each([
    ['revoke', '', 400, 'invalid_request'],
    ['revoke', 'token=x', 401, 'invalid_client'],
    ['revoke', 'client_id=CLIENT', 400, 'invalid_request'],
    ['introspect', '', 400, 'invalid_request'],
    ['introspect', 'token=x&client_id=CLIENT', 401, 'invalid_client'],
    ['introspect', `client_id=shop&client_secret=${SECRET}`, 400, 'invalid_request'],
    ['introspect', 'client_id=shop&client_secret=wrong&token=x', 401, 'invalid_client'],
  ])('%s answers %s with %i %s', async (path, body, status, error) => {
    const answer = await send(`/oauth/mcp/${path}`, body.replace('CLIENT', clientId))
    expect([answer.status, answer.json.error]).toEqual([status, error])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('texts that PostgreSQL does not take never become a 5xx', () => {
  let real: McpApp
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createDatabase()
    drop = database.drop
    real = await startMcp({ store: postgresStore(database.pool) })
  })
  afterAll(async () => {
    await real.close()
    await drop()
  })

  const bad = ['a\u0000b', '\ud800', '\u001b[31m', 'a\nb', 'a\u009fb']

  test('in a registration', async () => {
    for (const text of bad) {
      for (const name of ['client_name', 'software_id', 'scope']) {
        expect((await register(real, { [name]: text })).error).toBe('invalid_client_metadata')
      }
      const { error } = await register(real, { redirect_uris: [`https://app.example/${text}`] })
      expect(error).toBe('invalid_redirect_uri')
      expect((await register(real, { contacts: [text] })).error).toBe('invalid_client_metadata')
    }
    expect(
      (await register(real, { client_name: 'Röbot 🤖 "quoted" C:\\new' })).error,
    ).toBeUndefined()
  })

  test('in parameters, paths and headers', async () => {
    const id = (await register(real)).client_id
    const grant = {
      grant_type: 'authorization_code',
      client_id: id,
      code: 'x',
      code_verifier: 'v'.repeat(43),
    }
    for (const text of bad) {
      for (const name of [
        'client_id',
        'redirect_uri',
        'code',
        'resource',
        'refresh_token',
        'client_secret',
      ]) {
        const body = new URLSearchParams({ ...grant, [name]: text })
        const { status } = await fetch(`${real.origin}/oauth/mcp/token`, { method: 'POST', body })
        expect([name, text, status >= 400 && status < 500]).toEqual([name, text, true])
      }
      for (const path of ['revoke', 'introspect']) {
        const body = new URLSearchParams({ client_id: id, token: text })
        const { status } = await fetch(`${real.origin}/oauth/mcp/${path}`, { method: 'POST', body })
        expect(status).toBeLessThan(500)
      }
      const path = encodeURIComponent(text.toWellFormed())
      const managed = await fetch(`${real.origin}/oauth/mcp/register/${path}`)
      expect(managed.status).toBe(401)
      const query = new URLSearchParams({ client_id: text, redirect_uri: CALLBACK })
      expect((await fetch(`${real.origin}/oauth/mcp/authorize?${query}`)).status).toBe(400)
      const authorization = `Basic ${Buffer.from(`${path}:x`).toString('base64')}`
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' })
      const headers = { authorization }
      const basic = await fetch(`${real.origin}/oauth/mcp/token`, { method: 'POST', body, headers })
      expect(basic.status).toBe(401)
    }
  })
})
