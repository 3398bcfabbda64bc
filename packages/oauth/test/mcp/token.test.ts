import { memoryStore } from '@entrepot/oauth/memory'
import { decodeJwt, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAssertion, signAssertion } from '../support/assertion.ts'
import {
  CALLBACK,
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
/** Every character of base64, and what form-encoding would read as something else. */
const ODD_SECRET = 'a+client/secret%2Bwith 100% of=odd:characters'
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>
let app: McpApp
let ed: KeyPair
let es: KeyPair
/** Seconds that the clock of the store is ahead. */
let skew = 0
const issued: Record<string, unknown>[] = []

beforeAll(async () => {
  ed = await generateKeyPair('EdDSA', { extractable: true })
  es = await generateKeyPair('ES256', { extractable: true })
  const jwks = async (pair: KeyPair) => ({ keys: [{ ...(await exportJWK(pair.publicKey)) }] })
  app = await startMcp({
    store: memoryStore({ clock: () => Date.now() / 1_000 + skew }),
    mcp: {
      scopes: { read: 'Read', write: { description: 'Write', includes: ['read'] } },
      clientCredentials: { enabled: true, rateLimit: 1_000 },
      clients: {
        shop: { clientSecret: SECRET, redirectUris: [CALLBACK], trusted: true },
        signer: { jwks: await jwks(es), redirectUris: [CALLBACK], trusted: true },
        agent: { jwks: await jwks(ed), grantTypes: ['client_credentials'], scope: 'read write' },
        odd: { clientSecret: ODD_SECRET, redirectUris: [CALLBACK] },
        'id+with%2B': { clientSecret: ODD_SECRET, redirectUris: [CALLBACK] },
        machine: {
          clientSecret: SECRET,
          grantTypes: ['client_credentials'],
          scope: 'read write',
        },
        limited: { jwks: await jwks(ed), grantTypes: ['client_credentials'], scope: 'read' },
      },
    },
  })
  app.app.oauth.registerHooks({
    onMCPTokenIssued: (event) => {
      issued.push({ ...event })
      throw new Error('hooks may fail')
    },
  })
})
afterAll(async () => await app.close())

const assertion = async (clientId: string, claims = {}, pair = ed, alg = 'EdDSA') =>
  await signAssertion(pair.privateKey, clientId, app.issuer, { claims, alg })

const token = (parameters: Record<string, string | undefined>, headers = {}) =>
  post(`${app.origin}/oauth/mcp/token`, parameters, headers)

describe('authorization_code', () => {
  test('gives an access token of RFC 9068, a refresh token, and answers that nobody stores', async () => {
    const code = await getCode(app, { scope: 'read' })
    const { status, headers, json } = await redeem(app, code)
    expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([
      200,
      'no-store',
      'no-cache',
    ])
    expect(json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'read',
      refresh_token: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}\.[\w-]{22}$/),
    })
    expect(decodeJwt(json.access_token)).toEqual({
      iss: app.issuer,
      sub: 'ann@example.com',
      aud: app.resource,
      client_id: code.clientId,
      scope: 'read',
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    })
  })

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['a malformed verifier', { code_verifier: 'short' }, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 'invalid_request'],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:4001/other' }, 'invalid_grant'],
    ['a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['a malformed resource', { resource: 'mcp' }, 'invalid_target'],
    ['another client', { client_id: 'nobody' }, 'invalid_client'],
  ])('an exchange with %s is refused, and the code stays good', async (_title, change, error) => {
    const code = await getCode(app)
    expect((await redeem(app, code, change)).json.error).toBe(error)
    expect((await redeem(app, code)).status).toBe(200)
  })

  test('is told of offline_access, and the token is not: it means nothing to the resource', async () => {
    const code = await getCode(app, { scope: 'read offline_access' })
    const { json } = await redeem(app, code)
    expect(json.scope).toBe('read offline_access')
    expect(decodeJwt(json.access_token).scope).toBe('read')
    const { json: next } = await refresh(app, code.clientId, json.refresh_token)
    expect(next.scope).toBe('read offline_access')
    expect(decodeJwt(next.access_token).scope).toBe('read')
    const alone = await redeem(app, await getCode(app, { scope: 'offline_access' }))
    expect(alone.json.scope).toBe('offline_access')
    expect(decodeJwt(alone.json.access_token)).not.toHaveProperty('scope')
  })

  test.each([
    [299, 200],
    [301, 400],
  ])('a code is %i seconds old: %i', async (seconds, status) => {
    let now = Date.now() / 1_000
    const store = memoryStore({ clock: () => now })
    const own = await startMcp({ store })
    const code = await getCode(own)
    now += seconds
    expect((await redeem(own, code)).status).toBe(status)
    await own.close()
  })

  test("the hook hears of the token, and its failure is nobody's", async () => {
    const code = await getCode(app, { scope: 'read' })
    const { json } = await redeem(app, code)
    const { jti } = decodeJwt(json.access_token)
    await expect
      .poll(() => issued.find((one) => one.jti === jti))
      .toEqual({
        type: 'access',
        client_id: code.clientId,
        sub: 'ann@example.com',
        aud: app.resource,
        scope: 'read',
        jti,
      })
  })
})

