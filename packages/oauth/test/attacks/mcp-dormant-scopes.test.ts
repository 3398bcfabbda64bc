/** Scopes that a person could not give when they were asked, and that wake once the person may do more; and those of clients that nobody knows. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RefreshDecision } from '../../src/hooks.ts'
import { createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  getCode,
  goThrough,
  type McpApp,
  mcpOf,
  pkce,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'

const SCOPES = { read: 'Read', write: { description: 'Write', includes: ['read'] }, admin: 'All' }

let app: McpApp
let may: RefreshDecision
beforeAll(async () => {
  app = await startMcp({
    mcp: { scopes: SCOPES },
    setUp: ({ oauth }) => {
      const decide = () => may
      oauth.registerHooks({ onMCPAuthorize: decide, onMCPRefresh: decide })
    },
  })
})
afterAll(async () => await app.close())
beforeEach(() => {
  may = { scopes: ['read'] }
})

const ask = async (scope: string, browser = createBrowser(), clientId?: string) => {
  const known = clientId ?? (await register(app)).client_id
  const url = authorizeUrl(app, { client_id: known, code_challenge: pkce().challenge, scope })
  return (await goThrough(browser, url)).searchParams
}

test('a scope that the person cannot give is not in the grant, and does not wake with a promotion', async () => {
  const code = await getCode(app, { scope: 'read admin' })
  const first = (await redeem(app, code)).json
  expect(first.scope).toBe('read')
  const [connection] = await mcpOf(app).connectedClients('ann@example.com')
  expect(connection?.scopes).toEqual(['read'])
  may = { scopes: ['read', 'admin'] }
  const second = (await refresh(app, code.clientId, first.refresh_token)).json
  expect(second.scope).toBe('read')
  const wide = await refresh(app, code.clientId, second.refresh_token, { scope: 'read admin' })
  expect(wide.json.error).toBe('invalid_scope')
})

test('the page says which of the scopes the person cannot give', async () => {
  const browser = createBrowser()
  const { clientId } = await getCode(app, { scope: 'read admin', browser })
  await mcpOf(app).revokeClient('ann@example.com', clientId)
  const asked = { client_id: clientId, scope: 'read admin', code_challenge: pkce().challenge }
  const { text } = await browser.follow(authorizeUrl(app, asked))
  expect(text).toContain('You are signed in as')
  expect(text).not.toContain('value="admin"')
  expect(text.split('may not have it').at(-1)).toContain('All <small>admin</small>')
})

test('a scope that the person may no longer give is left out at the next refresh', async () => {
  may = { scopes: ['write'] }
  const code = await getCode(app, { scope: 'write' })
  const first = (await redeem(app, code)).json
  may = { scopes: ['read'] }
  const second = await refresh(app, code.clientId, first.refresh_token)
  expect(second.json.error).toBe('invalid_grant')
})

test('whoever can give nothing of it, or may have no clients, gives no code', async () => {
  expect((await ask('admin')).get('error')).toBe('access_denied')
  may = { status: 'denied', error: 'Not here.' }
  const denied = await ask('read')
  expect([denied.get('error'), denied.get('error_description')]).toEqual([
    'access_denied',
    'Not here.',
  ])
  may = { status: 'maybe' } as never
  expect((await ask('read')).get('error')).toBe('server_error')
})

test('whoever ticks only what they cannot give, gives no code: one without scopes would read as if all were granted', async () => {
  const { client_id: known } = await register(app)
  const scope = 'read admin'
  const url = authorizeUrl(app, { client_id: known, code_challenge: pkce().challenge, scope })
  const answer = (await goThrough(createBrowser(), url, 'allow', ['read'])).searchParams
  expect([answer.get('code'), answer.get('error')]).toEqual([null, 'access_denied'])
})

test('a person is not asked again for what they cannot give', async () => {
  const browser = createBrowser()
  const { client_id: clientId } = await register(app)
  expect((await ask('read admin', browser, clientId)).get('code')).not.toBeNull()
  const url = authorizeUrl(app, {
    client_id: clientId,
    code_challenge: pkce().challenge,
    scope: 'read admin',
  })
  const silent = await browser.follow(`${url}&prompt=none`, (target) => target.includes('code='))
  expect(silent.location).toContain('code=')
})

test('a client that has registered itself gets no more than the operator gives to all of them', async () => {
  may = undefined
  const own = await startMcp({
    mcp: {
      scopes: SCOPES,
      dynamicClientRegistration: { rateLimit: false, allowedScopes: 'write' },
      allowedScopes: { 'trusted.example': 'admin' },
      clients: { known: { redirectUris: ['http://127.0.0.1:4001/callback'] } },
    },
  })
  const scopeOf = async (clientId?: string) => {
    const code = await getCode(own, { scope: 'read write admin', ...(clientId && { clientId }) })
    return (await redeem(own, code)).json.scope
  }
  expect(await scopeOf()).toBe('read write')
  // The redirect URI of a host that the operator has named, beside one of their own.
  const { client_id: mixed } = await register(own, {
    redirect_uris: ['http://127.0.0.1:4001/callback', 'https://trusted.example/callback'],
  })
  expect(await scopeOf(mixed)).toBeUndefined()
  expect(await scopeOf('known')).toBe('read write admin')
  const listed = await fetch(`${own.origin}/.well-known/oauth-protected-resource/mcp`)
  expect(((await listed.json()) as { scopes_supported: string[] }).scopes_supported).toEqual([
    'read',
    'write',
  ])
  await own.close()
})
