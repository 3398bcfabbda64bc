/** Assertions of an identity provider about people (ID-JAG), and what they give. */
import { makeIssuerKey, signToken } from '@entrepot/test-support/asserting-issuer'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../support/app.ts'
import { createKey, signProof, tokenUrl } from '../../support/dpop.ts'
import { type IdJagApp, JWT_BEARER, startIdJag } from '../../support/id-jag.ts'
import { call, mcpOf, startMcp } from '../../support/mcp.ts'

let app: IdJagApp
beforeAll(async () => {
  app = await startIdJag()
})
afterAll(async () => await app.close())

async function start(...options: Parameters<typeof startIdJag>): Promise<IdJagApp> {
  const own = await startIdJag(...options)
  onTestFinished(async () => await own.close())
  return own
}

test('an assertion gives a short token for the person, which the guard accepts, and no refresh token', async () => {
  const { status, json, headers } = await app.present(await app.sign())
  expect([status, json]).toEqual([
    200,
    {
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'read write',
    },
  ])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(decodeJwt(json.access_token)).toMatchObject({
    ...{ sub: 'ann', client_id: 'agent', aud: app.resource, scope: 'read write' },
  })
  expect((await call(app, json.access_token)).json).toMatchObject({ sub: 'ann' })
})

test('with a proof the token is bound to its key, which the audit names; an assertion for a key needs it', async () => {
  const own = await start()
  const [key, thief] = [await createKey(), await createKey()]
  const proofOf = async (one = key) => ({ dpop: await signProof(one, { url: tokenUrl(own) }) })
  const bound = { cnf: { jkt: key.jkt } }
  for (const claims of [bound, {}]) {
    const { status, json } = await own.present(await own.sign({ claims }), {}, await proofOf())
    expect([status, json.token_type]).toEqual([200, 'DPoP'])
    expect(decodeJwt(json.access_token).cnf).toEqual({ jkt: key.jkt })
    const [row] = await mcpOf(own).audit({ clientId: 'agent', limit: 1 })
    expect(row?.detail).toMatchObject({ jkt: key.jkt })
  }
  const refused = { status: 400, json: { error: 'invalid_grant' } }
  expect(await own.present(await own.sign({ claims: bound }))).toMatchObject(refused)
  const [byThief, other] = [await proofOf(thief), { cnf: { ...bound.cnf, kid: 'another' } }]
  expect(await own.present(await own.sign({ claims: bound }), {}, byThief)).toMatchObject(refused)
  const unknown = await own.sign({ claims: other })
  expect(await own.present(unknown, {}, await proofOf())).toMatchObject(refused)
})

test('a client that authenticates by the token of its platform gets a token for the person, not for itself', async () => {
  const platform = { issuer: 'https://platform.example', key: await makeIssuerKey() }
  const { jwk } = platform.key
  const own = await start({
    mcp: {
      clients: {
        agent: {
          jwks: { keys: [{ ...jwk }] },
          grantTypes: [JWT_BEARER, 'client_credentials'],
          scope: 'read write',
        },
      },
      clientCredentials: { enabled: true, resolveWorkloads: true },
    },
    hooks: {
      onResolveMCPWorkloads: ({ issuer, subject }) => [
        { clientId: 'agent', issuer, subject, audience: own.issuer, jwks: { keys: [{ ...jwk }] } },
      ],
    },
  })
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: platform.issuer, sub: 'pod-1', aud: own.issuer, iat: now, exp: now + 60 }
  const credentials = {
    client_secret: undefined,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signToken(platform.key, claims, { typ: 'JWT' }),
  }
  const { status, json } = await own.present(await own.sign(), credentials)
  expect([status, decodeJwt(json.access_token)]).toEqual([
    200,
    expect.objectContaining({ sub: 'ann', client_id: 'agent' }),
  ])
  const refused = await own.present('no assertion', credentials)
  expect(refused).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
})

