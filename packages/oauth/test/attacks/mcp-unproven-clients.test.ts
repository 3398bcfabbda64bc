/**
 * A program on the machine of a person can listen at any port, and call itself like a client that the person has allowed. A remembered
 * consent gave it a code without a page (RFC 8252, section 8.6).
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  isAnswered,
  isProven,
  rememberedProvider,
  rememberInBrowser,
} from '../../src/mcp/authorize/remembered.ts'
import type { Client } from '../../src/mcp/client.ts'
import { type Browser, createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  getCode,
  type McpApp,
  pkce,
  register,
  startMcp,
  submit,
} from '../support/mcp.ts'
import { ANN } from '../support/oidc-server.ts'

const DAY = 86_400_000
const WEB = 'https://app.example/callback'
const ELSEWHERE = 'http://127.0.0.1:5555/callback'
let app: McpApp
beforeAll(async () => {
  app = await startMcp({ mcp: { clients: { web: { redirectUris: [WEB] } } } })
})
afterEach(() => {
  vi.useRealTimers()
  app.idp.account = ANN
})
afterAll(async () => await app.close())

const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })

/** What a browser shows in the end: the client's code, or the page. */
async function visit(browser: Browser, client_id: string, redirect_uri: string) {
  const asked = { client_id, redirect_uri, scope: 'read', code_challenge: pkce().challenge }
  const page = await browser.follow(authorizeUrl(app, asked), (url) => url.startsWith(redirect_uri))
  const got = page.location?.includes('code=') ? 'code' : page.text.includes('<form') && 'page'
  return { page, got }
}

test('another program gets a code without a page for a day only, however often it asks', async () => {
  const { client_id } = await register(app)
  const browser = createBrowser()
  await getCode(app, { clientId: client_id, scope: 'read', browser })
  for (const hours of [9, 9]) {
    later((hours * DAY) / 24)
    expect((await visit(browser, client_id, ELSEWHERE)).got).toBe('code')
  }
  later(DAY / 3)
  const { page, got } = await visit(browser, client_id, ELSEWHERE)
  expect(got).toBe('page')
  expect(page.url).toContain('/oauth/mcp/authorize')
  // After the person was asked, another day begins.
  await browser.follow((await submit(browser, page)).location ?? '', (url) =>
    url.startsWith(ELSEWHERE),
  )
  expect((await visit(browser, client_id, ELSEWHERE)).got).toBe('code')
})

test('a consent of somebody else on this day does not count in the same browser', async () => {
  const { client_id } = await register(app)
  const browser = createBrowser()
  app.idp.account = { ...ANN, sub: 'ben', email: 'ben@example.com' }
  await getCode(app, { clientId: client_id, scope: 'read' })
  later(2 * DAY)
  app.idp.account = ANN
  await getCode(app, { clientId: client_id, scope: 'read', browser })
  app.idp.account = { ...ANN, sub: 'ben', email: 'ben@example.com' }
  browser.cookies.delete(new URL(app.idp.issuer).host)
  const { page, got } = await visit(browser, client_id, ELSEWHERE)
  expect([got, page.text.includes('ben@example.com')]).toEqual(['page', true])
})

test('a client of the operator at https is remembered longer', async () => {
  const browser = createBrowser()
  const { page } = await visit(browser, 'web', WEB)
  await browser.follow((await submit(browser, page)).location ?? '', (url) => url.startsWith(WEB))
  later(20 * DAY)
  expect((await visit(browser, 'web', WEB)).got).toBe('code')
})

describe('the identity of a client is proven', () => {
  const client = (changes: Partial<Client>) =>
    ({
      clientId: 'robot',
      kind: 'registered',
      authMethod: 'none',
      trusted: false,
      ...changes,
    }) as Client
  const DOCUMENT = { kind: 'document', clientId: 'https://app.example/client.json' } as const
  test.each([
    ['by its key', { authMethod: 'private_key_jwt' }, 'http://127.0.0.1:1/cb', true],
    ['by the host of its document', DOCUMENT, WEB, true],
    ['not by the host of another document', DOCUMENT, 'https://other.example/callback', false],
    ['not by another port of that host', DOCUMENT, 'https://app.example:8443/callback', false],
    ['not on loopback', DOCUMENT, 'http://127.0.0.1:1/cb', false],
    ['not by the scheme of an app', DOCUMENT, 'cursor://app.example/callback', false],
    ['not by its registration', {}, WEB, false],
    [
      'not by a secret that it got with its registration',
      { authMethod: 'client_secret_basic' },
      WEB,
      false,
    ],
    ['by the operator', { kind: 'configured' }, WEB, true],
    ['by the operator, but not on loopback', { kind: 'configured' }, 'https://127.0.0.1/cb', false],
  ] as const)('%s', (_title, changes, redirectUri, expected) => {
    expect(isProven(client(changes), { redirectUri })).toBe(expected)
  })

  test('and consents of earlier versions do not say when the person was asked', () => {
    const authorization = {
      ...{ clientId: 'robot', redirectUri: ELSEWHERE, codeChallenge: '', resource: 'r' },
      ...{ scopes: ['read'], state: undefined },
    }
    const mcp = { rememberConsent: 'daily', issuer: 'http://127.0.0.1' } as never
    let entries: unknown[][] = []
    const sealer = {
      seal: (_: string, value: unknown[][]) => {
        entries = value
        return 'sealed'
      },
      open: () => entries,
    } as never
    const request = { cookies: { mcp_consent: 'sealed' } } as never
    const reply = { setCookie: () => reply } as never
    const find = (one: Client) => rememberedProvider({ mcp, sealer }, request, one, authorization)
    const answered = { client: client({}), authorization, provider: 'acme' }
    rememberInBrowser({ mcp, sealer }, request, reply, answered)
    expect(find(client({}))).toBe('acme')
    entries = entries.map(([fingerprint, provider]) => [fingerprint, provider])
    expect(find(client({}))).toBeUndefined()
    expect(find(client({ authMethod: 'private_key_jwt' }))).toBe('acme')
    expect(isAnswered({ mcp }, client({}), authorization, { askedAgo: null })).toBe(false)
    expect(isAnswered({ mcp }, client({ trusted: true }), authorization, { askedAgo: null })).toBe(
      true,
    )
    const proven = client({ authMethod: 'private_key_jwt' })
    expect(isAnswered({ mcp }, proven, authorization, { askedAgo: null })).toBe(true)
  })
})
