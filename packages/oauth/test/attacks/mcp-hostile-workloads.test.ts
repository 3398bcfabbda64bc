/** Tokens of platforms: forged ones, those of other programs and for other purposes, and issuers that lead elsewhere. */
import { createSecretKey } from 'node:crypto'
import { makeIssuerKey } from '@entrepot/test-support/asserting-issuer'
import { exportSPKI, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  type Platform,
  startPlatform,
  startWorkloads,
  type WorkloadApp,
} from '../support/workloads.ts'

let platform: Platform
let app: WorkloadApp
let entries: WorkloadApp['entries']
beforeAll(async () => {
  platform = await startPlatform()
  app = await startWorkloads(platform)
  entries = app.entries
})
afterAll(async () => {
  await app?.close()
  await platform?.website.close()
})
beforeEach(() => {
  app.entries = entries
})

const REFUSED = [400, 'invalid_grant']

async function errorOf(assertion: string, parameters: Record<string, string | undefined> = {}) {
  const { status, json } = await app.present(assertion, parameters)
  expect(json).not.toHaveProperty('access_token')
  return [status, json.error]
}

const withEntry = (changes: Partial<WorkloadApp['entries'][number]>) => {
  app.entries = entries.map((entry) => ({ ...entry, ...changes }))
}

test('a pattern for one owner accepts no other owner whose name begins like it', async () => {
  withEntry({ subject: 'repo:acme/*:ref:refs/heads/main' })
  const subjects = [
    'repo:acme-evil/shop:ref:refs/heads/main',
    'repo:acmeevil/shop:ref:refs/heads/main',
    'repo:evil/acme/shop:ref:refs/heads/main',
    'repo:acme/shop:ref:refs/heads/main-2',
    'repo:acme/shop:ref:refs/tags/main',
    'REPO:acme/shop:ref:refs/heads/main',
    'xrepo:acme/shop:ref:refs/heads/main',
    'repo:acme/shop:pull_request',
    'repo:acme%2Fshop:ref:refs/heads/main',
  ]
  for (const sub of subjects) {
    expect([sub, await errorOf(await app.sign({ claims: { sub } }))]).toEqual([sub, REFUSED])
  }
  expect((await app.present(await app.sign())).status).toBe(200)
})

test('a pattern that would accept everybody accepts nobody', async () => {
  for (const subject of ['*', 'repo:*', 'repo:*/*:ref:refs/heads/main', 'repo:acme*', '']) {
    withEntry({ subject })
    expect([subject, await errorOf(await app.sign())]).toEqual([subject, REFUSED])
  }
})

test('a token without a claim that is required, or with another value or form of it, is refused', async () => {
  withEntry({ claims: { repository: 'acme/*', environment: 'production' } })
  const wrong = [
    {},
    { environment: 'staging' },
    { environment: ['production'] },
    { environment: 'production', repository: 'acme-evil/shop' },
    { environment: { toString: 'production' } },
  ]
  for (const claims of wrong) {
    expect([claims, await errorOf(await app.sign({ claims }))]).toEqual([claims, REFUSED])
  }
  expect(
    (await app.present(await app.sign({ claims: { environment: 'production' } }))).status,
  ).toBe(200)
  withEntry({ claims: { constructor: 'Object' } })
  expect(await errorOf(await app.sign())).toEqual(REFUSED)
})

test('a token for another audience, or for others besides, is refused', async () => {
  for (const aud of ['https://other.example', [app.issuer, 'https://other.example'], undefined]) {
    expect(await errorOf(await app.sign({ claims: { aud } }))).toEqual(REFUSED)
  }
})

test('a token that the issuer has not signed is refused', async () => {
  const key = await makeIssuerKey()
  const kid = platform.key.jwk.kid ?? ''
  expect(await errorOf(await app.sign({ key }))).toEqual(REFUSED)
  expect(await errorOf(await app.sign({ key: { ...key, jwk: { ...key.jwk, kid } } }))).toEqual(
    REFUSED,
  )
  const [, payload = ''] = (await app.sign()).split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  expect(await errorOf(`${none}.${payload}.`)).toEqual(REFUSED)
  const pem = await exportSPKI((await importJWK(platform.key.jwk, 'RS256')) as never)
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid })
    .sign(createSecretKey(Buffer.from(pem)))
  expect(await errorOf(forged)).toEqual(REFUSED)
})

test('a token that has expired, is not yet valid, or is valid for more than a day is refused', async () => {
  const now = Math.floor(Date.now() / 1_000)
  for (const claims of [
    { exp: now - 60 },
    { nbf: now + 300 },
    { iat: now + 300 },
    { exp: now + 100_000 },
    { exp: undefined },
    { iat: undefined },
  ]) {
    expect([claims, await errorOf(await app.sign({ claims }))]).toEqual([claims, REFUSED])
  }
})