describe('refresh_token', () => {
  test('goes from one token to the next', async () => {
    const code = await getCode(app)
    let { json } = await redeem(app, code)
    for (let round = 0; round < 3; round += 1) {
      const next = await refresh(app, code.clientId, json.refresh_token)
      expect(next.status).toBe(200)
      expect(next.json.refresh_token).not.toBe(json.refresh_token)
      json = next.json
    }
  })

  test('narrows the scope of the access token, and never widens it', async () => {
    const code = await getCode(app, { scope: 'read write' })
    const { json } = await redeem(app, code)
    const wider = await refresh(app, code.clientId, json.refresh_token, { scope: 'read admin' })
    expect(wider.json.error).toBe('invalid_scope')
    const narrow = await refresh(app, code.clientId, json.refresh_token, { scope: 'read' })
    expect([narrow.json.scope, decodeJwt(narrow.json.access_token).scope]).toEqual(['read', 'read'])
    const whole = await refresh(app, code.clientId, narrow.json.refresh_token)
    expect(whole.json.scope).toBe('read write')
  })

  test('narrows to nothing no token: its answer would say that all was granted', async () => {
    const code = await getCode(app, { scope: 'read' })
    const { json } = await redeem(app, code)
    const blank = await refresh(app, code.clientId, json.refresh_token, { scope: ' ' })
    expect(blank.json.error).toBe('invalid_scope')
    expect((await refresh(app, code.clientId, json.refresh_token)).json.scope).toBe('read')
  })

  test('is given only with offline_access when the settings say so', async () => {
    const strict = await startMcp({ mcp: { refreshTokenRequiresOfflineAccess: true } })
    const without = await redeem(strict, await getCode(strict, { scope: 'read' }))
    expect(without.json.refresh_token).toBeUndefined()
    const withIt = await redeem(strict, await getCode(strict, { scope: 'read offline_access' }))
    expect(withIt.json.refresh_token).toBeDefined()
    await strict.close()
  })
})