test('the metadata announces the grant and the profile, and neither without an issuer', async () => {
  const metadata = async ({ origin }: { readonly origin: string }) =>
    await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()
  expect(await metadata(app)).toMatchObject({
    grant_types_supported: [
      ...['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
    ],
    authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
  })
  const without = await start({ mcp: { identityAssertions: {} } })
  const plain = await metadata(without)
  expect(plain).toMatchObject({ grant_types_supported: ['authorization_code', 'refresh_token'] })
  expect(plain).not.toHaveProperty('authorization_grant_profiles_supported')
  const refused = await without.present(await without.sign())
  expect(refused).toMatchObject({ status: 400, json: { error: 'unsupported_grant_type' } })
})

test('the audit names the issuer and the subject of what was issued and of what was refused', async () => {
  const own = await start()
  await own.present(await own.sign())
  await own.present(await own.sign({ claims: { aud: 'https://other.example' } }))
  expect(await mcpOf(own).audit({ clientId: 'agent' })).toMatchObject([
    {
      event: 'oauth.mcp.assertion.refused',
      detail: {
        issuer: own.enterprise.issuer,
        subject: 'U-ann',
        reason: expect.stringMatching(/aud/),
      },
    },
    {
      event: 'oauth.mcp.token.issued',
      sub: 'ann',
      detail: { issuer: own.enterprise.issuer, subject: 'U-ann', scope: 'read write' },
    },
  ])
  expect(own.log.join('')).not.toMatch(/eyJ[\w-]+\.eyJ/)
})

describe('the scope', () => {
  const scopeOf = async (own: IdJagApp, claims: object, asked?: string) => {
    const assertion = await own.sign({ claims: { ...claims } })
    const { json } = await own.present(assertion, { scope: asked })
    return json.scope ?? json.error
  }

  test('is what the request asks for, as far as the assertion has it', async () => {
    expect(await scopeOf(app, {}, 'read')).toBe('read')
    expect(await scopeOf(app, {}, 'read admin')).toBe('read')
    expect(await scopeOf(app, {}, 'admin')).toBe('invalid_scope')
    expect(await scopeOf(app, { scope: 'write' }, 'read')).toBe('read')
    expect(await scopeOf(app, { scope: 'openid email read' })).toBe('read')
    expect(await scopeOf(app, { scope: undefined })).toBe('read')
    expect(await scopeOf(app, { scope: 'read unknown' })).toBe('invalid_grant')
  })

  test('is capped by the entry of the issuer, by groups, and by the application', async () => {
    const capped = await start({ trust: { scopes: 'read' } })
    expect(await scopeOf(capped, {})).toBe('read')
    const grouped = await start({ trust: { groups: { staff: 'read', leads: 'write' } } })
    expect(await scopeOf(grouped, { groups: ['staff'] })).toBe('read')
    expect(await scopeOf(grouped, { groups: ['x', 'staff', 'leads'] })).toBe('read write')
    expect(await scopeOf(grouped, { groups: 'leads' })).toBe('read write')
    expect(await scopeOf(grouped, { groups: ['others'] })).toBe('invalid_grant')
    expect(await scopeOf(grouped, {})).toBe('invalid_grant')
    const asked: unknown[] = []
    const limited = await start({
      hooks: {
        onMCPAuthorize: (event) => {
          asked.push(event)
          return { scopes: ['read'] }
        },
      },
    })
    expect(await scopeOf(limited, {})).toBe('read')
    expect(asked).toEqual([
      { client_id: 'agent', sub: 'ann', aud: limited.resource, scope: 'read write' },
    ])
    expect(await scopeOf(limited, { scope: 'admin' })).toBe('access_denied')
  })
})

test('a token is for the resource of the assertion, or without one for that of the request', async () => {
  const audience = async (claims: object, resource?: string) => {
    const assertion = await app.sign({ claims: { scope: 'read', ...claims } })
    const { json } = await app.present(assertion, { resource })
    return json.access_token ? decodeJwt(json.access_token).aud : json.error
  }
  const other = `${app.issuer}/v2`
  expect(await audience({ resource: other })).toBe(other)
  expect(await audience({ resource: [`${app.issuer}/v2/`] })).toBe(other)
  expect(await audience({ resource: undefined })).toBe(app.resource)
  expect(await audience({ resource: undefined }, other)).toBe(other)
  expect(await audience({ resource: other }, other)).toBe(other)
  expect(await audience({ resource: other }, app.resource)).toBe('invalid_target')
  expect(await audience({ resource: 'https://other.example/mcp' })).toBe('invalid_grant')
  expect(await audience({ resource: [other, app.resource] })).toBe('invalid_grant')
  expect(await audience({ resource: 7 })).toBe('invalid_grant')
})

test('the application says who a person is, and the address is given only for trusted domains', async () => {
  const events: { subject: string; email?: string }[] = []
  const own = await start({
    trust: { claims: { tenant: 'acme' } },
    hooks: {
      onMCPIdentityAssertion: ({ subject, email, claims }) => {
        events.push({ subject, ...(email && { email }) })
        if (claims.role === 'fail') throw new Error('the database is down')
        if (claims.role === 'guest') return { status: 'denied', error: 'Guests have no access.' }
        return claims.role === 'nobody' ? null : { user: `user ${subject}` }
      },
    },
  })
  const ask = async (claims: object) => {
    const assertion = await own.sign({ claims: { tenant: 'acme', ...claims } })
    const { status, json } = await own.present(assertion)
    return json.access_token ? decodeJwt(json.access_token).sub : [status, json.error]
  }
  expect(await ask({})).toBe('user U-ann')
  expect(await ask({ email: 'ann@sub.acme.example' })).toBe('user U-ann')
  expect(await ask({ email_verified: false })).toBe('user U-ann')
  expect(events).toEqual([
    { subject: 'U-ann', email: 'ann@acme.example' },
    { subject: 'U-ann' },
    { subject: 'U-ann' },
  ])
  expect(await ask({ role: 'guest' })).toEqual([400, 'access_denied'])
  expect(await ask({ role: 'nobody' })).toEqual([400, 'access_denied'])
  expect(await ask({ role: 'fail' })).toEqual([503, 'temporarily_unavailable'])
  expect(await ask({ tenant: 'other' })).toEqual([400, 'invalid_grant'])
})

test('the keys of the issuer are discovered once, or are where the settings say', async () => {
  const own = await start()
  await own.present(await own.sign())
  await own.present(await own.sign())
  expect(own.enterprise.requests).toEqual(['/.well-known/openid-configuration', '/keys'])
  const direct = await start({ trust: { jwksUri: `${own.enterprise.issuer}/keys` } })
  expect((await direct.present(await direct.sign({ key: own.enterprise.key }))).status).toBe(200)
})

test('an issuer that is out is said to be out, and an assertion that could not be checked may be presented again', async () => {
  const own = await start()
  own.enterprise.intercept = (path) => (path === '/keys' ? { status: 500 } : undefined)
  const assertion = await own.sign()
  const refused = await own.present(assertion)
  expect(refused).toMatchObject({ status: 503, json: { error: 'temporarily_unavailable' } })
  own.enterprise.intercept = undefined
  expect((await own.present(assertion)).status).toBe(200)
})

test('assertions about one person for one client are limited', async () => {
  const own = await start({ trust: { rateLimit: 2 } })
  const statuses = []
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await own.present(await own.sign())).status)
  }
  expect(statuses).toEqual([200, 200, 429])
  const other = await own.sign({ claims: { sub: 'U-bo', email: 'bo@acme.example' } })
  expect((await own.present(other)).status).toBe(200)
})

