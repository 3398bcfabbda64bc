/** Front-channel logout ends what the provider names, and nothing else (OpenID Connect Front-Channel Logout 1.0). */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Browser, createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'
import { SharedSessions } from '../support/session-store.ts'

const TENANT = '11111111-2222-3333-4444-555555555555'
const ENTRA = `https://login.microsoftonline.com/${TENANT}/v2.0`
let idp: HostileProvider
let shop: TestApp
/** Another node with the same store and the same sessions. */
let node: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const entra = {
    ...{ provider: 'azure', tenantId: 'organizations', clientId: 'shop', clientSecret: 's' },
    authorizationUrl: `${idp.origin}/authorize`,
    tokenUrl: `${idp.origin}/token`,
    jwksUri: `${idp.origin}/jwks`,
  }
  const hub = { provider: 'github', baseUrl: idp.origin, clientId: 'shop', clientSecret: 's' }
  const shared = {
    session: { store: new SharedSessions() },
    oauth: { store: memoryStore(), providers: { acme, other: acme, entra, hub } },
  }
  shop = await startApp({
    ...shared,
    setUp(app) {
      app.addHook('onRequest', async (_, reply) => void reply.header('x-frame-options', 'DENY'))
    },
  })
  node = await startApp(shared)
})
afterEach(() => idp.reset())
afterAll(async () => {
  await shop.close()
  await node.close()
  await idp.close()
})

async function signIn(sid: string, provider = 'acme', claims: object = {}): Promise<Browser> {
  idp.account = {
    sub: 'ann',
    oid: 'o',
    email: 'ann@example.com',
    email_verified: true,
    sid,
    ...claims,
  }
  if (provider === 'entra') idp.onRedirect = (answer) => answer.delete('iss')
  const browser = createBrowser()
  await browser.follow(`${shop.origin}/oauth/${provider}/login`)
  expect(await isSignedIn(browser)).toBe(true)
  return browser
}

const isSignedIn = async (browser: Browser) =>
  (await browser.get(`${shop.origin}/me`)).json.user !== undefined

/** Loads the page as a frame of another site does: without cookies. */
async function report(parameters: Record<string, string> | string, provider = 'acme', at = shop) {
  const query = new URLSearchParams(parameters)
  return await fetch(`${at.origin}/oauth/${provider}/frontchannel-logout?${query}`)
}

test('iss and sid end the sign-ins of the session at the provider, on every node, and no others', async () => {
  const [ann, sameSession, other] = [await signIn('s1'), await signIn('s1'), await signIn('s2')]
  const answer = await report({ iss: idp.origin, sid: 's1' }, 'acme', node)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Signed out')])
  expect(await Promise.all([ann, sameSession, other].map(isSignedIn))).toEqual([false, false, true])
})

test('sid alone ends the sign-ins of its session at a provider with one issuer, as Entra ID reports it', async () => {
  const [ann, other] = [await signIn('s1'), await signIn('s2')]
  expect((await report({ sid: 's1' })).status).toBe(200)
  expect(await Promise.all([ann, other].map(isSignedIn))).toEqual([false, true])
})

test('the page may be shown in a frame of the provider only, is not cached, and sets no cookie', async () => {
  const { headers } = await report({ iss: idp.origin, sid: 'unknown' })
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; frame-ancestors ${idp.origin}`,
  )
  expect(headers.get('x-frame-options')).toBeNull()
  expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
  expect(headers.getSetCookie()).toEqual([])
  const { headers: others } = await fetch(`${shop.origin}/me`)
  expect(others.get('x-frame-options')).toBe('DENY')
})

describe('nobody is signed out by a page of another site', () => {
  test.each<[string, Record<string, string> | string, string?]>([
    ['without parameters', {}],
    ['without sid', { iss: 'ISSUER' }],
    ['without iss, where people of many tenants sign in', { sid: 'kept' }, 'entra'],
    ['with two values of iss', 'iss=ISSUER&iss=ISSUER&sid=kept'],
    ['with another issuer', { iss: 'https://evil.example', sid: 'kept' }],
    ['with an issuer that differs in a slash', { iss: 'ISSUER/', sid: 'kept' }],
    ['with two values of sid', 'iss=ISSUER&sid=kept&sid=x'],
    ['with an empty sid', { iss: 'ISSUER', sid: '' }],
    ['with a sid with a NUL', { iss: 'ISSUER', sid: 'kept\0' }],
    ['with a sid that is too long', { iss: 'ISSUER', sid: 'x'.repeat(5_000) }],
    ['at a provider without ID tokens', { iss: 'ISSUER', sid: 'kept' }, 'hub'],
  ])('%s', async (_what, parameters, provider) => {
    const browser = await signIn('kept')
    const query = new URLSearchParams(parameters).toString()
    const sent = query.replace('ISSUER', encodeURIComponent(idp.origin))
    const answer = await report(sent, provider)
    expect(answer.status).toBe(400)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('with the sid of a sign-in by another provider', async () => {
    const browser = await signIn('kept')
    expect((await report({ iss: idp.origin, sid: 'kept' }, 'other')).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('whose cookies the browser sends, without iss and sid', async () => {
    const browser = await signIn('kept')
    const page = await browser.get(`${shop.origin}/oauth/acme/frontchannel-logout`)
    expect(page.status).toBe(400)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('tenants of Entra ID', () => {
  test('are told apart by their issuer', async () => {
    const browser = await signIn('s9', 'entra', { iss: ENTRA })
    const other = ENTRA.replace('1111', '9999')
    expect((await report({ iss: other, sid: 's9' }, 'entra')).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    expect((await report({ iss: 'https://evil.example/v2.0', sid: 's9' }, 'entra')).status).toBe(
      400,
    )
    const answer = await report({ iss: ENTRA, sid: 's9' }, 'entra')
    expect(answer.status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
  })
})
