/** Assertions of identity providers: forged ones, those for somebody else, and tokens that are none. */
import { createSecretKey } from 'node:crypto'
import { makeIssuerKey, startAssertingIssuer } from '@entrepot/test-support/asserting-issuer'
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { AGENT_SECRET, type IdJagApp, startIdJag } from '../support/id-jag.ts'
import { getCode, mcpOf, post, redeem, register } from '../support/mcp.ts'

let app: IdJagApp
beforeAll(async () => {
  app = await startIdJag({ trust: { rateLimit: false } })
})
afterAll(async () => await app.close())

async function start(...options: Parameters<typeof startIdJag>): Promise<IdJagApp> {
  const own = await startIdJag(...options)
  onTestFinished(async () => await own.close())
  return own
}

/** The error of an assertion. */
async function errorOf(assertion: string, parameters: Record<string, string | undefined> = {}) {
  const { status, json } = await app.present(assertion, parameters)
  expect(json).not.toHaveProperty('access_token')
  return [status, json.error]
}

const REFUSED = [400, 'invalid_grant']

describe('an assertion is refused that is', () => {
  test('for another audience, or for another one besides', async () => {
    for (const aud of ['https://other.example', [app.issuer, 'https://other.example'], []]) {
      expect(await errorOf(await app.sign({ claims: { aud } }))).toEqual(REFUSED)
    }
    expect(await errorOf(await app.sign({ claims: { aud: app.resource } }))).toEqual(REFUSED)
  })

  test('signed by the key of another issuer, or of one that is not trusted', async () => {
    const key = await makeIssuerKey()
    expect(await errorOf(await app.sign({ key }))).toEqual(REFUSED)
    const named = { ...key, jwk: { ...key.jwk, kid: app.enterprise.key.jwk.kid ?? '' } }
    expect(await errorOf(await app.sign({ key: named }))).toEqual(REFUSED)
    const stranger = await startAssertingIssuer()
    onTestFinished(async () => await stranger.close())
    const claims = { iss: stranger.issuer }
    expect(await errorOf(await app.sign({ key: stranger.key, claims }))).toEqual(REFUSED)
    expect(stranger.requests).toEqual([])
  })

  test('signed by one trusted issuer in the name of another', async () => {
    const second = await startAssertingIssuer()
    onTestFinished(async () => await second.close())
    const trust = { clients: ['agent'], emailDomains: 'acme.example' }
    const both = await start({
      enterprise: second,
      mcp: { identityAssertions: { [app.enterprise.issuer]: trust, [second.issuer]: trust } },
    })
    const claims = { iss: app.enterprise.issuer }
    const refused = await both.present(await both.sign({ claims }))
    expect(refused).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    expect((await both.present(await both.sign())).status).toBe(200)
  })

  test('not signed, or signed with the public key as a secret', async () => {
    const good = await app.sign()
    const [, payload = ''] = good.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(await errorOf(new UnsecuredJWT(claims).encode())).toEqual(REFUSED)
    for (const alg of ['none', 'None', 'NONE']) {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'oauth-id-jag+jwt' }))
      expect(await errorOf(`${header.toString('base64url')}.${payload}.`)).toEqual(REFUSED)
    }
    const { jwk } = app.enterprise.key
    const pem = await exportSPKI((await importJWK(jwk, 'RS256')) as never)
    for (const secret of [pem, JSON.stringify(jwk)]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'oauth-id-jag+jwt', kid: jwk.kid ?? '' })
        .sign(createSecretKey(Buffer.from(secret)))
      expect(await errorOf(forged)).toEqual(REFUSED)
    }
    expect(await errorOf(`${good.slice(0, -4)}AAAA`)).toEqual(REFUSED)
  })

  test('signed by a key or an algorithm that the token brings along', async () => {
    const key = await makeIssuerKey()
    for (const header of [
      { jwk: key.jwk },
      { jku: 'https://evil.example/keys' },
      { x5u: 'https://evil.example' },
    ]) {
      expect(await errorOf(await app.sign({ key, header }))).toEqual(REFUSED)
    }
    const strict = await start({ trust: { algorithms: 'ES256' } })
    const refused = await strict.present(await strict.sign())
    expect(refused).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
  })

  test('expired, of the future, valid for more than an hour, or without its times', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const times = [
      { exp: now - 60 },
      { exp: now + 7_200 },
      { iat: now + 300 },
      { nbf: now + 300 },
      { exp: undefined },
      { iat: undefined },
      { exp: '2099-01-01' },
    ]
    for (const claims of times) {
      expect([claims, await errorOf(await app.sign({ claims }))]).toEqual([claims, REFUSED])
    }
  })

  test('without a subject or an id, or with one that is no text', async () => {
    for (const claims of [
      { jti: undefined },
      { jti: '' },
      { jti: 7 },
      { sub: undefined },
      { sub: '' },
      { sub: 'a\nb' },
    ]) {
      expect([claims, await errorOf(await app.sign({ claims }))]).toEqual([claims, REFUSED])
    }
  })

  test('bound to a key that the request does not show', async () => {
    const claims = { cnf: { jkt: 'x'.repeat(43) } }
    expect(await errorOf(await app.sign({ claims }))).toEqual(REFUSED)
  })
})

