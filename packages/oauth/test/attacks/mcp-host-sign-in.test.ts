/** A sign-in for a client at a page of the application: taken over in another browser, repeated, too old or too weak. */
import { DatabaseSync } from 'node:sqlite'
import { sqliteStore } from '@entrepot/oauth/sqlite'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MCPHostPerson } from '../../src/index.ts'
import { createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  CALLBACK,
  type McpApp,
  type McpAppOptions,
  mcpOf,
  pkce,
  redeem,
  register,
  startMcp,
  submit,
} from '../support/mcp.ts'

const HOST = { name: 'passkey', title: 'a passkey', path: '/sign-in' }

const now = () => Math.floor(Date.now() / 1_000)

let app: McpApp
/** Who is signed in at the application, in every browser. */
let person: MCPHostPerson | undefined
const db = new DatabaseSync(':memory:')
beforeAll(async () => {
  app = await startMcp({
    store: sqliteStore(db),
    mcp: { hostSignIn: HOST },
    setUp: ({ oauth }) => oauth.registerHooks({ onMCPHostSession: () => person }),
  })
})
afterAll(async () => await app.close())
beforeEach(() => {
  person = undefined
})

const isClient = (url: string) => url.startsWith(CALLBACK)

/** Allows a client with the sign-in of the application. Gives the way back from there. */
async function allow(
  browser = createBrowser(),
  parameters: Record<string, string> = {},
  decision = 'allow:passkey',
) {
  const { client_id } = await register(app)
  const { verifier, challenge } = pkce()
  const url = authorizeUrl(app, { client_id, code_challenge: challenge, ...parameters })
  const consent = await browser.get(url)
  const sent = await submit(browser, consent, decision)
  return { browser, consent, clientId: client_id as string, verifier, back: sent.location ?? '' }
}

const codeOf = (location: string | undefined) =>
  new URL(location ?? 'about:blank').searchParams.get('code')
const errorOf = (location: string | undefined) =>
  new URL(location ?? 'about:blank').searchParams.get('error')