describe('client authentication', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
  })

  test('takes a secret in the header and in the body', async () => {
    const one = await getCode(app, { clientId: 'shop' })
    const secret = { client_secret: SECRET }
    expect((await redeem(app, one, secret)).status).toBe(200)
    const two = await getCode(app, { clientId: 'shop' })
    const grant = { grant_type: 'authorization_code', code: two.code, code_verifier: two.verifier }
    expect((await token(grant, basic('shop', SECRET))).status).toBe(200)
  })

  test.each(['odd', 'id+with%2B'])(
    'takes the secret of %s encoded, as RFC 6749 asks, and as it is, as curl and the MCP SDKs send it',
    async (id) => {
      const verbatim = `Basic ${btoa(`${id}:${ODD_SECRET}`)}`
      const form = new URLSearchParams({ id, secret: ODD_SECRET }).toString()
      const [encodedId, encodedSecret] = form.split('&').map((one) => one.split('=')[1])
      const encoded = `Basic ${btoa(`${encodedId}:${encodedSecret}`)}`
      const ask = async (authorization: string) => {
        const headers = { authorization }
        return (await post(`${app.origin}/oauth/mcp/introspect`, { token: 'x' }, headers)).status
      }
      expect([
        await ask(verbatim),
        await ask(encoded),
        await ask(basic(id, ODD_SECRET).authorization),
      ]).toEqual([200, 200, 200])
      expect(await ask(`Basic ${btoa(`${id}:${ODD_SECRET.replace('+', '-')}`)}`)).toBe(401)
    },
  )

  test('refuses a wrong secret with 401, and tells those who used the header so', async () => {
    const code = await getCode(app, { clientId: 'shop' })
    const grant = {
      grant_type: 'authorization_code',
      code: code.code,
      code_verifier: code.verifier,
    }
    const wrong = await token(grant, basic('shop', 'wrong'))
    expect([wrong.status, wrong.json.error, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_client',
      'Basic realm="oauth"',
    ])
    expect((await redeem(app, code, { client_secret: 'wrong' })).json.error).toBe('invalid_client')
    expect((await redeem(app, code)).json.error).toBe('invalid_client')
    expect((await redeem(app, code, { client_secret: SECRET })).status).toBe(200)
  })

  test.each([
    ['Basic without a secret, with client_id', (id: string) => basic(id, ''), true],
    ['Basic without a secret, instead of client_id', (id: string) => basic(id, ''), false],
    [
      'a token for another server',
      () => ({ authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }),
      true,
    ],
  ])('takes a public client that sends %s (RFC 6749, section 2.3.1)', async (_, header, named) => {
    const { clientId, code, verifier } = await getCode(app)
    const headers = header(clientId)
    const client = named ? { client_id: clientId } : {}
    const grant = { grant_type: 'authorization_code', code, code_verifier: verifier }
    const redeemed = await token({ ...grant, ...client, redirect_uri: CALLBACK }, headers)
    expect(redeemed.status).toBe(200)
    const { refresh_token } = redeemed.json
    const next = await token({ grant_type: 'refresh_token', refresh_token, ...client }, headers)
    expect(next.status).toBe(200)
    const revoked = { token: next.json.refresh_token, ...client }
    expect((await post(`${app.origin}/oauth/mcp/revoke`, revoked, headers)).status).toBe(200)
  })

  test('takes no confidential client without its secret, and no other client than the header names', async () => {
    const { code, verifier } = await getCode(app, { clientId: 'shop' })
    const grant = { grant_type: 'authorization_code', code, code_verifier: verifier }
    const bearer = { authorization: `Bearer ${SECRET}` }
    for (const headers of [basic('shop', ''), bearer]) {
      const { status, json } = await token({ ...grant, client_id: 'shop' }, headers)
      expect([status, json.error]).toEqual([401, 'invalid_client'])
    }
    const { client_id } = await register(app)
    const other = await token({ ...grant, client_id: 'shop' }, basic(client_id, ''))
    expect(other.json.error).toBe('invalid_request')
  })

  test('refuses a public client that sends a secret, and two ways at once', async () => {
    const code = await getCode(app)
    expect((await redeem(app, code, { client_secret: 'x' })).json.error).toBe('invalid_client')
    const grant = { grant_type: 'refresh_token', refresh_token: 'x', client_secret: SECRET }
    expect((await token(grant, basic('shop', SECRET))).json.error).toBe('invalid_request')
  })

  test('a registered confidential client gets a secret that is stored hashed', async () => {
    const client = await register(app, { token_endpoint_auth_method: 'client_secret_basic' })
    expect(client).toMatchObject({ client_secret: expect.any(String), client_secret_expires_at: 0 })
    const code = await getCode(app, { clientId: client.client_id })
    expect((await redeem(app, code)).json.error).toBe('invalid_client')
    expect((await redeem(app, code, { client_secret: client.client_secret })).status).toBe(200)
  })

  test("takes private_key_jwt for people's clients too, each assertion once", async () => {
    const code = await getCode(app, { clientId: 'signer' })
    const signed = await assertion('signer', {}, es, 'ES256')
    const { client_id: _, ...grant } = {
      client_id: '',
      grant_type: 'authorization_code',
      code: code.code,
      code_verifier: code.verifier,
    }
    const first = await token({ ...grant, ...signed })
    expect(first.status).toBe(200)
    const again = {
      grant_type: 'refresh_token',
      refresh_token: first.json.refresh_token,
      ...signed,
    }
    expect((await token(again)).json.error).toBe('invalid_client')
    const fresh = await assertion('signer', {}, es, 'ES256')
    expect((await token({ ...again, ...fresh })).status).toBe(200)
  })
})