describe('another kind of token is no assertion', () => {
  test('an ID token or an access token of the identity provider', async () => {
    for (const typ of ['JWT', 'at+jwt', 'id_token+jwt', 'logout+jwt', 'oauth-id-jag', undefined]) {
      const assertion = await app.sign({ header: { typ } })
      expect([typ, await errorOf(assertion)]).toEqual([typ, REFUSED])
    }
  })

  test('a token that this server has issued, and a text', async () => {
    const { json } = await app.present(await app.sign())
    for (const text of [json.access_token, 'x', 'a.b.c', '..', 'x'.repeat(20_000)]) {
      expect(await errorOf(text)).toEqual(REFUSED)
    }
    expect(await errorOf('')).toEqual([400, 'invalid_request'])
  })

  test('an assertion is no credential of a client, and no access token', async () => {
    const assertion = await app.sign()
    const answer = await post(`${app.origin}/oauth/mcp/token`, {
      grant_type: 'authorization_code',
      client_id: 'agent',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    })
    expect(answer.json).toEqual({ error: 'invalid_request', error_description: expect.any(String) })
    const headers = { authorization: `Bearer ${assertion}` }
    expect((await fetch(`${app.origin}/mcp`, { method: 'POST', headers })).status).toBe(401)
  })
})

describe('a client', () => {
  test('cannot use the assertion of another client, however it is known', async () => {
    const assertion = await app.sign()
    expect(await errorOf(assertion, { client_id: 'other' })).toEqual([400, 'unauthorized_client'])
    const named = await app.sign({ claims: { client_id: 'other' } })
    expect(await errorOf(named)).toEqual(REFUSED)
    expect(await errorOf(await app.sign({ claims: { client_id: ['agent'] } }))).toEqual(REFUSED)
    expect(await errorOf(await app.sign({ claims: { client_id: undefined } }))).toEqual(REFUSED)
    const { client_id } = await register(app, {
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
    })
    const own = await app.sign({ claims: { client_id } })
    const parameters = { client_id, client_secret: undefined }
    expect(await errorOf(own, parameters)).toEqual([400, 'unauthorized_client'])
  })

  test('must authenticate, unless the operator has opened the issuer to public clients', async () => {
    const assertion = await app.sign()
    expect(await errorOf(assertion, { client_secret: undefined })).toEqual([401, 'invalid_client'])
    expect(await errorOf(assertion, { client_secret: 'wrong' })).toEqual([401, 'invalid_client'])
    const open = { client_id: 'open', client_secret: undefined }
    const claims = { client_id: 'open' }
    const asOpen = await app.sign({ claims })
    expect(await errorOf(asOpen, open)).toEqual([400, 'unauthorized_client'])
    const opened = await start({ trust: { publicClients: true } })
    expect((await opened.present(await opened.sign({ claims }), open)).status).toBe(200)
  })

  test('that has no other grant gets nothing by another one', async () => {
    const parameters = {
      client_id: 'agent',
      client_secret: AGENT_SECRET,
      code: 'x',
      code_verifier: 'x'.repeat(43),
      refresh_token: 'x',
    }
    for (const grant_type of ['authorization_code', 'refresh_token']) {
      const { json } = await post(`${app.origin}/oauth/mcp/token`, { grant_type, ...parameters })
      expect(json.error).toBe('unauthorized_client')
    }
  })
})

describe('an assertion is used once', () => {
  test('of many that present it at once, one gets a token', async () => {
    const assertion = await app.sign()
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => await app.present(assertion)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await errorOf(assertion)).toEqual(REFUSED)
  })

  test('even if it is signed again with another subject or time', async () => {
    const jti = crypto.randomUUID()
    const subject = { jti, sub: 'U-bo', email: 'bo@acme.example' }
    expect((await app.present(await app.sign({ claims: { jti } }))).status).toBe(200)
    expect(await errorOf(await app.sign({ claims: subject }))).toEqual(REFUSED)
  })
})

