/** A stranger sends people to this server with a text of their own choice, which would read as if the server said it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import { authorizeUrl, type McpApp, pkce, register, startMcp } from '../support/mcp.ts'

const LURE = 'Your account is locked, call 0711-555'
const AWAY = 'https://away.example/callback'
let website: DocumentServer
let app: McpApp

beforeAll(async () => {
  website = await startDocumentServer()
  app = await startMcp({ oauth: { documentHttp: website.client() } })
})
afterAll(async () => {
  await app.close()
  await website.close()
})

async function openPage(parameters: Record<string, string>) {
  const url = authorizeUrl(app, { code_challenge: pkce().challenge, ...parameters })
  return await createBrowser().get(url)
}

test('the name of a client is on no page that tells of its faulty request', async () => {
  const client = await register(app, { client_name: LURE, redirect_uris: [AWAY] })
  const { client_id } = client
  const page = await openPage({ client_id, redirect_uri: AWAY, response_type: 'token' })
  expect([page.status, page.text.includes('not valid')]).toEqual([400, true])
  expect(page.text).not.toContain('0711-555')
})

test('parameters of a request are on no error page', async () => {
  const { client_id } = await register(app, { redirect_uris: [AWAY] })
  for (const name of ['response_type', 'code_challenge', 'resource', 'prompt', 'max_age']) {
    const page = await openPage({ client_id, redirect_uri: AWAY, [name]: `${LURE} none login` })
    expect([page.status, page.text.includes('0711-555')], name).toEqual([400, false])
  }
  for (const name of ['client_id', 'redirect_uri']) {
    const page = await openPage({ client_id, redirect_uri: AWAY, [name]: LURE })
    expect([page.status, page.text.includes('0711-555')], name).toEqual([400, false])
  }
})

test('a metadata document that cannot be used is on no page, and its developer is told', async () => {
  const url = website.publish('/client.json', {
    redirect_uris: [`https://away.example/#${LURE.replaceAll(' ', '-')}`],
  })
  const page = await openPage({ client_id: url, redirect_uri: AWAY })
  expect([page.status, page.text.includes('cannot be used')]).toEqual([400, true])
  expect(page.text).not.toContain('0711-555')
  const parameters = { client_id: url, redirect_uri: AWAY, code_challenge: pkce().challenge }
  const headers = { accept: 'application/json' }
  const { json } = await createBrowser().get(authorizeUrl(app, parameters), { headers })
  expect(json.error_description).toContain('fragment')
})

test.each([
  ['Call_0711_555', 'unknown'],
  ['access_denied', 'access_denied'],
])('an error %s that nobody has asked for lands as %s', async (error, reason) => {
  const { location } = await createBrowser().get(`${app.origin}/oauth/acme/callback?error=${error}`)
  expect(location).toBe(`${app.origin}/?error=oauth_failed&reason=${reason}`)
})