describe('client_credentials', () => {
  const grant = { grant_type: 'client_credentials' }

  test('gives what the client is configured with, or less', async () => {
    const narrow = await token({ ...grant, ...(await assertion('agent')), scope: 'read' })
    expect(narrow.json.scope).toBe('read')
    const wide = await token({ ...grant, ...(await assertion('limited')), scope: 'write' })
    expect(wide.json.error).toBe('invalid_scope')
    const blank = await token({ ...grant, ...(await assertion('agent')), scope: ' ' })
    expect(blank.json.error).toBe('invalid_scope')
  })

  test.each(['ES256', 'RS256'])(
    'takes assertions that are signed with %s, as the metadata says',
    async (alg) => {
      const pair = await generateKeyPair(alg, { extractable: true })
      const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)) }] }
      const own = await startMcp({
        mcp: {
          clientCredentials: { enabled: true },
          clients: { agent: { jwks, grantTypes: ['client_credentials'], scope: 'read' } },
        },
      })
      const signed = await signAssertion(pair.privateKey, 'agent', own.issuer, { alg })
      const answer = await post(`${own.origin}/oauth/mcp/token`, { ...grant, ...signed })
      expect([answer.status, answer.json.scope]).toEqual([200, 'read'])
      await own.close()
    },
  )

  test('takes the secret that the operator gave to a client, and writes it to the audit', async () => {
    const authorization = `Basic ${btoa(`machine:${SECRET}`)}`
    const { status, json } = await token({ ...grant, scope: 'read' }, { authorization })
    expect([status, json.scope]).toEqual([200, 'read'])
    expect(decodeJwt(json.access_token)).toMatchObject({ sub: 'machine', client_id: 'machine' })
    const [row] = await mcpOf(app).audit({ clientId: 'machine' })
    expect(row).toMatchObject({ event: 'oauth.mcp.token.issued', sub: 'machine' })
    const inBody = { ...grant, client_id: 'machine', client_secret: SECRET }
    expect((await token(inBody)).status).toBe(200)
    expect((await token({ ...grant, client_id: 'machine' })).json.error).toBe('invalid_client')
  })

  test.each<[string, (now: number) => object]>([
    ['of another client', () => ({ iss: 'shop' })],
    ['for another audience', () => ({ aud: 'https://other.example' })],
    ['that has expired', (now) => ({ iat: now - 400, exp: now - 100 })],
    ['that lives too long', (now) => ({ exp: now + 3_600 })],
    ['from the future', (now) => ({ iat: now + 120, exp: now + 300 })],
    ['not yet valid', (now) => ({ nbf: now + 120 })],
    ['without jti', () => ({ jti: undefined })],
    ['with an empty jti', () => ({ jti: '' })],
    ['with a jti that is too long', () => ({ jti: 'x'.repeat(257) })],
    ['without exp', () => ({ exp: undefined })],
  ])('refuses an assertion %s', async (_title, change) => {
    const changed = await assertion('agent', change(Math.floor(Date.now() / 1_000)))
    const { status, json } = await token({ ...grant, ...changed })
    expect([status, json.error]).toEqual([401, 'invalid_client'])
  })

  test('takes an assertion without iat, which may be left out (RFC 7523, section 3)', async () => {
    const signed = await assertion('agent', { iat: undefined })
    expect((await token({ ...grant, ...signed })).status).toBe(200)
  })

  test('refuses an assertion with another key, with another algorithm, and one that is none', async () => {
    const stranger = await generateKeyPair('EdDSA')
    const bad = [
      await assertion('agent', {}, stranger),
      await assertion('agent', {}, es, 'ES256'),
      asAssertion('a.b.c'),
      asAssertion('x'.repeat(10_000)),
    ]
    for (const one of bad)
      expect((await token({ ...grant, ...one })).json.error).toBe('invalid_client')
  })

  test('refuses a foreign resource, and leaves the assertion good', async () => {
    const signed = await assertion('agent')
    const foreign = await token({ ...grant, ...signed, resource: 'https://other.example/mcp' })
    expect(foreign.json.error).toBe('invalid_target')
    expect((await token({ ...grant, ...signed, resource: app.resource })).status).toBe(200)
  })

  test('remembers an assertion for as long as it can be valid', async () => {
    const signed = await assertion('agent')
    expect((await token({ ...grant, ...signed })).status).toBe(200)
    skew = 299
    expect((await token({ ...grant, ...signed })).json.error).toBe('invalid_client')
    skew = 0
  })

  test('is not for clients that the configuration does not give it to', async () => {
    const signed = await assertion('signer', {}, es, 'ES256')
    expect((await token({ ...grant, ...signed })).json.error).toBe('unauthorized_client')
    const { client_id } = await register(app, {
      grant_types: ['client_credentials', 'authorization_code'],
    })
    expect((await token({ ...grant, client_id })).json.error).toBe('unauthorized_client')
  })
})