describe('a sign-in at the application', () => {
  test('is offered beside the providers, goes to its page, and ends with a code for who signed in there', async () => {
    const { browser, consent, clientId, verifier, back } = await allow()
    expect(consent.text).toContain('Allow and sign in with a passkey')
    expect(consent.text).toContain('value="allow:acme"')
    const page = await browser.get(back)
    const { pathname, searchParams } = new URL(page.location ?? '')
    expect(pathname).toBe('/sign-in')
    const redirect = searchParams.get('redirect') ?? ''
    expect(`${app.origin}${redirect}`).toBe(back)
    person = { user: 'user-1', account: 'ann@example.com', signedInAt: now(), acr: 'phr' }
    const answer = await browser.get(`${app.origin}${redirect}`)
    expect(isClient(answer.location ?? '')).toBe(true)
    const code = codeOf(answer.location) ?? ''
    // A reload gets the same answer.
    expect((await browser.get(back)).location).toBe(answer.location)
    const tokens = await redeem(app, { clientId, verifier, code })
    expect(tokens.status).toBe(200)
    const [, claims = ''] = tokens.json.access_token.split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      ...{ sub: 'user-1', acr: 'phr', auth_time: person.signedInAt },
    })
    // The code is used, so that nobody is sent there again.
    expect((await browser.get(back)).status).toBe(400)
  })

  test('cannot be continued in another browser, whoever is signed in there', async () => {
    const { back } = await allow()
    person = { user: 'victim', account: 'vic@example.com', signedInAt: now() }
    const stolen = await createBrowser().get(back)
    expect([stolen.status, stolen.location]).toEqual([400, undefined])
    expect((await createBrowser().get(`${app.origin}/oauth/mcp/signed-in`)).status).toBe(400)
    expect((await createBrowser().get(`${back}x`)).status).toBe(400)
  })

  test('takes no token of another step, such as that of the consent page', async () => {
    const browser = createBrowser()
    const { client_id } = await register(app)
    const { challenge } = pkce()
    const consent = await browser.get(authorizeUrl(app, { client_id, code_challenge: challenge }))
    const token = /name="token" value="([^"]+)"/.exec(consent.text)?.[1]
    const other = await browser.get(`${app.origin}/oauth/mcp/signed-in?token=${token}`)
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('expired')])
    expect((await submit(browser, consent, 'allow:passkey')).status).toBe(303)
  })

  test('keeps its token out of the access log', async () => {
    const { browser, back } = await allow()
    app.log.length = 0
    await browser.get(back)
    const line = app.log.find((one) => one.includes('incoming request'))
    expect(JSON.parse(line ?? '{}').req.url).toBe('/oauth/mcp/signed-in')
    expect(app.log.join('')).not.toContain('token=')
  })

  test('gives the answer once, to many requests at the same time', async () => {
    const { browser, back } = await allow()
    person = { user: 'user-1', account: 'ann@example.com', signedInAt: now() }
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => (await browser.get(back)).location),
    )
    expect(new Set(answers).size).toBe(1)
    expect(codeOf(answers[0])).not.toBeNull()
  })

  test('that is older than the client accepts does not count', async () => {
    const old = { user: 'user-1', account: 'ann@example.com', signedInAt: now() - 3_600 }
    for (const parameters of [
      { prompt: 'login' },
      { max_age: '60' },
      { prompt: 'select_account' },
    ]) {
      const { browser, back } = await allow(createBrowser(), parameters)
      person = old
      expect((await browser.get(back)).location).toContain('/sign-in?redirect=')
      person = { ...old, signedInAt: now() + 1 }
      expect(codeOf((await browser.get(back)).location)).not.toBeNull()
    }
    const { browser, back } = await allow(createBrowser(), { max_age: '7200' })
    person = old
    expect(codeOf((await browser.get(back)).location)).not.toBeNull()
  })

  test('counts as new by the clock of a node that is behind, but not if it was there before', async () => {
    const account = { user: 'user-1', account: 'ann@example.com' }
    for (const prompt of ['login', 'select_account']) {
      const { browser, back } = await allow(createBrowser(), { prompt })
      person = { ...account, signedInAt: now() - 5 }
      for (let visit = 0; visit < 3; visit += 1) {
        expect((await browser.get(back)).location).toContain('/sign-in?redirect=')
      }
      person = { ...account, signedInAt: now() - 70 }
      expect((await browser.get(back)).location).toContain('/sign-in?redirect=')
      person = { ...account, signedInAt: now() - 30 }
      expect(codeOf((await browser.get(back)).location)).not.toBeNull()
    }
  })

  test('counts as new in the same second as an earlier one, and has whole seconds in the token', async () => {
    const account = { user: 'user-1', account: 'ann@example.com' }
    const { browser, back, clientId, verifier } = await allow(createBrowser(), { prompt: 'login' })
    const second = now()
    person = { ...account, signedInAt: second + 0.25 }
    expect((await browser.get(back)).location).toContain('/sign-in?redirect=')
    person = { ...account, signedInAt: second + 0.5 }
    const code = codeOf((await browser.get(back)).location) ?? ''
    const { json } = await redeem(app, { clientId, verifier, code })
    expect(decodeJwt(json.access_token)).toMatchObject({ auth_time: second })
  })

  test('connects no client for a minute after all of the person has ended, and then again, by an older session', async () => {
    person = { user: 'user-3', account: 'cy@example.com', signedInAt: now() - 3_600 }
    await mcpOf(app).revokePerson(person.user)
    const early = await allow()
    expect(errorOf((await early.browser.get(early.back)).location)).toBe('access_denied')
    db.exec(`update mcp_revocations set revoked_at = revoked_at - 61`)
    const { browser, back, clientId, verifier } = await allow()
    const code = codeOf((await browser.get(back)).location) ?? ''
    const { json } = await redeem(app, { clientId, verifier, code })
    expect(decodeJwt(json.access_token)).toMatchObject({ auth_time: person.signedInAt })
  })

  test('that is weaker than the client asks for is refused', async () => {
    person = { user: 'user-1', account: 'ann@example.com', signedInAt: now(), acr: 'phr' }
    const weak = await allow(createBrowser(), { acr_values: 'phrh' })
    const refused = await weak.browser.get(weak.back)
    expect(errorOf(refused.location)).toBe('unmet_authentication_requirements')
    const strong = await allow(createBrowser(), { acr_values: 'phrh phr' })
    expect(codeOf((await strong.browser.get(strong.back)).location)).not.toBeNull()
  })

  test('shows no page to a client that wants none', async () => {
    const browser = createBrowser()
    person = { user: 'user-2', account: 'bo@example.com', signedInAt: now() }
    const first = await allow(browser)
    await browser.get(first.back)
    const again = async () => {
      const { challenge } = pkce()
      const parameters = { client_id: first.clientId, code_challenge: challenge, prompt: 'none' }
      return await browser.follow(authorizeUrl(app, parameters), isClient)
    }
    expect(codeOf((await again()).location)).not.toBeNull()
    person = undefined
    expect(errorOf((await again()).location)).toBe('login_required')
  })
})

test('its name is not that of a provider, and its page is one of the application', async () => {
  const start = async (mcp: McpAppOptions['mcp']) =>
    await startMcp({ ...(mcp && { mcp }) }).then(
      async (started) => await started.close().then(() => ''),
      ({ message }: Error) => message,
    )
  expect(await start({ hostSignIn: { ...HOST, name: 'acme' } })).toContain('mcp.hostSignIn.name')
  for (const path of ['https://evil.example/', '//evil.example', '/\\evil.example', 'sign-in']) {
    expect(await start({ hostSignIn: { ...HOST, path } })).toContain('mcp.hostSignIn.path')
  }
})
