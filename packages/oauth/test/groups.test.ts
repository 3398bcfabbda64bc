/** The groups of people at the provider. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readProvider } from '../src/providers/read-provider.ts'
import { groupsOf } from '../src/providers/user/groups.ts'
import { freePort, startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'
import {
  ANN,
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from './support/oidc-server.ts'

let strict: OidcServer
let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  const port = await freePort()
  strict = await startOidcServer([`http://127.0.0.1:${port}/oauth/strict/callback`], {
    // The groups are in userinfo only, as the standard has it.
    configuration: { conformIdTokenClaims: true },
  })
  idp = await startHostileProvider()
  const own = { provider: 'oidc', clientId: 'shop', clientSecret: 's', issuer: idp.origin }
  shop = await startApp({
    port,
    oauth: {
      providers: {
        strict: {
          ...own,
          ...{ issuer: strict.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
          groupsClaim: 'groups',
        },
        nested: { ...own, groupsClaim: 'realm_access.roles' },
        plain: own,
      },
    },
  })
})
afterEach(() => idp.reset())
afterAll(async () => {
  await shop.close()
  await strict.close()
  await idp.close()
})

async function signIn(provider: string, claims: object = {}) {
  idp.account = { sub: 'ann', email: 'ann@example.com', email_verified: true, ...claims }
  const page = await createBrowser().follow(`${shop.origin}/oauth/${provider}/login?redirect=/me`)
  const { groups, groupsProblem } = page.json.oauthUser
  return groups ?? groupsProblem
}

describe('groups', () => {
  test('come from userinfo, if the ID token of a strict provider has none', async () => {
    strict.account = { ...ANN, groups: ['staff', 'admins'] }
    expect(await signIn('strict')).toEqual(['staff', 'admins'])
  })

  test('come from a nested claim', async () => {
    expect(await signIn('nested', { realm_access: { roles: ['a', 'b', 'a'] } })).toEqual(['a', 'b'])
  })

  test('are not read without the setting', async () => {
    expect(await signIn('plain', { groups: ['a'] })).toBeUndefined()
  })

  test('of a claim that is missing are none, and the log says so', async () => {
    expect(await signIn('nested')).toEqual([])
    const [line] = shop.log.filter((one) => one.includes('counts as no groups'))
    expect(line).toContain('realm_access.roles')
  })

  test('are not known while userinfo does not answer, which is not the same as none', async () => {
    idp.onRequest = (path) => (path === '/userinfo' ? { status: 503, json: {} } : undefined)
    expect(await signIn('nested')).toBe('unavailable')
    expect(await signIn('nested', { realm_access: { roles: ['a'] } })).toEqual(['a'])
  })

  test('that are too many for the token are said to be unknown', async () => {
    const overage = {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.windows.net/x' } },
    }
    expect(groupsOf({ settings: { groupsClaim: 'groups' } }, overage, false)).toEqual({
      groupsProblem: 'overage',
    })
    const nested = { _claim_names: { realm_access: 'src1' } }
    expect(await signIn('nested', nested)).toBe('overage')
    expect(shop.log.some((one) => one.includes('"problem":"overage"'))).toBe(true)
  })
})

test.each([
  [{ groups: 'staff' }, ['staff']],
  [{ groups: { admin: { '1': 'acme.example' }, user: {} } }, ['admin', 'user']],
  [{ groups: ['a', 7, null, '', 'x'.repeat(600), 'a\0b'] }, ['a']],
  [{ groups: 7 }, []],
  [{ groups: null }, []],
  [{ hasgroups: true }, 'overage'],
  [{ hasgroups: 'true' }, 'overage'],
  [{ groups: Array.from({ length: 1_001 }, (_, number) => `g${number}`) }, 'overage'],
  [{ _claim_names: 'groups' }, []],
])('the claims %j have the groups %j', (claims, expected) => {
  const found = groupsOf({ settings: { groupsClaim: 'groups' } }, claims, false)
  expect(found.groups ?? found.groupsProblem).toEqual(expected)
})

test.each([
  [{ provider: 'github' }, 'which has no ID tokens'],
  [{ provider: 'azure', tenantId: 'common' }, 'needs one tenant or issuer'],
])('groups of the provider %j are refused', (settings, message) => {
  const written = { clientId: 'a', clientSecret: 'b', groupsClaim: 'groups', ...settings }
  const { problems } = readProvider('x', written, {
    redirectUri: 'https://a.example/oauth/callback',
  })
  expect(problems).toEqual([{ path: 'groupsClaim', message: expect.stringContaining(message) }])
})