describe('a person', () => {
  test('whom nobody knows, or whose domain is not trusted, gets no token', async () => {
    for (const email of [
      'nobody@acme.example',
      'eve@evil.example',
      'ann@acme.example.evil.example',
      '@acme.example',
      undefined,
      7,
    ]) {
      const claims = { email }
      expect([email, await errorOf(await app.sign({ claims }))]).toEqual([
        email,
        [400, 'access_denied'],
      ])
    }
    for (const email_verified of [false, 'false', 0, null]) {
      const assertion = await app.sign({ claims: { email_verified } })
      expect(await errorOf(assertion)).toEqual([400, 'access_denied'])
    }
  })

  test('whose access is ended loses tokens at once, and assertions from before give none', async () => {
    const before = await app.sign()
    const { json } = await app.present(await app.sign())
    const headers = { authorization: `Bearer ${json.access_token}` }
    const status = async () =>
      (await fetch(`${app.origin}/mcp`, { method: 'POST', headers })).status
    expect(await status()).toBe(200)
    await mcpOf(app).revokePerson('ann')
    expect(await status()).toBe(401)
    expect(await errorOf(before)).toEqual(REFUSED)
    const own = await start()
    const grants = async () => (await own.app.oauth.admin.listGrants({ user: 'ann' })).items
    const issued = await own.present(await own.sign())
    expect(await grants()).toMatchObject([{ clientId: 'agent', scopes: ['read', 'write'] }])
    await own.app.oauth.admin.revokeGrants({ user: 'ann', clientId: 'agent' }, { by: 'operator' })
    expect(await grants()).toEqual([])
    const bearer = { authorization: `Bearer ${issued.json.access_token}` }
    expect((await fetch(`${own.origin}/mcp`, { method: 'POST', headers: bearer })).status).toBe(401)
  })

  test('who is asked by the consent page is still asked: an assertion is no consent', async () => {
    const clients = {
      agent: {
        clientSecret: AGENT_SECRET,
        redirectUris: ['http://127.0.0.1:4001/callback'],
      },
    }
    const own = await start({ mcp: { clients } })
    expect((await own.present(await own.sign())).status).toBe(200)
    expect(await mcpOf(own).connectedClients('ann')).toEqual([])
    expect(await own.app.oauth.admin.listConnections({ user: 'ann' })).toMatchObject({ items: [] })
  })
})

describe('keys of the issuer', () => {
  test('are not fetched from where a redirect or the document of another issuer points', async () => {
    const evil = await startAssertingIssuer()
    onTestFinished(async () => await evil.close())
    const redirected = await start()
    redirected.enterprise.intercept = (path) =>
      path === '/keys' ? { status: 302, location: `${evil.issuer}/keys` } : undefined
    const answer = await redirected.present(await redirected.sign({ key: evil.key }))
    expect(answer.json).not.toHaveProperty('access_token')
    const moved = await start()
    moved.enterprise.intercept = () => ({
      status: 302,
      location: `${evil.issuer}/.well-known/openid-configuration`,
    })
    expect((await moved.present(await moved.sign({ key: evil.key }))).status).toBe(503)
    const foreign = await start()
    foreign.enterprise.intercept = (path) => ({
      status: path.startsWith('/.well-known') ? 200 : 404,
      body: JSON.stringify({ issuer: evil.issuer, jwks_uri: `${evil.issuer}/keys` }),
    })
    expect((await foreign.present(await foreign.sign({ key: evil.key }))).status).toBe(503)
    expect(evil.requests).toEqual([])
  })

  test('are not asked for again and again by tokens with unknown keys', async () => {
    const own = await start()
    const key = await makeIssuerKey()
    for (let count = 0; count < 5; count += 1) await own.present(await own.sign({ key }))
    expect(own.enterprise.requests).toEqual(['/.well-known/openid-configuration', '/keys'])
  })
})

test('a code of the consent page and an assertion are different grants', async () => {
  const { code, verifier, clientId } = await getCode(app)
  expect(await errorOf(code, { client_id: clientId, client_secret: undefined })).toEqual(REFUSED)
  expect((await redeem(app, { code, verifier, clientId })).status).toBe(200)
})
