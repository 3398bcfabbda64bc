/** A client whose author withdraws its document, to stop a client that was taken over: it must end, and a short gap must end nobody. */
import { memoryStore } from '@entrepot/oauth/memory'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDocumentClient } from '../../src/mcp/clients/fetch-document.ts'
import { signAssertion } from '../support/assertion.ts'
import { createBrowser } from '../support/browser.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import {
  authorizeUrl,
  getCode,
  type McpApp,
  pkce,
  post,
  redeem,
  refresh,
  startMcp,
} from '../support/mcp.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

let skew = 0
let website: DocumentServer
let app: McpApp
beforeAll(async () => {
  website = await startDocumentServer()
  const unlimited = { rateLimit: false, callerRateLimit: false, hostRateLimit: false } as const
  app = await startMcp({
    store: memoryStore({ clock: () => Date.now() / 1_000 + skew }),
    oauth: { documentHttp: website.client() },
    mcp: {
      clientCredentials: { enabled: true, rateLimit: false },
      clientIdMetadataDocuments: unlimited,
      refreshTokenTtl: 300 * DAY,
      clients: {
        agent: { jwksUri: website.url('/keys.json'), grantTypes: ['client_credentials'] },
      },
    },
  })
})
afterAll(async () => {
  await app.close()
  await website.close()
})
beforeEach(() => {
  skew = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skew * 1_000)
})
afterEach(() => vi.restoreAllMocks())

const answerWith = (path: string, status: number, headers: Record<string, string> = {}) =>
  website.serve(path, (_, response) => response.writeHead(status, headers).end('<p>none</p>'))

const visit = async (client_id: string) => {
  const url = authorizeUrl(app, { client_id, code_challenge: pkce().challenge })
  return await createBrowser().get(url, { headers: { accept: 'application/json' } })
}

/** A client with a refresh token, whose document has to be fetched again. */
async function connect(path: string) {
  const clientId = website.publish(path)
  let token = (await redeem(app, await getCode(app, { clientId }))).json.refresh_token as string
  skew += 2 * HOUR
  const next = async () => {
    const answer = await refresh(app, clientId, token)
    if (answer.status === 200) token = answer.json.refresh_token
    return [answer.status, answer.json.error]
  }
  return { clientId, next }
}

describe('a document that is no longer there', () => {
  test.each([
    ['404', 404, {}],
    ['410', 410, {}],
    ['a redirect', 301, { location: 'https://localhost/elsewhere' }],
  ] as const)(
    'by %s ends its client after two tries an hour apart',
    async (title, status, headers) => {
      const path = `/${title.replaceAll(' ', '-')}-gone.json`
      const { clientId, next } = await connect(path)
      answerWith(path, status, headers)
      expect(await next()).toEqual([200, undefined])
      skew += HOUR - 60
      expect(await next()).toEqual([200, undefined])
      // Nobody connects it meanwhile, and its page says why.
      const page = await visit(clientId)
      expect([page.status, page.json.error, page.json.error_description]).toEqual([
        400,
        'invalid_client',
        `The client metadata document cannot be used: its website answers ${status}.`,
      ])
      skew += 120
      expect(await next()).toEqual([401, 'invalid_client'])
      skew += DAY
      expect(await next()).toEqual([401, 'invalid_client'])
    },
  )

  test('ends nobody if it comes back within the hour, and counts from the start the next time', async () => {
    const { clientId, next } = await connect('/gap.json')
    answerWith('/gap.json', 404)
    expect(await next()).toEqual([200, undefined])
    skew += HOUR / 2
    website.publish('/gap.json')
    expect(await next()).toEqual([200, undefined])
    skew += 2 * HOUR
    answerWith('/gap.json', 404)
    expect(await next()).toEqual([200, undefined])
    expect((await visit(clientId)).status).toBe(400)
  })

  test('an outage between the tries does not keep the client alive', async () => {
    const { next } = await connect('/mixed.json')
    answerWith('/mixed.json', 404)
    expect(await next()).toEqual([200, undefined])
    skew += HOUR
    answerWith('/mixed.json', 502)
    expect(await next()).toEqual([200, undefined])
    skew += HOUR
    answerWith('/mixed.json', 404)
    expect(await next()).toEqual([401, 'invalid_client'])
  })

  test('of a client that nobody has used for weeks ends it at once: there is no last good one', async () => {
    const { next } = await connect('/forgotten.json')
    skew += 30 * DAY
    answerWith('/forgotten.json', 404)
    expect(await next()).toEqual([401, 'invalid_client'])
  })
})

describe('something else in its place', () => {
  test('such as a page for people ends the client at once, as a document with faults does', async () => {
    const { next } = await connect('/page.json')
    answerWith('/page.json', 200, { 'content-type': 'text/html' })
    expect(await next()).toEqual([401, 'invalid_client'])
  })

  test('that only says that it is busy or broken does not', async () => {
    for (const status of [401, 403, 408, 429, 500, 502, 503, 504]) {
      const { next } = await connect(`/busy-${status}.json`)
      answerWith(`/busy-${status}.json`, status)
      expect([status, ...(await next())]).toEqual([status, 200, undefined])
      skew += 2 * HOUR
      expect([status, ...(await next())]).toEqual([status, 200, undefined])
    }
  })
})

test('a document at an unusual port says so, and does not ask to try again', async () => {
  const strict = await startMcp({
    oauth: { documentHttp: createDocumentClient({ documents: undefined }) },
  })
  const url = authorizeUrl(strict, {
    client_id: 'https://robot.example:8443/client.json',
    code_challenge: pkce().challenge,
  })
  const page = await createBrowser().get(url, { headers: { accept: 'application/json' } })
  expect([page.status, page.json.error]).toEqual([400, 'invalid_client'])
  expect(page.json.error_description).toBe(
    'The client metadata document cannot be used: its URL has the port 8443, and this server fetches from port 443 only.',
  )
  await strict.close()
})

describe('a key set at jwks_uri', () => {
  let pair: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }
  let jwk: JWK
  beforeAll(async () => {
    pair = await generateKeyPair('EdDSA', { extractable: true })
    jwk = await exportJWK(pair.publicKey)
  })
  const ask = async () => {
    const signed = await signAssertion(pair.privateKey, 'agent', app.issuer)
    const { status, json } = await post(`${app.origin}/oauth/mcp/token`, {
      grant_type: 'client_credentials',
      ...signed,
    })
    return [status, json.error]
  }

  test('that is withdrawn ends its client in the same way, and what is no key set at once', async () => {
    const publish = () =>
      website.serve('/keys.json', (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ keys: [jwk] }))
      })
    publish()
    expect(await ask()).toEqual([200, undefined])
    skew += HOUR
    answerWith('/keys.json', 404)
    expect(await ask()).toEqual([200, undefined])
    skew += HOUR - 60
    expect(await ask()).toEqual([200, undefined])
    skew += 120
    expect(await ask()).toEqual([401, 'invalid_client'])
    publish()
    skew += 60
    expect(await ask()).toEqual([200, undefined])
    skew += HOUR
    answerWith('/keys.json', 200, { 'content-type': 'text/html' })
    expect(await ask()).toEqual([401, 'invalid_client'])
  })
})
