/** Hubs without direct access to the internet: HTTPS_PROXY, NO_PROXY, and clients that have to register instead. */
import { checkOptions } from '@entrepot/oauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDocumentClient, fetchDocument } from '../../src/mcp/clients/fetch-document.ts'
import { startApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import { type ForwardProxy, startForwardProxy } from '../support/forward-proxy.ts'
import { authorizeUrl, getCode, type McpApp, pkce, redeem, startMcp } from '../support/mcp.ts'

let proxy: ForwardProxy
let website: DocumentServer
beforeAll(async () => {
  proxy = await startForwardProxy()
  website = await startDocumentServer()
})
afterAll(async () => {
  await website.close()
  await proxy.close()
})
const stub = (name: string, value: string) => {
  for (const one of [name, name.toLowerCase()]) vi.stubEnv(one, value)
}
beforeEach(() => {
  proxy.targets.length = 0
  proxy.isClosed = false
  stub('HTTPS_PROXY', proxy.url)
  stub('HTTP_PROXY', proxy.url)
  stub('NO_PROXY', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const visit = (app: McpApp, client_id: string) =>
  createBrowser().get(authorizeUrl(app, { client_id, code_challenge: pkce().challenge }), {
    headers: { accept: 'application/json' },
  })

describe('a metadata document', () => {
  test('is fetched through the proxy, while the provider on loopback is not', async () => {
    const app = await startMcp({ oauth: { documentHttp: website.client() } })
    const clientId = website.publish('/through.json')
    expect((await redeem(app, await getCode(app, { clientId }))).status).toBe(200)
    expect(proxy.targets).toEqual([`localhost:${website.port}`])
    await app.close()
  })

  test('of a host in NO_PROXY is fetched without it', async () => {
    stub('NO_PROXY', 'localhost')
    await using http = website.client()
    const url = website.publish('/direct.json')
    expect(JSON.stringify(await fetchDocument(http, url))).toContain(url)
    expect(proxy.targets).toEqual([])
  })

  test('of a name that leads to a private address is refused before the proxy is asked', async () => {
    for (const address of ['10.0.0.1', '127.0.0.1', '169.254.169.254']) {
      const resolve = async () => [{ address, family: 4 }]
      await using http = createDocumentClient({ documents: undefined }, { guard: { resolve } })
      const fetched = fetchDocument(http, 'https://robot.example/client')
      await expect(fetched).rejects.toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
    }
    expect(proxy.targets).toEqual([])
  })

  test('is left to a proxy that checks targets, but for ports and addresses in URLs', async () => {
    const settings = { documents: undefined, proxyChecksTargets: true }
    proxy.isClosed = true
    await using http = createDocumentClient(settings)
    await expect(fetchDocument(http, 'https://robot.invalid/client')).rejects.toMatchObject({
      code: 'REST_CONNECT',
      phase: 'proxy',
    })
    for (const url of [
      'https://10.0.0.1/client',
      'https://[::1]/',
      'https://robot.invalid:8443/',
    ]) {
      await expect(fetchDocument(http, url)).rejects.toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
    }
    expect(new Set(proxy.targets)).toEqual(new Set(['robot.invalid:443']))
  })
})

test.each([
  ['https://id.invalid', true, ['id.invalid:443']],
  ['https://id.invalid', false, []],
  ['https://10.0.0.1', true, []],
])(
  'a provider at %s with proxyChecksTargets %s makes the proxy see %j',
  async (issuer, proxyChecksTargets, seen) => {
    proxy.isClosed = true
    const shop = await startApp({
      oauth: {
        allowPrivateProviders: false,
        proxyChecksTargets,
        providers: { acme: { provider: 'oidc', issuer, clientId: 'a', clientSecret: 'b' } },
      },
    })
    const page = await createBrowser().get(`${shop.origin}/oauth/acme/login`)
    expect(page.location).toContain('reason=provider_unavailable')
    expect([...new Set(proxy.targets)]).toEqual(seen)
    await shop.close()
  },
)

test('a proxy that cannot be used stops the start, and its password is not shown', async () => {
  stub('HTTPS_PROXY', 'socks5://user:s3cret@proxy.example')
  const problems = await checkOptions({})
  expect(problems).toContainEqual({
    path: 'HTTPS_PROXY',
    message: expect.stringMatching(/needs an http or https URL in HTTPS_PROXY/),
  })
  expect(JSON.stringify(problems)).not.toContain('s3cret')
})

describe('discovery', () => {
  const announced = async (app: McpApp) => {
    const response = await fetch(`${app.origin}/.well-known/oauth-authorization-server`)
    const document = (await response.json()) as Record<string, unknown>
    return [document.client_id_metadata_document_supported, typeof document.registration_endpoint]
  }
  const both = [true, 'string']
  const registrationOnly = [undefined, 'string']

  test('announces no documents while none can be fetched, so that clients register', async () => {
    let skew = 0
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + skew * 1_000)
    const app = await startMcp({ oauth: { documentHttp: website.client() } })
    const clientId = website.publish('/out.json')
    proxy.isClosed = true
    expect((await visit(app, clientId)).status).toBe(503)
    expect(await announced(app)).toEqual(both)
    expect((await visit(app, clientId)).status).toBe(503)
    expect(await announced(app)).toEqual(registrationOnly)
    expect(app.log.join('')).toContain('no website of an MCP client answers')
    // After an hour clients may try again, and the first failure suffices.
    skew += 3_700
    expect(await announced(app)).toEqual(both)
    expect((await visit(app, clientId)).status).toBe(503)
    expect(await announced(app)).toEqual(registrationOnly)
    proxy.isClosed = false
    expect((await visit(app, clientId)).status).toBe(200)
    expect(await announced(app)).toEqual(both)
    // A website that answered outweighs those that anybody names.
    proxy.isClosed = true
    for (const path of ['/a', '/b', '/c']) await visit(app, website.url(path))
    expect(await announced(app)).toEqual(both)
    await app.close()
  })

  test('announces documents all the same where clients cannot register', async () => {
    const app = await startMcp({
      oauth: { documentHttp: website.client() },
      mcp: { dynamicClientRegistration: { initialAccessToken: 't'.repeat(32) } },
    })
    proxy.isClosed = true
    for (const path of ['/d', '/e', '/f']) await visit(app, website.url(path))
    expect(await announced(app)).toEqual(both)
    await app.close()
  })

  test('is not changed by names that lead to private addresses', async () => {
    const app = await startMcp()
    for (const path of ['/a', '/b', '/c']) await visit(app, `https://localhost${path}`)
    expect(await announced(app)).toEqual(both)
    await app.close()
  })
})