test('settings of an issuer that cannot be used stop the start, each with its path', async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const starting = startMcp({
    port,
    mcp: {
      scopes: { read: 'Read' },
      identityAssertions: {
        'http://idp.example': { clients: 'agent' },
        [origin]: { clients: 'agent' },
        'https://idp.example': {
          ...{ clients: [], algorithms: ['HS256'], emailDomains: ['@acme.example', 'acme'] },
          ...{ scopes: 'read write', groups: { staff: 'admin' }, claims: { tenant: 'ac*e' } },
          jwksUri: 'http://idp.example/keys',
        },
      },
    },
  })
  const error = await starting.catch((reason: unknown) => reason)
  const { message } = error as Error
  for (const part of [
    'http://idp.example is "http://idp.example": use https',
    `${origin} is this server itself`,
    'https://idp.example.clients is empty',
    'https://idp.example.algorithms names "HS256"',
    'https://idp.example.emailDomains names "@acme.example"',
    'https://idp.example.emailDomains names "acme"',
    'https://idp.example.scopes names write',
    'https://idp.example.groups.staff names admin',
    'https://idp.example.claims.tenant may have a *',
    'https://idp.example.jwksUri is "http://idp.example/keys"',
  ]) {
    expect(message).toContain(`mcp.identityAssertions.${part}`)
  }
})
