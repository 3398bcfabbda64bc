/** What clients and pages ask of a sign-in, and routes that need a person who authenticated lately, or in a certain way (RFC 9470). */
import { withMCPAuth } from '@entrepot/oauth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { google } from '../../src/providers/strategies/google.ts'
import { oidc } from '../../src/providers/strategies/oidc.ts'
import { hintParameters, readHints } from '../../src/providers/tokens/sign-in-hints.ts'
import { freePort, startApp, type TestApp } from '../support/app.ts'
import { type Browser, createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'
import {
  ALSO_DPOP,
  authorizeUrl,
  CALLBACK,
  call,
  goThrough,
  pkce,
  post,
  redeem,
  refresh,
  submit,
} from '../support/mcp.ts'

const SECRET = 'a secret of the resource server, long enough'
let idp: HostileProvider
let app: TestApp
/** The query of each request to the authorization endpoint of the provider. */
let asked: Record<string, string>[] = []

beforeAll(async () => {
  idp = await startHostileProvider()
  const port = await freePort()
  const provider = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  app = await startApp({
    port,
    oauth: {
      providers: {
        acme: provider,
        forced: { ...provider, additionalParams: { prompt: 'consent' } },
      },
      mcp: {
        enabled: true,
        issuer: `http://127.0.0.1:${port}`,
        providers: 'acme',
        scopes: { read: 'Read', write: 'Write' },
        clients: {
          robot: { redirectUris: [CALLBACK] },
          helper: { redirectUris: [CALLBACK], trusted: true },
          resource: { clientSecret: SECRET, grantTypes: [], introspect: true },
        },
      },
    },
    setUp(server) {
      const handler = async ({ mcp }: { mcp: unknown }) => mcp
      server.post('/mcp', withMCPAuth(handler))
      server.post('/lately', withMCPAuth(handler, { maxAge: 300, scopes: ['write'] }))
      server.post('/strongly', withMCPAuth(handler, { acr: ['mfa', 'hwk'] }))
    },
  })
  play()
})
afterEach(() => {
  idp.reset()
  play()
})
afterAll(async () => {
  await app.close()
  await idp.close()
})

const now = () => Math.floor(Date.now() / 1_000)

function play(claims: Record<string, unknown> = {}) {
  asked = []
  idp.account = { sub: 'ann', email: 'ann@example.com', email_verified: true, ...claims }
  idp.onRequest = (path, request) => {
    const { searchParams } = new URL(request.url ?? '/', idp.origin)
    if (path === '/authorize') asked.push(Object.fromEntries(searchParams))
    return undefined
  }
}

async function authorize(hints: Record<string, string> = {}, browser: Browser = createBrowser()) {
  const { verifier, challenge } = pkce()
  const parameters = { client_id: 'robot', code_challenge: challenge, scope: 'read', ...hints }
  const url = authorizeUrl(app, parameters)
  const answer = await goThrough(browser, url)
  const code = answer.searchParams.get('code') ?? ''
  const clientId = parameters.client_id
  return { browser, url, answer: answer.searchParams, withCode: { clientId, code, verifier } }
}

async function tokenOf(hints: Record<string, string> = {}) {
  const { withCode } = await authorize(hints)
  return (await redeem(app, withCode)).json
}

describe('hints of a client', () => {
  test('go on to the provider', async () => {
    play({ auth_time: now(), acr: 'mfa' })
    const hints = { login_hint: 'ann@example.com', max_age: '300', acr_values: 'mfa hwk' }
    await authorize({ ...hints, prompt: 'login' })
    expect(asked).toEqual([expect.objectContaining({ ...hints, prompt: 'login' })])
  })

  test('that are left out are not made up', async () => {
    await authorize()
    for (const name of ['login_hint', 'max_age', 'acr_values', 'prompt']) {
      expect(asked[0]).not.toHaveProperty(name)
    }
  })

  test.each([
    ['max_age', 'soon', 'max_age must be a number of seconds.'],
    ['max_age', '-1', 'max_age must be a number of seconds.'],
    ['prompt', 'none login', 'prompt=none excludes other values.'],
    ['login_hint', 'a\nb', 'login_hint must have at most 320 printable characters.'],
    ['login_hint', 'a'.repeat(321), 'login_hint must have at most 320 printable characters.'],
    ['acr_values', 'a'.repeat(513), 'acr_values must have at most 512 printable characters.'],
  ])('such as %s=%j are refused, since they cannot be kept', async (name, value, description) => {
    const { answer } = await authorize({ [name]: value })
    expect(Object.fromEntries(answer)).toMatchObject({
      error: 'invalid_request',
      error_description: description,
    })
  })

  test('are there once', () => {
    expect(readHints(new URLSearchParams('max_age=9&max_age=1'))).toContain('more than once')
  })
})

describe('prompt=consent', () => {
  test.each(['robot', 'helper'])(
    'shows the page of %s again, although it redirects to loopback and was allowed',
    async (client_id) => {
      const { browser, url } = await authorize({ client_id })
      const isClient = (target: string) => target.startsWith(CALLBACK)
      expect((await browser.follow(url, isClient)).location).toContain(CALLBACK)
      const page = await browser.get(`${url}&prompt=consent`)
      expect([page.status, page.text.includes('<form')]).toEqual([200, true])
    },
  )
})

describe('prompt=none', () => {
  test('without an earlier consent is answered with consent_required, without a page', async () => {
    const { answer } = await authorize({ prompt: 'none' })
    expect(answer.get('error')).toBe('consent_required')
    expect(asked).toEqual([])
  })

  test('with an earlier consent gets a code without a page, if the provider asks nothing', async () => {
    const { browser, url } = await authorize()
    const { location = '' } = await browser.follow(`${url}&prompt=none`, (to) =>
      to.startsWith(CALLBACK),
    )
    expect(new URL(location).searchParams.has('code')).toBe(true)
    expect(asked.at(-1)?.prompt).toBe('none')
  })

  test('is answered with the error of a provider that would have to ask', async () => {
    const { browser, url } = await authorize()
    idp.onRedirect = (answer) => {
      answer.delete('code')
      answer.set('error', 'login_required')
    }
    const { location = '' } = await browser.follow(`${url}&prompt=none`, (to) =>
      to.startsWith(CALLBACK),
    )
    expect(new URL(location).searchParams.get('error')).toBe('login_required')
  })

  test('for another person than the one who consented is answered with consent_required', async () => {
    const { browser, url } = await authorize()
    play({ sub: 'bo', email: 'bo@example.com' })
    const { location = '' } = await browser.follow(`${url}&prompt=none`, (to) =>
      to.startsWith(CALLBACK),
    )
    expect(new URL(location).searchParams.get('error')).toBe('consent_required')
  })
})

describe('the page after a sign-in', () => {
  /** Ann has allowed the client in this browser, and Bo comes back from the provider. */
  async function comeBackAsBo() {
    const { browser, url } = await authorize()
    play({ sub: 'bo', email: 'bo@example.com' })
    return { browser, page: await browser.follow(url) }
  }

  test('names the account', async () => {
    const { page } = await comeBackAsBo()
    expect(page.text).toContain('You are signed in as <strong>bo@example.com</strong> with acme.')
    expect(page.text).toContain('Not you?')
  })

  test('leads back to the provider for somebody else, and gives the first person nothing', async () => {
    const { browser, page } = await comeBackAsBo()
    const next = await submit(browser, page, 'switch')
    const { location = '' } = next
    expect(new URL(location).searchParams.get('prompt')).toBe('login')
    play({ sub: 'cy', email: 'cy@example.com' })
    const again = await browser.follow(location)
    expect(again.text).toContain('<strong>cy@example.com</strong>')
    expect((await submit(browser, page, 'allow')).location).toBe(location)
    const { location: end = '' } = await submit(browser, again)
    expect(new URL(end).searchParams.has('code')).toBe(true)
  })
})

test.each([
  ['oidc', undefined, 'login', oidc],
  ['oidc', ['login', 'none'], 'login', oidc],
  ['oidc', ['select_account'], 'select_account', oidc],
  ['google', undefined, 'select_account', google],
] as const)(
  'another account is asked for at %s, which announces %o, by prompt=%s',
  (_name, announced, expected, strategy) => {
    const metadata = { issuer: 'https://id.example', prompt_values_supported: announced as never }
    const parameters = hintParameters({ prompt: ['select_account'] }, strategy, metadata)
    expect(parameters).toEqual({ prompt: expected })
  },
)

describe('max_age', () => {
  test.each([
    ['lately enough', () => ({ auth_time: now() - 200 }), undefined],
    ['too long ago', () => ({ auth_time: now() - 400 }), 'unmet_authentication_requirements'],
    ['at an unknown time', () => ({}), 'unmet_authentication_requirements'],
  ])('of 300 seconds and a person who authenticated %s', async (_title, claims, error) => {
    play(claims())
    const { answer } = await authorize({ max_age: '300' })
    expect(answer.get('error') ?? undefined).toBe(error)
    expect(answer.has('code')).toBe(error === undefined)
  })

  test('holds for people who sign in to the application as well', async () => {
    play({ auth_time: now() - 400 })
    const signIn = async (query: string) => {
      const page = await createBrowser().follow(
        `${app.origin}/oauth/acme/login?redirect=/me${query}`,
      )
      return new URL(page.url).search
    }
    const refused = /^\?error=auth_failed&reason=unmet_authentication_requirements&reference=\w{8}$/
    const unstated = /^\?error=auth_failed&reason=authentication_not_stated&reference=\w{8}$/
    expect(await signIn('')).toBe('')
    expect(await signIn('&max_age=300')).toMatch(refused)
    expect(await signIn('&acr_values=mfa')).toMatch(unstated)
    expect(await signIn('&max_age=500&login_hint=ann&prompt=login')).toBe('')
    expect(asked.at(-1)).toMatchObject({ max_age: '500', login_hint: 'ann', prompt: 'login' })
    const bad = await createBrowser().get(`${app.origin}/oauth/acme/login?max_age=x`)
    expect([bad.status, bad.json.message]).toEqual([400, 'max_age must be a number of seconds.'])
  })
})

test('prompt of a sign-in takes the place of the one in the settings', async () => {
  const prompts = []
  for (const query of ['', '?prompt=select_account%20login', '?prompt=unheard_of']) {
    const { location = '' } = await createBrowser().get(`${app.origin}/oauth/forced/login${query}`)
    prompts.push(new URL(location).searchParams.get('prompt'))
  }
  expect(prompts).toEqual(['consent', 'login', 'consent'])
})

test('acr_values that the person does not meet end in an error for the client', async () => {
  play({ acr: 'pwd' })
  expect((await authorize({ acr_values: 'mfa' })).answer.get('error')).toBe(
    'unmet_authentication_requirements',
  )
  play({ acr: 'mfa' })
  expect((await authorize({ acr_values: 'hwk mfa' })).answer.has('code')).toBe(true)
})

describe('a token', () => {
  test('says how and when the person authenticated, after a refresh too', async () => {
    const authTime = now() - 1_000
    play({ auth_time: authTime, acr: 'mfa' })
    const first = await tokenOf()
    const second = (await refresh(app, 'robot', first.refresh_token)).json
    for (const { access_token: token } of [first, second]) {
      expect((await call(app, token)).json).toMatchObject({ acr: 'mfa', auth_time: authTime })
      const credentials = { client_id: 'resource', client_secret: SECRET }
      const url = `${app.origin}/oauth/mcp/introspect`
      const { json } = await post(url, { ...credentials, token })
      expect(json).toMatchObject({ active: true, acr: 'mfa', auth_time: authTime })
    }
  })

  test('says nothing of it where the provider says nothing', async () => {
    const { json } = await call(app, (await tokenOf()).access_token)
    expect(Object.keys(json).toSorted()).toEqual(['aud', 'client_id', 'exp', 'jti', 'scope', 'sub'])
  })
})

describe('a route that needs more than a token', () => {
  const challenge = 'The person must authenticate again, as acr_values and max_age say.'

  test('asks for a newer sign-in, with all scopes that the operation needs', async () => {
    play({ auth_time: now() - 301 })
    const { status, headers, json } = await call(app, (await tokenOf()).access_token, '/lately')
    expect([status, json.error]).toEqual([401, 'insufficient_user_authentication'])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_user_authentication", error_description="${challenge}", scope="read write", max_age="300", resource_metadata="${app.origin}/.well-known/oauth-protected-resource/mcp"${ALSO_DPOP}`,
    )
  })

  test('asks for another way of signing in', async () => {
    play({ acr: 'pwd', auth_time: now() })
    const { status, headers } = await call(app, (await tokenOf()).access_token, '/strongly')
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('acr_values="mfa hwk"')
  })

  test('lets a client pass that has done what the challenge says', async () => {
    play({ auth_time: now() - 10, acr: 'hwk' })
    const hints = { max_age: '300', acr_values: 'mfa hwk', scope: 'read write' }
    const { access_token: token } = await tokenOf(hints)
    expect((await call(app, token, '/lately')).status).toBe(200)
    expect((await call(app, token, '/strongly')).status).toBe(200)
  })

  test('asks again when the time is over, though the token is good', async () => {
    play({ auth_time: now() - 275 })
    const { access_token: token } = await tokenOf({ scope: 'write' })
    expect((await call(app, token, '/lately')).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
    const statuses = [(await call(app, token, '/lately')).status, (await call(app, token)).status]
    vi.useRealTimers()
    expect(statuses).toEqual([401, 200])
  })

  test('asks for everything where the token says nothing', async () => {
    const { access_token: token } = await tokenOf({ scope: 'write' })
    expect((await call(app, token, '/lately')).status).toBe(401)
    expect((await call(app, token, '/strongly')).status).toBe(401)
  })
})

test.each([
  [{ maxAge: 0 }, 'maxAge'],
  [{ maxAge: Number.NaN }, 'maxAge'],
  [{ acr: [] }, 'acr'],
  [{ acr: ['a"b'] }, 'acr'],
])('a route with %o cannot be made', (options, name) => {
  expect(() => withMCPAuth(async () => ({}), options)).toThrow(`${name} must be`)
})
