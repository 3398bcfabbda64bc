import { type HooksToRegister, type LoginDecision, OAuthError } from '@entrepot/oauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HookRegistry } from '../src/hook-registry.ts'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'
import { SharedSessions } from './support/session-store.ts'

let idp: HostileProvider
let shop: TestApp
const sessions = new SharedSessions()
let onLogin: HooksToRegister['onLogin']
let onLogout: HooksToRegister['onLogout']

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  shop = await startApp({
    session: { store: sessions },
    oauth: { providers: { acme }, users: { find: async () => 'by-the-gate' } },
    setUp: (app) => {
      app.oauth.registerHooks({ onLogin: (...given) => onLogin?.(...given) })
      app.oauth.registerHooks({ onLogout: (...given) => onLogout?.(...given) })
      app.get('/session', async (request) => request.session)
    },
  })
})
afterEach(() => {
  idp.reset()
  sessions.sessions.clear()
  onLogin = undefined
  onLogout = undefined
  shop.log.length = 0
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

async function signIn() {
  const browser = createBrowser()
  const page = await browser.follow(
    `${shop.origin}/oauth/acme/login?redirect=/me`,
    (url) => !url.startsWith(shop.origin) && !url.startsWith(idp.origin),
  )
  const session = (await browser.get(`${shop.origin}/session`)).json
  return { browser, session, target: (page.location ?? page.url).replace(shop.origin, '') }
}

const UNVERIFIED = { sub: 'x', email: 'x@example.com', email_verified: false }

type Row = [title: string, answer: unknown, user: string | undefined, target: string]

const ROWS: readonly Row[] = [
  ['a user signs in as that user, past the gate', { user: 'user-1' }, 'user-1', '/me'],
  [
    'a user with status ok signs in as that user',
    { status: 'ok', user: 'user-1' },
    'user-1',
    '/me',
  ],
  ['denied refuses', { status: 'denied' }, undefined, '/?error=access_denied&reason=denied'],
  [
    'denied with a reason shows the reason',
    { status: 'denied', error: 'not invited & <b>' },
    undefined,
    '/?error=access_denied&reason=not+invited+%26+%3Cb%3E',
  ],
  ['denied with a page sends there', { status: 'denied', redirect: '/sorry' }, undefined, '/sorry'],
  [
    'denied with a page of another site sends there, since the application says so',
    { status: 'denied', redirect: 'https://help.example/denied' },
    undefined,
    'https://help.example/denied',
  ],
  [
    'denied with a script for a page sends home',
    { status: 'denied', redirect: 'javascript:alert(1)' },
    undefined,
    '/?error=access_denied&reason=denied',
  ],
  [
    'needs_confirmation sends to confirm',
    { status: 'needs_confirmation', redirect: '/confirm?id=1' },
    undefined,
    '/confirm?id=1',
  ],
  [
    'needs_confirmation sends to another site to confirm',
    { status: 'needs_confirmation', redirect: 'https://accounts.example/confirm' },
    undefined,
    'https://accounts.example/confirm',
  ],
  [
    'needs_confirmation without a page refuses',
    { status: 'needs_confirmation' },
    undefined,
    '/?error=access_denied&reason=confirmation_required',
  ],
  [
    'needs_confirmation with what is no page refuses',
    { status: 'needs_confirmation', redirect: '//evil.example' },
    undefined,
    '/?error=access_denied&reason=confirmation_required',
  ],
  [
    'nothing leaves it to the gate',
    undefined,
    undefined,
    '/?error=access_denied&reason=unverified',
  ],
  ['null leaves it to the gate', null, undefined, '/?error=access_denied&reason=unverified'],
  [
    'no user leaves it to the gate',
    { status: 'ok' },
    undefined,
    '/?error=access_denied&reason=unverified',
  ],
  [
    'a misspelt status refuses',
    { status: 'deny' },
    undefined,
    '/?error=auth_failed&reason=login_hook',
  ],
  [
    'a misspelt status beside a user refuses',
    { status: 'OK', user: 'user-1' },
    undefined,
    '/?error=auth_failed&reason=login_hook',
  ],
  ['an empty user refuses', { user: '' }, undefined, '/?error=auth_failed&reason=login_hook'],
  [
    'a user that is a number refuses',
    { user: 7 },
    undefined,
    '/?error=auth_failed&reason=login_hook',
  ],
  [
    'a user that is null refuses',
    { user: null },
    undefined,
    '/?error=auth_failed&reason=login_hook',
  ],
  ['a list refuses', ['denied'], undefined, '/?error=auth_failed&reason=login_hook'],
  ['a text refuses', 'user-1', undefined, '/?error=auth_failed&reason=login_hook'],
  ['false refuses', false, undefined, '/?error=auth_failed&reason=login_hook'],
]

test.each(ROWS)('onLogin: %s', async (_title, answer, user, target) => {
  idp.account = UNVERIFIED
  onLogin = async () => answer as LoginDecision
  const result = await signIn()
  expect(result.target).toBe(target)
  expect(result.session.user).toBe(user)
  expect(sessions.signedIn()).toHaveLength(user === undefined ? 0 : 1)
})

test('onLogin gets the person, the tokens, the session, the request and the name of the provider', async () => {
  let given: unknown[] = []
  onLogin = async (...all) => {
    given = all
    return { user: 'user-1' }
  }
  await signIn()
  const [user, tokens, session, request, provider] = given as never[]
  expect(user).toMatchObject({
    username: 'ann@example.com',
    providerUserId: 'ann',
    emailVerified: true,
  })
  expect(tokens).toEqual({
    access_token: expect.stringMatching(/^access-/),
    refresh_token: expect.stringMatching(/^refresh-/),
    id_token: expect.stringMatching(/^ey/),
    token_type: 'bearer',
    expires_in: 3_600,
  })
  expect(session).toHaveProperty('sessionId')
  expect(request).toHaveProperty('headers')
  expect(provider).toBe('acme')
})

test('onLogin cannot mend the evidence that the gate goes by', async () => {
  idp.account = UNVERIFIED
  onLogin = async (user) => {
    Object.assign(user, { username: 'boss@example.com' })
    Object.assign(user.authEvidence, { emailAuthenticated: true })
    return undefined
  }
  expect((await signIn()).target).toBe('/?error=auth_failed&reason=login_hook')
})

test('further fields of the answer are put into the session, but for those of the plugin', async () => {
  onLogin = async () => ({ user: 'user-1', plan: 'gold', oauthUser: 'forged', cookie: null })
  const { session } = await signIn()
  expect(session).toMatchObject({
    user: 'user-1',
    plan: 'gold',
    oauthUser: { providerUserId: 'ann' },
  })
  expect(shop.log.join('')).toContain('onLogin may not set this session field')
})

test('an answer made of claims cannot take the methods of the session away', async () => {
  onLogin = async () => ({ user: 'user-1', save: 'x', destroy: 'x', touch: 'x', isModified: 'x' })
  const { session } = await signIn()
  expect(session).toMatchObject({ user: 'user-1' })
  expect(session).not.toHaveProperty('destroy')
})

test('who signs in at once with another account of the same user has the session of that account', async () => {
  onLogin = async () => ({ user: 'user-1' })
  const browser = createBrowser()
  const signInAs = async (sub: string, role = 'reader') => {
    idp.account = { sub, email: `${sub}@example.com`, email_verified: true, role }
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    return (await browser.get(`${shop.origin}/session`)).json
  }
  const ann = await signInAs('ann')
  const bob = await signInAs('bob')
  expect(bob.oauthUser.providerUserId).toBe('bob')
  expect(bob.oauth.loginId).not.toBe(ann.oauth.loginId)
  const again = await signInAs('bob', 'writer')
  expect(again.oauth.loginId).toBe(bob.oauth.loginId)
  expect(again.oauthUser.metadata.oauthClaims.role).toBe('writer')
})

test('what onLogin writes into the session is there afterwards', async () => {
  onLogin = async (_user, _tokens, session) => {
    Object.assign(session, { greeted: true })
    return { user: 'user-1' }
  }
  expect((await signIn()).session).toMatchObject({ user: 'user-1', greeted: true })
})

describe('onLogout', () => {
  test('is told before the session ends, and cannot keep it', async () => {
    let user: unknown
    onLogin = async () => ({ user: 'user-1' })
    onLogout = async (session) => {
      user = session.user
      throw new Error('no, stay')
    }
    const { browser } = await signIn()
    const page = await browser.get(`${shop.origin}/oauth/logout`, { method: 'POST' })
    expect(page.status).toBe(303)
    expect(user).toBe('user-1')
    expect((await browser.get(`${shop.origin}/me`)).json).toEqual({})
    expect(shop.log.join('')).toContain('the hook onLogout failed')
  })
})

describe('registering', () => {
  test('a hook twice is an error that says what to do', () => {
    const registry = new HookRegistry()
    registry.register({ onLogin: () => undefined })
    const again = () => registry.register({ onLogin: () => undefined })
    expect(again).toThrow(
      expect.objectContaining({
        code: 'OAUTH_HOOK_REGISTERED',
        message: expect.stringContaining('Register it once'),
      }),
    )
    registry.register({ onLogout: () => {} })
  })

  test('a hook both of the process and of an instance is an error, whichever comes first', () => {
    const first = new HookRegistry()
    first.register({ onLogin: () => undefined })
    expect(() => new HookRegistry(first).register({ onLogin: () => undefined })).toThrow(OAuthError)
    expect(new HookRegistry(first).get('onLogin')).toBeTypeOf('function')
    const second = new HookRegistry()
    const instance = new HookRegistry(second)
    instance.register({ onLogin: () => undefined })
    expect(() => second.register({ onLogin: () => undefined })).toThrow(OAuthError)
    instance.close()
    second.register({ onLogin: () => undefined })
  })

  test('hooks of which one cannot be registered are not registered at all', () => {
    const registry = new HookRegistry()
    const onLogin = () => null
    const bogus = { onLogin, onLogon: onLogin } as never
    expect(() => registry.register(bogus)).toThrow(/onLogon cannot be registered/)
    expect(registry.get('onLogin')).toBeUndefined()
    registry.register({ onLogin })
    expect(registry.get('onLogin')).toBe(onLogin)
  })

  test('what is no hook is an error', () => {
    const registry = new HookRegistry()
    expect(() => registry.register({ onlogin: () => undefined } as HooksToRegister)).toThrow(
      /onlogin/,
    )
    expect(() => registry.register({ onLogin: 'yes' } as never)).toThrow(OAuthError)
  })
})
