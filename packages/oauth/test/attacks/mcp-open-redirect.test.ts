/** Anybody can register a client with an address of their own: no link to this server may lead a passer-by there. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  type McpApp,
  type McpSettings,
  pkce,
  register,
  startMcp,
  submit,
} from '../support/mcp.ts'

const EVIL = 'https://evil.example/callback'
let app: McpApp

beforeAll(async () => {
  app = await startMcp()
})
afterAll(async () => await app.close())

/** The link of an attacker who has registered a client. */
async function link(server: McpApp, parameters: Record<string, string> = {}, evil = EVIL) {
  const { client_id } = await register(server, { redirect_uris: [evil] })
  const { challenge: code_challenge } = pkce()
  return authorizeUrl(server, { client_id, redirect_uri: evil, code_challenge, ...parameters })
}

test.each([
  ['a response type that does not exist', { response_type: 'token' }],
  ['a scope that is malformed', { scope: 'a"b' }],
  ['a resource of somebody else', { resource: 'https://other.example/mcp' }],
  ['no PKCE', { code_challenge_method: 'plain' }],
])('%s leads nobody there', async (_, parameters) => {
  const page = await createBrowser().get(await link(app, parameters))
  expect([page.status, page.location]).toEqual([400, undefined])
  expect(page.text).toContain('Go back to evil.example')
})

test('an app that calls itself this machine gets no answer that the person has not seen', async () => {
  const target = 'cursor://localhost/cb'
  const page = await createBrowser().get(await link(app, { scope: 'a"b' }, target))
  expect([page.status, page.location]).toEqual([400, undefined])
  const consent = await createBrowser().get(await link(app, {}, target))
  expect(consent.text).toContain('cursor:')
  expect(consent.text).toContain('class="warning"')
})

test('nor does an application at which nobody can sign in', async () => {
  const none = await startMcp({ providers: [] })
  const page = await createBrowser().get(await link(none))
  expect([page.status, page.location]).toEqual([400, undefined])
  expect(page.text).toContain('temporarily_unavailable')
  await none.close()
})

test.each<[string, McpSettings | undefined, string]>([
  [
    'of an address that anybody could register ends here',
    undefined,
    '/?error=auth_failed&reason=csrf',
  ],
  [
    'of an address that the settings allow tells the client',
    { dynamicClientRegistration: { allowedRedirectUriHosts: 'evil.example' } },
    `${EVIL}?error=server_error&error_description=The+sign-in+was+finished+in+another+browser`,
  ],
])('a sign-in that another browser began and allowed, %s', async (_, mcp, expected) => {
  const server = mcp ? await startMcp({ mcp }) : app
  const attacker = createBrowser()
  const page = await attacker.get(await link(server))
  const { location } = await submit(attacker, page)
  const state = new URL(location ?? '').searchParams.get('state')
  const lure = `${server.origin}/oauth/acme/callback?code=x&state=${state}`
  const { headers } = await createBrowser().get(lure)
  expect(headers.get('location')?.startsWith(expected)).toBe(true)
  if (mcp) await server.close()
})