test('an access token, an assertion about a person and a logout token of the same issuer are refused', async () => {
  for (const typ of ['at+jwt', 'application/at+jwt', 'logout+jwt', 'dpop+jwt', 'secevent+jwt']) {
    expect([typ, await errorOf(await app.sign({ header: { typ } }))]).toEqual([typ, REFUSED])
  }
  const asPerson = await app.sign({ header: { typ: 'oauth-id-jag+jwt' } })
  expect(await errorOf(asPerson)).toEqual([401, 'invalid_client'])
  expect(await errorOf(asPerson, { client_id: 'agent_1' })).toEqual([401, 'invalid_client'])
})

test('a token gives no scope beyond those of the agent, and no other agent', async () => {
  const assertion = await app.sign()
  expect(await errorOf(assertion, { scope: 'keys:write' })).toEqual([400, 'invalid_scope'])
  expect(await errorOf(assertion, { scope: 'offline_access' })).toEqual([400, 'invalid_scope'])
  expect(await errorOf(assertion, { client_id: 'agent_2' })).toEqual(REFUSED)
})

test('the application is asked, but nothing is fetched, for issuers that it does not name', async () => {
  const stranger = await startPlatform()
  onTestFinished(async () => await stranger.website.close())
  const claims = { iss: stranger.issuer }
  expect(await errorOf(await app.sign({ key: stranger.key, claims }))).toEqual(REFUSED)
  expect(stranger.website.requests).toEqual([])
  for (const iss of ['http://127.0.0.1:1', 'file:///etc/passwd', 'https://u:p@localhost', 'x']) {
    withEntry({ issuer: iss })
    expect([iss, await errorOf(await app.sign({ claims: { iss } }))]).toEqual([iss, REFUSED])
  }
})

test('keys are not taken from a redirect, nor from the document of another issuer', async () => {
  const evil = await startPlatform()
  const own = await startPlatform()
  onTestFinished(async () => void (await Promise.all([evil.website.close(), own.website.close()])))
  const shop = await startWorkloads(own)
  onTestFinished(async () => await shop.close())
  own.website.serve('/.well-known/openid-configuration', (_, response) => {
    response.writeHead(302, { location: `${evil.issuer}/.well-known/openid-configuration` }).end()
  })
  const forged = await shop.sign({ key: evil.key })
  expect((await shop.present(forged)).status).toBe(503)
  const second = await startWorkloads(own)
  onTestFinished(async () => await second.close())
  own.website.serve('/.well-known/openid-configuration', (_, response) => {
    const document = { issuer: own.issuer, jwks_uri: `${own.issuer}/moved` }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
  })
  own.website.serve('/moved', (_, response) => {
    response.writeHead(302, { location: `${evil.issuer}/keys` }).end()
  })
  expect((await second.present(await second.sign({ key: evil.key }))).json).not.toHaveProperty(
    'access_token',
  )
  expect(evil.website.requests).toEqual([])
})

test('an issuer at a private address is not reached by the client of the server itself', async () => {
  const { startMcp, post } = await import('../support/mcp.ts')
  const { issuer } = platform
  const shop = await startMcp({
    mcp: { clientCredentials: { enabled: true, resolveClients: true, resolveWorkloads: true } },
    setUp: (server) =>
      server.oauth.registerHooks({
        onResolveMCPClient: () => ({ name: 'x', scope: 'x' }),
        onResolveMCPWorkloads: () => [
          {
            clientId: 'agent_1',
            issuer,
            audience: app.issuer,
            subject: 'repo:acme/shop:ref:refs/heads/main',
          },
        ],
      }),
  })
  onTestFinished(async () => await shop.close())
  platform.website.requests.length = 0
  const grant = {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await app.sign(),
  }
  expect((await post(`${shop.origin}/oauth/mcp/token`, grant)).status).toBe(503)
  expect(platform.website.requests).toEqual([])
})

test('after many refusals for one client from one address, the next are refused without a verification', async () => {
  const shop = await startWorkloads(platform)
  onTestFinished(async () => await shop.close())
  const key = await makeIssuerKey()
  const forged = await shop.sign({ key })
  for (let count = 0; count < 60; count += 1) await shop.present(forged)
  const verified = () => shop.log.filter((line) => line.includes('a token was refused')).length
  const before = verified()
  const { status } = await shop.present(forged)
  expect(status).toBe(429)
  await shop.present(forged)
  expect(verified() - before).toBeLessThan(2)
})
